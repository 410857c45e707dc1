"""What happened before rules broke is shown, and the place at which they broke, to the column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.diagnostics import Findings, RulesError
from rulewright.playtest.results import read_results
from rulewright.scenarios.run import run_all
from rulewright.workspace import load

MANIFEST = """ruleset: breaking
title: Breaking
edition: first
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""
RULES = """names spot / spots: north, south

each spot has:
    worth: 0 to 9

the game has:
    mark: 0 to 20
    gone: spot or nothing

game "Break":
    cites common "The rules"
    tell "The game begins."
    BEGINNING
    for each player in players:
        ask player "Take how much?":
            option little:
                tell "That was little."
            option much:
                tell "That was much."
                set mark to (north's worth) + (gone's worth)

scoring marks "Marks":
    cites common "The rules"
    score mark points
"""
SUM = "set mark to (north's worth) + (gone's worth)"
EARLY, LATE = "rules/game.rules:13:36", "rules/game.rules:19:48"
LIMIT = """repeat 20 times:
        raise mark by 1
    tell "Twenty."
    repeat 9999 times:
        repeat 9999 times:
            tell "Round."\
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "breaking"
    (folder / "rules").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules" / "game.rules").write_text(RULES.replace("    BEGINNING\n", ""))
    return folder


def breaking_early(rules: Path, beginning: str = SUM) -> None:
    (rules / "rules" / "game.rules").write_text(RULES.replace("BEGINNING", beginning))


def run(*words: str, typed: str = "") -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, list(words), input=typed)


def in_order(text: str, *parts: str) -> None:
    """Assert that the parts stand in a text, each once, one after the other."""
    places = [text.find(part) for part in parts]
    assert -1 not in places and places == sorted(places), (places, text)
    assert [text.count(part) for part in parts] == [1] * len(parts), text


def test_rules_that_break_before_the_first_decision_leave_the_log(rules: Path) -> None:
    breaking_early(rules)
    done = run("play", "./breaking", "--plain")
    assert done.exit_code == 1
    in_order(done.output, "The game begins.", EARLY)


@pytest.mark.slow
def test_a_runaway_loop_leaves_the_log_before_it_and_its_first_rounds(rules: Path) -> None:
    breaking_early(rules, LIMIT)
    done = run("play", "./breaking", "--plain")
    assert done.exit_code == 3
    in_order(done.output, "The game begins.", "Twenty.", "error  limit-exceeded")
    assert 1 < done.output.count("Round.") < 60


@pytest.mark.parametrize("pace", [(), ("--pace", "0.01")])
def test_random_seats_that_break_the_rules_leave_the_log(rules: Path, pace: tuple[str, ...]) -> None:
    done = run("play", "./breaking", "--plain", "--seed", "3", "--seat", "random", "--seat", "random", *pace)
    assert done.exit_code == 1
    in_order(done.output, "The game begins.", "Ann: Much", "That was much.", LATE)


def test_a_choice_that_breaks_the_rules_leaves_what_it_did_before(rules: Path) -> None:
    done = run("play", "./breaking", "--plain", "--seed", "1", typed="much\n")
    in_order(done.output, "The game begins.", "That was much.", LATE, "The game stands where it stood")


def test_a_scenario_that_cannot_begin_shows_the_log(rules: Path) -> None:
    breaking_early(rules)
    (rules / "scenarios").mkdir()
    (rules / "scenarios" / "one.yaml").write_text("scenarios:\n  - {scenario: One, play: [], expect: {mark: 0}}\n")
    (result,) = run_all(load(str(rules)))
    assert EARLY in result.lines[0]
    assert [line.strip() for line in result.lines[1:]] == ["log: The game begins."]


@pytest.mark.parametrize("command", ["simulate", "try"])
def test_games_that_break_name_the_column(rules: Path, command: str) -> None:
    done = run(command, "./breaking", "--games", "20", "--jobs", "1")
    assert f"breaking/{LATE})" in done.output


def test_compared_games_that_break_name_the_column(rules: Path) -> None:
    done = run("compare", "./breaking", "./breaking", "--games", "10", "--jobs", "1")
    assert f"breaking/{LATE})" in done.output


# -- replays of games that broke


def told_again(*words: str) -> Result:
    assert run("simulate", "./breaking", "--games", "3", "--jobs", "1", "--out", "games.jsonl").exit_code == 1
    return run("replay", "games.jsonl", "--rules", "./breaking", "--game", "3", *words)


def test_a_game_that_broke_says_how_and_where(rules: Path) -> None:
    done = told_again()
    assert done.exit_code == 1
    assert "by hand" not in done.output and "replay-differs" not in done.output
    broke = "It broke at decision 1 when it was played: nothing-there:"
    in_order(done.output, "That was much.", broke, f"breaking/{LATE})", f"breaking/{LATE}  error  nothing-there")


def test_a_game_that_broke_before_its_first_decision_says_so(rules: Path) -> None:
    breaking_early(rules)
    done = told_again()
    assert done.exit_code == 1
    in_order(done.output, "The game begins.", f"breaking/{EARLY}  error  nothing-there")


def test_a_game_that_broke_a_promise_ends_there(rules: Path) -> None:
    text = RULES.replace("    BEGINNING\n", "").replace("set mark to (north's worth) + (gone's worth)", "set mark to 7")
    always = '\nalways low:\n    cites common "The rules"\n    (mark is below 7)\n'
    (rules / "rules" / "game.rules").write_text(text + always)
    done = told_again()
    assert done.exit_code == 1
    in_order(done.output, "That was much.", "It broke at decision 1 when it was played: always.low does not hold")
    assert "Ben" not in done.output.split("\n\n")[1]


@pytest.mark.parametrize("words", [("--html", "page.html"), ("--trace",), ("--keep", "one.replay"), ("--analyse=20",)])
def test_no_command_blames_the_file_of_a_game_that_broke(rules: Path, words: tuple[str, ...]) -> None:
    done = told_again(*words)
    assert "by hand" not in done.output and "Something went wrong" not in done.output
    assert f"breaking/{LATE}  error  nothing-there" in done.output


def test_a_line_without_its_failure_is_still_blamed(rules: Path) -> None:
    told_again()
    lines = [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
    del lines[2]["failure"]
    Path("games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run("replay", "games.jsonl", "--rules", "./breaking", "--game", "3")
    assert "replay-differs" in done.output


ENTRIES = {
    '"game": "seven"': '"game" is "seven"; what belongs there is the number of the game, from 0 up',
    '"game": null': '"game" is null; what belongs there is the number of the game, from 0 up',
    '"game": true': '"game" is true; what belongs there is the number of the game, from 0 up',
    '"decisions": ["x", 2]': '"decisions" is ["x", 2]; what belongs there is how many decisions each seat made',
    '"decisions": 3': '"decisions" is 3; what belongs there is how many decisions each seat made, such as [12, 9]',
    '"settings": {"a": "b"}': '"settings" is {"a": "b"}; what belongs there is the figures that were set',
    '"who": ["random"]': '"who" is ["random"]; what belongs there is who sat in each of the 2 seats',
    '"who": "random"': '"who" is "random"; what belongs there is who sat in each seat, such as ["random", "greedy"]',
    '"failure": 3': '"failure" is 3; what belongs there is how the game broke, as a text',
    '"ruleset": 3': '"ruleset" is 3; what belongs there is the name of the ruleset, as a text',
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_of_a_result_that_does_not_fit_is_named(tmp_path: Path, entry: str) -> None:
    right = {"game": 1, "decisions": [1, 1], "ruleset": "breaking", "fingerprint": "f"}
    wrong = right | json.loads(f"{{{entry}}}")
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(right) + "\n" + json.dumps(wrong) + "\n")
    with pytest.raises(RulesError) as refused:
        list(read_results(file, Findings()))
    (found,) = refused.value.findings
    assert found.span.line == 2 and found.message.startswith(f"this line is not the result of a game: {ENTRIES[entry]}")
