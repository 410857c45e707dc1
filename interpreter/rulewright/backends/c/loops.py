"""Loops and sorting in C."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator

from rulewright.backends.c.expressions import Expressions
from rulewright.backends.c.numbers import number_type, words
from rulewright.backends.c.writer import within
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import range_of


class Loops(Expressions):
    """Writes the loops of one function."""

    @abstractmethod
    def block(self, body: ir.Body, noted: int) -> list[str]:
        """Return the lines of a body; `noted` are the watched fields already marked as written at this point."""

    def _through(self, stmt: ir.For | ir.LineUp, start: ir.Expr | None = None) -> str:
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
            yield self._through(loop, loop.start)
        else:
            order = yield from self._ordered(loop, loop.key, loop.start)
            yield f"{{ for (int i = 0; i < {order}.count; i++) {{ {self.names[loop.var.name]} = {order}.items[i].thing;"
        yield from self.block(loop.body, noted)
        yield "} }"

    def _ordered(
        self, stmt: ir.For | ir.LineUp, key: ir.Expr, start: ir.Expr | None = None
    ) -> Generator[str, None, str]:
        """Sort things; return the array that holds them, which belongs to this statement alone."""
        name, most = f"order_{len(self.known.own)}", self.ranges.size(stmt.things)
        self.known.ordered.append(most)
        self.known.own.append(f"struct {{ int count; struct item items[{most}]; }} {name};")
        order = f"R->own.{name}"
        yield f"{order}.count = 0;"
        yield self._through(stmt, start)
        item = f"{{{self.value(key)}, {self.names[stmt.var.name]}}}"
        yield f"{order}.items[{order}.count] = (struct item){item}; {order}.count++; }} }}"
        yield f"sort(R, {order}.items, {order}.count);"
        return order

    def line_up(self, stmt: ir.LineUp) -> Iterator[str]:
        """Yield what sorts the members of a set and stores their order in a field."""
        order = yield from self._ordered(stmt, stmt.key)
        if self.ranges.size(stmt.things) > stmt.field.count:
            yield f"if ({order}.count > {stmt.field.count}) bail(R);"
        to = f"R->s.{self.known.structure.access[stmt.field.name]}{'[i]' if stmt.field.count > 1 else ''}"
        found = within(f"{order}.items[i].thing", (0, self.ranges.size(stmt.things) - 1), range_of(stmt.field.type))
        yield f"for (int i = 0; i < {order}.count; i++) {to} = {found};"

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
