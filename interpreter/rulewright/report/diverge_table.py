"""Differences that were looked at one after the other: a line for each, and what one is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulewright.diagnostics import Span
from rulewright.report.columns import Column, columns
from rulewright.report.diverge_text import Parting, short
from rulewright.report.layout import counted, fold


class Outcome(Protocol):
    """What came of the search for one difference."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def grade(self) -> str: ...
    @property
    def games(self) -> int: ...
    @property
    def parting(self) -> Parting | None: ...
    @property
    def used(self) -> int | None: ...


def table_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a line for each difference: how long its example game is, and how it parts."""
    rows = [("no.", "grade", "name", "decisions", "how they part")]
    for one in outcomes:
        length = str(one.parting.after) if one.parting is not None else "-"
        rows.append((str(one.number), one.grade, one.name, length, _in_short(one)))
    layout = (Column(4, right=True), Column(7), Column(), Column(right=True), Column())
    found = sum(one.parting is not None for one in outcomes)
    return [
        *columns(rows, layout, gap=2),
        "",
        f"{found} of {counted(len(outcomes), 'difference')} with an example game.",
    ]


def _in_short(one: Outcome) -> str:
    if one.parting is None:
        return f"none found in {counted(one.games, 'game')}"
    used = f"; in use after {one.used}" if one.used is not None else ""
    if one.parting.shifts:
        return f"{'another result' if one.parting.after else 'from the beginning'}{used}"
    return f"{'an option' if any(one.parting.only) else 'somebody else is asked'}{used}"


class Worded(Protocol):
    """A row of the diff that is wording only."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def sentence(self) -> str: ...


def wording_lines(row: Worded, diff: str) -> list[str]:
    """Return why there is no game for a row that is wording only; `diff` lists those that have one."""
    lead = f"{row.number}. "
    why = "This is wording only: it changes no rule, number or piece, so no game can show it."
    return [*fold(row.sentence or row.name, lead, " " * len(lead)), *fold(why), f"Rows that can be played:  {diff}"]


class Named(Protocol):
    """A difference: its name, its sentence, and where it stands."""

    @property
    def name(self) -> str: ...
    @property
    def sentence(self) -> str | None: ...
    @property
    def span(self) -> Span: ...


def difference_lines(number: int | None, one: Named, edits: Sequence[str]) -> list[str]:
    """Return the sentence of a difference, its name and where it stands, and what it changes."""
    lead = f"{number}. " if number is not None else ""
    indent = " " * len(lead)
    where = f"{one.name}, {one.span.file}:{one.span.line}; it changes {short(edits)}"
    if not one.sentence:
        return fold(where, lead, indent)
    return [*fold(one.sentence, lead, indent), *fold(where, indent)]
