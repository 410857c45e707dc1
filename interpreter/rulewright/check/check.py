"""The passes of checking, in order: sizes, declarations, rules, and what must hold of them as a whole."""

from __future__ import annotations

from rulewright.check.cascading import add_names, faulty_names, lost_names
from rulewright.check.core import CheckedRules
from rulewright.check.declare import declare
from rulewright.check.declare.sizes import report_sizes
from rulewright.check.deduplication import say_once
from rulewright.check.nowhere import report_nowhere
from rulewright.check.resolve import resolve
from rulewright.check.validators import validate
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings


def check(rules: Composed, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> CheckedRules:
    """Return the checked rules for a number of seats; raise `RulesError` with everything found if there are errors."""
    checked = _check(rules, seats, findings, settings or {})
    say_once(rules, findings)
    findings.stop_on_errors()
    assert checked is not None
    return checked


def _check(rules: Composed, seats: int, findings: Findings, settings: dict[str, int]) -> CheckedRules | None:
    report_sizes(rules, seats, findings)
    if findings.blind:
        return None
    unread = bool(findings.errors)
    lost = lost_names(rules, findings) if unread else set()
    own = Findings()
    table = declare(rules, seats, own, settings, lost)
    if unread:
        add_names(own.found, rules, findings)
    else:
        findings.take(own)
    if findings.blind:
        return None
    faulty = bool(findings.errors)
    if faulty:
        table.lost |= lost_names(rules, findings) | faulty_names(rules, own.found)
    resolved = resolve(table, rules)
    validate(resolved, table.findings)
    if faulty or table.findings.errors:
        report_nowhere(table, rules, table.findings)
    if faulty:
        add_names(table.findings.found, rules, findings)
    else:
        findings.take(table.findings)
    return resolved.checked
