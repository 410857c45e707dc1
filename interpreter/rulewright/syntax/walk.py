"""Walks through lines with the tables alone, to find where they stop making sense and what could stand there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.syntax.driver import marks
from rulewright.syntax.lines import BAD, Line, Piece
from rulewright.syntax.tables import Tables


class Walk:
    """A pile of states that goes one piece further, or says that it cannot."""

    def __init__(self, tables: Tables, states: list[int]) -> None:
        self.tables = tables
        self.states = states

    def copy(self) -> Walk:
        """Return a walk that goes on from here on its own."""
        return Walk(self.tables, self.states.copy())

    def meant(self, piece: Piece) -> str:
        """Return what a piece is read as here: a word of the language where one fits, else a name."""
        is_word = piece.kind == "NAME" and piece.text in self.tables.actions[self.states[-1]]
        return piece.text if is_word else piece.kind

    def go(self, kind: str) -> bool:
        """Take one more piece; False (and nothing changes) when it does not fit."""
        actions, rules, states = self.tables.actions, self.tables.rules, self.states.copy()
        move = actions[states[-1]].get(kind)
        while move is not None and move < 0:
            rule = rules[-1 - move]
            del states[len(states) - rule.length :]
            states.append(actions[states[-1]][rule.origin])
            move = actions[states[-1]].get(kind)
        if kind == "$END" and states[-1] in self.tables.end.values():
            return True
        if move is None:
            return False
        self.states = [*states, move]
        return True

    def fits(self) -> frozenset[str]:
        """Return everything that could stand here."""
        row = self.tables.actions[self.states[-1]]
        return frozenset(kind for kind in row if kind[0] != "<" and self.copy().go(kind))

    def through(self, pieces: Iterable[Piece]) -> int:
        """Go on as far as possible and return how many pieces fitted."""
        count = 0
        for piece in pieces:
            if piece.kind == BAD or not self.go(self.meant(piece)):
                break
            count += 1
        return count


@dataclass(frozen=True, slots=True)
class Trouble:
    """The first piece that does not fit: its line, its number in the line, and walks to the line's start and to it.

    `at` is -1 when the line may not begin here (it is a block that nothing opens, or a block is missing above it), and
    the number of pieces when the line may not end.
    """

    line: int
    at: int
    kind: str
    begin: Walk
    here: Walk


def first_trouble(tables: Tables, start: str, lines: list[Line], layout: bool = True) -> Trouble | None:
    """Return the first place where lines stop making sense."""
    walk = begin = Walk(tables, [tables.begin[start]])
    number, at, last = -1, -1, None
    for kind, piece, line in marks(lines, layout):
        if line is not last and kind not in ("_INDENT", "_DEDENT"):
            number, at, last, begin = number + 1, 0, line, walk.copy()
        if piece.kind == BAD or not walk.go(walk.meant(piece)):
            return _trouble(kind, number, at, begin, walk)
        at += 1
    return None


def _trouble(kind: str, number: int, at: int, begin: Walk, walk: Walk) -> Trouble:
    if kind in ("_INDENT", "_DEDENT"):
        return Trouble(number + 1, -1, kind, walk, walk)
    return Trouble(number, at, kind, begin, walk)
