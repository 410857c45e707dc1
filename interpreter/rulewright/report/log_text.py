"""The log as text: as a story, or with the rule behind every line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.players.table import TableLine
from rulewright.report.layout import fold


def readable(lines: Iterable[TableLine], seat: int | None) -> list[TableLine]:
    """Return the lines that this seat may read; None reads what is for all."""
    return [line for line in lines if line.private is None or seat in line.private]


def story(lines: Iterable[TableLine], seat: int | None) -> list[str]:
    """Return what happened as sentences; sentences run on, headings stand alone."""
    told: list[str] = []
    for line in readable(lines, seat):
        if line.heading and told and told[-1]:
            told.append("")
        told += fold(line.text, "", "" if line.heading else "  ")
    return told


def recent(lines: Sequence[TableLine], seat: int | None) -> list[str]:
    """Return the story since the last question, without the heading under which the game stands."""
    kept: list[TableLine] = []
    for line in readable(lines, seat):
        if line.heading and kept and kept[-1].heading:
            kept.pop()
        kept.append(line)
    while kept and kept[-1].heading:
        kept.pop()
    under = [line for line in kept if line.heading]
    if under and under[-1].text == last_heading(lines, seat):
        kept.remove(under[-1])
    return story(kept, seat)


def last_heading(lines: Sequence[TableLine], seat: int | None) -> str:
    """Return the heading under which the game stands."""
    return next((line.text for line in reversed(readable(lines, seat)) if line.heading), "")


def trace(lines: Iterable[TableLine], seat: int | None) -> list[str]:
    """Return what happened with the rule and its file and line under each sentence."""
    told: list[str] = []
    for line in readable(lines, seat):
        told += fold(line.text, "", "  ")
        if line.rule:
            told.append(f"    {line.rule}, {line.place}" if line.place else f"    {line.rule}")
    return told
