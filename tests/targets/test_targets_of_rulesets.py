"""Files of kind targets: mistakes in them are told at their place, and rulesets have those of what they stand on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from ruamel.yaml import YAML
from tests.answers.fishing import write_fishing

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.compose.targets import combined_targets
from rulewright.playtest import game
from rulewright.workspace import Workspace, load

FILES = YAML(typ="safe").load((Path(__file__).parent / "files.yaml").read_text("utf-8"))
HOUSE = "ruleset: house\ntitle: House\nextends: fishing\n"
GIFT = """difference gift "The first player begins with nine coins.":
    cites book "One"
    rule gift after set-up:
        cites book "One"
        for each player in players:
            if player is first of players:
                take 9 coins
"""


@pytest.fixture
def fishing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small game, in the folder in which commands are typed."""
    monkeypatch.chdir(tmp_path)
    write_fishing(tmp_path / "fishing", "sound")
    return tmp_path / "fishing"


def write_targets(folder: Path, *texts: str, more: str = "") -> None:
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "targets.yaml").write_text(f"kind: targets\n{more}targets: [{', '.join(texts)}]\n", "utf-8")


def write_house(folder: Path) -> Path:
    """Write a house rule on the game, and return its folder."""
    house = folder.parent / "house"
    (house / "rules").mkdir(parents=True)
    (house / "ruleset.yaml").write_text(HOUSE, "utf-8")
    (house / "rules" / "gift.rules").write_text(GIFT, "utf-8")
    return house


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, [*words, "--jobs", "1"])


@pytest.mark.parametrize("case", FILES)
def test_mistakes_in_targets_are_told_where_they_are(fishing: Path, case: dict[str, Any]) -> None:
    write_targets(fishing, *case["targets"])
    (fishing / "data" / "shy.yaml").write_text("kind: seat\nname: shy\nnever: [fish]\n", "utf-8")
    line = (fishing / "data" / "targets.yaml").read_text("utf-8").split("\n")[1]
    starts = [line.index(text) for text in case["targets"]]
    rules = Workspace().ruleset(str(fishing))
    found = [
        (one.code.value, one.span.line, line[one.span.column - 1 : one.span.end_column - 1], one.message)
        for one in rules.findings
    ]
    for (code, _, wrong, message), (was, place, word, said) in zip(case["says"], found, strict=True):
        assert (code, 2, wrong) == (was, place, word) and message in said
    for (_, entry, wrong, _), one in zip(case["says"], rules.findings, strict=True):
        assert one.span.column - 1 == starts[entry] + case["targets"][entry].index(wrong)
        assert one.remedy or one.code.value == "unknown-name"


def test_a_ruleset_has_the_targets_below_and_its_own_in_their_place(fishing: Path) -> None:
    write_targets(fishing, "rounds 3 to 5", "seat spread < 5%")
    house = write_house(fishing)
    write_targets(house, "seat spread < 90%", more="difference: gift\n")
    assert [*map(str, combined_targets(load(str(house)).composed_rules))] == ["rounds 3 to 5", "seat spread < 90%"]
    without = load(f"{fishing}").composed_rules
    assert [*map(str, combined_targets(without))] == ["rounds 3 to 5", "seat spread < 5%"]


def test_targets_change_no_rule(fishing: Path) -> None:
    before = load(str(fishing)).program(3).fingerprint
    write_targets(fishing, "rounds 3 to 5")
    assert load(str(fishing)).program(3).fingerprint == before


@pytest.mark.slow
def test_a_report_begins_with_its_alarms_and_games_that_show_them(fishing: Path) -> None:
    write_targets(fishing, "rounds > 5", "decisions 12 to 15", "greedy above random > 50%", "seat spread < 70%")
    done = run("report", "./fishing", "--players", "3", "--games", "80")
    lines = done.output.split("\n")
    assert done.exit_code == 1
    assert lines[0] == "1 alarm rings: 1 of 4 targets missed, 1 met, 1 undecided, 1 not played."
    assert lines[1] == "Alarm: rounds 4.0 (4.0 to 4.0), wanted > 5."
    typed = "rulewright simulate ./fishing --players 3 --games 1"
    for number in (1, 2, 3):
        after = f"{typed} --seed {number} --out {number}.jsonl --force && rulewright replay {number}.jsonl"
        assert lines[1 + number].strip() == after
    assert run(*lines[2].split(" && ")[0].split()[1:]).exit_code == 0
    told = CliRunner().invoke(cli, ["replay", "1.jsonl"])
    assert told.exit_code == 0 and "play game number 1, 12 decisions" in told.output
    text = " ".join(done.output.split())
    assert "Undecided: decisions 12.0 (12.0 to 12.0), wanted 12 to 15." in text
    assert "Met: seat spread" in text and "--budget 10m plays random seats and greedy seats. Met:" in text
    assert "An alarm rings only where the games show that a target is missed" in text


@pytest.mark.slow
def test_documents_and_pages_have_the_alarms(fishing: Path) -> None:
    write_targets(fishing, "rounds > 5", "rarest option > 10%", "longest wait < 9 by greedy")
    asked = ("report", "./fishing", "--games", "40")
    (only,) = json.loads(run(*asked, "--format", "json").output)["rulesets"]
    alarm, met, unplayed = only["targets"]
    assert (alarm["verdict"], alarm["value"], alarm["within"], alarm["games"]) == ("missed", 4, [4, 4], [1, 2, 3])
    assert (met["verdict"], met["of"]) == ("met", "phase.day fish")
    assert alarm["p"] < 0.001 < met["p"] and (unplayed["verdict"], unplayed["value"]) == ("not played", None)
    page = run(*asked, "--html", "-").output
    assert (
        page.index("1 alarm rings") < page.index("<strong>Alarm: </strong>rounds 4.0") < page.index("Is a seat better")
    )


@pytest.mark.slow
def test_a_report_without_an_alarm_is_fine(fishing: Path) -> None:
    write_targets(fishing, "rounds 3 to 5")
    done = run("report", "./fishing", "--games", "40")
    assert (done.exit_code, done.output.split("\n")[0]) == (0, "No alarm rings: 1 of 1 target met.")
    few = run("report", "./fishing", "--games", "1").output
    assert "Undecided: rounds, wanted 3 to 5. This needs at least 10 games." in few
    write_targets(fishing, "seat spread < 5%")
    alone = run("report", "./fishing", "--players", "1", "--games", "20")
    assert "Undecided: seat spread, wanted < 5%. These games have no such thing." in alone.output


def test_what_broke_is_said_first(fishing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "MOST_DECISIONS", 5)
    write_targets(fishing, "unfinished games < 5%")
    done = run("report", "./fishing", "--games", "12")
    assert done.exit_code == 1 and done.output.startswith("12 games broken: ")
    assert "Alarm: unfinished games 100.0%" in done.output


@pytest.mark.slow
def test_a_budget_also_plays_whom_targets_name(fishing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.commands.report.SEARCHES", ("search:1", "search:2"))
    write_targets(fishing, "random without fish above random 30% to 70%", "decisions 11 to 13 by search:1")
    done = run("report", "./fishing", "--players", "3", "--games", "20", "--budget", "60s", "--no-compiler")
    text = " ".join(done.output.split())
    assert "No alarm rings: 2 of 2 targets met." in text
    assert "of random without fish seats against random seats" in text and "Search:1 seats: A game takes" in text


@pytest.mark.slow
def test_seats_that_are_typed_play_each_alone_then_in_pairs_and_what_targets_restrict(fishing: Path) -> None:
    write_targets(fishing, "random without fish above random > 10%", "search:9 above random > 1%")
    words = ("report", "./fishing", "--games", "12", "--players", "2", "--seat", "random", "--seat", "search:2")
    one, other = run(*words), run(*words)
    assert one.exit_code == 0 and one.stdout == other.stdout
    said = " ".join(one.stdout.split())
    assert (
        "Played with 2 players: 12 games of random seats, 12 games of search:2 seats, 24 games of random without fish "
        "seats against random seats, 24 games of search:2 seats against random seats." in said
    )
    assert "2 targets" in said and "1 not played" in said and "Not played: search:9 above random" in said
    program = run(*words[:-1], "cmd:./seat")
    assert program.exit_code == 2 and "name another kind" in " ".join(program.output.split())


@pytest.mark.slow
def test_two_rulesets_have_alarms_of_their_own(fishing: Path) -> None:
    write_targets(fishing, "rounds > 5")
    write_targets(write_house(fishing), "rounds < 5")
    done = run("report", "./fishing", "./house", "--players", "3", "--games", "20")
    assert done.output.startswith("A: 1 alarm rings: ") and "\nB: No alarm rings: " in done.output


@pytest.mark.slow
def test_try_judges_a_house_rule_by_the_targets_of_its_base(fishing: Path) -> None:
    write_targets(fishing, "seat spread < 60%", "rounds 3 to 5", "decisions < 5 by greedy")
    sound = run("try", "./fishing", "--players", "3", "--games", "50")
    assert sound.exit_code == 0 and "Alarm" not in sound.output
    assert sound.output.split("\n")[-2] == "Targets    2 of 3 targets met, 1 not played"
    write_house(fishing)
    done = run("try", "./house", "--players", "3", "--games", "50")
    assert done.exit_code == 1 and "Alarm: seat spread " in done.output
    assert done.output.split("\n")[-2] == "Targets    1 of 3 targets missed, 1 met, 1 not played"
    other = run("try", "./house", "--players", "3", "--games", "3", "--seat", "random", "--seat", "greedy")
    assert other.output.split("\n")[-2] == "Targets    3 of 3 targets not played"
