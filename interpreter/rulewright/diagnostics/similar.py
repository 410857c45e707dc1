"""Did you mean ...?"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from rulewright.diagnostics.model import Suggestion


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like `word`, or None when none is near."""
    pool = sorted(set(known))
    found = get_close_matches(word, pool, n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the remedy line for a misspelt word, or nothing."""
    best = nearest(word, known)
    return (Suggestion(f'Did you mean "{best}"?', word, best),) if best else ()
