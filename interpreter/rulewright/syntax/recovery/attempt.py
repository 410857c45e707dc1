"""Attempts to recover from a syntax error, and the mistakes and fixes that come of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from rulewright.diagnostics import Code, Edit, Fix
from rulewright.diagnostics.model import title_of
from rulewright.frozen import frozen_class
from rulewright.syntax.layout import Reporter
from rulewright.syntax.lines import LexedLine, Lexeme, joined_lexemes
from rulewright.syntax.probe import ParseFailure, ParserProbe
from rulewright.syntax.recovery.meaning import keeps_meaning

Pieces = tuple[Lexeme, ...]
Fixing = Literal["safe", "unsafe", "none"]


@frozen_class
class SyntaxMistake:
    """A syntax error, its columns, and the line as it was probably meant (None: unknown)."""

    code: Code
    column: int
    end: int
    message: str
    remedy: tuple[str, ...] = ()
    meant: Pieces | None = None
    fix: Fixing = "safe"
    """Whether replacing the line by `meant` is a fix: "unsafe" if it has other readings, "none" if too rough."""


def fix_of(
    line: LexedLine, mistake: SyntaxMistake, report: Reporter, foreign: dict[str, str], known: frozenset[str]
) -> Fix | None:
    """Return the fix of a mistake; None if it has placeholders, which only a person can fill in.

    It is safe only if it keeps the meaning: `foreign` has words for those of other languages, and none that is `known`
    is misspelt.
    """
    old, new = line.pieces, mistake.meant or ()
    if mistake.fix == "none" or not new or any(piece.placeholder for piece in new):
        return None
    before = _common_prefix_length(old, new)
    behind = _common_prefix_length(old[before:][::-1], new[before:][::-1])
    out, put = old[before : len(old) - behind], new[before : len(new) - behind]
    left, right = old[:before][-1:], old[len(old) - behind :][:1]
    text = joined_lexemes((*left, *put, *right))
    text = text[len(joined_lexemes(left)) : len(text) - len(joined_lexemes(right))]
    column, end = left[0].end if left else old[0].column, right[0].column if right else old[-1].end
    edit = Edit(report.span(line.number, column, end), text)
    safe = mistake.fix == "safe" and keeps_meaning(out, put, foreign, known)
    return Fix(title_of(joined_lexemes(out), joined_lexemes(put)), (edit,), safe)


def _common_prefix_length(one: Pieces, other: Pieces) -> int:
    """Return the length of the common prefix."""
    same = [left[:2] == right[:2] for left, right in zip(one, other, strict=False)]
    return (*same, False).index(False)


@frozen_class
class Attempt:
    """An attempt to recover a line that does not fit.

    It knows where the line fails, whether lines are indented below it, what would fit, and what ends it.
    """

    failure: ParseFailure
    line: LexedLine
    opens: bool
    fits: frozenset[str]
    end: str = "_NL"
    heading: Pieces = ()
    """The first line of the declaration."""
    given: frozenset[str] = frozenset()
    """Names that other lines define: they are no misspelt words of the language."""

    @property
    def at(self) -> int:
        """The number of the first piece that does not fit."""
        return self.failure.at

    @property
    def piece(self) -> Lexeme | None:
        """The piece that does not fit; None at the end of the line."""
        return self.line.pieces[self.at] if self.at < len(self.line.pieces) else None

    def passes(self, pieces: Pieces) -> bool:
        """Return whether the line could be parsed with these pieces, and a block below it fits."""
        probe = self.failure.begin.copy()
        if probe.shift_all(pieces) < len(pieces) or not probe.shift_token(self.end):
            return False
        return probe.copy().shift_token("_INDENT") == self.opens

    def count_fitting(self, pieces: Pieces) -> int:
        """Return how many pieces would fit."""
        return self.failure.begin.copy().shift_all(pieces)

    def probe_to(self, at: int) -> ParserProbe:
        """Return a probe at the piece with that number."""
        probe = self.failure.begin.copy()
        probe.shift_all(self.line.pieces[:at])
        return probe

    def put_word(self, *texts: str) -> Pieces:
        """Return the line's pieces with words, signs or placeholders instead of the one that does not fit."""
        near = self.piece or self.line.pieces[-1]
        return self.replace_at(self.at, *(lexeme_like(text, near) for text in texts))

    def replace_at(self, at: int, *new: Lexeme, instead: int = 1) -> Pieces:
        """Return the line's pieces with others instead of some."""
        return (*self.line.pieces[:at], *new, *self.line.pieces[at + instead :])


def lexeme_like(text: str, near: Lexeme) -> Lexeme:
    """Return a piece for a word or sign, or a placeholder for a class of words, at the columns of `near`."""
    if text in ("NAME", "INT", "STRING"):
        return Lexeme(text, {"NAME": "x", "INT": "1", "STRING": '""'}[text], near.column, near.end, placeholder=True)
    return Lexeme("NAME" if text[0].isalpha() else text, text, near.column, near.end)


PEOPLE = frozenset(("player", "players", "others"))
"""Names that always mean somebody."""

SEVERAL_PEOPLE = frozenset(("players", "others"))
"""Names that always mean several, who own nothing together."""

DEFINING_WORDS = ("let", "roll", "choose", "each", "every", "some", "with")
"""Words before a name that a line defines; in the first line of a declaration, names in brackets are defined."""


def defined_names(lines: list[LexedLine]) -> frozenset[str]:
    """Return the names that a declaration defines, in its first line or in a block."""
    first = {pair for pair in pairwise(lines[0].pieces) if pair[0].text in ("(", ",", "of")}
    pairs = [pair for line in lines for pair in pairwise(line.pieces)]
    return PEOPLE | {
        after.text
        for before, after in pairs
        if after.kind == "NAME" and (before.text in DEFINING_WORDS or (before, after) in first)
    }


COUNTING_WORDS = frozenset(("a", "all", "an", "any", "both", "each", "every", "one", "some", "the"))
"""Words that say how many or which, and are no part of a name."""
