"""What a workspace computes from files and unsaved texts, and how little of it after an edit."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rulewright.diagnostics import RulesError
from rulewright.syntax import parser
from rulewright.workspace import Ruleset, Workspace

HERE = Path(__file__).parent.parent / "scenarios"
RULES = "rulesets/yard/rules/yard.rules"
FORGOTTEN = 'step forgotten:\n    tell "never"\n'
"""What there is a finding about."""


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    for name in ("yard", "yard-rich"):
        shutil.copytree(HERE / name, tmp_path / "rulesets" / name)
    rules = tmp_path / RULES
    rules.write_text(f"{rules.read_text('utf-8')}\n{FORGOTTEN}", "utf-8")
    return Workspace(tmp_path)


def text_of(space: Workspace) -> str:
    return (space.files.root / RULES).read_text("utf-8")


def computed(space: Workspace) -> Ruleset:
    """Return a ruleset whose findings were computed here, not in a run before."""
    space.overlay(RULES, f"# unsaved\n{text_of(space)}")
    rules = space.ruleset("yard")
    assert rules.findings
    return rules


def test_an_unsaved_text_counts_until_it_is_removed(space: Workspace) -> None:
    rules = space.ruleset("yard")
    before = rules.findings
    space.overlay(RULES, text_of(space) + "nonsense\n")
    assert [one.code for one in rules.findings if one.severity == "error"] == ["word-missing"]
    space.overlay(RULES, None)
    assert rules.findings == before


def test_an_unsaved_text_counts_for_the_rulesets_that_extend_it(space: Workspace) -> None:
    space.overlay(RULES, text_of(space) + "nonsense\n")
    assert {one.span.file for one in space.ruleset("yard-rich").findings if one.severity == "error"} == {
        "yard/rules/yard.rules"
    }


def test_a_ruleset_may_be_nothing_but_unsaved_texts(space: Workspace) -> None:
    with pytest.raises(RulesError):
        assert space.ruleset("new").findings
    manifest = (
        "ruleset: new\ntitle: New\nplayers: {from: 1, to: 1, names: [Ann]}\nsources: {a: {title: A, passages: [B]}}\n"
    )
    space.overlay("rulesets/new/ruleset.yaml", manifest)
    assert [one.code for one in space.ruleset("new").findings] == ["game-missing"]
    assert "new" in space.rulesets()


def test_the_disk_is_looked_at_again_after_a_refresh_only(space: Workspace) -> None:
    rules, path = space.ruleset("yard"), space.files.root / RULES
    before = rules.findings
    path.write_text(text_of(space) + "nonsense\n", "utf-8")
    assert rules.findings == before
    space.refresh()
    assert rules.findings != before


def test_only_the_edited_declaration_is_parsed_again(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, parsed = computed(space), list[str]()
    original = parser.parse_declaration

    def counted(file: str, above: int, piece: str, *more: Any) -> object:
        parsed.append(piece.split("\n")[0])
        return original(file, above, piece, *more)

    monkeypatch.setattr(parser, "parse_declaration", counted)
    space.overlay(RULES, "# unsaved\n" + text_of(space).replace("roll die from 1 to 6", "roll die from 1 to 5"))
    assert rules.findings
    assert parsed == ['option throw "Throw the die" on moves, once each turn:']


def test_an_edited_comment_leaves_scenarios_alone(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = computed(space)
    monkeypatch.setattr("rulewright.workspace.scenarios.check_names", lambda *given: pytest.fail("looked again"))
    space.overlay(RULES, "# unsaved\n# and more\n" + text_of(space))
    assert rules.findings


def test_an_edited_scenario_leaves_rules_alone(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = computed(space)
    monkeypatch.setattr("rulewright.check.check.find_mistakes", lambda *given: pytest.fail("checked again"))
    space.overlay("rulesets/yard/scenarios/new.yaml", "scenario: New\nplay: []\nexpect: {cat: 1}\n")
    assert rules.findings[-1].code == "unknown-name"


def test_programs_and_results_follow_the_texts(space: Workspace) -> None:
    rules = space.ruleset("yard")
    program = rules.program(2, traced=True)
    assert rules.program(2, traced=True) is program
    assert [result.ok for result in rules.results("dice SHOW")] == [True]
    space.overlay(RULES, text_of(space).replace("roll die from 1 to 6", "roll die from 7 to 9"))
    assert rules.program(2, traced=True) is not program
    assert [result.ok for result in rules.results("dice SHOW")] == [False]


def test_a_file_is_laid_out_as_the_editor_has_it(space: Workspace) -> None:
    rules = space.ruleset("yard")
    laid_out = rules.formatted_text(RULES)
    assert laid_out is not None
    space.overlay(RULES, laid_out.replace("    level", "    level   ", 1))
    assert rules.formatted_text(RULES) == laid_out
    space.overlay(RULES, "nonsense\n")
    assert rules.formatted_text(RULES) is None
    assert rules.formatted_text("rulesets/yard/README.md") is None


def test_names_are_found_by_path_and_place(space: Workspace) -> None:
    rules = space.ruleset("yard-rich")
    shown = rules.shown_path(RULES)
    assert shown == "yard/rules/yard.rules"
    lines = text_of(space).split("\n")
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("option throw"))
    symbol = rules.symbols.at(shown, line, len("option t"))
    assert symbol is not None
    assert symbol.name == "throw"
    assert rules.path_of_shown(shown) == space.files.root / RULES
    assert rules.shown_path("elsewhere.rules") is None


def test_a_result_knows_what_it_was_derived_from(space: Workspace) -> None:
    asked = (question for question in space.derived_from("yard-rich") if question[0] in ("read", "names"))
    derived = {Path(path).relative_to(space.files.root).as_posix() for _, path, _ in asked}
    assert {RULES, "rulesets/yard-rich/ruleset.yaml", "rulesets/yard-rich/scenarios"} <= derived
    assert "rulesets/yard/scenarios/given.yaml" not in derived
