"""A parser probe: a stack of parser states that builds nothing, to find where lines fail and what would fit there."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.frozen import frozen_class
from rulewright.syntax.lalr import NAMES_INSIDE, tokens
from rulewright.syntax.lines import BAD, LexedLine, Lexeme
from rulewright.syntax.tables import LalrTables


class ParserProbe:
    """A stack of parser states that shifts one token, or leaves everything as it is."""

    def __init__(self, tables: LalrTables, states: list[int]) -> None:
        self.tables = tables
        self.states = states

    def copy(self) -> ParserProbe:
        """Return an independent probe in the same state."""
        return ParserProbe(self.tables, self.states.copy())

    def terminal_of(self, piece: Lexeme) -> str:
        """Return the terminal that a piece is here: a word of the language where one fits, else a name."""
        found = self.tables.terminal_of(self.states[-1], piece)
        return "NAME" if found in NAMES_INSIDE and not self.copy().shift_token(found) else found

    def shift_token(self, kind: str) -> bool:
        """Shift a token; False, and no change, if it does not fit."""
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

    def fitting_terminals(self) -> frozenset[str]:
        """Return all terminals that fit here."""
        row = self.tables.actions[self.states[-1]]
        terminals = (kind for kind in row if kind[0] != "<" and kind != "VERB")
        return frozenset(kind for kind in terminals if self.copy().shift_token(kind))

    def shift_all(self, pieces: Iterable[Lexeme]) -> int:
        """Shift pieces as long as they fit, and return how many did."""
        count = 0
        for piece in pieces:
            if piece.kind == BAD or not self.shift_token(self.terminal_of(piece)):
                break
            count += 1
        return count


@frozen_class
class ParseFailure:
    """The first piece that does not fit: its line, its number in the line, and probes at the line's start and at it.

    `at` is -1 when the line may not begin here (it is a block that nothing opens, or a block is missing above it), and
    the number of pieces when the line may not end.
    """

    line: int
    at: int
    kind: str
    begin: ParserProbe
    here: ParserProbe


def failure_at(tables: LalrTables, lines: list[LexedLine], number: int, column: int) -> ParseFailure:
    """Return the piece at a column of a line as if it did not fit, though all lines can be parsed."""
    probe = ParserProbe(tables, [tables.begin["start"]])
    before = [line for line in lines if line.number < number]
    line = next(line for line in lines if line.number == number)
    for kind, piece, at in tokens([*before, line]):
        if at is line and kind not in ("_INDENT", "_DEDENT"):
            break
        probe.shift_token(probe.terminal_of(piece))
    begin, index = probe.copy(), sum(piece.column < column for piece in line.pieces)
    probe.shift_all(line.pieces[:index])
    return ParseFailure(len(before), index, line.pieces[index].kind, begin, probe)


def first_failure(tables: LalrTables, start: str, lines: list[LexedLine], layout: bool = True) -> ParseFailure | None:
    """Return the first place where lines cannot be parsed; None if they can."""
    probe = begin = ParserProbe(tables, [tables.begin[start]])
    number, at, last = -1, -1, None
    for kind, piece, line in tokens(lines, layout):
        if line is not last and kind not in ("_INDENT", "_DEDENT"):
            number, at, last, begin = number + 1, 0, line, probe.copy()
        if piece.kind == BAD or not probe.shift_token(probe.terminal_of(piece)):
            return _failure_at(kind, number, at, begin, probe)
        at += 1
    return None


def _failure_at(kind: str, number: int, at: int, begin: ParserProbe, probe: ParserProbe) -> ParseFailure:
    if kind in ("_INDENT", "_DEDENT"):
        return ParseFailure(number + 1, -1, kind, probe, probe)
    return ParseFailure(number, at, kind, begin, probe)
