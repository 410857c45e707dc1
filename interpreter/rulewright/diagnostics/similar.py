"""Did you mean ...?

Two words are as similar as `difflib` says: twice the letters that match in order, divided by all letters. For "cion"
and "coin" three of four match: 6 / 8 = 0.75. Anagrams are slips of the keyboard more often than that, and rank higher.
The cheap upper bounds of `difflib` exclude most words without a comparison.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from rulewright.diagnostics.model import Suggestion

_ANAGRAM = 0.9
"""The similarity of two anagrams."""


def ranked_by_similarity(word: str, known: Iterable[str], least: float = 0.6) -> list[str]:
    """Return the known words with a similarity to `word` of at least `least` (0 to 1), most similar first."""
    matcher, letters = SequenceMatcher(b=word), sorted(word)
    rated = []
    for other in set(known):
        matcher.set_seq1(other)
        if len(word) == len(other) and letters == sorted(other):
            rated.append((-_ANAGRAM, other))
        elif matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least:
            rated.append((-matcher.ratio(), other))
    return [other for rate, other in sorted(rated) if -rate >= least]


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like `word`, or None when none is near."""
    return next(iter(ranked_by_similarity(word, known)), None)


def did_you_mean(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the remedy line for a misspelt word, or nothing."""
    best = nearest_word(word, known)
    return (Suggestion(f'Did you mean "{best}"?', word, best),) if best else ()
