"""`rulewright try`: everything about a ruleset at once, and at the end four lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.comparison.statistics.effects import length_effect, points_effect
from rulewright.playtest.game import Record
from rulewright.report.try_report import more
from rulewright.scenarios.run import run_under

GAMES = ("--games", "6", "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny game and house rules on it."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "game").exit_code == 0
    assert run("new", "mine", "--on", "game").exit_code == 0
    return tmp_path / "rulesets"


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, list(words))


def tried(*words: str, name: str = "mine") -> Result:
    return run("try", name, *GAMES, *words)


def change(folder: Path, text: str) -> None:
    """Write other house rules, without a scenario."""
    (folder / "mine" / "scenarios" / "house.yaml").unlink()
    (folder / "mine" / "rules" / "house.rules").write_text(text, encoding="utf-8")


def test_a_game_of_its_own() -> None:
    done = tried(name="game")
    assert done.exit_code == 0
    lines = done.output.replace("\\", "/").split("\n")
    assert lines[:2] == ["Game.  Read rulesets/game.", ""]
    assert lines[2:5] == [
        "Rules      no mistakes; a game of its own",
        "Scenarios  1 passed",
        "Games      6 random games with 4 players came to their end",
    ]
    assert re.fullmatch(r"Points     0\.2 a player; \d+ decisions", lines[5])


@pytest.mark.slow
def test_seats_that_are_named_play_the_games_here_and_below() -> None:
    done = tried("--seat", "greedy")
    assert done.exit_code == 0
    assert "6 games with 4 players (four greedy bots) came to their end" in done.output
    assert "as many" in done.output.splitlines()[-1]


@pytest.mark.slow
def test_house_rules(folder: Path) -> None:
    change(
        folder,
        """\
change stones-at-start from 21 to 9 because house "House rule"

replace scoring last-stone "Last stone":
    cites house "House rule"
    score 4 points if player is winner

rule more after turn:
    cites house "House rule"
    tell "Next."
""",
    )
    done = tried()
    assert done.exit_code == 0
    lines = done.output.replace("\\", "/").split("\n")
    assert (
        lines[:-3]
        == [
            "Game, mine.  Read rulesets/mine.  It stands on game.",
            "",
            "Different from game:",
            "  changed   stones-at-start from 21 to 9  mine/rules/house.rules:1",
            "  replaced  scoring.last-stone            mine/rules/house.rules:3",
            "  added     rule.more                     mine/rules/house.rules:7",
            "",
            "Scenarios of game with another result:",
            "  game/scenarios/game.yaml:9  Who takes the last stone wins",
            "",
            "Rules      no mistakes; 3 things are different",
            "Scenarios  0 passed; of the 1 of game 1 with another result",
        ]
        or lines[:-3]
    )
    assert lines[-3] == "Games      6 random games with 4 players came to their end"
    assert re.fullmatch(
        r"Points     1\.0 a player: 0\.8 more, undecided; \d+ decisions: \d+ fewer, undecided", lines[-2]
    )


def test_what_is_removed_and_given_again(folder: Path) -> None:
    change(folder, 'remove scoring last-stone because house "House rule"\n')
    (folder / "mine" / "data").mkdir()
    (folder / "mine" / "data" / "numbers.yaml").write_text(
        "kind: figures\nfigures: {stones-at-start: {value: 3, source: 'house \"House rule\"'}}\n"
    )
    done = tried()
    assert "  replaced  figure.stones-at-start  mine/data/numbers.yaml:2\n" in done.output
    assert "  removed   scoring.last-stone      mine/rules/house.rules:1\n" in done.output


@pytest.mark.slow
def test_differences_with_names(folder: Path) -> None:
    change(
        folder,
        """\
difference few-stones "There are nine stones.":
    cites house "House rule"
    change stones-at-start from 21 to 9
    replace scoring last-stone "Last stone":
        score 4 points if player is winner
""",
    )
    done = tried()
    assert done.exit_code == 0
    assert "Different from game:\n  few-stones: There are nine stones.  mine/rules/house.rules:1\n\n" in done.output
    assert "Rules      no mistakes; 1 thing is different\n" in done.output


@pytest.mark.slow
def test_two_rulesets_on_each_other(folder: Path) -> None:
    assert run("new", "more", "--on", "mine").exit_code == 0
    done = tried(name="more")
    assert done.exit_code == 0
    assert "It stands on mine." in done.output and "Rules      no mistakes; 1 thing is different\n" in done.output


def test_the_same_games_have_no_difference(folder: Path) -> None:
    change(folder, "")
    done = tried()
    assert "Rules      no mistakes; nothing is different\n" in done.output
    assert "of the 1 of game none with another result\n" in done.output
    assert done.output.rstrip().endswith("decisions: as many")
    assert "Points     0.2 a player: as many; " in done.output


def test_mistakes_come_first(folder: Path) -> None:
    change(folder, 'change stones-at-strat from 21 to 9 because house "House rule"\n')
    done = tried()
    assert done.exit_code == 1
    assert 'Did you mean "stones-at-start"?' in done.output and "Games" not in done.output


def test_a_scenario_that_fails(folder: Path) -> None:
    (folder / "game" / "scenarios" / "game.yaml").write_text(
        "scenario: Wrong\nplay: []\nexpect: {pile: 20}\n", encoding="utf-8"
    )
    done = tried(name="game")
    assert done.exit_code == 1
    assert "game/scenarios/game.yaml:3  failed  Wrong\n" in done.output
    assert "Scenarios  0 passed, 1 failed\n" in done.output


def test_what_fails_in_the_base_already_is_not_counted(folder: Path) -> None:
    (folder / "game" / "scenarios" / "game.yaml").write_text(
        "scenario: Wrong\nplay: []\nexpect: {pile: 7}\n", encoding="utf-8"
    )
    assert "of the 1 of game none with another result" in tried().output


def test_a_scenario_that_means_nothing_any_more_hides_no_other(folder: Path) -> None:
    change(folder, 'remove scoring last-stone because house "House rule"\n')
    (folder / "game" / "scenarios" / "game.yaml").write_text(
        """\
scenarios:
  - {scenario: Scored, given: {pile: 1}, play: [], expect: {score: {Yellow: {Last stone: 1}}}}
  - {scenario: Laid, play: [], expect: {pile: 21}}
  - {scenario: Laid otherwise, play: [], expect: {pile: 22}}
""",
        encoding="utf-8",
    )
    from rulewright.workspace import Ruleset

    opening.space.cache_clear()
    mine = opening.ruleset("mine").source
    assert mine.base is not None
    results = run_under(lambda seats: Ruleset.of(mine).program(seats, traced=True), mine.base)
    assert [(result.name, result.ok) for result in results] == [
        ("Scored", False), ("Laid", True), ("Laid otherwise", False),
    ]  # fmt: skip


def test_games_that_break(folder: Path) -> None:
    change(folder, 'always few:\n    cites house "House rule"\n    pile is at least 10\n')
    done = tried()
    assert done.exit_code == 1
    said = " ".join(done.output.split())
    assert "6 games broken: always.few does not hold" in said
    assert "again: rulewright simulate mine --players 4 --games 1 --seed 1" in said
    assert "Games 0 random games with 4 players came to their end, 6 broke" in said


@pytest.mark.slow
def test_other_numbers_of_players(folder: Path) -> None:
    assert "with 2 players" in tried("--players", "2").output
    assert tried("--players", "5").exit_code == 2
    manifest = folder / "mine" / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + "players: {from: 5, to: 5, names: [A, B, C, D, E]}\n")
    (folder / "mine" / "scenarios" / "house.yaml").unlink()
    done = tried()
    assert done.exit_code == 0 and re.search(r"Points     0\.4 a player; \d+ decisions\n", done.output)


@pytest.mark.slow
def test_a_base_that_only_lies_beside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "mine")
    done = run("try", "../mine", *GAMES)
    assert done.exit_code == 0 and "It stands on game." in done.output


def test_the_four_lines_fit(folder: Path) -> None:
    assert max(len(line) for line in tried().output.split("\n")) <= 80


def test_paired_differences() -> None:
    before = [Record(game, [10, 10], [game, game]) for game in range(4)]
    after = [Record(game, [10, 12], [game + 1, game + 1 + 2 * (game % 2)]) for game in range(4)]
    assert points_effect(before, after).difference == 1.5
    assert [round(end, 3) for end in points_effect(before, after).within] == [0.581, 2.419]
    assert (length_effect(before, after).difference, length_effect(before, after).within) == (2.0, (2.0, 2.0))
    assert more(points_effect(before, after), 1) == "1.5 more, undecided", "four pairs are few"
    assert (
        more(points_effect(before * 4, after * 4), 1) == "1.5 more"
        and more(points_effect(after * 4, before * 4), 0) == "2 fewer"
    )
    broken = [Record(0, [3, 3], failure="broken"), *after[1:]]
    assert points_effect(before, broken).difference == 5 / 3
    assert more(points_effect(before, []), 1) == "as many"


def test_nowhere() -> None:
    done = run("try", "nowhere")
    assert done.exit_code == 2 and 'there is no ruleset "nowhere"' in done.output
