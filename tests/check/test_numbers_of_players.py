"""Checking for all numbers of players at once finds what a check for each of them finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from check_cases import BASE, Case, cases, write
from tests.tiers import sampled

from rulewright.check.check import check, find_mistakes
from rulewright.compose.compose import compose
from rulewright.diagnostics import Diagnostic, Findings, RulesError
from rulewright.source.loading import load

MANIFEST = re.sub(r"players: .*", "players: {from: 1, to: 4, names: [Ann, Bob, Cleo, Dan]}", BASE["ruleset.yaml"])


def both(case: Case, folder: Path) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is found for all numbers of players at once, and one number after the other, up to the first with errors."""
    findings = Findings()
    source = load(str(write(case, folder)), findings)
    rules = compose(source, findings)
    at_once, apart = findings.copy(), findings.copy()
    find_mistakes(rules, range(1, 5), at_once)
    for seats in range(1, 5):
        own = findings.copy()
        try:
            check(rules, seats, own)
        except RulesError:
            apart.take(own)
            break
        apart.take(own)
    return at_once.found, apart.found


@pytest.mark.parametrize("case", sampled(9, [*cases("bad"), *cases("good")]), ids=lambda case: case.name)
def test_cases_have_the_same_findings_for_all_numbers(case: Case, tmp_path: Path) -> None:
    if "ruleset.yaml" not in case.files:
        case = Case(case.name, {**case.files, "ruleset.yaml": MANIFEST})
    at_once, apart = both(case, tmp_path)
    assert at_once == apart


PLAY = "step play:\n    for each player in players:\n"
SEATS = [
    (f"{PLAY}        if player is cleo:\n            take 1 coin\n", "unknown-name"),
    (f"{PLAY}        take 1 chip\n\neach player has:\n    amount chip / chips: 2 to 9, 6 in all\n", "out-of-range"),
]


@pytest.mark.parametrize(("rules", "code"), SEATS)
def test_what_is_wrong_for_some_numbers_only_is_found(rules: str, code: str, tmp_path: Path) -> None:
    at_once, apart = both(Case("seats", {"rules/case.rules": rules, "ruleset.yaml": MANIFEST}), tmp_path)
    assert at_once == apart
    assert [one.code for one in at_once if one.severity == "error"] == [code]
