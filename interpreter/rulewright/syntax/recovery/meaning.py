"""Whether a changed line still means what was written: only such a change may be a safe fix.

It may correct spelling, quotes, brackets, blanks and the order of words, and put a word of this language for a foreign
word or sign of the same meaning. It never replaces or drops a word of the language, nor drops a name:

| written | changed to | |
|---|---|---|
| `tkae 1 Coin` | `take 1 coin` | spelling |
| `player's coins >= 3` | `player's coins is at least 3` | a foreign sign |
| `move card under deck` | `move card to deck` | refused: "under" is another word |
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from rulewright.diagnostics.similar import ranked_by_similarity
from rulewright.syntax.lines import BAD, Lexeme
from rulewright.syntax.recovery.signs import APOSTROPHES, explain_sign, name_from

NEAR_SIMILARITY = 0.75
"""How alike a misspelt word and the word that was meant must be: one wrong letter of four, one missing of three."""

EQUAL = ("be", "to", "is")
"""What a sign of equality may mean; only one of them fits in a line."""

_PUNCTUATION = re.compile(r"[(),:.?]")


def keeps_meaning(out: Iterable[Lexeme], put: Iterable[Lexeme], foreign: dict[str, str], known: frozenset[str]) -> bool:
    """Return whether pieces can be put in the place of others without a change of meaning.

    `foreign` has words of this language by foreign ones; words that are `known` cannot be misspelt.
    """
    before, after = _spelt_words(out), _spelt_words(put)
    if sorted(before) == sorted(after) or "".join(before) == "".join(after):
        return True
    written, meant = " ".join(before), " ".join(after)
    if foreign.get(written) == meant or (written == "=" and meant in EQUAL):
        return True
    one_word = len(before) == len(after) == 1 and written not in known
    return one_word and meant in similar_words(written, {meant}) and _wrong_letters(written, meant) * 3 <= len(meant)


def _wrong_letters(written: str, meant: str) -> int:
    """Return how many letters are wrong, missing or too many; letters in another order count as one."""
    if sorted(written) == sorted(meant):
        return 1
    parts = SequenceMatcher(None, written, meant, False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for kind, i1, i2, j1, j2 in parts if kind != "equal")


def similar_words(text: str, known: Iterable[str], least: float = NEAR_SIMILARITY) -> list[str]:
    """Return the words of the language that a word may be a misspelling of, likeliest first."""
    if not text.replace("-", "").isalpha():
        return []
    words = [other for other in known if other[0].islower() and other != text]
    return ranked_by_similarity(text, [other for other in words if abs(len(other) - len(text)) * 3 <= len(text)], least)


def _spelt_words(pieces: Iterable[Lexeme]) -> list[str]:
    """Return the words of pieces as they are spelt here, without quotes, brackets and other punctuation."""
    said = (_plain_words(piece) for piece in pieces if piece.text not in APOSTROPHES)
    return [word for text in said for word in _PUNCTUATION.sub(" ", text).split()]


def _plain_words(piece: Lexeme) -> str:
    """Return a piece without quotes; a foreign sign or spelling as the words of the language that it stands for."""
    if piece.kind == "STRING":
        return " ".join(map(name_from, piece.text[1:-1].split()))
    better = explain_sign(piece).better if piece.kind == BAD else None
    return piece.text if better is None else better
