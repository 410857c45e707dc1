"""The result of an arena as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.arena.deals import Deals
from rulewright.comparison.arena.standings import Standings
from rulewright.report.arena_words import (
    METHOD,
    chance,
    percent,
    percents,
    pointed,
    rated,
    sentences,
    table_named,
)
from rulewright.report.compare_text import table
from rulewright.report.layout import counted, fold, listing, shorten

NAME = 22
"""Columns for the name of a kind."""


def standings_lines(found: Standings, names: Sequence[str], method: str = METHOD) -> Iterator[str]:
    """Yield the tables, then the sentences."""
    for part in (kind_lines(found), point_lines(found), above_lines(found), seat_lines(found, names), tables(found)):
        lines = list(part)
        yield from ["", *lines] if lines else []
    yield ""
    for sentence in (*sentences(found), method):
        yield from fold(sentence)


def kind_lines(found: Standings) -> Iterator[str]:
    """Yield ratings and shares of first places, best first."""
    rows = [
        (f"  {one.kind}", (*rated(one.rating), percent(one.first.value), percents(one.first.within), percent(one.even)))
        for one in found.kinds
    ]
    yield from table(
        [("Kind of seat", ("rating", "95% interval", "first", "95% interval", "even")), *rows], (7, 16, 8, 17, 8), NAME
    )


def point_lines(found: Standings) -> Iterator[str]:
    """Yield the points of each kind."""
    rows = [(f"  {one.kind}", (*pointed(one.points), f"{one.points.games:,}")) for one in found.kinds]
    yield from table([("Points at the end", ("mean", "95% interval", "games")), *rows], (7, 16, 8), NAME)


def above_lines(found: Standings) -> Iterator[str]:
    """Yield how often each kind finishes above each other one, and how sure it is that it is stronger."""
    for one in found.kinds:
        rows = []
        for other in found.kinds:
            if other is one:
                continue
            above = found.above[one.kind, other.kind]
            met = (percent(above.share.value), percents(above.share.within)) if above.share else ("never met", "")
            rows.append((f"  {other.kind}", (*met, chance(above.sure))))
        if one is found.kinds[0]:
            yield from table([(f"{one.kind} against", ("above", "95% interval", "stronger"))], (9, 17, 10), NAME)
        else:
            yield shorten(f"{one.kind} against", NAME)
        yield from table(rows, (9, 17, 10), NAME)


def seat_lines(found: Standings, names: Sequence[str]) -> Iterator[str]:
    """Yield what each seat is worth."""
    rows = [
        (f"  {name}", (*rated(seat.rating), percent(seat.first.value), percents(seat.first.within)))
        for name, seat in zip(names, found.seats, strict=False)
    ]
    yield from table([("Seat", ("rating", "95% interval", "first", "95% interval")), *rows], (7, 16, 8, 17), NAME)


def tables(found: Standings) -> Iterator[str]:
    """Yield the share of first places at each table, where there are several."""
    if len(found.tables) < 2:
        return
    yield "Share of first places at each table"
    for one in found.tables:
        yield from fold(f"{table_named(one.pairing)} ({counted(one.games, 'game')})", "  ")
        rows = [(f"    {kind}", (percent(first.value), percents(first.within), percent(one.even[kind])))
                for kind, first in one.first.items()]  # fmt: skip
        yield from table(rows, (8, 17, 8), NAME + 6)


def failure_lines(deals: Deals) -> Iterator[str]:
    """Yield what broke, what was wrong with programs, how often, and the first game in which it was."""
    faults = [(f"In {counted(len(games), 'game')} {said}", games) for said, games in deals.faults.items()]
    broken = [(f"{counted(len(games), 'game')} broken: {said}", games) for said, games in deals.failures.items()]
    for said, games in (*faults, *broken):
        first = games[0].record
        yield ""
        yield from fold(said)
        yield from fold(f"the first: game number {first.game}, seats {listing(first.who)}", "  ")
    if deals.failures:
        yield from fold("A deal counts for a pairing only if all its games came to an end.")
