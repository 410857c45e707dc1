"""The comparison of two rulesets by games, as one page: the largest effects, histograms, and every difference drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulewright.comparison.statistics import Results
from rulewright.comparison.statistics.each import Toggled
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import (
    A_PLAYER,
    AMOUNTS,
    DECISIONS,
    HELD,
    LENGTH,
    OPTIONS,
    PIECES,
    POINTS,
    REACHED,
    SEATS,
    SOURCES,
    WINNER,
    Key,
)
from rulewright.report.compare_labels import Labels
from rulewright.report.compare_summary import largest
from rulewright.report.compare_words import HEADINGS, METHOD, SHARES, between, grouped, only_in, power, shown, signed
from rulewright.report.pages import page
from rulewright.report.plots import Axis, Histogram, Interval, histogram, symmetric

UNITS = {
    POINTS: "points", SOURCES: "points", WINNER: "points", SEATS: "share of the games", LENGTH: "decisions",
    HELD: "number at the end", REACHED: "share of the winners", OPTIONS: "times a game", AMOUNTS: "number chosen",
    PIECES: "pieces a game",
}  # fmt: skip
"""What a difference is measured in, by group."""

SHORT = 12
"""A table with more rows than this shows those without a clear difference only when it is unfolded."""


class TableRow(NamedTuple):
    """A number under both rulesets: A, B, B - A, the 95% interval of the difference."""

    label: str
    name: str
    sentence: str
    cells: tuple[str, str, str, str]
    drawn: Interval | None
    clear: bool


class Table(NamedTuple):
    """A group of numbers on one axis, large effects first; `rest` is what is folded away."""

    heading: str
    unit: str
    axis: Axis
    rows: list[TableRow]
    rest: list[TableRow]


class Wins(NamedTuple):
    """The share of the games that a seat wins under both rulesets."""

    seat: str
    a: float
    b: float


class Chart(NamedTuple):
    """A histogram with its title and unit."""

    title: str
    unit: str
    drawn: Histogram


def compare_html(
    headlines: tuple[str, str], head: Sequence[str], results: Results, effects: dict[Key, Effect],
    each: Sequence[tuple[Toggled, dict[Key, Effect]]], labels: Labels,
) -> str:  # fmt: skip
    """Return the page; `head` says who played, and what A and B are."""
    return page(
        "compare", " / ".join(headlines), head=[line for line in head if line],
        summary=largest(effects, labels), charts=list(_charts(results)), wins=_wins(effects),
        tables=list(_tables(effects, each, labels)),
        sentences=[*(power(effects[A_PLAYER]) if A_PLAYER in effects else []), METHOD],
    )  # fmt: skip


def _charts(results: Results) -> Iterator[Chart]:
    pairs = results.pairs(0, 1)
    for title, key, unit in (("Points of a player, on average in a game", A_PLAYER, "points"),
                             ("Length of a game", DECISIONS, "decisions")):  # fmt: skip
        a, b = ([results.games[which][game][key] for game in pairs] for which in (0, 1))
        yield Chart(title, unit, histogram(a, b))


def _wins(effects: dict[Key, Effect]) -> list[Wins]:
    shares = [(name, one) for (group, name), one in effects.items() if group == SEATS]
    return [Wins(name, one.a.mean, one.b.mean) for name, one in shares if one.a and one.b]


# -- tables

Entry = tuple[str, str, str, Effect]
"""Label, name, sentence and effect of a row."""


def _tables(
    effects: dict[Key, Effect], each: Sequence[tuple[Toggled, dict[Key, Effect]]], labels: Labels
) -> Iterator[Table]:
    alone = [(_spoken(one), one.name, one.sentence, found[A_PLAYER]) for one, found in each if A_PLAYER in found]
    if each:
        yield _table("One difference at a time, in points a player", alone, POINTS)
    for group, rows in grouped(effects).items():
        listed = [
            (labels.of((group, name)), name if group in (OPTIONS, AMOUNTS) else "", "", one) for name, one in rows
        ]
        yield _table(HEADINGS[group], listed, group)


def _spoken(one: Toggled) -> str:
    return f"{one.number} {one.name.replace('-', ' ').capitalize()}"


def _table(heading: str, rows: Iterable[Entry], group: str) -> Table:
    ordered = sorted(rows, key=lambda row: (bool(only_in(row[3])), -abs(row[3].size)))
    axis = symmetric((end for *_, one in ordered if one.a and one.b for end in one.within), group in SHARES)
    made = [_row(*row, group, axis) for row in ordered]
    fold = len(made) > SHORT
    front = [row for row in made if row.clear or not fold]
    return Table(heading, UNITS[group], axis, front, [row for row in made if fold and not row.clear])


def _row(label: str, name: str, sentence: str, one: Effect, group: str, axis: Axis) -> TableRow:
    a, b = shown(one.a, group), shown(one.b, group)
    if only_in(one):
        return TableRow(label, name, sentence, (a, b, "", f"only in {only_in(one)}"), None, False)
    gap, within = signed(one.difference, group), between(one.within, group)
    low, high = one.within
    drawn = Interval(f"{gap}, {within}", axis.at(low), axis.at(one.difference), axis.at(high))
    return TableRow(label, name, sentence, (a, b, gap, within), drawn, one.clear)
