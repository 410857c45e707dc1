"""Folds in C: each becomes a function that iterates over a set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.backends.c.numbers import INT64, Unsupported, inside, local_type, number_type, set_type
from rulewright.backends.c.writer import Writer, may_bail
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Effects
from rulewright.compile.ir.types import Set
from rulewright.compile.ir.walk import everything

UNROLLED = 8
"""How many members of a constant set are gone through without a loop."""


class Folds(Writer):
    """Writes the folds of one function."""

    def fold(self, fold: ir.Fold) -> str:
        """Return the call of the function that iterates over the set."""
        free = [local for local in _free_locals(fold) if local.name != fold.var.name]
        mine = set_type(self.ranges.size(fold.things))
        self.class_of(self.ranges.size(fold.things))
        params = [f"{local_type(self.ranges.type_of(local))} {self.names[local.name]}" for local in free]
        things = [] if _few_members(fold.things) else [f"{mine} things"]
        head = f"({', '.join(['RW *R', *things, *params])})"
        body = f"{head} {{ {self._fold_body(fold)} }}"
        for at, name in enumerate([self.names[local.name] for local in (fold.var, *free)]):
            body = re.sub(rf"\b{name}\b", f"m{at}", body)
        result = self._fold_type(fold)
        name = self.known.lifted.setdefault(f"{result} @{body}", f"fold_{len(self.known.lifted)}")
        given = [self.value(fold.things)] if things else []
        return f"{name}({', '.join(['R', *given, *(self.names[local.name] for local in free)])})"

    def _fold_type(self, fold: ir.Fold) -> str:
        return set_type(self.ranges.size(fold)) if self.ranges.is_set(fold) else number_type(self.ranges.bounds(fold))

    def _fold_body(self, fold: ir.Fold) -> str:
        mine, var = self.class_of(self.ranges.size(fold.things)), self.names[fold.var.name]
        cost = self.known.steps.charge(fold)
        spent = f"spend(R, {cost}); " if cost else ""
        start, each = self._fold_steps(fold, var)
        if fold.test is not None:
            each = self._tested_step(fold, fold.test, each)
        head = f"EACH_OF({mine}, things, {var}) {{"
        if few := _few_members(fold.things):
            listed = f"static const int few[] = {{{', '.join(map(str, few))}}};"
            head = f"{listed} UNROLLED for (int k = 0; k < {len(few)}; k++) {{ int {var} = few[k];"
        return f"{self._fold_type(fold)} found = {start}; {head} {spent}{each} }} return found;"

    def _tested_step(self, fold: ir.Fold, test: ir.Expr, each: str) -> str:
        """Return what a fold runs for each member if a test holds; counting and picking from a few need no branch."""
        holds = self.value(test)
        if fold.how == "count" and fold.value is None and not may_bail(holds):
            return f"found += {holds};"
        if fold.how == "filter" and _few_members(fold.things) and not is_costly(test):
            return f"set_{self.class_of(self.ranges.size(fold))}(&found, {self.names[fold.var.name]}, {holds});"
        return f"if ({holds}) {{ {each} }}"

    def _fold_steps(self, fold: ir.Fold, var: str) -> tuple[str, str]:
        """Return the initial value of a fold, and the statement that it runs for each member."""
        if self.ranges.is_set(fold):
            return self._folded_set(fold, var)
        if fold.how == "first":
            assert fold.test is not None
            return "-1", f"{{ if (found < 0) found = {var}; }}" if self._may_fail(fold.test) else f"return {var};"
        if fold.how == "count" or fold.value is None:
            return "0", "found++;"
        value = self.value(fold.value)
        match fold.how:
            case "any":
                return "0", f"if ({value}) return 1;"
            case "every" if _few_members(fold.things) and not is_costly(fold.value) and not may_bail(value):
                return "1", f"found &= {value};"
            case "every":
                return "1", f"if (!{value}) return 0;"
            case "sum":
                checked = not inside(self.ranges.exact(fold), INT64)
                return "0", f"found = plus(R, found, {value});" if checked else f"found += {value};"
            case "most" | "least":
                better = f"!any || value {'>' if fold.how == 'most' else '<'} found"
                each = f"{number_type(self.ranges.bounds(fold))} value = {value}; if ({better}) found = value; any = 1;"
                return "0, any = 0", each
        raise Unsupported(f"a fold for {fold.how}")

    def _folded_set(self, fold: ir.Fold, var: str) -> tuple[str, str]:
        size = self.ranges.size(fold)
        mine = self.class_of(size)
        if fold.how == "filter" or fold.value is None:
            return f"none_{mine}()", f"add_{mine}(&found, {var});"
        if fold.how == "union":
            return f"none_{mine}()", f"found = or_{mine}(found, {self.set_of(fold.value, size)});"
        better = ">" if fold.how == "best" else "<"
        reset = f"if (!some_{mine}(found) || value {better} top) found = none_{mine}(), top = value;"
        each = f"int64_t value = {self.value(fold.value)}; {reset} if (value == top) add_{mine}(&found, {var});"
        return f"none_{mine}(); int64_t top = 0", each

    def _may_fail(self, expr: ir.Expr) -> bool:
        return any(_may_fail_itself(inner, self.known.effects) for inner in everything(expr))


def is_costly(expr: ir.Expr) -> bool:
    """Return whether an expression calls a function or iterates over a set."""
    return any(isinstance(part, ir.Call | ir.Fold | ir.Invoke) for part in everything(expr))


def _few_members(things: ir.Expr) -> list[int]:
    """Return the members of a constant set if a loop over them is unrolled."""
    if not isinstance(things, ir.Const) or things.value.bit_count() > UNROLLED:
        return []
    return [member for member in range(things.value.bit_length()) if things.value >> member & 1]


def _free_locals(fold: ir.Fold) -> Iterator[ir.Local]:
    """Yield the free locals of a fold's test and value; the variables of inner folds are not free."""
    inner = [part for part in (fold.test, fold.value) if part is not None]
    nodes = [node for part in inner for node in everything(part)]
    bound = {node.var.name for node in nodes if isinstance(node, ir.Fold)}
    yield from dict.fromkeys(
        ir.Local(node.name, Set(1)) for node in nodes if isinstance(node, ir.Local) and node.name not in bound
    )


def _may_fail_itself(expr: ir.Expr, effects: dict[str, Effects]) -> bool:
    match expr:
        case ir.NonNull() | ir.InRange():
            return True
        case ir.Call(function):
            return effects[function].may_fail
        case ir.Invoke(helper):
            return helper == "first_in_line"
        case _:
            return False
