"""All findings of a ruleset, for every number of players and every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulewright.diagnostics import Code, Diagnostic, Edit, Findings, Fix, Span
from rulewright.diagnostics.codes import Severity
from rulewright.source.files import files_in
from rulewright.source.layers import layers_of
from rulewright.source.ruleset import STACK
from rulewright.workspace import late

if TYPE_CHECKING:
    from rulewright.workspace.stages import Stages


STAGES = ("diagnostics", "source", "syntax", "compose", "check", "compile", "engine", "scenarios", "workspace")
"""The stages on which findings depend."""

PLAYED_STAGES = (*STAGES, "backends")
"""The stages on which findings depend that need the compiled rules."""

_PlainSpan = tuple[str, int, int, int, int]
_PlainFix = tuple[str, tuple[tuple[_PlainSpan, str], ...], bool]
Plain = tuple[str, _PlainSpan, str, tuple[str, ...], Severity, _PlainFix | None]
"""A finding as it is saved between runs."""


def plain_findings(findings: Iterable[Diagnostic]) -> list[Plain]:
    """Return findings as plain data."""
    return [
        (one.code.name, (*one.span,), one.message, one.remedy, one.severity, _plain_fix(one.fix) if one.fix else None)
        for one in findings
    ]


def _plain_fix(fix: Fix) -> _PlainFix:
    return fix.title, tuple(((*span,), text) for span, text in fix.edits), fix.safe


def findings_from_plain(saved: Iterable[Plain]) -> tuple[Diagnostic, ...]:
    """Return findings from plain data."""
    return tuple(
        Diagnostic(Code[code], Span(*span), message, remedy, severity, _fix_from_plain(*fix) if fix else None)
        for code, span, message, remedy, severity, fix in saved
    )


def _fix_from_plain(title: str, edits: Iterable[tuple[_PlainSpan, str]], safe: bool) -> Fix:
    return Fix(title, tuple(Edit(Span(*span), text) for span, text in edits), safe)


def all_findings(ruleset: Stages) -> tuple[Diagnostic, ...]:
    """Return everything that is found in a ruleset, file by file from top to bottom."""
    findings = ruleset.examination.findings.copy()
    labels = {one.span.file for layer in layers_of(ruleset.source) for one in layer.labels}
    sound = all(finding.span.file in labels for finding in findings.errors)
    for language in ruleset.source.languages[1:] if sound else ():
        if findings.found or late.languages.has_other_values(ruleset.composition[0], language):
            _take_texts(ruleset.in_language(language), labels, findings)
    if ruleset.source.only is None:
        _take_played(ruleset, sound, findings)
    return sort_findings(findings.found)


def sort_findings(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings file by file from top to bottom."""
    files = list(dict.fromkeys(finding.span.file for finding in found))
    return tuple(sorted(found, key=lambda finding: (files.index(finding.span.file), finding.span[1:])))


def compute_in_parts(ruleset: Stages) -> Iterator[None]:
    """Compute what findings are made of, with a pause after each part, for whoever has to answer in between.

    Raises `RulesError` as `findings` does.
    """
    _ = ruleset.composition
    yield
    findings = ruleset.examination.findings
    yield
    if not findings.errors and ruleset.source.only is None:
        yield from (None for _ in _findings_of_played(ruleset))


def _take_played(ruleset: Stages, sound: bool, findings: Findings) -> None:
    """Add what is wrong with scenarios and replays: names and seats in them only where the rules have no mistakes."""
    for finding in (finding for one in late.scenarios.all_scenarios(ruleset) for finding in one.findings):
        findings.put(finding)
    if not sound:
        return
    for found in _findings_of_played(ruleset):
        findings.take(found)


def _findings_of_played(ruleset: Stages) -> Iterator[Findings]:
    """Yield what is wrong with each file of scenarios, and with each replay, under rules without mistakes."""
    scenarios = late.scenarios
    for file in scenarios.files_of(ruleset):
        yield ruleset.result("scenario findings", partial(scenarios.scenario_findings, ruleset, file), file)
    if STACK not in ruleset.name:
        for file in files_in(ruleset.folder, ruleset.source.shown, "replays"):
            yield ruleset.result("replay findings", partial(scenarios.replay_findings, ruleset, file), file)


def _take_texts(ruleset: Stages, labels: set[str], findings: Findings) -> None:
    """Check the texts of rules in another language, and keep what is wrong with them."""
    composed, own = ruleset.composition[0], ruleset.composition[1].copy()
    late.check.examine_texts(composed, ruleset.most_seats, own)
    for found in own.found:
        if found.span.file in labels:
            findings.put(found)
