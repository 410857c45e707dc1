"""Fewest points, teams, and all together: who wins, in every place that says so."""

from __future__ import annotations

from itertools import pairwise

import pytest
from probe_play import probe
from tests.backends.small import needs_compiler

from rulewright.backends.evaluation import Evaluation
from rulewright.backends.native import native
from rulewright.comparison.arena.deals import GameFinish
from rulewright.comparison.statistics.outcome import POINTS as POINT_GROUP
from rulewright.comparison.statistics.outcome import SEATS, PairedOutcome, play_watched
from rulewright.comparison.tuning.race import share_ahead
from rulewright.engine import Game
from rulewright.players.external.table import result_of
from rulewright.players.search.rewards import outcome_of
from rulewright.players.search.settings import MARGIN, PLACE, POINTS
from rulewright.players.seats import make_decider, random_choice
from rulewright.playtest.game import play_one
from rulewright.playtest.rows import GameRows, RowColumns
from rulewright.playtest.summary import Summary
from rulewright.report.scores_text import score_lines

GAMES = [("low-marks", 3), ("changing-sides", 4), ("fire-watch", 3), ("last-standing", 4)]
NAMES = ("Anna", "Ben", "Cleo", "Dora")
RED, BLUE, ALONE = 0, 1, -1


def ended(name: str, seats: int, **numbers: list[int]) -> Game:
    """Return a game that is over, with these numbers in the entries of its vector."""
    program = probe(name, seats, traced=True)
    state = program.initial(1)
    state[0] = 0
    for entry in program.entries:
        given = numbers.get(entry.name.partition(".")[2], [])
        state[entry.start : entry.start + len(given)] = given
    return Game(program, state, [], state, 0)


def low(*marks: int) -> Game:
    return ended("low-marks", len(marks), mark=[*marks])


def sided(*marks: int, side: list[int]) -> Game:
    return ended("changing-sides", 4, mark=[*marks], side=side)


def watched(fires: int) -> Game:
    return ended("fire-watch", 3, fires=[fires], water=[2])


@pytest.mark.parametrize(
    ("game", "ranking", "shares", "said"),
    [
        (low(3, 1, 2), [[1], [2], [0]], {1: 1}, "Ben wins."),
        (low(1, 1, 2), [[0, 1], [2]], {0: 0.5, 1: 0.5}, "Anna and Ben share the first place."),
        (
            sided(4, 6, 3, 1, side=[RED, ALONE, RED, ALONE]), [[0, 2], [1], [3]], {0: 1, 2: 1},
            "Anna and Cleo win together.",
        ),
        (
            sided(1, 2, 2, 1, side=[RED, RED, BLUE, BLUE]), [[0, 1, 2, 3]], dict.fromkeys(range(4), 0.5),
            "Anna, Ben, Cleo and Dora share the first place.",
        ),
        (sided(4, 6, 3, 1, side=[RED, ALONE, BLUE, ALONE]), [[1], [0], [2], [3]], {1: 1}, "Ben wins."),
        (watched(0), [[0, 1, 2]], {0: 1, 1: 1, 2: 1}, "Anna, Ben and Cleo win together."),
        (watched(1), [[], [0, 1, 2]], {}, "Nobody wins."),
    ],
)  # fmt: skip
def test_who_wins(game: Game, ranking: list[list[int]], shares: dict[int, float], said: str) -> None:
    assert game.ranking() == ranking
    assert game.win_shares() == shares
    assert said in " ".join(score_lines(game, NAMES))


@pytest.mark.parametrize(
    ("game", "ranks"),
    [(low(3, 1, 2), [3, 1, 2]), (sided(4, 6, 3, 1, side=[RED, ALONE, RED, ALONE]), [1, 3, 1, 4]),
     (watched(0), [1, 1, 1]), (watched(1), [2, 2, 2])],
)  # fmt: skip
def test_programs_outside_hear_their_ranks(game: Game, ranks: list[int]) -> None:
    assert [*(result_of(game.program, game.state).ranks or {}).values()] == ranks


TEAMS = sided(4, 6, 3, 1, side=[RED, ALONE, RED, ALONE])


@pytest.mark.parametrize(
    ("game", "kind", "rewards", "winners"),
    [
        (low(3, 1, 2), POINTS, [-300, -100, -200], {1}),
        (low(3, 1, 2), MARGIN, [-200 - 50, 100 + 100, -100 - 50], {1}),
        (low(3, 1, 2), PLACE, [0, 200, 100], {1}),
        (TEAMS, POINTS, [700, 600, 700, 100], {0, 2}),
        (TEAMS, MARGIN, [100 + 100, -100 - 33, 100 + 100, -600 - 33], {0, 2}),
        (TEAMS, PLACE, [200, 100, 200, 0], {0, 2}),
        (watched(0), MARGIN, [600 + 300 + 3 * 40] * 3, {0, 1, 2}),
        (watched(1), POINTS, [-3 * 100 - 300 + 3 * 40] * 3, set()),
        (watched(0), PLACE, [100] * 3, {0, 1, 2}),
        (watched(1), PLACE, [0] * 3, set()),
    ],
)
def test_a_search_wants_what_wins(game: Game, kind: int, rewards: list[int], winners: set[int]) -> None:
    found = outcome_of(Evaluation(game.program), game.state, True, kind)
    assert (found.reward, found.winners) == (rewards, winners)


def test_being_ahead_of_others_leaves_out_ones_own_side() -> None:
    assert share_ahead([[0, 2], [1], [3]], 0, [0, 1, 0, 3]) == 1
    assert share_ahead([[0, 2], [1], [3]], 1, [0, 1, 0, 3]) == 1 / 3
    assert (share_ahead([[0, 1]], 1, [0, 0]), share_ahead([[], [0, 1]], 1, [0, 0])) == (1, 0)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_summaries_count_whole_wins_of_sides(name: str, seats: int) -> None:
    program = probe(name, seats)
    rows, wins = GameRows(RowColumns.of_program(program)), [0.0] * seats
    records = [play_one(program, number) for number in range(30)]
    for record in records:
        assert record.is_whole and not record.failure
        rows.add(record)
        outcome = play_watched(program, 0, record.game, ())
        for seat in range(seats):
            wins[seat] += outcome.values[SEATS, program.seat_names[seat]]
    summary = Summary(seats)
    summary.add_rows(rows)
    assert summary.wins == pytest.approx(wins)
    again = rows.records(records[0])
    assert [(one.ranking, one.sides) for one in again] == [(one.ranking, one.sides) for one in records]
    assert all(one.sides for one in records) == (name in ("changing-sides", "fire-watch"))


def test_the_lead_over_the_second_is_what_fewest_points_make_it() -> None:
    outcomes: list[PairedOutcome] = [play_watched(probe("low-marks", 3), 0, number, ()) for number in range(10)]
    assert all(outcome.values[POINT_GROUP, "lead over the second"] >= 0 for outcome in outcomes)
    records = [play_one(probe("low-marks", 3), number) for number in range(10)]
    assert all(b >= a for one in records for a, b in pairwise(one.totals[s] for rank in one.ranking for s in rank))


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_c_writes_the_same_rows(name: str, seats: int) -> None:
    program = probe(name, seats)
    quick, machine = native(program), native(program).machine
    assert machine is not None
    for number in range(200):
        state = quick.opening(number)[0]
        plain = program.playing.played(state, number, 1000, False)
        assert quick.playing.played(state, number, 1000, False) == plain


@pytest.mark.parametrize("kind", ["greedy", "search:50"])
def test_weights_of_the_game_lead_to_a_win_together(kind: str) -> None:
    program = probe("fire-watch", 3)
    deciders = [make_decider(kind, program)] * 3
    won = [bool(play_one(program, number, deciders=deciders).ranking[0]) for number in range(10)]
    by_chance = [bool(play_one(program, number).ranking[0]) for number in range(10)]
    assert sum(won) == 10 and sum(by_chance) < 3


def test_whoever_has_left_is_not_asked_and_does_not_win() -> None:
    program = probe("last-standing", 4, traced=True)
    left = 0
    for number in range(20):
        game, out = Game.start(program, number), set[str]()
        while (question := game.question) is not None:
            assert program.seat_names[question.seat] not in out
            game.choose(random_choice(question, number, len(game.decisions)))
            out |= {line.text.split()[0] for line in game.log if line.text.endswith("leaves the game.")}
        left += len(out)
        assert not out & {program.seat_names[seat] for seat in game.ranking()[0]}
        assert len([line for line in game.log if line.text.endswith("leaves the game.")]) == len(out)
    assert left > 20


def test_ratings_know_sides() -> None:
    won, lost = (GameFinish(0, (0, 1, 1), (rank,) * 3, (0, 0, 0), (0, 0, 0)) for rank in (0, 1))
    assert [won.first_share(seat) for seat in range(3)] == [1, 1, 1] and lost.first_share(0) == 0
    teams = GameFinish(0, (0, 1, 1), (0, 0, 1), (4, 3, 6), (0, 0, 2))
    assert [teams.first_share(seat) for seat in range(3)] == [0.5, 0.5, 0]
    assert not teams.are_rivals(0, 1) and teams.are_rivals(0, 2)
