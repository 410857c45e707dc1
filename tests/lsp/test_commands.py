"""Commands, and the lenses and hints that stand beside the rules."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from editor import Editor

pytestmark = pytest.mark.slow


def titles(editor: Editor, path: Path, line: int) -> list[str]:
    """Return the titles of the lenses above a line, counted from 0."""
    lenses = editor.ask("textDocument/codeLens", editor.whole(path))
    return [one["command"]["title"] for one in lenses if one["range"]["start"]["line"] == line]


def line_of(path: Path, text: str) -> int:
    return path.read_text("utf-8").partition(text)[0].count("\n")


def test_scenarios_are_played_and_lenses_say_what_came_of_them(rules: Path, scenarios: Path, editor: Editor) -> None:
    editor.open(rules)
    line = line_of(rules, "step ante")
    (first, *rest) = titles(editor, rules, line)
    assert first.endswith("not run") and rest == ["run", "play from here"]
    done = editor.command("test", rules, rule="step.ante", show=True)
    assert done["passed"] > 0 and done["failed"] == 0 and "passed" in editor.shown[-1]
    assert titles(editor, rules, line)[0].endswith("last run passed")
    editor.open(scenarios, scenarios.read_text("utf-8").replace("chips: 1, stakes: 1", "chips: 2, stakes: 1", 1))
    done = editor.command("test", rules, rule="step.ante")
    (failed,) = [one for one in done["results"] if not one["passed"]]
    assert "expected 2, got 1" in failed["lines"][0]
    assert failed["location"]["uri"] == scenarios.as_uri() and failed["location"]["range"]["start"]["line"] == 13
    assert titles(editor, rules, line)[0].endswith("1 failed")
    assert titles(editor, scenarios, 2) == ["1 failed", "run", "play from here"]


def test_a_lens_starts_what_it_says(rules: Path, scenarios: Path, editor: Editor) -> None:
    editor.open(rules)
    lenses = editor.ask("textDocument/codeLens", editor.whole(rules))
    commands = {one["command"]["title"]: one["command"] for one in lenses if one["command"]["command"]}
    assert {one["command"] for one in commands.values()} <= set(
        editor.capabilities["executeCommandProvider"]["commands"]
    )
    for title in ("run", "play from here"):
        assert editor.ask("workspace/executeCommand", commands[title])
    opened = next(one for one in commands.values() if one["command"] == "rulewright.open")
    assert opened["arguments"][0]["location"]["uri"] == scenarios.as_uri()


def test_a_command_line_begins_at_the_position_of_a_scenario(rules: Path, scenarios: Path, editor: Editor) -> None:
    named = editor.command("scenarios", rules)[1]
    at = named["location"]["range"]["start"]["line"]
    for more in ({"scenario": named["name"]}, {"line": at + 2}):
        start = editor.command("play", scenarios, **more)
        assert start["scenario"] == named["name"]
    done = subprocess.run(
        start["command"], cwd=start["folder"], input="quit\n", capture_output=True, text=True,
        env={**os.environ, "RULEWRIGHT_STATE": "off"},
    )  # fmt: skip
    assert done.returncode == 0 and "bet or pass?" in done.stdout, done.stderr
    assert editor.command("play", rules)["scenario"] is None


def test_lines_that_are_never_reached_are_listed(rules: Path, editor: Editor) -> None:
    editor.open(rules, rules.read_text("utf-8").replace('option pass "Pass"', 'option pass "Pass" when 1 is 1'))
    found = editor.command("coverage", rules)
    assert [(one["kind"], one["outcomes"]) for one in found["never"]] == [("condition", ["no"])]
    assert found["never"][0]["location"]["uri"] == rules.as_uri()
    assert editor.command("coverage", rules, games=2)["games"] == 2


def test_a_ruleset_is_compared_with_its_base_and_printed(rules: Path, house: Path, editor: Editor) -> None:
    listed = {one["name"]: one["base"] for one in editor.command("rulesets", rules)}
    assert listed == {"kuhn-poker": None, "kuhn-house": "kuhn-poker"}
    page = editor.command("diff", house)
    assert page["rows"] == 1 and "take 2 stakes" in page["markdown"].lower() and page["html"].startswith("<!DOCTYPE")
    assert editor.command("diff", rules, other="kuhn-house")["rows"] == 1
    assert editor.command("diff", rules, other=house.as_uri())["rows"] == 1
    assert "◆" not in editor.command("rulebook", house)["markdown"]
    assert "◆" in editor.command("rulebook", house, against="kuhn-poker")["markdown"]


REFUSED: list[tuple[str, dict[str, object], str]] = [
    ("diff", {}, "extends no other ruleset"),
    ("diff", {"other": "kuhn-home"}, "kuhn-home"),
    ("rulebook", {"language": "xx"}, "has texts in en"),
    ("play", {"scenario": "No such one"}, "There is no scenario"),
    ("play", {"line": -1}, '"line" is a number'),
    ("test", {"names": "all"}, '"names" is a list of texts'),
    ("coverage", {"games": "many"}, '"games" is a number'),
    ("open", {"location": {"uri": 7}}, '"location" is a location'),
    ("scenarios", {"uri": "file:///nowhere"}, '"uri" is a file of a ruleset'),
    ("nothing", {}, "not defined"),
]


def test_what_cannot_be_done_is_refused(rules: Path, editor: Editor) -> None:
    for command, argument, said in REFUSED:
        answer = editor.command(command, rules, **argument)
        assert isinstance(answer, str) and said in answer, (command, argument, answer)


def test_rules_with_mistakes_are_not_played(rules: Path, editor: Editor) -> None:
    editor.open(rules, rules.read_text("utf-8") + "\nnonsense\n")
    for command in ("test", "coverage", "rulebook"):
        assert isinstance(editor.command(command, rules), str)
    assert editor.command("scenarios", rules)


def test_hints_say_the_value_of_a_figure_and_what_others_change(rules: Path, house: Path, editor: Editor) -> None:
    figures = rules.parents[1] / "data" / "figures.yaml"
    text = rules.read_text("utf-8").replace("take 1 stake\n", "take raised stakes\n")
    editor.open(figures, "kind: figures\nfigures:\n  raised: {value: 1, assumed: a guess}\n")
    editor.open(rules, f"{text}\nfigure raised: 0 to 2\n")
    editor.open(house, 'change raised from 1 to 2 because house "Stakes"\n')
    use = text.partition("take raised")[0].count("\n")

    def hints() -> set[str]:
        found = editor.ask("textDocument/inlayHint", editor.whole(rules))
        return {one["label"] for one in found if one["position"]["line"] == use}

    editor.until_asked(lambda: hints() == {"= 1 (kuhn-house: 2)"})
    above = editor.ask("textDocument/codeLens", editor.whole(rules))
    assert "changed by kuhn-house" in {one["command"]["title"] for one in above}
