"""`rulewright perft`: the table, the document for other programs, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.commands import perft
from rulewright.cli.main import cli
from rulewright.cli.options import Games
from rulewright.engine.exhaustive import stopping
from rulewright.playtest.perft import LevelCounts, Perft
from rulewright.scenarios.lookup import game_at_scenario
from rulewright.workspace import load

CHECKOUT = Path(__file__).parents[2]
KUHN, GRID = "./examples/kuhn-poker", "./examples/connect-four"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["perft", "--jobs", "1", *words])


@pytest.mark.slow
def test_a_row_for_every_number_of_moves() -> None:
    result = run("./examples/tic-tac-toe", "6", "--positions")
    assert result.stdout == (
        "Tic-tac-toe, 2 players.  Read examples/tic-tac-toe.\n\n"
        "           lines finished positions\n"
        "  0 moves      1        0         1\n"
        "  1 move       9        0         9\n"
        "  2 moves     72        0        72\n"
        "  3 moves    504        0       252\n"
        "  4 moves  3,024        0       756\n"
        "  5 moves 15,120    1,440     1,260\n"
        "  6 moves 54,720    5,328     1,520\n\n"
        "54,720 lines of 6 moves. 6,768 games are over by then. 3,870 positions in all.\n"
    )
    assert result.exit_code == 0


def test_chance_makes_lines_and_an_average() -> None:
    result = run(KUHN, "9")
    assert result.stdout.split("\n\n", 1)[1] == (
        "          lines finished average\n"
        "  0 moves     6        0       1\n"
        "  1 move     12        0       2\n"
        "  2 moves    24       18       4\n"
        "  3 moves    12       12       2\n\n"
        "0 lines of 9 moves: no game is longer than 3 moves. 30 games are over by then.\n"
        "Every outcome of chance makes a line of its own; the average counts each by how\n"
        "likely it is.\n"
    )
    assert run(KUHN, "1", "--seed", "5").stdout.endswith(
        "2 lines of 1 move. 0 games are over by then. Chance goes as in game number 5.\n"
    )


def test_lines_alone() -> None:
    result = run(GRID, "3", "--lines")
    assert "finished" not in result.stdout
    assert result.stdout.endswith("  3 moves   343\n\n343 lines of 3 moves.\n")


def test_turns() -> None:
    assert run(KUHN, "2", "--turns", "--seed", "5").stdout.endswith(
        "4 lines of 2 turns. 3 games are over by then. Chance goes as in game number 5.\n"
    )


@pytest.mark.slow
def test_it_counts_in_c_where_that_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    compiled = run(GRID, "5", "--compiler")
    assert "Compiling the rules in C" in compiled.output
    assert compiled.stdout == run(GRID, "5", "--no-compiler").stdout


@pytest.mark.parametrize(("lines_only", "positions_left"), [(False, 49 + 343 + 2401 + 16807), (True, 49 + 343 + 2401)])
def test_all_moves_that_are_left_count_for_whether_compiling_pays(
    lines_only: bool, positions_left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight positions took 0.8 seconds; each leads to seven. Of lines alone the last move is not played."""
    worth: list[Callable[[None], float]] = []
    monkeypatch.setattr(perft, "in_c", lambda match, typed, seconds: worth.append(seconds))
    asked = Perft(load(GRID), 2, 6, lines_only=lines_only)
    levels = [LevelCounts(lines) for lines in (1, 7, 49)]
    perft.build_for(asked, levels, 0.8, Games())
    assert worth[0](None) == pytest.approx(0.1 * positions_left)


def test_a_document_for_other_programs() -> None:
    found = json.loads(run(KUHN, "2", "--format", "json", "--positions").stdout)
    assert found["version"] == 1
    assert (found["ruleset"], found["players"], found["depth"], found["seed"]) == (KUHN, 2, 2, None)
    assert (found["lines"], found["finished"], found["positions"]) == (24, 18, 42)
    assert found["levels"][2] == {"moves": 2, "lines": 24, "finished": 18, "average": "4", "positions": 24}
    alone = json.loads(run(KUHN, "2", "--format", "json", "--lines").stdout)
    assert "finished" not in alone and alone["levels"][1] == {"moves": 1, "lines": 12, "average": "2"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("goa", "1"), 3, "A shuffle of 30 cards has more than the 100,000 outcomes that are counted one by one."),
        ((GRID, "6", "--limit", "60"), 3, "more than 60 positions to go on from. Count fewer moves, or raise --limit."),
        ((GRID, "seven"), 2, "'seven' is not a whole number: write it in the digits 0 to 9."),
        ((GRID, "2", "--players", "3"), 2, "Connect four is for 2 players."),
        ((KUHN, "2", "--turns"), 2, "--turns: chance has a part in this game, so say how it goes: --seed 1."),
        ((GRID, "2", "--lines", "--positions"), 2, "--lines and --positions do not go together."),
        (("./examples/nowhere", "2"), 2, 'there is no folder "./examples/nowhere"'),
    ],
)
def test_what_it_refuses(words: tuple[str, ...], code: int, said: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert said in " ".join(result.output.split())


CHESS, QUEEN = "./examples/chess", "A queen sees"


def test_it_counts_from_the_position_of_a_scenario() -> None:
    rules = load(CHESS)
    program = stopping(rules.program(2))
    game = game_at_scenario(rules.source, QUEEN, program)
    answers = []
    for code in game.codes:
        further = game.copy()
        further.choose(code)
        answers.append(len(further.codes))
    result = run(CHESS, "2", "--from", QUEEN, "--lines")
    assert result.stdout.startswith(f'Chess, 2 players, from "{QUEEN}".  Read examples/chess.\n')
    assert result.stdout.endswith(f"{sum(answers):,} lines of 2 moves.\n") and len(answers) != 20
    data = json.loads(run(CHESS, "1", "--from", QUEEN, "--format", "json").stdout)
    assert (data["from"], data["lines"]) == (QUEEN, len(answers))


def test_chance_goes_on_from_there_in_every_way_or_as_in_one_game() -> None:
    game, dice = "./examples/backgammon", "Of two dice both are played"
    one = json.loads(run(game, "3", "--from", dice, "--seed", "1", "--format", "json").stdout)
    every = json.loads(run(game, "3", "--from", dice, "--format", "json").stdout)
    assert one["lines"] == 2 and every["lines"] > 10 * one["lines"]


def test_a_scenario_that_is_not_there_is_refused_by_name() -> None:
    result = run(CHESS, "1", "--from", "nope")
    assert result.exit_code == 2 and 'there is no scenario "nope"' in result.output
