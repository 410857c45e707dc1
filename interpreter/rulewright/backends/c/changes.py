"""Statements that change the state."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator

from rulewright.backends.c.expressions import ExpressionWriter
from rulewright.backends.c.numbers import INT32, Unsupported, local_type, number_type, words
from rulewright.backends.c.watching import DirtyBits
from rulewright.backends.c.writer import within
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import range_of


class Changes(ExpressionWriter):
    """Writes what changes the state in one function."""

    watching: DirtyBits | None

    def store(self, slots: tuple[ir.Slot, ...], values: tuple[ir.Expr, ...]) -> Iterator[str]:
        """Yield an assignment to one field or, with all values evaluated first, to several."""
        watching = self.watching
        noted = [note for i, slot in enumerate(slots) if watching for note in watching.noted(slot.field, f"at_{i}")]
        if len(slots) == 1 and not noted:
            yield f"{self.place(slots[0].field, slots[0].index)} = {self.fit(values[0], slots[0].field.type)};"
            return
        yield "{"
        for i, (slot, value) in enumerate(zip(slots, values, strict=True)):
            yield f"int at_{i} = {self.index(slot.index, slot.field.count)};"
            yield f"{local_type(slot.field.type)} value_{i} = {self.fit(value, slot.field.type)};"
        for i, slot in enumerate(slots):
            place = self.known.structure.access[slot.field.name]
            yield f"R->s.{place}{f'[at_{i}]' if slot.field.count > 1 else ''} = value_{i};"
        yield from (*noted, "}")

    def do(self, helper: str, domain: str, args: tuple[ir.Expr, ...], stream: str) -> str:
        """Return the call of a helper that changes the state. Raises `Unsupported` for one that C does not have."""
        known = self.known
        if helper == "note_lap":
            mark, *fields = (arg.field for arg in args if isinstance(arg, ir.Address))
            return self._note_lap(mark, fields)
        most, name = known.pieces[domain], f"{helper}_{known.domains[domain]}"
        places = (0, known.places[domain] - 1)
        key = f"{known.streams[stream]:#x}ull" if stream else ""
        match helper, args:
            case "move" | "move_under", (piece, place):
                given = [self.between(piece, 0, most - 1), self.between(place, *places)]
            case "move_all", (things, place):
                given = [self.set_of(things, most), self.between(place, *places)]
            case "draw", (number, stack, place, ir.Address() as counter, _):
                given = [self.value(number), self.between(stack, *places), self.between(place, *places)]
                given += [self._counter_address(counter), key]
            case "shuffle", (place, ir.Address() as counter):
                given = [self.between(place, *places), self._counter_address(counter), key]
            case "swap", (piece, other):
                given = [self.between(piece, 0, most - 1), self.between(other, 0, most - 1)]
            case "swap_all", (place, other):
                given = [self.between(place, *places), self.between(other, *places)]
            case "show", (things, seats):
                given = [self.set_of(things, most), self.set_of(seats, known.program.seats)]
            case "distinct_choices", (code,):
                given = [self.value(code)]
            case _:
                raise Unsupported(f"the helper {helper} of {len(args)} arguments as a statement")
        return f"{name}(R, {', '.join(given)});"

    def _note_lap(self, mark: ir.Field, fields: list[ir.Field]) -> str:
        structure = self.known.structure
        parts = "".join(
            f"hash = hash_bytes(hash, &R->s.{first}, (size_t)((char *)(&R->s.{last} + 1) - (char *)&R->s.{first})); "
            for first, last in structure.stretches(fields)
        )
        noted = f"&R->s.{structure.access[mark.name]}"
        return f"if (is_compared(R, {noted})) {{ uint64_t hash = UNHASHED; {parts}note_lap({noted}, hash); }}"

    def _counter_address(self, address: ir.Address) -> str:
        if self.known.structure.members[address.field.name].type != "int64_t":
            raise Unsupported(f"{address.field.name} is no counter")
        return f"&{self.place(address.field, address.index)}"

    def roll(self, local: ir.Local, low: ir.Expr, high: ir.Expr, counter: ir.Field, stream: str) -> Iterator[str]:
        """Yield the roll of a die: the next number of its stream, scaled to its bounds."""
        at = f"R->s.{self.known.structure.access[counter.name]}"
        number = f"stream_number(R, {self.known.streams[stream]:#x}ull, {at})"
        found = f"roll_between(R, {self.value(low)}, {self.value(high)}, {number})"
        bounds = self.ranges.bounds(low)[0], self.ranges.bounds(high)[1]
        yield f"{self.names[local.name]} = {within(found, bounds, range_of(self.ranges.type_of(local)))};"
        top = range_of(counter.type)[1]
        yield f"if (RARELY({at} >= {top}LL)) bail(R);"
        yield f"{at}++;"

    def next_seat(self, who: ir.Slot, turn: ir.Slot, rest: ir.Slot) -> Iterator[str]:
        """Yield the step of a round to the next seat that is still to come."""
        at = [self.place(slot.field, slot.index) for slot in (who, turn, rest)]
        yield f"{{ struct turn next = next_seat(R, {at[1]}, {at[2]});"
        for place, slot, name, least in ((at[0], who, "seat", -1), (at[1], turn, "turn", 0)):
            found = least, self.known.program.seats + least
            yield f"{place} = {within(f'next.{name}', found, range_of(slot.field.type))};"
        yield f"{at[2]} = next.rest; }}"

    def dispatch(self, piece: ir.Local, functions: tuple[str | None, ...], args: tuple[ir.Expr, ...]) -> Iterator[str]:
        """Yield a call of the function that belongs to a piece; pieces without one do nothing."""
        by_function: dict[str, list[int]] = {}
        for thing, function in enumerate(functions):
            if function is not None:
                by_function.setdefault(function, []).append(thing)
        yield f"switch ({self.value(piece)}) {{"
        for function, pieces in by_function.items():
            yield f"{' '.join(f'case {thing}:' for thing in pieces)} {self.call(function, args)}; break;"
        yield "}"

    # -- circles

    def _circle_parts(self, number: int) -> tuple[ir.Circle, str, str]:
        circle = self.known.program.circles[number]
        depth = f"R->s.{self.known.structure.access[circle.depth.name]}"
        return circle, depth, f"R->s.kept_{number}{'[level]' if circle.most > 1 else ''}"

    def push(self, number: int, back: ir.Expr) -> Iterator[str]:
        """Yield what saves the frame of a recursive rule, and the block to return to, on the stack of its circle."""
        circle, depth, kept = self._circle_parts(number)
        yield f"{{ int level = at(R, {depth}, {circle.most}); {kept}.back = {self.between(back, *INT32)};"
        frames = f"frames_{number}"
        yield f"memcpy(&{kept}.{frames}, &R->s.{frames}, sizeof R->s.{frames}); {depth} = level + 1; }}"

    def pop(self, number: int, local: ir.Local) -> Iterator[str]:
        """Yield what restores the last saved frame; the block to return to is assigned to `local`."""
        circle, depth, kept = self._circle_parts(number)
        yield f"{{ int level = at(R, {depth} - 1, {circle.most}); {depth} = level;"
        yield f"{self.names[local.name]} = {within(f'{kept}.back', INT32, range_of(self.ranges.type_of(local)))};"
        yield f"memcpy(&R->s.frames_{number}, &{kept}.frames_{number}, sizeof R->s.frames_{number}); }}"


class LoopWriter(ExpressionWriter):
    """Writes the loops of one function."""

    goes_deeper = False
    """Whether the function may be under way more than once at a time."""

    @abstractmethod
    def block(self, body: ir.Body, noted: int) -> list[str]:
        """Return the lines of a body; `noted` are the watched fields already marked as written at this point."""

    def _open_loop(self, stmt: ir.For | ir.LineUp, start: ir.Expr | None = None) -> str:
        """Open a loop over the members of a set, in ascending order or starting at a seat; two braces close it."""
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

    def loop(self, loop: ir.For, noted: int) -> Iterator[str]:
        """Yield a loop over the members of a set, sorted if the statement has a key."""
        if loop.key is None:
            yield self._open_loop(loop, loop.start)
        else:
            order = yield from self._sorted_things(loop, loop.key, loop.start)
            yield f"{{ for (int i = 0; i < {order}.count; i++) {{ {self.names[loop.var.name]} = {order}.items[i].thing;"
        yield from self.block(loop.body, noted)
        yield "} }" if loop.key is None or not self.goes_deeper else "} } }"

    def _sorted_things(
        self, stmt: ir.For | ir.LineUp, key: ir.Expr, start: ir.Expr | None = None
    ) -> Generator[str, None, str]:
        """Sort things; return the array that holds them, which belongs to this statement, or to this run of it."""
        name, most = f"order_{len(self.known.ordered)}", self.ranges.size(stmt.things)
        self.known.ordered.append(most)
        room = f"struct {{ int count; struct item items[{most}]; }} {name};"
        order = name if self.goes_deeper else f"R->own.{name}"
        if self.goes_deeper:
            yield f"{{ {room}"
        else:
            self.known.own.append(room)
        yield f"{order}.count = 0;"
        yield self._open_loop(stmt, start)
        item = f"{{{self.value(key)}, {self.names[stmt.var.name]}}}"
        yield f"{order}.items[{order}.count] = (struct item){item}; {order}.count++; }} }}"
        yield f"sort(R, {order}.items, {order}.count);"
        return order

    def line_up(self, stmt: ir.LineUp) -> Iterator[str]:
        """Yield what sorts the members of a set and stores their order in a field."""
        order = yield from self._sorted_things(stmt, stmt.key)
        if self.ranges.size(stmt.things) > stmt.field.count:
            yield f"if ({order}.count > {stmt.field.count}) bail(R);"
        to = f"R->s.{self.known.structure.access[stmt.field.name]}{'[i]' if stmt.field.count > 1 else ''}"
        found = within(f"{order}.items[i].thing", (0, self.ranges.size(stmt.things) - 1), range_of(stmt.field.type))
        yield f"for (int i = 0; i < {order}.count; i++) {to} = {found};{' }' if self.goes_deeper else ''}"

    def count(self, loop: ir.Count, noted: int) -> Iterator[str]:
        """Yield a loop over the integers between two bounds."""
        bounds = self.ranges.bounds(loop.low)[0], self.ranges.bounds(loop.high)[1]
        sort = number_type((bounds[0], bounds[1] + 1))
        cost = self.known.steps.charge(loop)
        yield f"{{ {sort} n = {self.value(loop.low)}, end = {self.value(loop.high)};"
        yield f"{f'count_on(R, n, end, {loop.steps:d}); ' if loop.steps else ''}for (; n <= end; n++) {{"
        yield f"spend(R, {cost});" if cost else ""
        yield f"{self.names[loop.var.name]} = {within('n', bounds, range_of(self.ranges.type_of(loop.var)))};"
        yield from self.block(loop.body, noted)
        yield "} }"
