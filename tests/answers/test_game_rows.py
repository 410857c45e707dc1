"""The rows of games: watching changes no game, and what is counted from decisions can be counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fishing import write_fishing

from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.rows import (
    laps_of,
    lead_changes,
    leaders,
    longest_waits,
    margin_of,
    phase_runs,
    settled_after,
)
from rulewright.engine.phases import PhaseStack
from rulewright.playtest.simulate import SimulatedGames
from rulewright.workspace import load

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(("name", "seats"), [("liars-dice", 3), ("tic-tac-toe", 2)])
def test_watching_changes_no_game(name: str, seats: int) -> None:
    match = ReportGames((load(str(EXAMPLES / name)),), seats, stages=(Stage(("random",), range(1, 6)),))
    rows = [*map(match.stage_player(0), range(5))]
    play = SimulatedGames(match.rulesets, seats)()
    assert [replace(row.record, who=[]) for row in rows] == [play(number) for number in range(1, 6)]
    codec = match.codec()
    assert codec.decode(json.loads(json.dumps(codec.encode(rows)))) == rows
    assert [*codec.items(rows)] == [*range(5)]


def test_what_a_journal_cannot_hold_is_no_row() -> None:
    with pytest.raises(ValueError, match="this is no"):
        ReportGames((), 2).codec().decode([{"number": 0, "record": {}, "course": []}])


def test_the_course_of_a_game(tmp_path: Path) -> None:
    match = ReportGames(
        (load(write_fishing(tmp_path / "fishing", "ties only")),), 2, stages=(Stage(("random",), range(1, 2)),)
    )
    row = match.stage_player(0)(0)
    (course,) = row.course
    assert (course.laps, course.order, course.waits, course.changes) == (4, [0, 1], [1, 1], 1 - 1)
    assert course.runs == {"phase.tide-round": 4, "phase.day": 8}
    assert course.points == [[2], [4], [6]] and row.record.totals == [4, 4]
    assert sum(map(sum, course.used.values())) == 8 and sorted(course.offered) == sorted(course.used)
    assert (course.won_alone, course.settled, course.scored, course.places) == (False, 1.0, True, [])


def under(*phases: tuple[str, int]) -> PhaseStack:
    return tuple((name, (number,)) for name, number in phases)


def test_a_phase_runs_again_when_it_was_left_or_what_is_around_it_runs_again() -> None:
    rows = [
        under(("round", 1), ("turn", 1)), under(("round", 1), ("turn", 1)), under(("round", 1), ("turn", 2)),
        under(("round", 2), ("turn", 2)), under(("round", 2)), under(("round", 2), ("turn", 2)),
    ]  # fmt: skip
    assert phase_runs(rows) == {"round": 2, "turn": 4}
    assert phase_runs([]) == {}


def test_laps_and_waits() -> None:
    assert [laps_of(seats) for seats in ([], [0], [0, 0], [0, 1, 0, 0, 1, 0])] == [0, 1, 1, 3]
    assert longest_waits([0, 1, 1, 0, 2, 0], 3) == [2, 0, 0]


def test_who_leads_and_when_that_is_settled() -> None:
    leading = [*leaders([(0, 0), (1, 0), (1, 1), (1, 2), (3, 2)], [0, 1])]
    assert leading == [-1, 0, -1, 1, 0]
    assert lead_changes(leading) == 2
    assert [settled_after(leading, winner) for winner in (0, 1)] == [0.8, 1.0]
    assert settled_after([0, 0], 0) == 0.0
    assert [*leaders([(1, 1, 0), (0, 0, 2)], [0, 0, 2])] == [0, 2]
    assert [*leaders([(5, 5)], [0, 0])] == [-1]
    assert margin_of((5, 5, 3), [0, 0, 2], 2) == -2
