"""All findings of a ruleset, for every number of players and every language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from rulewright.diagnostics import Code, Diagnostic, Edit, Findings, Fix, Span
from rulewright.diagnostics.codes import Severity
from rulewright.source.files import files_in
from rulewright.source.layers import layers
from rulewright.source.ruleset import STACK

if TYPE_CHECKING:
    from rulewright.workspace.ruleset import Ruleset


STAGES = ("diagnostics", "source", "syntax", "compose", "check", "compile", "engine", "scenarios", "workspace")
"""The stages on which findings depend."""

_PlainSpan = tuple[str, int, int, int, int]
_PlainFix = tuple[str, tuple[tuple[_PlainSpan, str], ...], bool]
Plain = tuple[str, _PlainSpan, str, tuple[str, ...], Severity, _PlainFix | None]
"""A finding as it is saved between runs."""


def plain(findings: Iterable[Diagnostic]) -> list[Plain]:
    """Return findings as plain data."""
    return [
        (one.code.name, (*one.span,), one.message, one.remedy, one.severity, _plain_fix(one.fix) if one.fix else None)
        for one in findings
    ]


def _plain_fix(fix: Fix) -> _PlainFix:
    return fix.title, tuple(((*span,), text) for span, text in fix.edits), fix.safe


def from_plain(saved: Iterable[Plain]) -> tuple[Diagnostic, ...]:
    """Return findings from plain data."""
    return tuple(
        Diagnostic(Code[code], Span(*span), message, remedy, severity, _fix(*fix) if fix else None)
        for code, span, message, remedy, severity, fix in saved
    )


def _fix(title: str, edits: Iterable[tuple[_PlainSpan, str]], safe: bool) -> Fix:
    return Fix(title, tuple(Edit(Span(*span), text) for span, text in edits), safe)


def all_findings(ruleset: Ruleset) -> tuple[Diagnostic, ...]:
    """Return everything that is found in a ruleset, file by file from top to bottom."""
    findings = ruleset.composition[1].copy()
    labels = {one.span.file for layer in layers(ruleset.source) for one in layer.labels}
    if _take_checks(ruleset, labels, findings):
        for language in ruleset.source.languages[1:]:
            _take_texts(ruleset.in_language(language), labels, findings)
    if ruleset.source.only is None:
        _take_played(ruleset, labels, findings)
    files = list(dict.fromkeys(finding.span.file for finding in findings.found))
    return tuple(sorted(findings.found, key=lambda finding: (files.index(finding.span.file), finding.span[1:])))


def _take_played(ruleset: Ruleset, labels: set[str], findings: Findings) -> None:
    """Add what is wrong with scenarios and replays: names and seats in them only where the rules have no mistakes."""
    from rulewright.workspace.scenarios import files_of, replay_findings, scenario_findings

    sound = all(finding.span.file in labels for finding in findings.errors)
    for finding in (finding for one in ruleset.scenarios for finding in one.findings):
        findings.put(finding)
    if not sound:
        return
    for file in files_of(ruleset):
        findings.take(ruleset.result("scenario findings", partial(scenario_findings, ruleset, file), file))
    if STACK not in ruleset.name:
        for file in files_in(ruleset.folder, ruleset.source.shown, "replays"):
            findings.take(ruleset.result("replay findings", partial(replay_findings, ruleset, file), file))


def _take_checks(ruleset: Ruleset, labels: set[str], findings: Findings) -> bool:
    """Add what is wrong for any number of seats; False when a mistake makes further checks impossible.

    Where all mistakes are in labels, texts in other languages can be checked all the same.
    """
    from rulewright.check.check import examine

    examine(ruleset.composition[0], ruleset.seats, findings)
    return all(finding.span.file in labels for finding in findings.errors)


def _take_texts(ruleset: Ruleset, labels: set[str], findings: Findings) -> None:
    """Check the texts of rules in another language, and keep what is wrong with them."""
    from rulewright.check.check import examine_texts

    composed, own = ruleset.composition[0], ruleset.composition[1].copy()
    examine_texts(composed, ruleset.most_seats, own)
    for found in own.found:
        if found.span.file in labels:
            findings.add(found.code, found.span, found.message, *found.remedy, severity=found.severity)
