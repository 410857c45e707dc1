"""Expressions in C."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from rulewright.backends.c.folds import Folds
from rulewright.backends.c.helpers import Helpers
from rulewright.backends.c.numbers import INT32, INT64, Unsupported, constant, inside, number_type
from rulewright.backends.c.writer import may_bail
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set

_JOINED = {"|": "or", "&": "and", "-": "minus"}
_CHECKED = {"+": "plus", "-": "less", "*": "times"}
_FUNCTIONS = {"min": "lesser", "max": "greater", "//": "quotient", "%": "modulo"}
_PICKED = {"first": "low", "last": "high", "only": "only"}


class ExpressionWriter(Folds, Helpers):
    """Writes the expressions of one function."""

    def value(self, expr: ir.Expr) -> str:  # noqa: C901, PLR0912 - one case for each node
        """Return the C text of an expression; a set belongs to the class of its own size."""
        match expr:
            case ir.Const(value, type_):
                return constant(value, type_)
            case ir.Local():
                return self.names[expr.name]
            case ir.Slot(field_, index):
                return self.place(field_, index)
            case ir.Entry(table, index):
                return f"{self.known.tables[table.name]}[{self.index(index, len(table.values))}]"
            case ir.Arith(op, left, right):
                return self._arith_text(expr, op, left, right)
            case ir.Compare(op, left, right):
                if self.ranges.is_set(left):
                    size = max(self.ranges.size(left), self.ranges.size(right))
                    same = f"same_{self.class_of(size)}({self.set_of(left, size)}, {self.set_of(right, size)})"
                    return same if op == "==" else f"(!{same})"
                return f"({self.value(left)} {op} {self.value(right)})"
            case ir.Not(part):
                return f"(!{self.value(part)})"
            case ir.And(inner):
                return self._connected("&", inner) or "1"
            case ir.Or(inner):
                return self._connected("|", inner) or "0"
            case ir.Choose(condition, then, otherwise):
                test, yes = self.value(condition), self._converted_like(then, expr)
                return f"({test} ? {yes} : {self._converted_like(otherwise, expr)})"
            case ir.Join(op, left, right):
                a, b, size = self.ranges.size(left), self.ranges.size(right), self.ranges.size(expr)
                common = self.class_of(max(a, b))
                given = ", ".join(
                    self.converted(self.value(part), self.class_of(n), common) for part, n in ((left, a), (right, b))
                )
                return self.converted(f"{_JOINED[op]}_{common}({given})", common, self.class_of(size))
            case ir.Shift(things, by, type_):
                assert isinstance(type_, Set)
                size = self.ranges.size(things)
                common = self.class_of(max(size, type_.size))
                text = f"shift_{common}({self.converted(self.value(things), self.class_of(size), common)}, {by})"
                if size + by > type_.size:
                    text = f"and_{common}({text}, below_{common}({type_.size}))"
                return self.converted(text, common, self.class_of(type_.size))
            case ir.Has(things, thing):
                mine = self.class_of(self.ranges.size(things))
                if mine == 1 and inside(self.ranges.bounds(thing), (0, 63)):
                    return f"({self.value(things)} >> {self.value(thing)} & 1)"
                return f"has_{mine}({self.value(things)}, {self.value(thing)})"
            case ir.Single(thing, type_):
                assert isinstance(type_, Set)
                return f"single_{self.class_of(type_.size)}({self.between(thing, -1, type_.size - 1)})"
            case ir.Size(things):
                return f"size_{self.class_of(self.ranges.size(things))}({self.value(things)})"
            case ir.Pick("first", ir.Fold("filter", _, _, test) as things) if test is not None:
                return self.fold(replace(things, how="first", type=expr.type))
            case ir.Pick(how, things):
                return f"{_PICKED[how]}_{self.class_of(self.ranges.size(things))}({self.value(things)})"
            case ir.Fold():
                return self.fold(expr)
            case ir.NonNull(thing):
                return f"need(R, {self.value(thing)})" if self.ranges.bounds(thing)[0] < 0 else self.value(thing)
            case ir.InRange(value, low, high):
                return self.between(value, low, high)
            case ir.Call(function, args):
                return self.call(function, args)
            case ir.Invoke(helper, domain, args, type_):
                return self.helper(helper, domain, args, type_)
            case ir.Offered(least):
                return f"(R->count >= {least})"
            case ir.Address() | ir.AnyOffered() | ir.Noted():
                raise Unsupported(f"{type(expr).__name__} in a plain program")
            case _:
                assert_never(expr)

    def call(self, function: str, args: Iterable[ir.Expr]) -> str:
        """Return the call of a function of the program."""
        params = self.known.program.functions[function].params
        given = [self.fit(arg, param.type) for arg, param in zip(args, params, strict=True)]
        return f"{self.known.functions[function]}({', '.join(['R', *given])})"

    def _connected(self, sign: str, parts: tuple[ir.Expr, ...]) -> str:
        """Return a conjunction or disjunction; all conditions are evaluated where that costs less than a branch."""
        texts = list(map(self.value, parts))
        if len(texts) > 1:
            joint = sign if not any(map(may_bail, texts)) else 2 * sign
            return f"({f' {joint} '.join(texts)})"
        return "".join(texts)

    def _converted_like(self, part: ir.Expr, whole: ir.Expr) -> str:
        return self.set_of(part, self.ranges.size(whole)) if self.ranges.is_set(whole) else self.value(part)

    def _arith_text(self, whole: ir.Expr, op: str, left: ir.Expr, right: ir.Expr) -> str:
        a, b = self.value(left), self.value(right)
        found, parts = self.ranges.exact(whole), (self.ranges.bounds(left), self.ranges.bounds(right))
        if op in _CHECKED:
            if not inside(found, INT64):
                return f"{_CHECKED[op]}(R, {a}, {b})"
            narrow = all(inside(part, INT32) for part in parts)
            return f"({'(int64_t)' if narrow and not inside(found, INT32) else ''}{a} {op} {b})"
        if op == "//" and parts[1][0] < 1:
            b = self.between(right, 1, INT64[1])
        if op in ("//", "%") and parts[0][0] >= 0:
            return f"({a} {op[0]} {b})"
        if op == "distance":
            return f"distance(R, {a}, {b})"
        cast = "(int)" if number_type(self.ranges.bounds(whole)) == "int" else ""
        return f"{cast}{_FUNCTIONS[op]}({a}, {b})"
