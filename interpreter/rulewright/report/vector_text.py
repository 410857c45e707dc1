"""The places of the vector: every stretch with its name, its slots, its range and who sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compile.tables import Entry
from rulewright.report.columns import columns
from rulewright.report.layout import WIDTH, cells, counted
from rulewright.report.model import Column

SHOWN = ("fact", "marks", "supply", "place")
"""Stretches that hold what the rules declare; the others are the interpreter's own and are shown to nobody."""

SEERS = {"all": "everybody", "owner": "its player", "nobody": "nobody"}

UNBOUNDED = (1 << 31) - 1
"""A bound that a number has by its type alone, not by the rules."""

HEAD = ("slots", "range", "seen by", "name, and what its numbers are for")


def vector_lines(entries: Sequence[Entry], length: int) -> Iterator[str]:
    """Yield the table of all stretches."""
    rows = [HEAD, *((slots(entry), span_of(entry), seen_by(entry), called(entry)) for entry in entries)]
    yield from (cut(line) for line in columns(rows, [Column(right=False)] * 4, gap=2))
    yield ""
    yield f"{counted(length, 'number')} in {counted(len(entries), 'stretch', 'stretches')}."


def called(entry: Entry) -> str:
    """Return a stretch's name, and the names of its first number and its last."""
    first, last = entry.names[0], entry.names[-1]
    whose = first if first == last else f"{first} to {last}" if entry.count > 2 else f"{first}, {last}"
    return f"{entry.name}: {whose}" if whose else entry.name


def slots(entry: Entry) -> str:
    """Return the first slot and the last."""
    return str(entry.start) if entry.count == 1 else f"{entry.start}-{entry.start + entry.count - 1}"


def span_of(entry: Entry) -> str:
    """Return the range of a stretch, or that it is a set."""
    if entry.is_set:
        return "set"
    if entry.what == "place":
        return "pieces"
    if entry.low <= -UNBOUNDED:
        return "any"
    return f"from {entry.low}" if entry.high >= UNBOUNDED else f"{entry.low} to {entry.high}"


def seen_by(entry: Entry) -> str:
    """Return who is shown it, as far as the rules declare it."""
    ours = entry.what in SHOWN and entry.name.count(".") < 2
    return SEERS[entry.seen] if ours else "-"


def cut(line: str) -> str:
    """Return a line that fits, with its end cut off if need be."""
    return line if cells(line) <= WIDTH else f"{line[: WIDTH - 3]}..."


def one_by_one(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield every slot of some stretches on a line of its own."""
    for entry in entries:
        yield f"{entry.name}: {span_of(entry)}, seen by {seen_by(entry)}".replace("seen by -", "shown to nobody")
        wide = len(str(entry.start + entry.count - 1))
        for at, name in enumerate(entry.names):
            yield f"  {entry.start + at:>{wide}}  {name}".rstrip()
