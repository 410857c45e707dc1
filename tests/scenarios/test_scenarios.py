"""Scenario files of a small game: good ones pass, bad ones are findings, failing ones say what was otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from scenario_yard import HERE, played, yard_program

from rulewright.backends import ExecutionError
from rulewright.diagnostics import Code, Diagnostic, RulesError
from rulewright.engine.runtime_errors import explained
from rulewright.scenarios.lookup import game_at_scenario
from rulewright.scenarios.results import ScenarioResult
from rulewright.source import RulesetSource
from rulewright.source.ruleset import SourceFile
from rulewright.workspace import load as load_ruleset


def of_file(source: RulesetSource, path: Path) -> RulesetSource:
    return replace(source, scenario_files=(SourceFile(path, path.name),))


def announced(path: Path, word: str) -> list[tuple[int, str]]:
    lines = enumerate(path.read_text("utf-8").split("\n"), 1)
    found = ((number, re.search(rf"# {word}: (.+)$", line)) for number, line in lines)
    return sorted((number, match.group(1)) for number, match in found if match)


def failed(source: RulesetSource, path: Path) -> list[ScenarioResult]:
    return [result for result in played(of_file(source, path)) if not result.ok]


def findings_in(source: RulesetSource, path: Path) -> list[Diagnostic]:
    return [finding for result in failed(source, path) for finding in result.findings]


@pytest.mark.slow
def test_the_good_ones_pass(yard: RulesetSource) -> None:
    results = played(yard)
    assert len(results) >= 10
    assert [result for result in results if not result.ok] == []


def test_a_full_place_is_named_with_its_owner(yard: RulesetSource) -> None:
    places = enumerate(yard_program(2).tables.places)
    lot = next(number for number, place in places if place.keys == ["a1"])
    problem = explained(yard_program(2), ExecutionError(Code.PLACE_FULL, lot, "", "place"), 1, 0)
    assert isinstance(problem, RulesError)
    assert [finding.message for finding in problem.findings] == ["a1's lot is full"]


def test_only_those_of_a_name_are_run(yard: RulesetSource) -> None:
    assert [result.name for result in played(yard, "dice SHOW")] == ["Dice show what is dictated, in order"]


@pytest.mark.parametrize("path", sorted((HERE / "bad").glob("*.yaml")), ids=lambda path: path.stem)
def test_what_has_no_meaning_is_found(yard: RulesetSource, path: Path) -> None:
    assert sorted((d.span.line, d.code) for d in findings_in(yard, path)) == announced(path, "expect")


def test_what_cannot_be_read_hides_nothing_else(yard: RulesetSource) -> None:
    files = [SourceFile(path, path.name) for path in sorted((HERE / "unreadable").glob("*.yaml"))]
    results = played(replace(yard, scenario_files=(*files, yard.scenario_files[0])))
    found = [(result.name, result.ok, [(d.span.line, d.code) for d in result.findings]) for result in results]
    assert found == [
        ("broken.yaml", False, [(2, "bracket-missing")]),
        ("The first passes", True, []),
        ("The second expects in another word", False, [(10, "unknown-key")]),
        ("The third fails", False, []),
        ("form.yaml", False, [(16, "wrong-kind"), (15, "missing-key")]),
        ("The fifth passes", True, []),
        ("A file may hold one scenario only", True, []),
    ]


def test_a_misspelt_name_is_answered_with_the_right_one(yard: RulesetSource) -> None:
    findings = findings_in(yard, HERE / "bad" / "names.yaml")
    remedies = " ".join(line for finding in findings for line in finding.remedy)
    for name in ("option.throw", "offer-coins", "coins", "Ben", "brick-1", "red", "pile", "Anna", "Coins"):
        assert f'Did you mean "{name}"?' in remedies


@pytest.mark.parametrize("path", sorted((HERE / "failing").glob("*.yaml")), ids=lambda path: path.stem)
def test_failures_say_what_was_otherwise_and_where(yard: RulesetSource, path: Path) -> None:
    results = failed(yard, path)
    said = {result.line: "\n".join(result.lines) for result in results}
    for line, words in announced(path, "fails"):
        assert words in said.get(line, ""), (line, said)
    assert len(results) == path.read_text("utf-8").count("- scenario:")
    assert {result.file for result in results} == {path.name}


def test_a_failure_shows_the_end_of_the_log(yard: RulesetSource) -> None:
    result = next(r for r in failed(yard, HERE / "failing" / "expect.yaml") if r.name == "A number")
    assert "log: Anna takes 1 badge." in result.lines[-1]
    assert sum("log: " in line for line in result.lines) <= 3


def test_dice_that_are_left_are_a_failure(yard: RulesetSource) -> None:
    result = next(r for r in failed(yard, HERE / "failing" / "play.yaml") if r.name == "Dice are left")
    assert "dice that nobody rolled: [1]" in result.lines[0]


def test_chance_is_free_again_afterwards(yard: RulesetSource) -> None:
    played(yard)
    assert all(yard_program(seats).dictated == {} for seats in (2, 3))


def test_a_game_can_begin_at_a_scenario(yard: RulesetSource) -> None:
    game = game_at_scenario(load_ruleset("./yard").source, "A choice with one answer needs no line", yard_program(3))
    assert game.question is not None
    assert [choice.name for choice in game.question.choices] == ["accept", "refuse"]


@pytest.mark.parametrize(("name", "code"), [("No such", "unknown-name"), ("a", "several-alike")])
def test_a_scenario_is_named_clearly(yard: RulesetSource, name: str, code: str) -> None:
    with pytest.raises(RulesError) as raised:
        game_at_scenario(load_ruleset("./yard").source, name, yard_program(3))
    assert [finding.code for finding in raised.value.findings] == [code]


@pytest.mark.parametrize("name", ["A choice with one", "a CHOICE  with one answer", "one answer needs"])
def test_the_beginning_of_a_name_is_enough(yard: RulesetSource, name: str) -> None:
    assert game_at_scenario(load_ruleset("./yard").source, name, yard_program(3)).question is not None


def test_a_scenario_that_is_misspelt_is_suggested(yard: RulesetSource) -> None:
    for name in ("A choyce with one answer needs no lime", "answer line"):
        with pytest.raises(RulesError) as raised:
            game_at_scenario(load_ruleset("./yard").source, name, yard_program(3))
        assert '"A choice with one answer needs no line"' in "\n".join(raised.value.findings[0].remedy)


def test_a_scenario_for_other_seats_is_refused(yard: RulesetSource) -> None:
    with pytest.raises(RulesError, match="other-seats"):
        game_at_scenario(load_ruleset("./yard").source, "Dice show what is dictated, in order", yard_program(3))
