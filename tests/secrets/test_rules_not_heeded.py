"""Worlds that violate `always` rules are reported: by `check` for the rules, at the table for the figures behind them.

In `smugglers` three of seven smuggle, and know each other: `partners` of each must be the same as who is `crooked`, and
who travelled with whom says more. Few worlds satisfy that. Without `partners`, all worlds are as they should be.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.cli.commands.play.advice import Advice
from rulewright.engine import Game
from rulewright.report.known_text import preview_lines
from rulewright.workspace import Workspace, compiled_program, load

FOLDER = Path(__file__).parent / "smugglers"
ROOT = Path(__file__).parents[2]
SHIPPED = ["examples/hearts", "examples/sealed-bid-auction", "tests/probes/guarded-hands"]
PARTNERS = re.compile(
    r"always (?:smugglers-know|others-know-nobody):\n.*\n\n| +partners:.*\n|    for each .* smugglers:\n.*\n"
)
BREAK = re.compile(r"(\d+) of 12 worlds behind this break always\.[a-z-]+, so it may be wrong\.")


@pytest.fixture
def heeded(tmp_path: Path) -> Path:
    """The game without what its secrets say of each other."""
    shutil.copytree(FOLDER, tmp_path / "smugglers")
    rules = tmp_path / "smugglers/rules/game.rules"
    rules.write_text(PARTNERS.sub("", rules.read_text("utf-8")), "utf-8")
    assert "partners" not in rules.read_text("utf-8")
    return tmp_path / "smugglers"


def not_heeded(folder: Path) -> list[str]:
    found = load(str(folder)).all_findings
    assert [one for one in found if one.severity == "error"] == []
    return [one.message for one in found if one.code == "rule-not-heeded"]


@pytest.mark.slow
def test_check_warns_of_the_rule_that_drawn_worlds_violate_most() -> None:
    (finding,) = Workspace(ROOT).ruleset(str(FOLDER)).all_findings
    assert (finding.severity, finding.span.line) == ("warning", 13)
    assert re.fullmatch(
        r"worlds that seats draw break this rule in \d+ of \d+: what they believe is wrong there", finding.message
    )


def test_rules_that_worlds_satisfy_are_no_warning(heeded: Path) -> None:
    assert not_heeded(heeded) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_there_is_no_false_alarm(name: str) -> None:
    assert not_heeded(ROOT / name) == []


def told(folder: Path, kinds: list[str]) -> list[list[str]]:
    """What `what` and `hint` say in one position after all journeys."""
    program = compiled_program(str(folder), 7, {}, traced=True)
    game = Game.start(program, 2)
    for _ in range(8):
        game.choose(game.codes[-1])
    advice = Advice(load(str(folder)), lambda: program)
    hints = [advice.rated_lines(game, kind, advice.rating_of(game, kind)()) for kind in kinds]
    return [preview_lines("Name", advice.preview_of(game, game.codes[0])), *hints]


@pytest.mark.slow
def test_what_and_hint_say_that_worlds_violate_rules() -> None:
    for lines in told(FOLDER, ["greedy", "search:20"]):
        assert BREAK.search(" ".join(line.strip() for line in lines)), lines


@pytest.mark.slow
def test_what_and_hint_say_nothing_where_all_rules_hold(heeded: Path) -> None:
    for lines in told(heeded, ["greedy", "search:20"]):
        assert lines and "worlds behind" not in " ".join(lines)
