"""What the decisions of recorded games cost, by what their players could know."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import cli
from rulewright.engine import Game
from rulewright.engine.savefile.games import save
from rulewright.players.search import seat as seats_that_search
from rulewright.players.search.settings import SearchBudget, settings_of
from rulewright.playtest.analysis import Judge, JudgedDecision, significant_mistakes, standard_error_of_losses
from rulewright.workspace import compiled_program

GRID = "./examples/tic-tac-toe"
BLUNDER = ("b2", "a1", "c1", "b1", "b3")
"""Nought does not block the diagonal at the fourth decision, and Cross does not take the win at the fifth."""


def judged(names: tuple[str, ...], budget: int = 300) -> list[JudgedDecision]:
    game = Game.start(compiled_program(GRID, 2, {}, traced=False), 1)
    judge, found = Judge(game.program, SearchBudget(budget)), list[JudgedDecision]()
    for number, name in enumerate(names, 1):
        chosen = game.codes[game.names().index(name)]
        found.append(judge.judge_decision(number, list(game.state), list(game.codes), chosen))
        game.choose(name)
    return found


@pytest.mark.slow
def test_what_was_overlooked_is_a_mistake_with_what_was_better() -> None:
    found = judged(BLUNDER)
    worst = {one.number: one for one in significant_mistakes(found)}
    assert {4, 5} <= set(worst)
    assert worst[4].best & 65535 == worst[5].best & 65535 == 2  # a3, where the diagonal is blocked and won
    assert worst[4].lost > 150 and worst[5].lost > 100
    assert all(one.lost == 0 for one in found if one.agrees)


def test_the_same_game_is_judged_the_same() -> None:
    assert judged(BLUNDER, 60) == judged(BLUNDER, 60)


def test_a_loss_within_the_uncertainty_is_no_mistake() -> None:
    like = judged(("b2",), 20)[0]
    rows = [replace(like, best=-1, lost=lost, apart=40.0) for lost in (10.0, 39.0, 41.0, 90.0)]
    assert standard_error_of_losses(rows) == 20.0
    assert [one.lost for one in significant_mistakes(rows)] == [90.0, 41.0]
    assert standard_error_of_losses([like]) == 0.0 and significant_mistakes([like]) == []


def pairs(wanted: int) -> list[tuple[list[int], list[int], list[int]]]:
    """Return positions with two dice or more hidden, each with another world that looks the same."""
    program, found = compiled_program("./examples/liars-dice", 2, {}, traced=False), []
    for number in range(1, wanted + 1):
        state, codes = program.opening(number)
        seat = state[program.seats_of[~state[0]]]
        found.append((state, codes or [], list(program.playing.sample(state, seat, number))))
    return [pair for pair in found if pair[0][2:] != pair[2][2:]]


def unlike(wanted: int) -> int:
    judge = Judge(compiled_program("./examples/liars-dice", 2, {}, traced=False), SearchBudget(20))
    return sum(
        replace(judge.judge_decision(7, state, codes, codes[-1]), state=[])
        != replace(judge.judge_decision(7, other, codes, codes[-1]), state=[])
        for state, codes, other in pairs(wanted)
    )


@pytest.mark.slow
def test_a_decision_is_judged_by_what_its_player_could_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(pairs(12)) >= 6
    assert unlike(12) == 0
    monkeypatch.setattr(seats_that_search, "settings_of", lambda program: replace(settings_of(program), peeking=True))
    assert unlike(12), "a search that peeks is noticed"


def saved(folder: Path) -> str:
    game = Game.start(compiled_program(GRID, 2, {}, traced=True), 1)
    for name in BLUNDER:
        game.choose(name)
    save(game, folder / "game.save")
    return str(folder / "game.save")


def test_replay_says_who_lost_how_much_and_where(tmp_path: Path) -> None:
    file = saved(tmp_path)
    shown = CliRunner().invoke(cli, ["replay", file, "--rules", GRID, "--analyse", "300"])
    assert shown.exit_code == 0
    assert "with 300 games tried out" in shown.stdout
    assert "Cross" in shown.stdout and "Nought" in shown.stdout
    assert "decision 4, Nought: b1; better: a3; lost: " in shown.stdout
    own = CliRunner().invoke(cli, ["replay", file, "--rules", GRID, "--as", "cross", "--analyse", "300"])
    assert "Nought  " not in own.stdout and "decision 5, Cross: b3; better: a3" in own.stdout


@pytest.mark.slow
def test_of_one_game_of_many_the_commands_say_which_and_an_auction_says_for_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = str(Path(GRID).resolve())
    monkeypatch.chdir(tmp_path)
    for ruleset, players in ((grid, "2"), ("goa", "2")):
        words = ["--games", "2", "--players", players, "--jobs", "1", "--out", "games.jsonl", "--force"]
        assert CliRunner().invoke(cli, ["simulate", ruleset, *words]).exit_code == 0
        rules = ["--rules", ruleset] if ruleset == grid else []
        shown = CliRunner().invoke(cli, ["replay", "games.jsonl", "--game", "2", *rules, "--analyse", "20"]).stdout
        command = shown.partition("The table there: ")[2].split("\n\n")[0].replace("\n", " ").partition(" Play on")[0]
        assert "--game 2" in command
        again = shlex.split(command.replace("NUMBER", "3"))
        assert CliRunner().invoke(cli, again[1:]).exit_code == 0, command
    assert re.search(r"better: .*?lost: \S+\n    [A-Z][a-z ]+: .*\.\n", shown, re.DOTALL), "what was sold, or paid for"


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--analyse", "bananas"], "--analyse bananas: say how long"), (["--analyse", "9", "--trace"], "say one of them")],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, words: list[str], said: str) -> None:
    shown = CliRunner().invoke(cli, ["replay", saved(tmp_path), "--rules", GRID, *words])
    assert shown.exit_code == 2 and said in shown.output
