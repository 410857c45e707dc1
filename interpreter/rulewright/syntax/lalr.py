"""An LALR parser over Lark's tables, which builds the syntax tree as it reduces, without a parse tree in between.

Beside the stack of states (`tables` has an example) are a stack of values and one of their spans. Shifting pushes a
word or number. Reducing by a rule of length n replaces the topmost n values by what the rule's action makes of them: of
`Word(coins)`, `+`, `2` it makes `Arithmetic(Word(coins), 2)`, with the span from the first to the last. Blocks are
tokens, too: where indentation grows by a level comes an `_INDENT`, where it ends a `_DEDENT` for each level.

Nothing here is recursive, so depth and length of a rule file cost only memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rulewright.diagnostics import Span
from rulewright.syntax.expressions import Word
from rulewright.syntax.lines import NUMBERS, LexedLine, Lexeme
from rulewright.syntax.reduce_actions import ReduceAction
from rulewright.syntax.tables import LalrTables


class UnexpectedLexeme(Exception):  # noqa: N818
    """A syntax error: the first piece that does not fit. Tokens of layout are pieces without text."""

    def __init__(self, line: LexedLine, piece: Lexeme) -> None:
        super().__init__(f"{line.number}:{piece.column} {piece.kind} {piece.text}")
        self.line = line
        self.piece = piece


class ParserToken(NamedTuple):
    """A terminal: a piece of a line, or a token of layout."""

    kind: str
    piece: Lexeme
    line: LexedLine


def tokens(lines: Iterable[LexedLine], layout: bool = True) -> Iterator[ParserToken]:
    """Yield the pieces of lines, interspersed with tokens for ends of lines, indentation and dedentation."""
    levels = [0]
    line = None
    for line in lines:
        if layout:
            yield from _block_tokens(levels, line)
        for piece in line.pieces:
            yield ParserToken(piece.kind, piece, line)
        if layout:
            yield ParserToken("_NL", _edge_token("_NL", line), line)
    if line is not None:
        for _ in levels[1:]:
            yield ParserToken("_DEDENT", _edge_token("_DEDENT", line), line)
        yield ParserToken("$END", _edge_token("$END", line), line)


def _block_tokens(levels: list[int], line: LexedLine) -> Iterator[ParserToken]:
    start = Lexeme("", "", line.indent + 1, line.indent + 1)
    if line.indent > levels[-1]:
        levels.append(line.indent)
        yield ParserToken("_INDENT", start._replace(kind="_INDENT"), line)
    while line.indent < levels[-1]:
        levels.pop()
        yield ParserToken("_DEDENT", start._replace(kind="_DEDENT"), line)


def _edge_token(kind: str, line: LexedLine) -> Lexeme:
    column = line.pieces[-1].end if line.pieces else line.indent + 1
    return Lexeme(kind, "", column, column)


NAMES_INSIDE = frozenset(("all", "down", "leaves", "players", "under", "whoever"))
"""Words of few sentences: where a value cannot be followed by them, and a block not end with them, they are names."""


class LalrParser:
    """Parses texts of one file that have `above` lines over them."""

    def __init__(self, tables: LalrTables, reduce_actions: list[ReduceAction], file: str, above: int) -> None:
        self.tables = tables
        self.reduce_actions = reduce_actions
        self.file = file
        self.above = above
        self.states: list[int] = []
        self.values: list[Any] = []
        self.spans: list[Span | None] = []

    def read(self, start: str, lines: Iterable[LexedLine], layout: bool = True) -> Any:
        """Return what lines are reduced to from the start symbol `start`. Raises `UnexpectedLexeme`."""
        states, end = self.states, self.tables.end[start]
        states[:], self.values[:], self.spans[:] = [self.tables.begin[start]], [], []
        for kind, piece, line in tokens(lines, layout):
            if kind == "NAME":
                kind = self.tables.terminal_of(states[-1], piece)
            move = self._reduced(kind)
            if move is None and kind in NAMES_INSIDE:
                kind = "NAME"
                move = self._reduced(kind)
            if kind == "$END" and states[-1] == end:
                return self.values[-1]
            if move is None:
                raise UnexpectedLexeme(line, piece)
            states.append(move)
            self._shift_piece(kind, piece, line.number + self.above)
        return ()

    def _reduced(self, kind: str) -> int | None:
        """Reduce as long as a token wants it; return the state after it, None where it does not fit."""
        actions, states = self.tables.actions, self.states
        move = actions[states[-1]].get(kind)
        while move is not None and move < 0:
            self._reduce_rule(-1 - move)
            move = actions[states[-1]].get(kind)
        return move

    def _shift_piece(self, kind: str, piece: Lexeme, line: int) -> None:
        """Push a word, number, text or sign; tokens of layout have no span."""
        text, span = piece.text, Span(self.file, line, piece.column, line, piece.end)
        self.spans.append(span if text else None)
        if kind in ("NAME", "VERB"):
            self.values.append(Word(span, text))
        elif kind == "STRING":
            self.values.append(Word(span, text[1:-1]))
        else:
            self.values.append(int(text) if kind in NUMBERS else text)

    def _reduce_rule(self, number: int) -> None:
        """Reduce the topmost values by a rule."""
        origin, length, make = self.reduce_actions[number]
        states, values, spans = self.states, self.values, self.spans
        if length == 1:
            if make is not None:
                values[-1] = make(spans[-1] or self._empty_span(), values[-1:])
            states[-1] = self.tables.actions[states[-2]][origin]
            return
        span = self._enclosing_span(spans[len(spans) - length :])
        assert make is not None
        value = make(span or self._empty_span(), values[len(values) - length :])
        if length:
            del states[-length:], values[-length:], spans[-length:]
        states.append(self.tables.actions[states[-1]][origin])
        values.append(value)
        spans.append(span)

    def _enclosing_span(self, spans: list[Span | None]) -> Span | None:
        """Return the span from the first to the last of some."""
        known = [span for span in spans if span is not None]
        if not known:
            return None
        _, line, column, _, _ = known[0]
        _, _, _, end_line, end_column = known[-1]
        return Span(self.file, line, column, end_line, end_column)

    def _empty_span(self) -> Span:
        return Span(self.file, self.above + 1, 1, self.above + 1, 1)
