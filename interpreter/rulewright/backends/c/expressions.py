"""Expressions in C. Those that go through a set become functions of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.backends.c.layout import Structure
from rulewright.backends.c.numbers import (
    INT32,
    INT64,
    Names,
    Unsupported,
    constant,
    inside,
    local_type,
    number,
    number_type,
    set_type,
    words,
)  # fmt: skip
from rulewright.backends.c.ranges import Ranges
from rulewright.backends.c.steps import Steps
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Effects, Moving
from rulewright.compile.ir.types import Set, Type, range_of
from rulewright.compile.ir.walk import everything

_JOINED = {"|": "or", "&": "and", "-": "minus"}
_CHECKED = {"+": "plus", "-": "less", "*": "times"}
_FUNCTIONS = {"min": "lesser", "max": "greater", "%": "modulo", "//": "divided"}
_PICKED = {"first": "low", "last": "high", "only": "only"}


@dataclass(slots=True)
class Known:
    """What all functions of a program have in common, and what writing them adds to it."""

    program: ir.Program
    structure: Structure
    effects: dict[str, Effects]
    steps: Steps
    domains: dict[str, int]
    """The domains of pieces, by number."""
    pieces: dict[str, int]
    """How many pieces a domain has."""
    places: dict[str, int]
    """How many places there are, by domain."""
    streams: dict[str, int]
    """The keys of the streams of chance."""
    moving: dict[str, Moving]
    functions: Names = field(default_factory=lambda: Names("p_"))
    tables: Names = field(default_factory=lambda: Names("t_"))
    made: dict[str, None] = field(default_factory=dict)
    """Parts of the runtime that are made for a type or class."""
    classes: set[int] = field(default_factory=lambda: {1, 2})
    lifted: dict[str, str] = field(default_factory=dict)
    """By its text without the name, the name of a function made of an expression."""
    ordered: list[int] = field(default_factory=list)
    """How many things are put in order, by statement."""
    own: list[str] = field(default_factory=list)
    """Members of a run that belong to one statement."""

    def need(self, macro: str) -> None:
        self.made[macro] = None


class Expressions:
    """Writes the expressions of one function."""

    def __init__(self, known: Known, function: ir.Function) -> None:
        self.known = known
        self.ranges = Ranges(known.program.functions, function)
        self.names = Names("l_")

    # -- values in a certain form

    def fit(self, expr: ir.Expr, type_: Type) -> str:
        """Return a value that a type holds; checked where that is not certain."""
        if isinstance(type_, Set):
            return self.set_of(expr, type_.size)
        low, high = range_of(type_)
        return self.between(expr, low, high)

    def between(self, expr: ir.Expr, low: int, high: int) -> str:
        text = self.value(expr)
        if inside(self.ranges.bounds(expr), (low, high)):
            return text
        return f"within(R, {text}, {number(max(low, INT64[0]))}, {number(min(high, INT64[1]))})"

    def set_of(self, expr: ir.Expr, size: int) -> str:
        """Return a set in the class of sets of so many members; checked to have no others."""
        mine = self.ranges.size(expr)
        if isinstance(expr, ir.Const):
            return constant(expr.value, Set(size))
        text = self.value(expr)
        if mine > size:
            text = f"clip_{self._class(mine)}(R, {text}, {size})"
        return self._converted(text, self._class(mine), self._class(size))

    def _class(self, size: int) -> int:
        found = words(size)
        self.known.classes.add(found)
        return found

    def _converted(self, text: str, old: int, new: int) -> str:
        if old == new:
            return text
        if {old, new} != {1, 2}:
            self.known.need(f"CONVERTED({old}, {new})")
        return f"to_{old}_{new}({text})"

    def index(self, index: ir.Expr, count: int) -> str:
        """Return an index that lies within so many entries."""
        text = self.value(index)
        return text if inside(self.ranges.bounds(index), (0, count - 1)) else f"at(R, {text}, {count})"

    def place(self, field_: ir.Field, index: ir.Expr) -> str:
        """Return the value or row of a field, as something that can be assigned to."""
        found = f"R->s.{self.known.structure.access[field_.name]}"
        text = self.index(index, field_.count)
        if field_.count > 1:
            return f"{found}[{text}]"
        return found if inside(self.ranges.bounds(index), (0, 0)) else f"(*(&{found} + {text}))"

    # -- expressions

    def value(self, expr: ir.Expr) -> str:  # noqa: PLR0911, PLR0912, C901 - one case for each node
        """Return an expression; a set is in the class of its own size."""
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
                return self._arith(expr, op, left, right)
            case ir.Compare(op, left, right):
                return self._compare(op, left, right)
            case ir.Not(part):
                return f"(!{self.value(part)})"
            case ir.And(inner):
                return f"({' && '.join(map(self.value, inner)) or '1'})"
            case ir.Or(inner):
                return f"({' || '.join(map(self.value, inner)) or '0'})"
            case ir.Choose(condition, then, otherwise):
                return f"({self.value(condition)} ? {self._like(then, expr)} : {self._like(otherwise, expr)})"
            case ir.Join(op, left, right):
                return self._join(expr, op, left, right)
            case ir.Shift(things, by, type_):
                return self._shift(things, by, type_)
            case ir.Has(things, thing):
                return self._has(things, thing)
            case ir.Single(thing, type_):
                assert isinstance(type_, Set)
                return f"single_{self._class(type_.size)}({self.between(thing, -1, type_.size - 1)})"
            case ir.Size(things):
                return f"size_{self._class(self.ranges.size(things))}({self.value(things)})"
            case ir.Pick(how, things):
                return f"{_PICKED[how]}_{self._class(self.ranges.size(things))}({self.value(things)})"
            case ir.Fold():
                return self._fold(expr)
            case ir.NonNull(thing):
                return f"need(R, {self.value(thing)})" if self.ranges.bounds(thing)[0] < 0 else self.value(thing)
            case ir.InRange(value, low, high):
                return self.between(value, low, high)
            case ir.Call(function, args):
                return self.call(function, args)
            case ir.Invoke(helper, domain, args, type_):
                return self._helper(helper, domain, args, type_)
            case ir.Offered():
                return "(R->count > 0)"
            case ir.Address() | ir.AnyOffered() | ir.Noted():
                raise Unsupported(f"{type(expr).__name__} in a plain program")
            case _:
                assert_never(expr)

    def call(self, function: str, args: Iterable[ir.Expr]) -> str:
        """Return the call of a function of the program."""
        params = self.known.program.functions[function].params
        given = [self.fit(arg, param.type) for arg, param in zip(args, params, strict=True)]
        return f"{self.known.functions[function]}({', '.join(['R', *given])})"

    def _like(self, part: ir.Expr, whole: ir.Expr) -> str:
        return self.set_of(part, self.ranges.size(whole)) if self.ranges.is_set(whole) else self.value(part)

    def _arith(self, whole: ir.Expr, op: str, left: ir.Expr, right: ir.Expr) -> str:
        a, b = self.value(left), self.value(right)
        found, parts = self.ranges.exact(whole), (self.ranges.bounds(left), self.ranges.bounds(right))
        if op in _CHECKED:
            if not inside(found, INT64):
                return f"{_CHECKED[op]}(R, {a}, {b})"
            narrow = all(inside(part, INT32) for part in parts)
            return f"({'(int64_t)' if narrow and not inside(found, INT32) else ''}{a} {op} {b})"
        if op in ("%", "//") and parts[0][0] >= 0:
            return f"({a} {op[0]} {b})"
        cast = "(int)" if number_type(self.ranges.bounds(whole)) == "int" else ""
        return f"{cast}{_FUNCTIONS[op]}({a}, {b})"

    def _compare(self, op: str, left: ir.Expr, right: ir.Expr) -> str:
        if self.ranges.is_set(left):
            size = max(self.ranges.size(left), self.ranges.size(right))
            same = f"same_{self._class(size)}({self.set_of(left, size)}, {self.set_of(right, size)})"
            return same if op == "==" else f"(!{same})"
        return f"({self.value(left)} {op} {self.value(right)})"

    def _join(self, whole: ir.Expr, op: str, left: ir.Expr, right: ir.Expr) -> str:
        a, b, size = self.ranges.size(left), self.ranges.size(right), self.ranges.size(whole)
        common = self._class(max(a, b))
        given = ", ".join(
            self._converted(self.value(part), self._class(n), common) for part, n in ((left, a), (right, b))
        )
        return self._converted(f"{_JOINED[op]}_{common}({given})", common, self._class(size))

    def _shift(self, things: ir.Expr, by: int, type_: Type) -> str:
        assert isinstance(type_, Set)
        size = self.ranges.size(things)
        common = self._class(max(size, type_.size))
        text = f"shift_{common}({self._converted(self.value(things), self._class(size), common)}, {by})"
        if size + by > type_.size:
            text = f"and_{common}({text}, below_{common}({type_.size}))"
        return self._converted(text, common, self._class(type_.size))

    def _has(self, things: ir.Expr, thing: ir.Expr) -> str:
        mine = self._class(self.ranges.size(things))
        if mine == 1 and inside(self.ranges.bounds(thing), (0, 63)):
            return f"({self.value(things)} >> {self.value(thing)} & 1)"
        return f"has_{mine}({self.value(things)}, {self.value(thing)})"

    # -- folds

    def _fold(self, fold: ir.Fold) -> str:
        """Return the call of a function that goes through the set."""
        free = [local for local in _free(fold) if local.name != fold.var.name]
        mine = set_type(self.ranges.size(fold.things))
        self._class(self.ranges.size(fold.things))
        params = [f"{local_type(self.ranges.type_of(local))} {self.names[local.name]}" for local in free]
        head = f"(RW *R, {', '.join([f'{mine} things', *params])})"
        body = f"{head} {{ {self._fold_body(fold)} }}"
        result = self._fold_type(fold)
        name = self.known.lifted.setdefault(f"{result} @{body}", f"fold_{len(self.known.lifted)}")
        return f"{name}({', '.join(['R', self.value(fold.things), *(self.names[local.name] for local in free)])})"

    def _fold_type(self, fold: ir.Fold) -> str:
        return set_type(self.ranges.size(fold)) if self.ranges.is_set(fold) else number_type(self.ranges.bounds(fold))

    def _fold_body(self, fold: ir.Fold) -> str:
        mine, var = self._class(self.ranges.size(fold.things)), self.names[fold.var.name]
        cost = self.known.steps.charge(fold)
        spent = f"spend(R, {cost}); " if cost else ""
        test = f"if (!{self.value(fold.test)}) continue; " if fold.test is not None else ""
        start, each = self._folded(fold, var)
        loop = f"while (some_{mine}(things)) {{ int {var} = pop_{mine}(&things); {spent}{test}{each} }}"
        return f"{self._fold_type(fold)} found = {start}; {loop} return found;"

    def _folded(self, fold: ir.Fold, var: str) -> tuple[str, str]:
        """Return what a fold begins with, and what it does for each member."""
        if self.ranges.is_set(fold):
            return self._folded_set(fold, var)
        if fold.how == "count" or fold.value is None:
            return "0", "found++;"
        value = self.value(fold.value)
        match fold.how:
            case "any":
                return "0", f"if ({value}) {'found = 1;' if self._may_fail(fold.value) else 'return 1;'}"
            case "every":
                return "1", f"if (!{value}) {'found = 0;' if self._may_fail(fold.value) else 'return 0;'}"
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
        mine = self._class(size)
        if fold.how == "filter" or fold.value is None:
            return f"none_{mine}()", f"add_{mine}(&found, {var});"
        if fold.how == "union":
            return f"none_{mine}()", f"found = or_{mine}(found, {self.set_of(fold.value, size)});"
        better = ">" if fold.how == "best" else "<"
        reset = f"if (!some_{mine}(found) || value {better} top) found = none_{mine}(), top = value;"
        each = f"int64_t value = {self.value(fold.value)}; {reset} if (value == top) add_{mine}(&found, {var});"
        return f"none_{mine}(); int64_t top = 0", each

    def _may_fail(self, expr: ir.Expr) -> bool:
        return any(_fails(inner, self.known.effects) for inner in everything(expr))

    # -- helpers

    def _helper(self, helper: str, domain: str, args: tuple[ir.Expr, ...], type_: Type) -> str:  # noqa: PLR0911
        match helper, args:
            case "row_set", (ir.Address() as address,):
                assert isinstance(type_, Set)
                self.known.need(f"ROW_SET({self._class(type_.size)})")
                self._must_hold(address.field, type_.size)
                return f"row_set_{words(type_.size)}({self.row(address)})"
            case (("row_first" | "row_last" | "row_only" | "row_length"), (ir.Address() as address,)):
                return f"{helper}({self.row(address)})"
            case "after", (thing, size):
                return f"(int)after({self.value(thing)}, {self.value(size)})"
            case "sum_of", (ir.Address() as address, size):
                self.known.need(f"SUM_OF({self._element(address)})")
                sort = number_type(self.ranges.exact(ir.Invoke(helper, domain, args, type_)))
                return f"({sort})sum_of_{self._element(address)}({self._stretch(address)}, {self.value(size)})"
            case "first_in_line", (ir.Address() as address, size, things):
                mine = self._class(self.ranges.size(things))
                self.known.need(f"FIRST_IN_LINE({self._element(address)}, {mine})")
                sort = number_type(range_of(address.field.type))
                name = f"first_in_line_{self._element(address)}_{mine}"
                return f"({sort}){name}({self._stretch(address)}, {self.value(size)}, {self.value(things)})"
            case "enough", (ir.Address() as address, size, things, least):
                return self._enough(address, size, things, least, type_)
            case (("given" | "given_or_nothing" | "piece_of"), (code,)):
                return f"{helper}({self.value(code)})"
            case (("position" | "distinct"), (given,)):
                most = self.known.pieces[domain]
                text = self.set_of(given, most) if helper == "distinct" else self.between(given, 0, most - 1)
                return f"{helper}_{self.known.domains[domain]}(R, {text})"
        raise Unsupported(f"the helper {helper} of {len(args)} arguments in an expression")

    def _enough(self, address: ir.Address, size: ir.Expr, things: ir.Expr, least: ir.Expr, type_: Type) -> str:
        assert isinstance(type_, Set)
        classes = self._class(self.ranges.size(things)), self._class(type_.size)
        if not isinstance(size, ir.Const) or not 0 < size.value <= type_.size:
            raise Unsupported("enough of more names than its result holds")
        made = f"{self._element(address)}, {classes[0]}, {classes[1]}, {size.value}"
        self.known.need(f"ENOUGH({made})")
        given = f"{self._stretch(address)}, {self.value(things)}, {self.value(least)}"
        return f"enough_{made.replace(', ', '_')}({given})"

    def _must_hold(self, field_: ir.Field, size: int) -> None:
        if range_of(field_.type)[1] >= size:
            raise Unsupported(f"the set of the row {field_.name} is to hold {size} members only")

    def row(self, address: ir.Address) -> str:
        return self.place(address.field, address.index)

    def _element(self, address: ir.Address) -> str:
        return self.known.structure.members[address.field.name].type

    def _stretch(self, address: ir.Address) -> str:
        """Return the arguments for a field of which some values are read, from the addressed one on."""
        field_ = address.field
        at = f"{'' if field_.count > 1 else '&'}R->s.{self.known.structure.access[field_.name]}"
        return f"R, {at}, {field_.count}, {self.value(address.index)}"


def _free(fold: ir.Fold) -> Iterator[ir.Local]:
    """Yield the locals that a fold uses for each member, without those of the folds inside it."""
    inner = [part for part in (fold.test, fold.value) if part is not None]
    nodes = [node for part in inner for node in everything(part)]
    bound = {node.var.name for node in nodes if isinstance(node, ir.Fold)}
    yield from dict.fromkeys(
        ir.Local(node.name, Set(1)) for node in nodes if isinstance(node, ir.Local) and node.name not in bound
    )


def _fails(expr: ir.Expr, effects: dict[str, Effects]) -> bool:
    match expr:
        case ir.NonNull() | ir.InRange():
            return True
        case ir.Call(function):
            return effects[function].may_fail
        case ir.Invoke(helper):
            return helper == "first_in_line"
        case _:
            return False
