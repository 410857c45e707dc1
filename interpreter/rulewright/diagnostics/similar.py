"""Did you mean ...?

Two words are as similar as `difflib` says: twice the letters that match in order, divided by all letters. For "cion"
and "coin" three of four match: 6 / 8 = 0.75. Anagrams are slips of the keyboard more often than that, and rank higher.

Each unknown name is compared with all known ones, after every edit. So most words are excluded by the letters that both
have, in whatever order, and what `difflib` says is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from rulewright.diagnostics.model import Suggestion

_ANAGRAM = 0.9
"""The similarity of two anagrams."""
_BITS: dict[tuple[str, int], int] = {}
"""By letter, and how often it stands in a word before: the bit for it."""


def ranked_by_similarity(word: str, known: Iterable[str], least: float = 0.6) -> list[str]:
    """Return the known words with a similarity to `word` of at least `least` (0 to 1), most similar first."""
    letters, length, rated = _letters(word), len(word), list[tuple[float, str]]()
    for other in set(known):
        if 2.0 * (letters & _letters(other)).bit_count() / (length + len(other) or 1) >= least:
            rated.append((-_similarity(word, other), other))
    return [other for rate, other in sorted(rated) if -rate >= least]


@lru_cache(1 << 14)
def _letters(word: str) -> int:
    """Return the letters of a word as a set of bits: two words have as many letters in common as their sets bits."""
    counts: dict[str, int] = {}
    for letter in word:
        counts[letter] = counts.get(letter, -1) + 1
    return sum(
        1 << _BITS.setdefault((letter, at), len(_BITS)) for letter, most in counts.items() for at in range(most + 1)
    )


@lru_cache(1 << 17)
def _similarity(word: str, other: str) -> float:
    if len(word) == len(other) and sorted(word) == sorted(other):
        return _ANAGRAM
    return SequenceMatcher(a=other, b=word).ratio()


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like `word`, or None when none is near."""
    return next(iter(ranked_by_similarity(word, known)), None)


def did_you_mean(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the remedy line for a misspelt word, or nothing."""
    best = nearest_word(word, known)
    return (Suggestion(f'Did you mean "{best}"?', word, best),) if best else ()
