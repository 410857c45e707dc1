"""From a game to its rows; the order of their cells is that of the dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from rulewright.backends import Program
from rulewright.engine.holdings import game_number_names
from rulewright.engine.options import options_of
from rulewright.engine.phases import runs_so_far
from rulewright.engine.scoring import win_shares
from rulewright.engine.words import choice_names, member_name
from rulewright.playtest.datasets.dictionary import DECISIONS, GAMES, Value, source_names
from rulewright.playtest.game import Record
from rulewright.playtest.watching import DecisionMade, HoldingsWatcher
from rulewright.source.seat_kinds import RANDOM

Row = list[Value]


@dataclass(slots=True)
class TableRows:
    """The rows of one game in each table."""

    game: Row
    seats: list[Row]
    decisions: list[Row] = field(default_factory=list)


def rows_in(table: str, games: Sequence[TableRows]) -> list[Row]:
    """Return the rows of games in one table."""
    if table == GAMES:
        return [rows.game for rows in games]
    return [row for rows in games for row in (rows.decisions if table == DECISIONS else rows.seats)]


def rows_of_record(program: Program, record: Record) -> TableRows:
    """Return the rows that the record of a game makes, without those of its decisions."""
    names, won = program.seat_names, record.ranking[0] if record.ranking else []
    numbers = [record.numbers.get(name) for name in game_number_names(program)]
    game: Row = [
        record.game, record.ruleset, record.fingerprint, program.seats, sum(record.decisions),
        [names[seat] for seat in won], record.failure, *numbers,
    ]  # fmt: skip
    shares, sources = win_shares(record.ranking, record.sides), source_names(program)
    ranks = {seat: rank + 1 for rank, seats in enumerate(record.ranking) for seat in seats}
    whole = not record.failure
    rows: list[Row] = [
        [
            record.game, seat + 1, name, _kind_of(record, seat), record.decisions[seat],
            record.totals[seat] if whole else None, ranks.get(seat), shares.get(seat, 0.0) if whole else None,
            (record.sides[seat] if record.sides else seat) + 1,
            *(record.scores[seat][source] if whole else None for source in sources),
        ]
        for seat, name in enumerate(names)
    ]  # fmt: skip
    return TableRows(game, rows)


def _kind_of(record: Record, seat: int) -> str:
    return record.who[seat] if record.who else RANDOM


def decision_rows(program: Program, record: Record, watcher: HoldingsWatcher) -> Iterator[Row]:
    """Yield the rows of the decisions of a game; after the last one of a broken game nothing has changed."""
    rounds, holdings = _rounds(watcher.made), pairwise([*watcher.holdings, *watcher.holdings[-1:]])
    for at, (one, (before, after)) in enumerate(zip(watcher.made, holdings, strict=False)):
        seat = one.seat
        yield [
            record.game, at + 1, seat + 1, program.seat_names[seat], _kind_of(record, seat),
            one.phases[-1][0].partition(".")[2] if one.phases else "", rounds[at], *_choice_cells(program, one),
            one.points[seat], _lead(one), *(had[seat] for had in before.values()),
            *(after[name][seat] - had[seat] for name, had in before.items()),
        ]  # fmt: skip


def _choice_cells(program: Program, one: DecisionMade) -> Row:
    names, parts = choice_names(program, one.codes), options_of(program).parts(one.taken)
    thing = parts.thing or parts.owner
    return [
        names, names[one.codes.index(one.taken)], parts.option.full_name, parts.number,
        member_name(program, *thing) if thing else "",
    ]  # fmt: skip


def _lead(one: DecisionMade) -> int | None:
    others = [worth for worth, side in zip(one.worths, one.sides, strict=True) if side != one.sides[one.seat]]
    return one.worths[one.seat] - max(others) if others else None


def _rounds(made: Sequence[DecisionMade]) -> list[int]:
    """Return the round of each decision: the run of the outermost phase that runs more than once, or the lap."""
    runs = [*runs_so_far(one.phases for one in made)]
    repeated = next((name for name, times in (runs[-1] if runs else {}).items() if times > 1), "")
    if repeated:
        return [max(1, so_far.get(repeated, 0)) for so_far in runs]
    seats = [one.seat for one in made]
    again = (at > 0 and seat == seats[0] != seats[at - 1] for at, seat in enumerate(seats))
    return [1 + laps for laps in accumulate(again)]
