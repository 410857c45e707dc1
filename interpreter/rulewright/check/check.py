"""The passes of checking, in order: sizes, declarations, rules, and what must hold of them as a whole."""

from __future__ import annotations

from rulewright.check.cascading import add_names, faulty_names, lost_names
from rulewright.check.core import CheckedRules
from rulewright.check.declare import declare
from rulewright.check.declare.sizes import report_sizes
from rulewright.check.deduplication import say_once
from rulewright.check.nowhere import report_nowhere
from rulewright.check.resolve import Resolved, resolve
from rulewright.check.symbols import Symbols, symbols_of
from rulewright.check.validators import validate
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings


def check(rules: Composed, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> CheckedRules:
    """Return the checked rules for a number of seats; raise `RulesError` with everything found if there are errors."""
    resolved = examine(rules, seats, findings, settings)
    findings.stop_on_errors()
    assert resolved is not None and resolved.checked is not None
    return resolved.checked


def index(rules: Composed, seats: int) -> Symbols:
    """Return the symbols of rules for a number of seats, also where they have mistakes."""
    resolved = examine(rules, seats, Findings())
    return symbols_of(resolved) if resolved is not None else Symbols()


def examine(rules: Composed, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> Resolved | None:
    """Add everything that is wrong with rules for a number of seats; return what resolving them came to.

    None where something is too large to be looked into at all.
    """
    resolved = _examine(rules, seats, findings, settings or {})
    say_once(rules, findings)
    return resolved


def _examine(rules: Composed, seats: int, findings: Findings, settings: dict[str, int]) -> Resolved | None:
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
    found = table.findings
    validate(resolved, found)
    if faulty or found.errors:
        report_nowhere(table, rules, found)
    if faulty:
        add_names(found.found, rules, findings)
    else:
        findings.take(found)
    return resolved
