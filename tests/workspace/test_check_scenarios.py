"""What `check` finds in scenarios and replays without playing them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic
from rulewright.scenarios.checking import reads_as
from rulewright.workspace import Workspace

HERE = Path(__file__).parent.parent
BAD = HERE / "scenarios" / "bad"
ONLY_WHEN_PLAYED = {("values.yaml", 8), ("values.yaml", 58), ("values.yaml", 65), ("values.yaml", 71),
                    ("values.yaml", 78)}  # fmt: skip
"""Mistakes that show where pieces come to lie."""
FIRST = "Rulewright save. It holds every secret of this game."


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    for name in ("yard", "yard-rich"):
        shutil.copytree(HERE / "scenarios" / name, tmp_path / "rulesets" / name)
    return Workspace(tmp_path)


def found(space: Workspace, file: str) -> list[Diagnostic]:
    return [one for one in space.ruleset("yard").findings if one.span.file == f"yard/{file}"]


def announced(text: str, word: str) -> set[tuple[int, str]]:
    lines = enumerate(text.split("\n"), 1)
    return {(number, match[1]) for number, line in lines if (match := re.search(rf"# {word}: (.+)$", line))}


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_names_and_values_without_meaning_are_found_without_playing(space: Workspace, path: Path) -> None:
    text = path.read_text("utf-8")
    space.overlay(f"rulesets/yard/scenarios/{path.name}", text)
    here = {(one.span.line, str(one.code)) for one in found(space, f"scenarios/{path.name}")}
    expected = {one for one in announced(text, "expect") if (path.name, one[0]) not in ONLY_WHEN_PLAYED}
    assert here - announced(text, "also") == expected


WOULD_LIE_HERE_TOO = """scenario: More would lie there
given: {phase: turn, pile: [], bag: [brick-1]}
play: []
expect: {over: no}
"""


@pytest.mark.slow
def test_a_position_that_cannot_be_is_found_with_the_compiled_rules(space: Workspace) -> None:
    space.overlay("rulesets/yard/scenarios/new.yaml", WOULD_LIE_HERE_TOO)
    assert found(space, "scenarios/new.yaml") == []
    (one,) = [one for one in space.ruleset("yard").all_findings if one.span.file == "yard/scenarios/new.yaml"]
    assert (one.span.line, one.code) == (2, "rest-missing")


def test_a_replay_of_rules_that_have_changed_is_a_warning(space: Workspace) -> None:
    ruleset = space.ruleset("yard")
    header = {"format": 2, "title": "Yard", "ruleset": "yard", "fingerprint": ruleset.program(2).fingerprint}
    content = header | {"seats": ["Anna", "Ben"], "seed": 1, "decisions": []}

    def findings(**changed: str) -> list[tuple[int, str, str]]:
        rows = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in (content | changed).items())
        space.overlay("rulesets/yard/replays/one.replay", f"{FIRST}\n{{\n{rows}\n}}\n")
        every = space.ruleset("yard").all_findings
        return [(one.span.line, str(one.code), one.severity) for one in every if one.span.file.endswith(".replay")]

    assert findings() == []
    assert findings(fingerprint="0123456789abcdef") == [(6, "save-of-other-rules", "warning")]


def test_scenarios_of_shipped_files_have_no_findings(space: Workspace) -> None:
    assert [one for one in space.ruleset("yard").findings if "/rules/" not in one.span.file] == []
    assert len(space.ruleset("yard").scenarios) >= 10


def test_an_unreadable_scenario_hides_nothing_else(space: Workspace) -> None:
    for path in sorted((HERE / "scenarios" / "unreadable").glob("*.yaml")):
        space.overlay(f"rulesets/yard/scenarios/{path.name}", path.read_text("utf-8"))
    assert [(one.span.line, one.code) for one in found(space, "scenarios/broken.yaml")] == [(2, "bracket-missing")]
    assert {one.code for one in found(space, "scenarios/form.yaml")} >= {"unknown-key", "wrong-kind", "missing-key"}


def test_a_name_that_only_the_other_ruleset_has_is_known_there(space: Workspace) -> None:
    text = """scenario: Elsewhere
given: {phase: turn}
play: []
expect: {over: no}
differs under:
  yard-rich: {expect: {Anna: {NAME: 3}}}
  yard-poor: {expect: {over: yes}}
"""
    space.overlay("rulesets/yard/scenarios/new.yaml", text.replace("NAME", "coins"))
    assert [(one.span.line, one.code) for one in found(space, "scenarios/new.yaml")] == [(7, "unknown-ruleset")]
    space.overlay("rulesets/yard/scenarios/new.yaml", text.replace("NAME", "cions"))
    assert [(one.span.line, one.code) for one in found(space, "scenarios/new.yaml")] == [
        (6, "unknown-name"),
        (7, "unknown-ruleset"),
    ]


def test_the_names_of_scenarios_are_left_alone_while_rules_have_mistakes(space: Workspace) -> None:
    space.overlay("rulesets/yard/scenarios/new.yaml", "scenario: New\nplay: []\nexpect: {nonsense: 1}\n")
    assert [one.code for one in found(space, "scenarios/new.yaml")] == ["unknown-name"]
    space.overlay("rulesets/yard/rules/more.rules", "nonsense\n")
    assert found(space, "scenarios/new.yaml") == []


@pytest.mark.parametrize(
    ("changed", "line", "code"),
    [
        ({}, 0, ""),
        ({"format": 99}, 0, "save-newer"),
        ({"seats": ["Anna", "Cleo"]}, 7, "save-other-seats"),
        ({"ruleset": "chess"}, 5, "save-of-other-rules"),
        ({"seats": "Anna"}, 0, "save-broken"),
    ],
)
def test_the_header_of_a_replay_is_checked(space: Workspace, changed: dict[str, object], line: int, code: str) -> None:
    header = {"format": 2, "title": "Yard", "ruleset": "yard", "fingerprint": "", "seats": ["Anna", "Ben"]}
    content = header | {"seed": 1, "decisions": []} | changed
    rows = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    space.overlay("rulesets/yard/replays/one.replay", f"{FIRST}\n{{\n{rows}\n}}\n")
    assert [(one.span.line, str(one.code)) for one in found(space, "replays/one.replay")] == (
        [(line, code)] if code else []
    )


@pytest.mark.parametrize(
    ("literals", "text", "fits"),
    [
        (("Take ", ""), "Take 3 coins", True),
        (("Take ", ""), "Tak", False),
        (("a", "b", "c"), "axbyc", True),
        (("a", "b", "c"), "ac", False),
        (("a", "b", "c"), "acb", False),
        (("ab", "ba"), "aba", False),
        (("Done",), "Done", True),
        (("Done",), "Done too", False),
    ],
)
def test_a_label_may_show_any_values(literals: tuple[str, ...], text: str, fits: bool) -> None:
    assert reads_as(literals, text) is fits
