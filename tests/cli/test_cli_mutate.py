"""`rulewright mutate` as it is typed: what it prints and its exit codes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import cli, run_guarded
from rulewright.cli.opening import space

STALL = Path(__file__).parents[1] / "playtest/stall"


def run(*words: str) -> Result:
    space.cache_clear()
    return CliRunner().invoke(cli, ["mutate", *words, "--jobs", "1"])


@pytest.fixture
def stall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the small game in the folder where one stands."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(STALL, tmp_path / "stall"))


def edit(stall: Path, old: str, new: str) -> None:
    path = stall / "rules/stall.rules"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.slow
def test_what_no_scenario_notices_is_shown_with_its_line(stall: Path) -> None:
    done = run("./stall", "--only", "step.find-starter")
    assert done.exit_code == 1
    lines = done.output.split("\n")
    assert lines[:8] == [
        "The stall: 3 scenarios.  Read stall.",
        "",
        "stall/rules/stall.rules:26:23  no scenario notices  step.find-starter",
        "   |",
        "25 |     in laps for each player in players until starter is not nobody:",
        "26 |         roll die from 1 to 6  # refused: this line is left out; # unnoticed",
        "   |                       ^  0 instead of 1",
        "",
    ]
    assert max(map(len, lines)) <= 80
    assert "noticed by a scenario" in done.output and "refused by check" in done.output


@pytest.mark.slow
def test_all_explained_is_fine_and_a_reason_not_needed_is_not(stall: Path) -> None:
    edit(stall, "# unnoticed: offered without this condition", "# survives: paying says the same")
    done = run("./stall", "--only", "buy")
    assert done.exit_code == 0 and "noticed by none, with a reason beside the line" in done.output
    assert "paying says the same" not in done.output
    assert "survives: paying says the same" in run("./stall", "--only", "buy", "--all").output
    edit(stall, "    take 1 basket", "    take 1 basket  # survives: who cares")
    done = run("./stall", "--only", "buy")
    assert done.exit_code == 1 and "stall/rules/stall.rules:37:20  reason not needed" in done.output


@pytest.mark.slow
def test_what_is_known_is_not_tried_again(stall: Path) -> None:
    assert "known from before" not in run("./stall", "--only", "buy").output
    first = run("./stall", "--sample", "4").output
    assert "4 changes, one at a time" in first
    assert "4 changes, one at a time, all of them known from before" in run("./stall", "--sample", "4").output
    assert "known from before" not in run("./stall", "--sample", "4", "--again").output


@pytest.mark.slow
def test_several_rules_are_tried_together(stall: Path) -> None:
    def tried(*only: str) -> int:
        said = run("./stall", "--all", *(word for name in only for word in ("--only", name))).output
        found = re.search(r"(\d+) changes?, one at a time", said)
        assert found is not None, said
        return int(found[1])

    assert tried("step.find-starter", "buy") == tried("step.find-starter") + tried("buy") > tried("buy") > 0
    assert tried("buy", "buy") == tried("buy")


def test_a_name_that_nothing_has_is_a_mistake_of_who_typed_it(stall: Path) -> None:
    done = run("./stall", "--only", "buy", "--only", "step.find-start")
    assert done.exit_code == 2 and 'Did you mean "step.find-starter"?' in done.output


def test_nothing_is_tried_while_a_scenario_fails_or_without_any(stall: Path) -> None:
    edit(stall, "take 5 coins", "take 4 coins")
    done = run("./stall")
    said = " ".join(done.output.split())
    assert done.exit_code == 1 and "fails as it is" in said and "rulewright test ./stall" in said
    (stall / "scenarios/stall.yaml").unlink()
    done = run("./stall")
    assert done.exit_code == 1 and "There are no scenarios" in done.output


def test_rules_with_mistakes_are_told_as_by_check(stall: Path) -> None:
    edit(stall, "take 5 coins", "take 5 coinz")
    assert run_guarded(lambda: run("./stall").exit_code) == 1
    assert "unknown-name" in run("./stall").output
