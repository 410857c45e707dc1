"""Everything in every ruleset and example is reached, or says beside it why it never is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from test_coverage import covered, read
from tests.tiers import in_examples, slow_unless

from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.playtest.coverage import Coverage, Unreached, judge_coverage

ROOT = Path(__file__).parents[2]
FOLDERS = [file.parent for part in ("rulesets", "examples") for file in sorted((ROOT / part).glob("*/ruleset.yaml"))]
LARGE = 100
"""A ruleset with more points than this is played a few times only: its games are long."""


@cache
def coverage_of(folder: Path) -> Coverage:
    return covered(folder, range(1, 6 if len(read(folder)[1]) > LARGE else 51))


def told(found: list[Unreached]) -> list[str]:
    return [f"{one.point.span.file}:{one.point.span.line}: {one.outcomes}: {one.point.words}" for one in found]


@pytest.mark.slow
@pytest.mark.parametrize("folder", slow_unless(in_examples, FOLDERS), ids=lambda folder: folder.name)
def test_everything_is_reached_or_says_why_not(folder: Path) -> None:
    """What stands in the files of a ruleset is judged there, not in those that stand on it."""
    source = read(folder)[0]
    judged = judge_coverage(
        coverage_of(folder), compose(source, Findings()).remarks, {file.path for file in source.rules}
    )
    assert told(judged.unexplained) == []
    assert [each.message for each in judged.wrong] == []
    assert judged.passes


@pytest.mark.slow
def test_the_scenarios_of_the_whole_game_alone_reach_everything() -> None:
    coverage = coverage_of(ROOT / "rulesets/goa")
    missing = [point for point in coverage.points if not all(coverage.in_scenarios[mark] for mark in point.marks)]
    assert [f"{point.span.file}:{point.span.line}: {point.words}" for point in missing] == []
