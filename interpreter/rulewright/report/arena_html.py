"""The result of an arena as one page: sentences, ratings with their intervals, and who finishes above whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulewright.comparison.arena.deals import Deals
from rulewright.comparison.arena.shares import Estimate
from rulewright.comparison.arena.standings import Rating, Standings
from rulewright.report.arena_text import failure_lines
from rulewright.report.arena_words import (
    chance,
    headline,
    method,
    percent,
    percents,
    pointed,
    rated,
    sentences,
    table_named,
)
from rulewright.report.pages import page
from rulewright.report.plots import Axis, Interval, symmetric


class Row(NamedTuple):
    """A kind or a seat: its numbers, each with what stands small below it, and its rating drawn."""

    label: str
    cells: tuple[tuple[str, str], ...]
    drawn: Interval


class Cell(NamedTuple):
    """How often the kind of the row finishes above that of the column; `clear` if the interval excludes one half."""

    share: str
    within: str
    stronger: str
    clear: bool


class AtTable(NamedTuple):
    """A kind at the table of a pairing: games, its share of first places, the even share."""

    table: str
    kind: str
    cells: tuple[tuple[str, str], ...]


def arena_html(title: str, found: Standings, deals: Deals, names: Sequence[str]) -> str:
    """Return the page."""
    axis = symmetric(end for rating in _ratings(found) for end in rating.within)
    return page(
        "arena", title, head=[headline(found, deals)], sentences=list(sentences(found)), axis=axis,
        kinds=_kinds(found, axis), names=[one.kind for one in found.kinds],
        matrix=_matrix(found), seats=_seats(found, names, axis), tables=_tables(found),
        broken=list(failure_lines(deals)), method=method(deals),
    )  # fmt: skip


def _ratings(found: Standings) -> list[Rating]:
    return [one.rating for one in found.kinds] + [seat.rating for seat in found.seats]


def _kinds(found: Standings, axis: Axis) -> list[Row]:
    return [
        Row(
            one.kind,
            (rated(one.rating), _share(one.first), (percent(one.even), ""), pointed(one.points),
             (f"{one.first.games:,}", "")),
            _drawn(one.rating, axis),
        )
        for one in found.kinds
    ]  # fmt: skip


def _seats(found: Standings, names: Sequence[str], axis: Axis) -> list[Row]:
    return [
        Row(name, (rated(seat.rating), _share(seat.first)), _drawn(seat.rating, axis))
        for name, seat in zip(names, found.seats, strict=False)
    ]


def _share(of: Estimate) -> tuple[str, str]:
    return percent(of.value), percents(of.within)


def _drawn(rating: Rating, axis: Axis) -> Interval:
    low, high = rating.within
    return Interval(", ".join(rated(rating)), axis.at(low), axis.at(rating.value), axis.at(high))


def _matrix(found: Standings) -> list[list[Cell | None]]:
    """Return a row for each kind, with None where it would meet itself."""
    return [
        [None if one is other else _cell(found, one.kind, other.kind) for other in found.kinds] for one in found.kinds
    ]


def _cell(found: Standings, one: str, other: str) -> Cell:
    above = found.above[one, other]
    if above.share is None:
        return Cell("never met", "", chance(above.sure), clear=False)
    low, high = above.share.within
    return Cell(percent(above.share.value), percents((low, high)), chance(above.sure), not low <= 0.5 <= high)


def _tables(found: Standings) -> list[AtTable]:
    return [
        AtTable(
            table_named(table.pairing),
            kind,
            ((f"{table.games:,}", ""), _share(first), (percent(table.even[kind]), "")),
        )
        for table in found.tables
        for kind, first in table.first.items()
    ]
