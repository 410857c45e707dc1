"""Counts and lists as English sentences have them."""

from __future__ import annotations

from collections.abc import Sequence


def upper(text: str) -> str:
    """Return a text with a capital letter in front, the rest as it is."""
    return text[:1].upper() + text[1:]


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 error`, `2 errors`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def from_to(low: int, high: int, one: str) -> str:
    """Return `2 to 4 players`, or `2 players` where both are the same."""
    return counted(high, one) if low == high else f"{low} to {counted(high, one)}"
