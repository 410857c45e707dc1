"""What was reached and what never was, for other programs."""

from __future__ import annotations

import json
from dataclasses import asdict

from rulewright.compose.coverage_points import CoveragePoint
from rulewright.playtest.coverage import Coverage, Judged, Never, counts
from rulewright.playtest.coverage_runs import rules_touched
from rulewright.report.findings_json import finding_data

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def coverage_json(coverage: Coverage, judged: Judged) -> str:
    """Return one document: counts, whether the gate lets it through, what never was, and how often all was reached."""
    document = {
        "version": VERSION,
        "games": {str(seats): games for seats, games in sorted(coverage.games.items())},
        "broken": [{"players": seats, "game": game} for seats, game in coverage.broken],
        "counts": [asdict(count) for count in counts(coverage)],
        "passes": judged.passes,
        "never": [_never(one) for one in judged.own],
        "below": [_never(one) for one in judged.below],
        "wrong": [finding_data(finding) for finding in judged.wrong],
        "spots": [_place(point) | {"ways": _outcomes(coverage, point)} for point in coverage.points],
        "scenarios": [
            {
                "name": each.result.name, "file": each.result.file, "line": each.result.line, "passed": each.result.ok,
                "rules": sorted(rules_touched(coverage.points, each.marks)),
            }
            for each in coverage.scenarios
        ],
    }  # fmt: skip
    return json.dumps(document, indent=1, ensure_ascii=False)


def _never(one: Never) -> dict[str, object]:
    return _place(one.point) | {"ways": one.outcomes, "inside": one.inside, "reason": one.reason}


def _place(point: CoveragePoint) -> dict[str, object]:
    span = point.span
    return {
        "kind": point.kind, "rule": point.rule, "words": point.words, "file": span.file, "line": span.line,
        "column": span.column,
    }  # fmt: skip


def _outcomes(coverage: Coverage, point: CoveragePoint) -> dict[str, dict[str, int]]:
    return {
        outcome: {"scenarios": coverage.in_scenarios[mark], "games": coverage.in_games[mark]}
        for outcome, mark in zip(point.outcomes, point.marks, strict=True)
    }
