"""The result of an arena: who plays better, in sentences and tables, and what a seat is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain

from rulewright.comparison.arena.deals import Deals
from rulewright.comparison.arena.standings import KindStanding, PairwiseResult, SeatStanding, Standings
from rulewright.comparison.arena.standings import PairingStanding as AtTable
from rulewright.comparison.statistics.intervals import Estimate
from rulewright.phrasing import counted, listing
from rulewright.playtest.game import NumberedGame
from rulewright.report.arena_words import (
    VERDICTS,
    chance,
    headline,
    judge,
    method,
    percent,
    percents,
    pointed,
    rated,
    sentences,
    table_named,
)
from rulewright.report.layout import cells
from rulewright.report.model import (
    PAGE,
    TERMINAL,
    Block,
    Column,
    Items,
    Line,
    Plot,
    Report,
    Row,
    Run,
    Section,
    Sentence,
    Table,
    Text,
    first_games,
    named_columns,
    troubled_data,
)
from rulewright.report.plots import Axis, symmetric

NAME = 22
"""Columns for the name of a kind."""

ABOVE = (
    "How often the kind on the left finishes above the kind at the top, with its 95% interval, and how sure it is that "
    "it is the stronger one."
)

Verdicts = Mapping[tuple[str, str], str]
"""On a kind of seat against another."""

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def arena_report(
    headlines: tuple[str, str], ruleset: str, names: Sequence[str], found: Standings | None, deals: Deals,
    until: float | None,
) -> Report:  # fmt: skip
    """Return what was found; `headlines` name the game, and `until` is the wanted precision in percentage points."""
    wrong = first_games(
        deals.faults, deals.failures, lambda one: f"game number {one.record.game}, seats {listing(one.record.who)}"
    )
    if deals.failures:
        wrong += ["A deal counts for a pairing only if all its games came to an end."]
    named, opening = f"{headlines[0]} ({ruleset})", headline(found, deals)
    head = [Section([Line(headlines[1]), opening], only=TERMINAL), Section([opening], only=PAGE)]
    head[:0] = [Section(wrong)] if wrong else []
    return Report(
        [
            *([*_told(found, names, method(deals)), *_page(found, names)] if found is not None else []),
            Section([f"Small numbers are 95% intervals. {method(deals)}"], only=PAGE),
        ],
        named, head, "arena",
        _data(ruleset, found, deals, until),
    )  # fmt: skip


def _told(found: Standings, names: Sequence[str], method: str) -> Iterator[Section]:
    """Yield the tables for a terminal, then the sentences."""
    share = ("first", "95% interval")
    kinds = [(f"  {one.kind}", *rated(one.rating), *_share(one.first), percent(one.even)) for one in found.kinds]
    points = [(f"  {one.kind}", *pointed(one.points), f"{one.points.games:,}") for one in found.kinds]
    seats = [(f"  {name}", *rated(seat.rating), *_share(seat.first)) for name, seat in _seated(found, names)]
    yield _table("Kind of seat", ("rating", "95% interval", *share, "even"), (7, 16, 8, 17, 8), kinds)
    yield _table("Points at the end", ("mean", "95% interval", "games"), (7, 16, 8), points)
    yield Section([_against(found, one.kind, at) for at, one in enumerate(found.kinds)], only=TERMINAL)
    yield _table("Seat", ("rating", "95% interval", *share), (7, 16, 8, 17), seats)
    if len(found.tables) > 1:
        blocks = [_at_table(one) for one in found.tables]
        yield Section([Sentence("Share of first places at each table"), *chain(*blocks)], only=TERMINAL)
    yield Section([*sentences(found), method], only=TERMINAL)


def _table(first: str, headings: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]]) -> Section:
    whole = [Row(row, [Sentence(row[0].strip(), "    ")] * (cells(row[0]) > NAME)) for row in rows]
    return Section([Table(named_columns(first, NAME, headings, widths), whole)], only=TERMINAL)


def _against(found: Standings, kind: str, at: int) -> Table:
    """Return how often a kind finishes above each other one, and how sure it is that it is stronger."""
    headings = ("above", "95% interval", "stronger") if at == 0 else ("", "", "")
    rows = [(f"  {one.kind}", *_above(found.above[kind, one.kind])) for one in found.kinds if one.kind != kind]
    return Table(named_columns(f"{kind} against", NAME, headings, (9, 17, 10)), rows)


def _above(above: PairwiseResult) -> tuple[str, str, str]:
    met = _share(above.share) if above.share else ("never met", "")
    return *met, chance(above.sure)


def _at_table(one: AtTable) -> tuple[Block, Block]:
    rows = [(f"    {kind}", *_share(first), percent(one.even[kind])) for kind, first in one.first.items()]
    named = f"{table_named(one.pairing)} ({counted(one.games, 'game')})"
    return Sentence(named, "  "), Table(named_columns("", NAME + 6, ("", "", ""), (8, 17, 8)), rows)


def _share(of: Estimate) -> tuple[str, str]:
    return percent(of.value), percents(of.within)


def _seated(found: Standings, names: Sequence[str]) -> Iterator[tuple[str, SeatStanding]]:
    return zip(names, found.seats, strict=False)


# -- the page


def _page(found: Standings, names: Sequence[str]) -> Iterator[Section]:
    """Yield what a page shows: ratings are drawn, and everybody is compared with everybody in a square."""
    ratings = [one.rating for one in found.kinds] + [seat.rating for seat in found.seats]
    axis = symmetric(end for rating in ratings for end in rating.within)
    kinds = [
        (one, one.kind, (percent(one.even), _cell(pointed(one.points)), f"{one.first.games:,}")) for one in found.kinds
    ]
    seats = [(seat, name, ()) for name, seat in _seated(found, names)]
    _, verdicts = judge(found)
    yield Section([Items([*sentences(found)])], "Who plays better", "meaning", PAGE)
    yield Section([_ratings(("Even share", "Points", "Games"), kinds, axis)], "Kinds of seat", "kinds", PAGE)
    square = Table(
        [Column(), *(Column(one.kind) for one in found.kinds)],
        [(one.kind, *(_met(found, verdicts, one.kind, other.kind) for other in found.kinds)) for one in found.kinds],
    )
    yield Section([ABOVE, square], "Who finishes above whom", "above", PAGE)
    yield Section([_ratings((), seats, axis)], "What a seat is worth", "seats", PAGE)
    headings = ("At the table", "Kind of seat", "Games", "First places", "Even share")
    rows = [
        (table_named(one.pairing), kind, f"{one.games:,}", _cell(_share(first)), percent(one.even[kind]))
        for one in found.tables for kind, first in one.first.items()
    ]  # fmt: skip
    yield Section([Table([*map(Column, headings)], rows, names=2)], "Tables", "tables", PAGE)


def _ratings(
    more: Sequence[str], rows: Iterable[tuple[KindStanding | SeatStanding, str, Sequence[Text]]], axis: Axis
) -> Table:
    """Return kinds or seats, each with its name and further cells, and with the rating drawn at the end."""
    return Table(
        [Column(heading) for heading in ("", "Rating", "First places", *more)],
        [
            Row(
                (name, _cell(rated(one.rating)), _cell(_share(one.first)), *cells),
                drawn=axis.drawn(", ".join(rated(one.rating)), one.rating.value, one.rating.within),
            )
            for one, name, cells in rows
        ],
        plot=Plot("Rating", "Rating", axis),
    )


def _cell(pair: tuple[str, str]) -> Text:
    return [pair[0], Run(pair[1], "small")]


def _met(found: Standings, verdicts: Verdicts, one: str, other: str) -> Text:
    """Return how often a kind finishes above another; strong if one of them is better."""
    if one == other:
        return "\u2013"
    share, within, sure = _above(found.above[one, other])
    verdict = verdicts.get((one, other), "")
    shown = Run(share, "strong") if verdict in VERDICTS.values() else share
    return [shown, *(Run(small, "small") for small in (within, verdict, f"stronger: {sure}") if small)]


# -- for other programs


def _data(ruleset: str, found: Standings | None, deals: Deals, until: float | None) -> dict[str, object]:
    schedule = deals.schedule
    data: dict[str, object] = {
        "version": VERSION, "ruleset": ruleset, "players": schedule.seats, "first": schedule.deals.start,
        "games": deals.played, "until": until, "method": method(deals),
        "broken": troubled_data(deals.failures, _game_data),
    }  # fmt: skip
    if deals.faults:
        data["replaced"] = troubled_data(deals.faults, _game_data)
    if found is not None:
        kinds, above = judge(found)
        data |= {
            "deals": found.deals, "counted": found.games,
            "kinds": [asdict(one) | {"verdict": VERDICTS.get(kinds[one.kind], kinds[one.kind])} for one in found.kinds],
            "above": [
                {"kind": pair[0], "other": pair[1]} | asdict(met) | {"verdict": above.get(pair, "")}
                for pair, met in found.above.items()
            ],
            "seats": [asdict(seat) for seat in found.seats],
            "tables": [asdict(table) for table in found.tables],
            "cycle": list(found.cycle),
        }  # fmt: skip
    return data


def _game_data(one: NumberedGame) -> dict[str, object]:
    return {"game": one.record.game, "who": list(one.record.who)}
