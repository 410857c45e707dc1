"""Functions and their statements in C."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from typing import assert_never

from rulewright.backends.c.expressions import Expressions, Known
from rulewright.backends.c.numbers import (
    INT32,
    INT64,
    Unsupported,
    inside,
    local_type,
    number,
    number_type,
    words,
)  # fmt: skip
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Moving, own_effects
from rulewright.compile.ir.types import Set, range_of
from rulewright.compile.ir.walk import everything, read_by, statements

GOES = ("block", "answer")
"""Kinds of functions that return where to go on: a block, 0 at the end, or a question (below 0)."""
VALUES = ("value", "look")
_FREE = ("procedure", "menu", "options")
_NOWHERE = defaultdict[str, Moving](lambda: Moving(frozenset()))
CODES = (0, (1 << 62) - 1)


class Statements(Expressions):
    """Writes one function."""

    def __init__(self, known: Known, function: ir.Function, watched: Iterable[frozenset[str]] = ()) -> None:
        """`watched`: fields that somebody wants to know of when they are written, each set with a bit of its own."""
        super().__init__(known, function)
        self.function = function
        self.watched = list(watched)

    # -- functions

    @property
    def head(self) -> str:
        """What is declared of the function."""
        name = self.known.functions[self.function.name]
        if self.function.kind == "answer":
            return f"static int {name}(RW *R, int64_t code, int64_t back)"
        params = [f"{local_type(self.ranges.type_of(p))} {self.names[p.name]}" for p in self.function.params]
        return f"static {self._result()} {name}({', '.join(['RW *R', *params])})"

    def _result(self) -> str:
        match self.function.kind:
            case kind if kind in VALUES:
                return local_type(self.ranges.result(self.function.name))
            case kind if kind in GOES:
                return "int"
            case kind if kind in _FREE:
                return "void"
        raise Unsupported(f"a function that is a {self.function.kind}")

    def write(self) -> list[str]:
        """Return the function's lines."""
        cost = self.known.steps.charge(self.function)
        lines = [f"spend(R, {cost});"] if cost else []
        lines += self._taken() if self.function.kind == "answer" else []
        lines += self.block(self.function.body, 0)
        declared = [self._declared(name) for name in self._own_locals()]
        return [f"{self.head} {{", *declared, *lines, "}" if self._result() == "void" else "bail(R); }"]

    def _own_locals(self) -> list[str]:
        inner = {expr.var.name for stmt in statements(self.function.body) for expr in _folds(stmt)}
        params = () if self.function.kind == "answer" else self.function.params
        return [name for name in self.ranges.locals if name not in inner | {p.name for p in params}]

    def _declared(self, name: str) -> str:
        type_ = self.ranges.locals[name]
        start = f"none_{words(type_.size)}()" if isinstance(type_, Set) else "0"
        return f"{local_type(type_)} {self.names[name]} = {start};"

    def _taken(self) -> Iterator[str]:
        """An answer's parameters come from outside: they are checked."""
        for param, (given, most) in zip(self.function.params, (("code", CODES), ("back", INT32)), strict=True):
            yield f"{self.names[param.name]} = {_within(given, most, range_of(param.type))};"

    # -- statements

    def block(self, body: ir.Body, noted: int) -> list[str]:
        """Return the lines of a body; `noted`: which watched fields are known to be written where it stands."""
        mask = self._written(body) & ~noted
        lines = [f"R->s.dirty |= {mask:#x}ull;"] if mask else []
        for stmt in body:
            lines += self.statement(stmt, noted | mask)
        return lines

    def _written(self, body: ir.Body) -> int:
        if not self.watched:
            return 0
        written = own_effects(self.known.program, _NOWHERE, iter(body)).writes  # moving pieces notes what it writes
        return sum(1 << i for i, fields in enumerate(self.watched) if fields & written)

    def statement(self, stmt: ir.Stmt, noted: int) -> Iterator[str]:  # noqa: PLR0912, C901 - one case for each node
        match stmt:
            case ir.Let(local, value):
                yield f"{self.names[local.name]} = {self.fit(value, self.ranges.type_of(local))};"
            case ir.Store(slots, values):
                yield from self._store(slots, values)
            case ir.Clear(field_):
                at = f"R->s.{self.known.structure.access[field_.name]}"
                yield f"memset(&{at}, 0, sizeof {at});"
            case ir.Check(value, low, high):
                if not inside(self.ranges.bounds(value), (low, high)):
                    yield f"(void){self.between(value, low, high)};"
            case ir.If(cases, otherwise):
                yield from self._if(cases, otherwise, noted)
            case ir.For():
                yield from self._for(stmt, noted)
            case ir.Count():
                yield from self._count(stmt, noted)
            case ir.Laps():
                yield from self._laps(stmt, noted)
            case ir.Once(body):
                yield from ("do {", *self.block(body, noted), "} while (0);")
            case ir.Break():
                yield "break;"
            case ir.Continue():
                yield "continue;"
            case ir.Do(helper, domain, args, stream):
                yield self._do(helper, domain, args, stream)
            case ir.Roll(local, low, high, counter, stream):
                yield from self._roll(local, low, high, counter, stream)
            case ir.NextSeat(who, turn, rest):
                yield from self._next_seat(who, turn, rest)
            case ir.LineUp():
                yield from self._line_up(stmt)
            case ir.Perform(function, args) | ir.ListMenu(function, args):
                yield f"{self.call(function, args)};"
            case ir.Dispatch(piece, functions, args):
                yield from self._dispatch(piece, functions, args)
            case ir.Push(circle, back):
                yield from self._push(circle, back)
            case ir.Pop(circle, local):
                yield from self._pop(circle, local)
            case ir.Offer(code, extra):
                yield f"offer(R, {self._choice(code, extra)});"
            case ir.OfferEach(code, extra, things):
                mine = words(self.ranges.size(things))
                self.known.need(f"OFFER_EACH({mine})")
                yield f"offer_each_{mine}(R, {self._choice(code, extra)}, {self.value(things)});"
            case ir.OfferRange(code, extra, low, high):
                yield f"offer_range(R, {self._choice(code, extra)}, {self.value(low)}, {self.value(high)});"
            case ir.Return(value):
                yield self._return(value)
            case ir.Go(block):
                yield self._go(block)
            case ir.Ask(question):
                yield f"return {~question};"
            case ir.Trace() | ir.Reason() | ir.Mark():
                raise Unsupported(f"{type(stmt).__name__} in a plain program")
            case _:
                assert_never(stmt)

    def _go(self, block: ir.Expr) -> str:
        """Leave for another block: directly if it is a certain one, which saves the way through the driver."""
        blocks = self.known.program.blocks
        if isinstance(block, ir.Const) and 0 < block.value < len(blocks) and (name := blocks[block.value]) is not None:
            return f"GO({block.value}, {self.known.functions[name]});"
        return f"return {self.between(block, 0, len(blocks) - 1)};"

    def _return(self, value: ir.Expr | ir.Text | None) -> str:
        if isinstance(value, ir.Text):
            raise Unsupported("a text in a plain program")
        if self.function.kind in VALUES and value is not None:
            return f"return {self.fit(value, self.ranges.result(self.function.name))};"
        if self.function.kind in GOES or value is not None:
            raise Unsupported(f"a {self.function.kind} returns")
        return "return;"

    def _choice(self, code: int, extra: ir.Expr | None) -> str:
        return number(code) if extra is None else f"({number(code)} + {self.value(extra)})"

    def _store(self, slots: tuple[ir.Slot, ...], values: tuple[ir.Expr, ...]) -> Iterator[str]:
        if len(slots) == 1:
            yield f"{self.place(slots[0].field, slots[0].index)} = {self.fit(values[0], slots[0].field.type)};"
            return
        yield "{"
        for i, (slot, value) in enumerate(zip(slots, values, strict=True)):
            yield f"int at_{i} = {self.index(slot.index, slot.field.count)};"
            yield f"{local_type(slot.field.type)} value_{i} = {self.fit(value, slot.field.type)};"
        for i, slot in enumerate(slots):
            place = self.known.structure.access[slot.field.name]
            yield f"R->s.{place}{f'[at_{i}]' if slot.field.count > 1 else ''} = value_{i};"
        yield "}"

    def _if(self, cases: tuple[tuple[ir.Expr, ir.Body], ...], otherwise: ir.Body, noted: int) -> Iterator[str]:
        for i, (test, body) in enumerate(cases):
            yield f"{'} else ' if i else ''}if ({self.value(test)}) {{"
            yield from self.block(body, noted)
        if otherwise:
            yield "} else {" if cases else "{"
            yield from self.block(otherwise, noted)
        if cases or otherwise:
            yield "}"

    # -- loops

    def _through(self, stmt: ir.For | ir.LineUp, start: ir.Expr | None = None) -> str:
        """Open a loop through the members of a set, ascending or going round; it ends with two brackets."""
        mine, var = words(self.ranges.size(stmt.things)), self.names[stmt.var.name]
        self.known.classes.add(mine)
        cost = self.known.steps.charge(stmt)
        spent = f" spend(R, {cost});" if cost else ""
        if start is None:
            rest = f"for (U{mine} rest = {self.value(stmt.things)}; some_{mine}(rest);)"
            return f"{{ {rest} {{ {var} = pop_{mine}(&rest);{spent}"
        seats = f"int seat = modulo({self.value(start)}, SEATS), end = seat + SEATS; seat < end; seat++"
        each = f"{var} = seat % SEATS; if (!has_{mine}(things, {var})) continue;{spent}"
        return f"{{ U{mine} things = {self.value(stmt.things)}; for ({seats}) {{ {each}"

    def _for(self, loop: ir.For, noted: int) -> Iterator[str]:
        if loop.key is None:
            yield self._through(loop, loop.start)
        else:
            order = yield from self._ordered(loop, loop.key, loop.start)
            yield f"{{ for (int i = 0; i < {order}.count; i++) {{ {self.names[loop.var.name]} = {order}.items[i].thing;"
        yield from self.block(loop.body, noted)
        yield "} }"

    def _ordered(
        self, stmt: ir.For | ir.LineUp, key: ir.Expr, start: ir.Expr | None = None
    ) -> Generator[str, None, str]:
        """Put things in order; return what they are in then, which the statement has for itself."""
        name, most = f"order_{len(self.known.own)}", self.ranges.size(stmt.things)
        self.known.ordered.append(most)
        self.known.own.append(f"struct {{ int count; struct item items[{most}]; }} {name};")
        order = f"R->own.{name}"
        yield f"{order}.count = 0;"
        yield self._through(stmt, start)
        item = f"{{{self.value(key)}, {self.names[stmt.var.name]}, {order}.count}}"
        yield f"{order}.items[{order}.count] = (struct item){item}; {order}.count++; }} }}"
        yield f"sort(R, {order}.items, {order}.count);"
        return order

    def _line_up(self, stmt: ir.LineUp) -> Iterator[str]:
        order = yield from self._ordered(stmt, stmt.key)
        if self.ranges.size(stmt.things) > stmt.field.count:
            yield f"if ({order}.count > {stmt.field.count}) bail(R);"
        to = f"R->s.{self.known.structure.access[stmt.field.name]}{'[i]' if stmt.field.count > 1 else ''}"
        found = _within(f"{order}.items[i].thing", (0, self.ranges.size(stmt.things) - 1), range_of(stmt.field.type))
        yield f"for (int i = 0; i < {order}.count; i++) {to} = {found};"

    def _count(self, loop: ir.Count, noted: int) -> Iterator[str]:
        bounds = self.ranges.bounds(loop.low)[0], self.ranges.bounds(loop.high)[1]
        sort = number_type((bounds[0], bounds[1] + 1))
        cost = self.known.steps.charge(loop)
        yield f"{{ {sort} n = {self.value(loop.low)}, end = {self.value(loop.high)};"
        yield f"{'count_on(R, n, end); ' if loop.budgeted else ''}for (; n <= end; n++) {{"
        yield f"spend(R, {cost});" if cost else ""
        yield f"{self.names[loop.var.name]} = {_within('n', bounds, range_of(self.ranges.type_of(loop.var)))};"
        yield from self.block(loop.body, noted)
        yield "} }"

    def _laps(self, loop: ir.Laps, noted: int) -> Iterator[str]:
        """Written with jumps, as `break` and `continue` leave what is around it."""
        type_, still = self.ranges.type_of(loop.still), self.names[loop.still.name]
        assert isinstance(type_, Set)
        mine, name = words(type_.size), f"lap_{len(self.known.own)}"
        self.known.own.append(f"struct {{ int done; U{mine} still; struct state s; }} {name};")
        lap = f"R->own.{name}"
        same = f"same_{mine}({still}, {lap}.still) && same_facts(&R->s, &{lap}.s)"
        yield f"{lap}.done = 0;"
        yield f"again_{name}: if (!some_{mine}({still}) || ({lap}.done && {same})) goto done_{name};"
        yield f"if ({lap}.done++ == MOST_LAPS) bail(R);"
        yield f"spend(R, {self.known.steps.charge(loop)}); {lap}.still = {still}; memcpy(&{lap}.s, &R->s, sizeof R->s);"
        yield from ("{", *self.block(loop.body, noted), "}")
        yield f"goto again_{name}; done_{name}: ;"

    # -- what changes the state

    def _do(self, helper: str, domain: str, args: tuple[ir.Expr, ...], stream: str) -> str:
        known = self.known
        most, name = known.pieces[domain], f"{helper}_{known.domains[domain]}"
        places = (0, known.places[domain] - 1)
        key = f"{known.streams[stream]:#x}ull" if stream else ""
        match helper, args:
            case "move", (piece, place):
                given = [self.between(piece, 0, most - 1), self.between(place, *places)]
            case "move_all", (things, place):
                given = [self.set_of(things, most), self.between(place, *places)]
            case "draw", (number, stack, place, ir.Address() as counter):
                given = [self.value(number), self.between(stack, *places), self.between(place, *places)]
                given += [self._counter(counter), key]
            case "shuffle", (place, ir.Address() as counter):
                given = [self.between(place, *places), self._counter(counter), key]
            case "swap", (piece, other):
                given = [self.between(piece, 0, most - 1), self.between(other, 0, most - 1)]
            case "distinct_choices", (code,):
                given = [self.value(code)]
            case _:
                raise Unsupported(f"the helper {helper} of {len(args)} arguments as a statement")
        return f"{name}(R, {', '.join(given)});"

    def _counter(self, address: ir.Address) -> str:
        if self.known.structure.members[address.field.name].type != "int64_t":
            raise Unsupported(f"{address.field.name} is no counter")
        return f"&{self.place(address.field, address.index)}"

    def _roll(self, local: ir.Local, low: ir.Expr, high: ir.Expr, counter: ir.Field, stream: str) -> Iterator[str]:
        at = f"R->s.{self.known.structure.access[counter.name]}"
        number = f"stream_number(R, {self.known.streams[stream]:#x}ull, {at})"
        found = f"rolled(R, {self.value(low)}, {self.value(high)}, {number})"
        bounds = self.ranges.bounds(low)[0], self.ranges.bounds(high)[1]
        yield f"{self.names[local.name]} = {_within(found, bounds, range_of(self.ranges.type_of(local)))};"
        top = range_of(counter.type)[1]
        yield f"if (RARELY({at} >= {top}LL)) bail(R);"
        yield f"{at}++;"

    def _next_seat(self, who: ir.Slot, turn: ir.Slot, rest: ir.Slot) -> Iterator[str]:
        at = [self.place(slot.field, slot.index) for slot in (who, turn, rest)]
        yield f"{{ struct turn next = next_seat(R, {at[1]}, {at[2]});"
        for place, slot, name, least in ((at[0], who, "seat", -1), (at[1], turn, "turn", 0)):
            found = least, self.known.program.seats + least
            yield f"{place} = {_within(f'next.{name}', found, range_of(slot.field.type))};"
        yield f"{at[2]} = next.rest; }}"

    def _dispatch(self, piece: ir.Local, functions: tuple[str | None, ...], args: tuple[ir.Expr, ...]) -> Iterator[str]:
        by_function: dict[str, list[int]] = {}
        for thing, function in enumerate(functions):
            if function is not None:
                by_function.setdefault(function, []).append(thing)
        yield f"switch ({self.value(piece)}) {{"
        for function, pieces in by_function.items():
            yield f"{' '.join(f'case {thing}:' for thing in pieces)} {self.call(function, args)}; break;"
        yield "}"

    # -- circles

    def _circle(self, number: int) -> tuple[ir.Circle, str, str]:
        circle = self.known.program.circles[number]
        depth = f"R->s.{self.known.structure.access[circle.depth.name]}"
        return circle, depth, f"R->s.kept_{number}{'[level]' if circle.most > 1 else ''}"

    def _push(self, number: int, back: ir.Expr) -> Iterator[str]:
        circle, depth, kept = self._circle(number)
        yield f"{{ int level = at(R, {depth}, {circle.most}); {kept}.back = {self.between(back, *INT32)};"
        frames = f"frames_{number}"
        yield f"memcpy(&{kept}.{frames}, &R->s.{frames}, sizeof R->s.{frames}); {depth} = level + 1; }}"

    def _pop(self, number: int, local: ir.Local) -> Iterator[str]:
        circle, depth, kept = self._circle(number)
        yield f"{{ int level = at(R, {depth} - 1, {circle.most}); {depth} = level;"
        yield f"{self.names[local.name]} = {_within(f'{kept}.back', INT32, range_of(self.ranges.type_of(local)))};"
        yield f"memcpy(&R->s.frames_{number}, &{kept}.frames_{number}, sizeof R->s.frames_{number}); }}"


def _within(text: str, known: tuple[int, int], wanted: tuple[int, int]) -> str:
    """Return a number, checked to lie between bounds if that is not known."""
    if inside(known, wanted):
        return text
    return f"within(R, {text}, {number(max(wanted[0], INT64[0]))}, {number(min(wanted[1], INT64[1]))})"


def _folds(stmt: ir.Stmt) -> Iterator[ir.Fold]:
    for expr in read_by(stmt):
        yield from (inner for inner in everything(expr) if isinstance(inner, ir.Fold))
