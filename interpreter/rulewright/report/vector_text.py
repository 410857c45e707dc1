"""The places of the vector: every stretch with its name, its slots, its range and who sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.engine.vector_layout import Stretch
from rulewright.phrasing import counted
from rulewright.report.columns import columns
from rulewright.report.layout import WIDTH, cells
from rulewright.report.model import Column

SEERS = {"all": "everybody", "owner": "its player", "others": "the other players", "nobody": "nobody", "": "-"}

HEAD = ("slots", "range", "seen by", "name, and what its numbers are for")


def vector_lines(stretches: Sequence[Stretch], length: int) -> Iterator[str]:
    """Yield the table of all stretches of a vector of some length."""
    rows = [HEAD, *((slots(one), span_of(one), SEERS[one.seen], described(one)) for one in stretches)]
    for line in columns(rows, [Column(right=False)] * 4, gap=2):
        yield line if cells(line) <= WIDTH else f"{line[: WIDTH - 3]}..."
    yield ""
    yield f"{counted(length, 'number')} in {counted(len(stretches), 'stretch', 'stretches')}."


def described(stretch: Stretch) -> str:
    """Return a stretch's name, and the names of its first number and its last."""
    first, last = stretch.names[0], stretch.names[-1]
    whose = first if first == last else f"{first} to {last}" if len(stretch.names) > 2 else f"{first}, {last}"
    return f"{stretch.name}: {whose}" if whose else stretch.name


def slots(stretch: Stretch) -> str:
    """Return the first slot and the last."""
    last = stretch.start + len(stretch.names) - 1
    return str(last) if last == stretch.start else f"{stretch.start}-{last}"


def span_of(stretch: Stretch) -> str:
    """Return the range of a stretch, or that it is a set."""
    if stretch.is_set or stretch.is_place:
        return "set" if stretch.is_set else "pieces"
    if stretch.low is None:
        return "any"
    return f"from {stretch.low}" if stretch.high is None else f"{stretch.low} to {stretch.high}"


def slot_lines(stretches: Sequence[Stretch]) -> Iterator[str]:
    """Yield every slot of some stretches on a line of its own."""
    for stretch in stretches:
        who = f"seen by {SEERS[stretch.seen]}" if stretch.seen else "shown to nobody"
        yield f"{stretch.name}: {span_of(stretch)}, {who}"
        slots = dict(enumerate(stretch.names, stretch.start))
        wide = len(str(max(slots)))
        yield from (f"  {slot:>{wide}}  {name}".rstrip() for slot, name in slots.items())
