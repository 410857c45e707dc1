"""The scenarios of every ruleset that comes with Rulewright pass."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.tiers import slow_unless

from rulewright.scenarios.run import run_all
from rulewright.source import available
from rulewright.source.ruleset import SourceFile
from rulewright.workspace import Ruleset, load

RULESETS = sorted(available())
QUICK = {"borneo-blackbeard"}


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_unless(lambda name: name in QUICK, RULESETS))
def test_all_scenarios_pass(name: str) -> None:
    rules = load(name)
    results = run_all(rules, None, cache(lambda seats: rules.program(seats, traced=True)))
    assert [result for result in results if not result.ok] == []


@pytest.mark.slow
def test_a_piece_of_another_kind_belongs_to_no_place_of_this_one(tmp_path: Path) -> None:
    text = "scenario: A harbor in it\ngiven: {deck: [bantam, rest]}\nplay: []\nexpect: {deck: [jambi, rest]}\n"
    (tmp_path / "wrong.yaml").write_text(text, "utf-8")
    source = replace(load("borneo").source, scenario_files=(SourceFile(tmp_path / "wrong.yaml", "wrong.yaml"),))
    (result,) = run_all(Ruleset.of(source))
    assert [(one.code, one.span.line, one.message) for one in result.findings] == [
        ("unknown-name", 2, 'there is no piece for the game\'s deck "bantam"')
    ]
