"""Findings for other programs, `--format json|sarif`; checking again when a file changes, `--watch`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_fakes import environment
from click.testing import CliRunner, Result
from jsonschema import Draft7Validator
from tests.interrupts import heard

import rulewright.report
from rulewright.cli import opening
from rulewright.cli.main import cli

MANIFEST = """\
ruleset: tiny
title: Tiny
players: {from: 2, to: 3, names: [Ann, Ben, Cleo]}
sources: {book: {title: The book, passages: [One]}}
"""
RULES = """\
each player has:
    amount coin / coins

game "Tiny":
    for each player in players:
        take 3 coins

scoring coins "Coins":
    score player's coins points
"""
TWO = RULES.replace("take 3 coins", "take 3 coinn") + "\nruling late:\n    cites book One\n"
SCENARIO = """\
scenarios:
  - scenario: All take coins
    rules: [scoring.coins]
    cites: book "One"
    given: {step: game}
    play: []
    expect: {Ann: {coins: 3}}
"""
JSON_FORM = json.loads((Path(rulewright.report.__file__).parent / "findings.schema.json").read_text("utf-8"))
SARIF_FORM = json.loads((Path(__file__).parent / "sarif-2.1.0-parts.schema.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "rulesets" / "tiny"
    (folder / "rules").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (folder / "rules" / "a.rules").write_text(RULES, "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def document(done: Result, form: dict[str, Any]) -> Any:
    """The one document that was printed, which has the form that was promised."""
    found = json.loads(done.stdout)
    Draft7Validator.check_schema(form)
    assert [error.message for error in Draft7Validator(form).iter_errors(found)] == []
    return found


def test_json_of_nothing_found() -> None:
    done = run("check", "tiny", "--format", "json")
    assert done.exit_code == 0
    assert document(done, JSON_FORM) == {"version": 1, "findings": [], "errors": 0, "warnings": 0}


def test_json_names_code_place_message_and_remedy(tiny: Path) -> None:
    (tiny / "rules" / "a.rules").write_text(RULES.replace("3 coins", "3 coinn"), "utf-8")
    done = run("check", "tiny", "--format", "json")
    assert done.exit_code == 1
    found = document(done, JSON_FORM)
    assert found["errors"] == 1
    assert found["findings"] == [
        {
            "code": "unknown-name",
            "severity": "error",
            "file": "tiny/rules/a.rules",
            "path": "rulesets/tiny/rules/a.rules",
            "line": 6,
            "column": 16,
            "endLine": 6,
            "endColumn": 21,
            "message": "no such thing can be taken",
            "remedy": ['Did you mean "coin"?', "A player can take: coin (declared in tiny/rules/a.rules:1)."],
            "fix": {
                "title": 'Write "coin" instead of "coinn".',
                "safe": False,
                "edits": [
                    {
                        "path": "rulesets/tiny/rules/a.rules",
                        "line": 6,
                        "column": 16,
                        "endLine": 6,
                        "endColumn": 21,
                        "text": "coin",
                    }
                ],
            },
        }
    ]


def test_a_file_elsewhere_has_its_whole_path(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tiny / "rules" / "a.rules").write_text("game:\n\ttake 1 coin\n", "utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (finding,) = document(run("check", str(tiny), "--format", "json"), JSON_FORM)["findings"]
    assert finding["path"] == (tiny / "rules" / "a.rules").resolve().as_posix()
    sarif = document(run("check", str(tiny), "--format", "sarif"), SARIF_FORM)
    place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].startswith("file:///")


@pytest.mark.parametrize(("form", "schema"), [("json", JSON_FORM), ("sarif", SARIF_FORM)])
def test_what_has_no_place_has_none_there_either(form: str, schema: dict[str, Any], tiny: Path) -> None:
    (tiny / "rules" / "a.rules").write_text("each player has:\n    amount coin / coins\n", "utf-8")
    done = run("check", "tiny", "--format", form)
    assert done.exit_code == 2
    assert "game-missing" in done.stdout and "path" not in str(document(done, schema))
    gone = run("check", "nowhere", "--format", form)
    assert gone.exit_code == 2
    assert "unknown-ruleset" in str(document(gone, schema))


def test_sarif_has_a_rule_for_each_code_and_a_result_for_each_finding(tiny: Path) -> None:
    (tiny / "rules" / "a.rules").write_text(TWO, "utf-8")
    (tiny / "rules" / "ä b.rules").write_text("stpe x:\n    take 1 coin\n", "utf-8")
    done = run("check", "tiny", "--format", "sarif")
    assert done.exit_code == 1
    (one,) = document(done, SARIF_FORM)["runs"]
    rules, results = one["tool"]["driver"]["rules"], one["results"]
    assert one["tool"]["driver"]["name"] == "Rulewright" and one["columnKind"] == "unicodeCodePoints"
    assert {result["ruleId"] for result in results} == {rule["id"] for rule in rules}
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)
    assert all(rule["help"]["text"] != rule["id"] for rule in rules), "the page of the code"
    places = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
    assert places == {"rulesets/tiny/rules/a.rules", "rulesets/tiny/rules/%C3%A4%20b.rules"}
    assert any('Did you mean "step"?' in result["message"]["text"] for result in results)
    (fix,) = next(result["fixes"] for result in results if "step" in result["message"]["text"])
    assert fix["description"]["text"] == 'Write "step" instead of "stpe".'
    ((replacement,),) = (change["replacements"] for change in fix["artifactChanges"])
    assert replacement["deletedRegion"]["endColumn"] == 6 and replacement["insertedContent"]["text"] == "step "


def test_all_rulesets_make_one_document(tiny: Path) -> None:
    other = tiny.parent / "other"
    (other / "rules").mkdir(parents=True)
    (other / "ruleset.yaml").write_text(MANIFEST.replace("tiny", "other"), "utf-8")
    (other / "rules" / "a.rules").write_text(RULES.replace("take", "tak"), "utf-8")
    opening_every = opening.every_ruleset
    try:
        opening.every_ruleset = lambda: ["other", "tiny"]  # type: ignore[assignment]
        done = run("check", "--all", "--format", "json")
    finally:
        opening.every_ruleset = opening_every
    assert done.exit_code == 1
    assert [finding["file"] for finding in document(done, JSON_FORM)["findings"]] == ["other/rules/a.rules"]


def test_a_scenario_that_fails_is_a_finding(tiny: Path) -> None:
    (tiny / "scenarios").mkdir()
    (tiny / "scenarios" / "s.yaml").write_text(SCENARIO, "utf-8")
    assert document(run("test", "tiny", "--format", "json"), JSON_FORM)["findings"] == []
    (tiny / "scenarios" / "s.yaml").write_text(SCENARIO.replace("coins: 3", "coins: 4"), "utf-8")
    opening.space.cache_clear()
    done = run("test", "tiny", "--format", "json")
    assert done.exit_code == 1
    (finding,) = document(done, JSON_FORM)["findings"]
    assert (finding["code"], finding["line"], finding["message"]) == ("scenario-failed", 7, "All take coins")
    assert "Ann's coins: expected 4, got 3" in finding["remedy"]
    assert document(run("test", "tiny", "--format", "sarif"), SARIF_FORM)["runs"][0]["results"]


def test_mistakes_that_keep_scenarios_from_running_are_told_in_the_same_form(tiny: Path) -> None:
    (tiny / "scenarios").mkdir()
    (tiny / "scenarios" / "s.yaml").write_text(SCENARIO.replace("scoring.coins", "scoring.coin"), "utf-8")
    done = run("test", "tiny", "--format", "json")
    assert done.exit_code == 1
    assert [finding["code"] for finding in document(done, JSON_FORM)["findings"]] == ["unknown-rule"]
    (tiny / "scenarios" / "s.yaml").write_text(SCENARIO, "utf-8")
    opening.space.cache_clear()
    none = run("test", "tiny", "No such", "--format", "json")
    assert none.exit_code == 2
    assert "No such" in document(none, JSON_FORM)["findings"][0]["message"]


# ---- --watch


class Watched:
    """`rulewright check ... --watch` in a process of its own."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-u", "-m", "rulewright.cli", "check", *words, "--watch"]
        with heard():
            self.process = subprocess.Popen(
                command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        self.limit = threading.Timer(120, self.process.kill)
        self.limit.start()

    def until(self, text: str) -> str:
        """What is printed up to a line with a text in it."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if text in line:
                return "".join(lines)
        raise AssertionError("".join(lines))

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: the exit code, and what is printed last."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=30)
        self.limit.cancel()
        return self.process.returncode, rest


@pytest.fixture
def interrupts_ignored() -> Iterator[None]:
    """Run the test as `nohup pytest &` would."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_watch_checks_again_when_a_file_changes(tiny: Path) -> None:
    watched = Watched("tiny")
    try:
        assert "Tiny: no errors." in watched.until("Ctrl-C ends")
        (tiny / "rules" / "a.rules").write_text(RULES.replace("take", "tak"), "utf-8")
        assert "a.rules:6:9  error  unknown-word" in watched.until("Ctrl-C ends")
        (tiny / "rules" / "a.rules").write_text(RULES, "utf-8")
        seen = watched.until("Ctrl-C ends")
        assert "Tiny: no errors." in seen and "Checked at " in seen
        (tiny / "data").mkdir()
        (tiny / "data" / "new.yaml").write_text("kind: figures\n", "utf-8")
        assert "new.yaml" in watched.until("Ctrl-C ends"), "a new file counts, too"
    finally:
        code, rest = watched.stop()
    assert (code, rest) == (0, "\nStopped watching.\n")


@pytest.mark.slow
@pytest.mark.usefixtures("interrupts_ignored")
def test_watch_sees_the_ruleset_below(tiny: Path) -> None:
    house = tiny.parent / "house"
    house.mkdir()
    (house / "ruleset.yaml").write_text("ruleset: house\ntitle: House\nextends: tiny\n", "utf-8")
    watched = Watched("./rulesets/house")
    try:
        assert "House: no errors." in watched.until("Ctrl-C ends")
        (tiny / "ruleset.yaml").write_text("ruleset: tiny\ntitel: Tiny\n", "utf-8")
        assert "titel" in watched.until("Ctrl-C ends")
        (tiny / "ruleset.yaml").write_text(MANIFEST, "utf-8")
        assert "House: no errors." in watched.until("Ctrl-C ends"), "also when it could not be read in between"
    finally:
        assert watched.stop()[0] == 0


def test_watch_of_nothing_ends_at_once() -> None:
    done = run("check", "nowhere", "--watch")
    assert done.exit_code == 2
    assert 'there is no ruleset "nowhere"' in done.output and "Ctrl-C" not in done.output


def test_watch_is_for_people() -> None:
    done = run("check", "tiny", "--watch", "--format", "json")
    assert done.exit_code == 2 and "leave out --format" in done.output
