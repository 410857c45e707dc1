"""The scenarios of every ruleset that comes with Rulewright pass."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.tiers import slow_unless

from rulewright.diagnostics import Findings
from rulewright.pipeline import compiled
from rulewright.scenarios.run import run_all
from rulewright.source import RulesetSource, available, load
from rulewright.source.files import SourceFile

RULESETS = sorted(available())
QUICK = {"borneo-blackbeard"}


def source_of(name: str) -> RulesetSource:
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return source


@pytest.mark.parametrize("name", slow_unless(lambda name: name in QUICK, RULESETS))
def test_all_scenarios_pass(name: str) -> None:
    programs = {seats: partial(compiled, name, seats, traced=True) for seats in range(1, 9)}
    ready: dict[int, object] = {}
    results = run_all(lambda seats: ready.setdefault(seats, programs[seats]()), source_of(name))  # type: ignore[arg-type,return-value]
    assert [result for result in results if not result.ok] == []


def test_a_piece_of_another_kind_belongs_to_no_place_of_this_one(tmp_path: Path) -> None:
    text = "scenario: A harbor in it\ngiven: {deck: [bantam, rest]}\nplay: []\nexpect: {deck: [jambi, rest]}\n"
    (tmp_path / "wrong.yaml").write_text(text, "utf-8")
    source = replace(source_of("borneo"), scenario_files=(SourceFile(tmp_path / "wrong.yaml", "wrong.yaml"),))
    (result,) = run_all(lambda seats: compiled("borneo", seats, traced=True), source)
    assert [(one.code, one.span.line, one.message) for one in result.findings] == [
        ("unknown-name", 2, 'there is no piece for the game\'s deck "bantam"')
    ]
