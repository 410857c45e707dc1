"""Known games, written anew: no longer than they may be, and with the figures that independent programs have."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest
from tests.compile.agreement import Agreement
from tests.each_result import each_result
from tests.known_games.lines import HERE, counted

from rulewright.playtest.native_builds import compile_libraries
from rulewright.playtest.perft import LevelCounts, Perft, add_counts, first_moves
from rulewright.scenarios.run import run_all
from rulewright.workspace import load
from rulewright.workspace.formatting import formatted_text


@dataclass(frozen=True)
class Known:
    """How long a game may be, the lines of play there are after 0, 1, 2 moves, and how many games are compared.

    `turns`: where a move is all that one player decides in a row.
    """

    rules: int
    median: float
    longest: int
    data: int
    perft: tuple[int, ...] = ()
    turns: bool = False
    games: int = 1


GAMES = {
    "carcassonne": Known(rules=135, median=36, longest=235, data=76),
    "catan": Known(rules=200, median=35, longest=197, data=44),
    "coloretto": Known(rules=55, median=32, longest=111, data=10),
    "dominion": Known(rules=140, median=27, longest=398, data=26),
    "draughts": Known(
        rules=68, median=33.5, longest=122, data=7, perft=(1, 7, 49, 302, 1_469, 7_361, 36_768), turns=True
    ),
    "hanabi": Known(rules=78, median=30, longest=121, data=13),
    "quoridor": Known(rules=53, median=37, longest=120, data=0, perft=(1, 131, 16_677)),
    "resistance": Known(rules=81, median=30, longest=110, data=17),
}
COUNTED = [name for name, known in GAMES.items() if known.perft]


def test_every_game_is_listed() -> None:
    assert sorted(path.parent.name for path in HERE.glob("*/ruleset.yaml")) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_no_longer_than_it_may_be(name: str) -> None:
    found, known = counted(HERE / name), GAMES[name]
    assert len(found.rules) <= known.rules
    assert median(found.rules) <= known.median
    assert max(found.rules) <= known.longest
    assert found.data <= known.data


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_is_laid_out_and_without_findings(name: str) -> None:
    for path in (HERE / name).rglob("*.rules"):
        assert formatted_text(path) == path.read_text("utf-8")
    assert load(str(HERE / name)).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_its_scenarios_pass(name: str) -> None:
    results = run_all(load(str(HERE / name)))
    assert results
    for result in results:
        assert result.ok, (result.name, result.lines, result.findings)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_builds_play_the_same_games(name: str) -> None:
    agreement = Agreement(HERE / name)
    for number in range(1, GAMES[name].games + 1):
        agreement.play(number)


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTED)
def test_there_are_as_many_lines_of_play_as_independent_programs_count(name: str) -> None:
    expected, turns = GAMES[name].perft, GAMES[name].turns
    assert [level.lines for level in lines_of_play(HERE / name, len(expected) - 1, turns)] == list(expected)


def lines_of_play(folder: Path, depth: int, turns: bool) -> list[LevelCounts]:
    """Count the lines of play of a game of two, in C where that is possible; the last move need not be played."""
    rules = load(str(folder))
    in_c = not compile_libraries([rules.program(2)])
    task = Perft(rules, 2, depth, lines_only=True, turns=turns, in_c=in_c)
    levels, parts = first_moves(task)
    for part in each_result(task, parts, 1):
        add_counts(levels, part)
    return levels
