"""Targets of a ruleset: whether each can be understood, names what there is, and stands there once."""

from __future__ import annotations

from rulewright.check.data_keys import report_unknown
from rulewright.check.names_in_seats import names_in_target, place_in_word, plans_of_seats, target_texts
from rulewright.check.resolve.context import Resolved
from rulewright.check.validators.plans import options_offered, report_unoffered
from rulewright.diagnostics import Code, Findings
from rulewright.source import Scalar
from rulewright.source.seat_kinds import KINDS
from rulewright.source.targets import Target, TargetError, typed_target


def report_targets(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each mistake in the targets of a ruleset. Rulesets below are judged by themselves."""
    first: dict[tuple[str, str, tuple[str, ...]], Scalar] = {}
    for layer, difference, word in target_texts(resolved.rules):
        target = _understood(word, findings) if layer == resolved.rules.manifest.name.text else None
        if target is None:
            continue
        other = first.setdefault((difference, target.subject, target.kinds), word)
        if other is not word:
            remedy = f"The other is in {other.span.file}:{other.span.line}; one target can say both: rounds 6 to 10."
            findings.add(Code.DECLARED_TWICE, word.span, f'"{target.subject}" has a target already', remedy)
        _report_names(word, resolved, findings)


def _understood(word: Scalar, findings: Findings) -> Target | None:
    try:
        return typed_target(word.text)
    except TargetError as error:
        place = place_in_word(word, error.start, error.wrong)
        findings.add(Code.WRONG_FORM, place, error.message, *error.remedy)
        return None


def _report_names(word: Scalar, resolved: Resolved, findings: Findings) -> None:
    plans = [data.word("name").text for data in plans_of_seats(resolved.rules)]
    for name, is_kind in names_in_target(word):
        if not is_kind:
            if (offered := options_offered(resolved, findings)) is not None:
                report_unoffered(name, offered, findings)
        elif name.text not in plans:
            report_unknown(name, "seat", [*KINDS, *plans], findings)
