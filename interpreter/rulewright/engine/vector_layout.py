"""The stretches of the vector: what each is for, its slots, the range of its numbers, and who sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulewright.compile.tables import Entry

DECLARED = ("fact", "marks", "supply", "place")
"""Stretches that hold what the rules declare; the others are the interpreter's own and are shown to nobody."""

UNBOUNDED = (1 << 31) - 1
"""A bound that a number has by its type alone, not by the rules."""


class Stretch(NamedTuple):
    """A stretch of the vector: `names` are those of its numbers, `seen` is empty where nobody is shown them.

    `low` and `high` are None where the rules do not bound the numbers.
    """

    name: str
    start: int
    names: Sequence[str]
    low: int | None
    high: int | None
    is_set: bool
    is_place: bool
    seen: str


def stretches_of(entries: Iterable[Entry]) -> list[Stretch]:
    """Return the stretches that the tables of a program list, in their order."""
    return [
        Stretch(
            entry.name, entry.start, entry.names, entry.low if entry.low > -UNBOUNDED else None,
            entry.high if entry.high < UNBOUNDED else None, entry.is_set, entry.what == "place",
            entry.seen if entry.what in DECLARED and entry.name.count(".") < 2 else "",
        )
        for entry in entries
    ]  # fmt: skip
