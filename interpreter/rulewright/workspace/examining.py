"""All findings of a ruleset: its rules for every number of players, and its texts in every language."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.diagnostics import Code, Diagnostic, Findings, RulesError, Span
from rulewright.source import RulesetSource, available, cache
from rulewright.source.layers import layers
from rulewright.workspace.contents import contents

if TYPE_CHECKING:
    from rulewright.workspace.ruleset import Ruleset

_STAGES = ("diagnostics", "source", "syntax", "compose", "check", "workspace")
"""The stages on which findings depend."""


def examined(ruleset: Ruleset) -> tuple[Diagnostic, ...]:
    """Return the findings of a ruleset; those of files that read without any are cached until one of them changes.

    Raises `RulesError` when a mistake makes the rest impossible.
    """
    if ruleset.reading.found:
        return _examine(ruleset)
    key = _key(ruleset.source)
    kept = cache.load(key)
    if kept is None:
        found = _examine(ruleset)
        cache.save(key, [(f.code.name, tuple(f.span), f.message, f.remedy, f.severity) for f in found])
        return found
    return tuple(Diagnostic(Code[code], Span(*span), *rest) for code, span, *rest in kept)


def _key(source: RulesetSource) -> str:
    labels, names = repr([layer.labels for layer in layers(source)]), repr(list(available()))
    return cache.fingerprint("examined", cache.own_code(*_STAGES), contents(source), labels, names)


def _examine(ruleset: Ruleset) -> tuple[Diagnostic, ...]:
    findings = ruleset.composition[1].copy()
    files = {one.span.file for layer in layers(ruleset.source) for one in layer.labels}
    for seats in ruleset.seats:
        try:
            ruleset.check(seats, findings)
        except RulesError:
            if any(found.span.file not in files for found in findings.errors):
                raise
            break  # all mistakes are in labels: texts in other languages can be examined all the same
    for language in ruleset.source.languages[1:]:
        _examine_texts(ruleset.in_language(language), files, findings)
    return tuple(findings.found)


def _examine_texts(ruleset: Ruleset, files: set[str], findings: Findings) -> None:
    """Check rules in another language, and keep what is wrong with its texts."""
    own = Findings()
    with suppress(RulesError):
        own = ruleset.composition[1].copy()
        ruleset.check(ruleset.most_seats, own)
    for found in own.found:
        if found.span.file in files:
            findings.add(found.code, found.span, found.message, *found.remedy, severity=found.severity)
