"""Reads lines with the tables: an LALR parser without a tree in between, that builds the syntax tree as it goes.

No function here calls itself, so depth and length of a rule file cost memory only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from rulewright.diagnostics import Span
from rulewright.syntax.expressions import Word
from rulewright.syntax.lines import Line, Piece
from rulewright.syntax.tables import Rule, Tables

Place = tuple[int, int, int, int]
"""Line, column, end line, end column."""


class Stuck(Exception):  # noqa: N818
    """No sentence goes on like this: the line and the piece (a mark of layout is a piece without text)."""

    def __init__(self, line: Line, piece: Piece) -> None:
        super().__init__(f"{line.number}:{piece.column} {piece.kind} {piece.text}")
        self.line = line
        self.piece = piece


class Mark(NamedTuple):
    """One thing that the parser reads."""

    kind: str
    piece: Piece
    line: Line


def marks(lines: Iterable[Line], layout: bool = True) -> Iterator[Mark]:
    """Yield the pieces of lines, with the ends of lines and the beginnings and ends of blocks between them."""
    levels = [0]
    line = None
    for line in lines:
        if layout:
            yield from _blocks(levels, line)
        for piece in line.pieces:
            yield Mark(piece.kind, piece, line)
        if layout:
            yield Mark("_NL", _edge("_NL", line), line)
    if line is not None:
        for _ in levels[1:]:
            yield Mark("_DEDENT", _edge("_DEDENT", line), line)
        yield Mark("$END", _edge("$END", line), line)


def _blocks(levels: list[int], line: Line) -> Iterator[Mark]:
    start = Piece("", "", line.indent + 1, line.indent + 1)
    if line.indent > levels[-1]:
        levels.append(line.indent)
        yield Mark("_INDENT", start._replace(kind="_INDENT"), line)
    while line.indent < levels[-1]:
        levels.pop()
        yield Mark("_DEDENT", start._replace(kind="_DEDENT"), line)


def _edge(kind: str, line: Line) -> Piece:
    column = line.pieces[-1].end if line.pieces else line.indent + 1
    return Piece(kind, "", column, column)


class Reader:
    """Reads texts of one file that have `above` lines over them."""

    def __init__(self, tables: Tables, makers: list[Maker], file: str, above: int) -> None:
        self.tables = tables
        self.makers = makers
        self.file = file
        self.above = above
        self.states: list[int] = []
        self.values: list[Any] = []
        self.places: list[Place | None] = []

    def read(self, start: str, lines: Iterable[Line], layout: bool = True) -> Any:
        """Return what the part `start` builds from lines; raise `Stuck` at the first piece that does not fit."""
        actions, states, end = self.tables.actions, self.states, self.tables.end[start]
        states[:], self.values[:], self.places[:] = [self.tables.begin[start]], [], []
        for kind, piece, line in marks(lines, layout):
            row = actions[states[-1]]
            if kind == "NAME" and piece.text in row:
                kind = piece.text
            move = row.get(kind)
            while move is not None and move < 0:
                self._reduce(-1 - move)
                move = actions[states[-1]].get(kind)
            if kind == "$END" and states[-1] == end:
                return self.values[-1]
            if move is None:
                raise Stuck(line, piece)
            states.append(move)
            self._take(kind, piece, line.number + self.above)
        return ()

    def _take(self, kind: str, piece: Piece, line: int) -> None:
        """Put a word, number, text or sign on the pile."""
        _, text, column, end = piece
        self.places.append((line, column, line, end) if text else None)
        if kind == "NAME":
            self.values.append(Word(Span(self.file, line, column, line, end), text))
        elif kind == "STRING":
            self.values.append(Word(Span(self.file, line, column, line, end), text[1:-1]))
        else:
            self.values.append(int(text) if kind == "INT" else text)

    def _reduce(self, number: int) -> None:
        """Make one part of the topmost values."""
        origin, length, make = self.makers[number]
        states, values, places = self.states, self.values, self.places
        place = None
        for place in places[-length:] if length else ():
            if place:
                break
        if place:
            last = next(other for other in reversed(places) if other)
            place = (place[0], place[1], last[2], last[3])
        value = make(
            Span(self.file, *(place or (self.above + 1, 1, self.above + 1, 1))), values[len(values) - length :]
        )
        if length:
            del states[-length:], values[-length:], places[-length:]
        states.append(self.tables.actions[states[-1]][origin])
        values.append(value)
        places.append(place)


Maker = tuple[str, int, Callable[[Span, list[Any]], Any]]
"""The part that a rule makes, of how many values, and how."""


def makers(tables: Tables, builder: object) -> list[Maker]:
    """Return for each rule of the grammar how a builder makes its part."""
    return [(rule.origin, rule.length, _maker(rule, builder)) for rule in tables.rules]


def _maker(rule: Rule, builder: object) -> Callable[[Span, list[Any]], Any]:
    """Return how the values of a rule become one value."""
    arrange = _arranger(rule)
    if rule.inlined:
        return lambda span, values: arrange(values)
    method: Callable[[Span, list[Any]], Any] = getattr(builder, rule.method, _missing)
    if not rule.single:
        return lambda span, values: method(span, arrange(values))

    def make(span: Span, values: list[Any]) -> Any:
        kept = arrange(values)
        return kept[0] if len(kept) == 1 else method(span, kept)

    return make


def _missing(span: Span, values: list[Any]) -> Any:
    raise AssertionError("the grammar has a part that no builder makes")


def _arranger(rule: Rule) -> Callable[[list[Any]], list[Any]]:
    """Return how the values of a rule become the ones its part is made of."""
    if not rule.tail and not any(splice or gap for _, splice, gap in rule.kept):
        order = [index for index, _, _ in rule.kept]
        return lambda values: [values[index] for index in order]

    def arrange(values: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for index, splice, gap in rule.kept:
            kept.extend([None] * gap)
            if splice:
                kept.extend(values[index])
            else:
                kept.append(values[index])
        kept.extend([None] * rule.tail)
        return kept

    return arrange
