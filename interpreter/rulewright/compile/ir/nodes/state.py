"""What functions refer to: fields of the state, tables of constants."""

from __future__ import annotations

from rulewright.compile.ir.types import Type, node


@node
class Field:
    """A stretch of the vector: values of one type, or, with `room`, rows of up to that many pieces.

    A row takes `room` + 1 integers: how many pieces there are, then the pieces, then zeros. `circle` names the menu
    circle (see `Circle`) whose frames the field belongs to; fields of a circle lie next to one another.

    `what` says what is kept, as in `tables.Entry`. Helpers that change the state leave fields of the kinds in `OWN`
    alone; a field without a kind may be changed by any of them.
    """

    name: str
    start: int
    count: int
    type: Type
    words: int = 1
    room: int = 0
    circle: int = -1
    what: str = ""

    @property
    def stride(self) -> int:
        """How many integers each value or row takes."""
        return self.room + 1 if self.room else self.words


OWN = frozenset({"control", "frame", "fact", "history", "marks", "memory", "supply"})
"""Kinds of fields that only the statements of the program itself change."""


@node
class Table:
    """A constant list of integers (or sets, as integers). Types rule out an index outside of it."""

    name: str
    values: tuple[int, ...]
    type: Type
