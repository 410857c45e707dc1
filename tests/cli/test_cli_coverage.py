"""`rulewright coverage`: what is printed, what the gate lets through, one rule by itself, and for other programs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli

ORCHARD = Path(__file__).parents[1] / "playtest" / "orchard"


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand beside a copy of a small game."""
    shutil.copytree(ORCHARD, tmp_path / "orchard")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "orchard"


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["coverage", *words])


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "rules/game.rules"
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.slow
def test_the_counts_and_what_never_was(orchard: Path) -> None:
    result = run("./orchard", "--games", "3", "--jobs", "1")
    lines = result.stdout.split("\n")
    assert lines[:10] == [
        "The orchard.  Read orchard.",
        "1 scenario, 6 random games (3 each with 1 and 2 players).",
        "",
        "                         in all  scenarios      games       both      never",
        "  rules                      19          6         14          6          5",
        "  steps                      32         14         21         14         11",
        "  options offered             8          4          6          4          2",
        "  options taken               8          1          6          1          2",
        "  conditions, yes            22          5          8          5         14",
        "  conditions, no             22          6         14          6          8",
    ]
    assert "orchard/rules/game.rules:41:29  never looked at: day is 3 (game.game)" in lines
    assert "orchard/rules/game.rules:51:6  never reached: step.evening, and 5 more in it" in lines
    assert lines[-3:-1] == [
        "18 things never happened, without a written reason.",
        "Write a scenario, or the reason beside it: rulewright explain remark",
    ]
    assert max(map(len, lines)) <= 80
    assert result.exit_code == 0


def test_the_gate_says_no_until_a_reason_is_written(orchard: Path) -> None:
    path = orchard / "rules/game.rules"
    path.write_text('game "The orchard":\n    cites common "The rules"\n    set day to 1\n    if day is 2:\n'
                    '        set day to 3\n\nthe game has:\n    day: 0 to 9\n', "utf-8")  # fmt: skip
    shutil.rmtree(orchard / "scenarios")
    shutil.rmtree(orchard / "data")
    words = ("./orchard", "--gate", "--games", "1", "--jobs", "1")
    refused = run(*words)
    assert refused.exit_code == 1
    assert "orchard/rules/game.rules:4:8  never yes: day is 2 (game.game, and 1 more in it)" in refused.stdout
    change(orchard, "    if day is 2:", "    if day is 2:  # never yes: it is the first day")
    passed = run(*words)
    assert passed.exit_code == 0
    assert "    because: it is the first day" in passed.stdout.split("\n")
    assert passed.stdout.rstrip().endswith("Everything is reached, or says why not.")
    change(orchard, "set day to 1", "set day to 2")
    stale = run(*words)
    assert stale.exit_code == 1
    assert "orchard/rules/game.rules:4:19  error  remark-stale" in stale.stdout
    assert '"day is 2" came out yes' in stale.stdout
    assert "1 reason not right." in stale.stdout


def test_a_misspelt_remark_is_an_error_everywhere(orchard: Path) -> None:
    change(orchard, "step evening:", "step evening:  # nevr reached: it is never evening")
    result = run("./orchard")
    assert result.exit_code == 1
    assert "remark-unclear" in result.stderr and 'Did you mean "never"?' in result.stderr


def test_one_rule_line_by_line(orchard: Path) -> None:
    result = run("./orchard", "option.pick", "--games", "2", "--jobs", "1")
    assert result.exit_code == 0
    assert result.stdout.split("\n")[:6] == [
        "option.pick  orchard/rules/game.rules:62:8",
        "                                                              scenarios    games",
        "  62  option.pick                                   reached           1        4",
        "  62  pick                                          offered           1        4",
        "                                                    taken             1        4",
        "  63  take 1 apple                                  reached           1        4",
    ]
    assert "  orchard/scenarios/turn.yaml:2  A turn of picking" in result.stdout.split("\n")


def test_a_rule_that_is_not_there(orchard: Path) -> None:
    result = run("./orchard", "option.pik")
    assert result.exit_code == 2
    assert 'There is no rule "option.pik" that does something. Did you mean "option.pick"?' in result.stderr


def test_scenarios_that_fail_do_not_pass_the_gate(orchard: Path) -> None:
    path = orchard / "scenarios/turn.yaml"
    path.write_text(path.read_text("utf-8").replace("apples: 4", "apples: 5"), "utf-8")
    result = run("./orchard", "--gate", "--games", "0")
    assert result.exit_code == 1
    assert "1 scenario failed: rulewright test ./orchard" in result.stdout


def test_for_other_programs(orchard: Path) -> None:
    result = run("./orchard", "--games", "1", "--jobs", "1", "--format", "json")
    data = json.loads(result.stdout)
    assert data["games"] == {"1": 1, "2": 1}
    assert {row["kind"] for row in data["counts"]} == {"rule", "step", "option", "condition"}
    spot = next(spot for spot in data["spots"] if spot["words"] == "there is (shed where day is 3)")
    assert spot["ways"] == {"yes": {"scenarios": 0, "games": 0}, "no": {"scenarios": 1, "games": 2}}
    assert (spot["file"], spot["line"], spot["column"]) == ("orchard/rules/game.rules", 41, 8)
    assert {"kind": "rule", "rule": "step.evening", "ways": ["reached"], "inside": 5}.items() <= next(
        one for one in data["never"] if one["rule"] == "step.evening"
    ).items()
    assert data["scenarios"][0]["name"] == "A turn of picking"
    assert "option.pick" in data["scenarios"][0]["rules"] and "step.evening" not in data["scenarios"][0]["rules"]


@pytest.mark.slow
def test_two_cores_count_the_same(orchard: Path) -> None:
    one, two = (run("./orchard", "--games", "12", "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two


@pytest.mark.slow
def test_what_stands_below_is_judged_there(orchard: Path) -> None:
    top = orchard.parent / "late-orchard"
    (top / "rules").mkdir(parents=True)
    (top / "ruleset.yaml").write_text("ruleset: late-orchard\ntitle: Late\nextends: orchard\n", "utf-8")
    (top / "rules/late.rules").write_text(
        'rule late after turn:\n    cites common "The rules"\n    set day to 6\n', "utf-8"
    )
    result = run("./late-orchard", "--gate", "--games", "2", "--jobs", "1")
    assert result.exit_code == 0
    assert "Never" not in result.stdout
    last = result.stdout.split("\n")[-3:-1]
    assert last[0] == "Everything in its own files is reached."
    assert last[1].endswith(" things never happened in the rules that it stands on: --all lists them.")
    listed = run("./late-orchard", "--all", "--games", "2", "--jobs", "1").stdout
    assert "Never, in the rules that it stands on:" in listed
    assert "orchard/rules/game.rules:51:6  never reached: step.evening" not in listed
    assert "orchard/rules/game.rules:65:59  never no: can pay fence (option.build)" in listed
