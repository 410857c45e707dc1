"""Playing on from any position comes to the same in Python and in C: at once, in slices, many games, on threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.compile.side_by_side import needs_compiler
from tests.compile.test_in_c import PLAYED
from tests.fuzz.seeds import base
from tests.fuzz.stages import write
from tests.tiers import sampled, slow_unless

from rulewright.backends import ExecutionError, Program
from rulewright.backends.native import native
from rulewright.backends.playing import End, Played, Playing
from rulewright.backends.python.playing import Stepwise
from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.players.greedy import Greedy
from rulewright.workspace import compiled_program

pytestmark = needs_compiler
ROOT = Path(__file__).parents[2]
MOST = 20_000


def in_quick(folder: Path) -> bool:
    """Say which rulesets belong to the quick tier: one with `always` rules, and one with chance and ties."""
    return folder.name in ("hearts", "kuhn-poker")


def both(folder: Path, seats: int) -> tuple[Program, Program]:
    program = compiled_program(str(folder), seats=seats)
    return program, native(program)


def positions(program: Program, game: int, most: int = 120) -> Iterator[list[int]]:
    """Yield a few vectors on the way of a game at random."""
    state, codes = program.opening(game)
    for made in range(most):
        if made % 40 == game % 3:
            yield state.copy()
        if codes is None:
            return
        codes = program.take(state, codes[pick(game, made, len(codes))])


def on_from(playing: Playing[Any], state: Any, number: int, slices: float = 0, most: int = MOST) -> tuple[Any, ...]:
    """Play on from a copy of a position; return the vector after it and what it came to."""
    playout = playing.playout(playing.copy(state), number, most, True)
    if slices:
        while playout.on(slices) is End.SLICE:
            pass
    else:
        playout.on()
    return playing.result(playout), list(playout.state), playing.choices(playout.state)


@pytest.mark.slow
@pytest.mark.parametrize("folder", slow_unless(in_quick, PLAYED), ids=lambda folder: folder.name)
def test_games_from_any_position_are_the_same(folder: Path) -> None:
    program, quick = both(folder, opening.ruleset(str(folder)).about.most)
    for game in range(1, 4):
        for vector in positions(program, game):
            state = quick.initial(0)
            state[:] = vector
            expected = on_from(program.playing, vector, 7 * game)
            assert on_from(quick.playing, state, 7 * game) == expected
            assert on_from(quick.playing, state, 7 * game, slices=1e-6) == expected
            assert on_from(program.playing, vector, 7 * game, slices=1e-6) == expected
            assert (list(state), expected[0].end) == (vector, End.OVER), "the position is as it was"
            assert quick.playing.copy(state, 5)[:] == program.playing.copy(vector, 5)


@pytest.mark.slow
@pytest.mark.parametrize("folder", slow_unless(in_quick, PLAYED), ids=lambda folder: folder.name)
def test_many_games_are_each_of_them_also_on_threads(folder: Path) -> None:
    program, quick = both(folder, opening.ruleset(str(folder)).about.most)
    vector = next(positions(program, 14))
    state, numbers = quick.initial(0), range(50, 61)
    state[:] = vector
    expected = program.playing.play_many(vector, numbers, MOST, True)
    assert [played.number for played in expected] == list(numbers)
    for threads in (1, 3, 20):
        assert quick.playing.play_many(state, numbers, MOST, True, threads) == expected
    assert quick.playing.play_many(state, range(5, 5), MOST, True, 3) == []
    assert quick.playing.play_many(state, numbers, 3, True, 2) == program.playing.play_many(vector, numbers, 3, True)


def test_a_search_makes_its_way_with_nothing_else() -> None:
    """Copy, list, take and play on: the same choice, a fourth in a row, is best in both."""
    for playing, state in started(ROOT / "examples/connect-four"):
        for column in (0, 6, 1, 6, 2, 5):
            playing.take(state, playing.choices(state)[column])
        won = []
        for code in playing.choices(state):
            copy = playing.copy(state)
            playing.take(copy, code)
            won.append(sum(game.ranks == (0, 1) for game in playing.play_many(copy, range(20), MOST, False)))
        assert max(won) == won[3] == 20 and sorted(won)[-2] < 20


def started(folder: Path) -> Iterator[tuple[Playing[Any], Any]]:
    for program in both(folder, 2):
        yield program.playing, program.opening(1)[0]


def test_equal_seats_share_a_rank() -> None:
    for playing, state in started(ROOT / "examples/tic-tac-toe"):
        games = playing.play_many(state, range(60), MOST, False)
        assert {game.ranks for game in games} == {(0, 1), (1, 0), (0, 0)}
        assert all((game.points[0] == game.points[1]) == (game.ranks == (0, 0)) for game in games)


def test_slices_of_several_games_may_take_turns() -> None:
    """What one game leaves behind in a program is nothing to another: with `always` rules, too."""
    for program in both(ROOT / "examples/hearts", 4):
        playing, numbers = program.playing, range(1, 4)
        games = [playing.playout(program.opening(n)[0], n, MOST, True) for n in numbers]
        while waiting := [game for game in games if game.end is End.SLICE]:
            for game in waiting:
                game.on(1e-6)
        alone = [playing.playout(program.opening(n)[0], n, MOST, True) for n in numbers]
        assert [game.on() for game in alone] == [game.end for game in games] == [End.OVER] * 3
        assert [playing.result(game) for game in games] == [playing.result(game) for game in alone]


@pytest.mark.slow
def test_seats_that_think_play_in_both() -> None:
    ends = []
    for program in both(ROOT / "examples/pearl-divers", 2):
        deciders = [Greedy(program).decide] * 2
        playout = Stepwise(program, program.opening(3)[0], 3, MOST, True, deciders)
        assert playout.on() is End.OVER
        ends.append((program.playing.result(playout), list(playout.state)))
    assert ends[0] == ends[1]


BROKEN = """
step play:
    let judge be first of players
    in laps for each player in players:
        ask player "Which way?":
            option round "Round":
                in laps for each other in players:
                    roll luck from 1 to 6
                    set day to luck
                    if luck is 7:
                        drop out
            option high "High":
                raise judge's level for apple by 1
            option far "Far":
                raise judge's level for apple by 99
            option stay "Stay"
        if day is 7:
            drop out
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check", "ways"),
    sampled(2, [(True, {"limit-exceeded", "out-of-range", End.BROKEN}), (False, {"limit-exceeded", "out-of-range"})]),
    ids=["checked", "not"],
)
def test_a_game_that_cannot_go_on_stops_at_the_same_decision(check: bool, ways: set[object], tmp_path: Path) -> None:
    """Endless laps use up their budget, an `always` rule is broken, a number is out of range: in C as in Python."""
    said = set()
    program, quick = both(write(base() | {"game/rules/case.rules": BROKEN}, tmp_path), 2)
    for number in range(12):
        expected, found = (_end(each, number, check) for each in (program, quick))
        assert found == expected
        said.add(expected[0])
    assert said >= ways


def _end(program: Program, number: int, check: bool) -> tuple[object, ...]:
    """Return how a game ends or what goes wrong in it, and where it stands then."""
    playout = program.playing.playout(program.opening(number)[0], number, MOST, check)
    try:
        end: tuple[object, ...] = (playout.on(),)
    except ExecutionError as error:
        end = error.code, error.where, str(error)
    return *end, playout.broken, playout.made, playout.asked, list(playout.state)


FAULTS: dict[str, Callable[[Played], object]] = {
    "number": lambda game: game.number, "made": lambda game: game.made, "asked": lambda game: game.asked,
    "points": lambda game: game.points, "ranks": lambda game: game.ranks,
}  # fmt: skip


@pytest.mark.slow
def test_another_seed_is_another_game() -> None:
    """The comparisons above would notice: everything that is compared depends on the number."""
    for playing, state in started(ROOT / "examples/pearl-divers"):
        games = playing.play_many(state, range(40), MOST, True)
        for what, of in FAULTS.items():
            assert len({of(game) for game in games}) > 1, what
