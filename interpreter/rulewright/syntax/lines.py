"""The lexer: cuts the text of a declaration into lines of words, numbers, texts and signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulewright.diagnostics.limits import LINE_LETTERS

WORD = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_GOOD = re.compile(
    rf"[ ]*(?:({WORD})(?!\w|-\w)|((?:(?<![\w)\"])-)?[0-9]+)(?![\w-])|(\"[^\"]*\")"
    r"|('s(?!\w)|[+:,/()]|(?<= )-(?= ))|(#.*)?$)"
)
_BAD = re.compile(r"[ ]*(\"[^\"]*$|[\w-]*\w|[=<>!&|]+|\s+|.)")
_KINDS = ("", "NAME", "INT", "STRING", "SIGN")
NUMBERS = ("INT", "_BELOW_ZERO")
"""The kinds of numbers: from 0 on, and below."""
BAD = "BAD"
"""The kind of a piece that no sentence can contain."""


class Lexeme(NamedTuple):
    """A word, number, text or sign with its first column and the first column after it."""

    kind: str
    text: str
    column: int
    end: int
    placeholder: bool = False
    """Whether it was inserted by error recovery for a missing name, number or text."""
    plain: bool = False
    """Whether it is a name even where a word of the language fits, too: the words that follow that one are missing."""


class LexedLine(NamedTuple):
    """A line that is neither blank nor a comment."""

    number: int
    indent: int
    pieces: tuple[Lexeme, ...]
    length: int = 0


PHRASES = {
    "choose any": (1, "number"),
    "choose up": (1, "to"),
    "distance": (1, "from"),
    "divided": (1, "by"),
    "down": (1, "to"),
    "left": (1, "of"),
    "links": (1, "between"),
    "longest": (1, "path"),
    "memory": (2, ":"),
    "parts": (1, "of"),
    "previous": (2, "before"),
    "reached": (1, "from"),
    "right": (1, "of"),
    "rounded": (1, "up down"),
    "together": (1, '""'),
    "turned": (1, "by"),
    "win together": (0, "together"),
}
"""Words that belong to the language only where another one follows (one of these; "" is any text), and how many pieces
later; some of them only behind a certain word, which goes before what holds elsewhere."""


def joined_lexemes(pieces: Iterable[Lexeme]) -> str:
    """Return pieces as a line, with the blanks of the formatter."""
    text, last = "", "("
    for piece in pieces:
        blank = "" if last == "(" or piece.kind in _NO_BLANK_BEFORE else " "
        text += blank + (str(int(piece.text)) if piece.kind in NUMBERS else piece.text)
        last = piece.kind
    return text


_NO_BLANK_BEFORE = frozenset((",", ":", ")", "'s"))


def as_written(pieces: Sequence[Lexeme]) -> str:
    """Return pieces as a line, with their original blanks."""
    gaps = (" " * (right.column - left.end) for left, right in pairwise(pieces))
    return "".join(f"{piece.text}{gap}" for piece, gap in zip(pieces, (*gaps, ""), strict=True))


def cut_lines(text: str) -> list[LexedLine]:
    """Return the lines of a text that are not blank and not a comment."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.lstrip(" \t")
        if bare and bare[0] != "#" and not bare.isspace():
            found.append(_cut_indented(number, line, len(line) - len(bare)))
    return found


def _cut_indented(number: int, line: str, lead: int) -> LexedLine:
    cut = cut_line(number, line, lead)
    tab = line.find("\t", 0, lead)
    if tab < 0:
        return cut
    pieces = (Lexeme(BAD, "\t", tab + 1, lead + 1), *cut.pieces)
    return cut._replace(indent=len(line[:lead].expandtabs(4)), pieces=pieces)


def cut_line(number: int, line: str, indent: int = 0, before: int = 0) -> LexedLine:
    """Return one line; `before` is added to every column."""
    pieces: list[Lexeme] = []
    at, match, end = indent, _GOOD.match, len(line) if len(line) <= LINE_LETTERS.most else 0  # else not cut at all
    while at < end:
        found = match(line, at)
        kind = found.lastindex if found else 0
        if found is None:
            found = _BAD.match(line, at)
            assert found is not None
        elif kind is None or kind == 5:
            break
        text, at = found[kind or 1], found.end()
        shown = BAD if not kind else text if kind == 4 else "_BELOW_ZERO" if text[0] == "-" else _KINDS[kind]
        pieces.append(Lexeme(shown, text, at - len(text) + 1 + before, at + 1 + before))
    _mark_plain_names(pieces)
    return LexedLine(number, indent, tuple(pieces), len(line))


def _mark_plain_names(pieces: list[Lexeme]) -> None:
    """Mark as a name each word that begins a phrase of the language, but does not go on as one."""
    for at, piece in enumerate(pieces):
        behind = f"{pieces[at - 1].text} {piece.text}" if at else ""
        phrase = PHRASES.get(behind) or PHRASES.get(piece.text)
        if phrase is None:
            continue
        ahead, expected = phrase
        then = pieces[at + ahead] if at + ahead < len(pieces) else piece._replace(text="")
        if ('""' if then.kind == "STRING" else then.text.lower()) not in expected.split():
            pieces[at] = piece._replace(plain=True)
