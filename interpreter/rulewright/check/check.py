"""The passes of checking, in order: sizes, declarations, rules, and what must hold of them as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.check.blaming import blame_changes
from rulewright.check.cascading import add_names, faulty_names, lost_names
from rulewright.check.core import CheckedRules
from rulewright.check.declare import SymbolTable, declare
from rulewright.check.declare.sizes import report_sizes, report_supplies
from rulewright.check.deduplication import deduplicate_findings
from rulewright.check.known_elsewhere import say_where_known
from rulewright.check.resolve import Resolved, resolve
from rulewright.check.symbols import Symbols, symbols_of
from rulewright.check.validators import GROUPS, OF_TEXTS, Groups, validate
from rulewright.compose.composed import Composed
from rulewright.compose.settings import with_settings
from rulewright.diagnostics import Findings

Settings = dict[str, int]
"""Numbers by name with the values that they are given instead of the written ones."""


def check(
    rules: Composed, seats: int, findings: Findings, settings: Settings | None = None, groups: Groups = GROUPS
) -> CheckedRules:
    """Return the checked rules for a number of seats; raise `RulesError` with everything found if there are errors.

    Where `find_mistakes` has found none, the validators in `groups` may be left out.
    """
    rules = with_settings(rules, settings or {})
    resolved = _examine_seats(rules, seats, findings, groups, fingerprinted=True)
    findings.stop_on_errors()
    assert resolved is not None and resolved.checked is not None
    return resolved.checked


def find_mistakes(rules: Composed, counts: Iterable[int], findings: Findings) -> dict[int, CheckedRules]:
    """Add everything that is wrong with rules for some numbers of seats, up to the first with errors.

    Returns the checked rules for each number, none where there are errors; they are not meant to be compiled. Rules are
    resolved once where the number of seats makes no difference to what their names mean: then they are those for the
    first such number.
    """
    known: list[tuple[SymbolTable, CheckedRules | None]] = []
    done: dict[int, CheckedRules] = {}
    report_sizes(rules, findings)
    for seats in counts:
        table = _declare_symbols(rules, seats, findings, again=bool(done))
        if table is not None:
            same = [] if findings.errors else [one for other, one in known if _same_meaning(table, other, rules)]
            checked = same[0] if same else _resolve_and_validate(table, rules, findings, GROUPS).checked
            known += [] if same else [(table, checked)]
            done |= {seats: checked} if checked is not None else {}
        _tidy_findings(rules, findings)
        if findings.errors:
            return {}
    return done


def examine_texts(rules: Composed, seats: int, findings: Findings) -> None:
    """Check the texts of rules in another language that have no mistakes in their own."""
    _examine_seats(rules, seats, findings, (OF_TEXTS,))


def index_symbols(rules: Composed, seats: int) -> Symbols:
    """Return the symbols of rules for a number of seats, also where they have mistakes."""
    resolved = _examine_seats(rules, seats, Findings(), ())
    return symbols_of(resolved) if resolved is not None else Symbols()


def _examine_seats(
    rules: Composed, seats: int, findings: Findings, groups: Groups, fingerprinted: bool = False
) -> Resolved | None:
    report_sizes(rules, findings)
    table = _declare_symbols(rules, seats, findings)
    resolved = _resolve_and_validate(table, rules, findings, groups, fingerprinted) if table is not None else None
    _tidy_findings(rules, findings)
    return resolved


def _tidy_findings(rules: Composed, findings: Findings) -> None:
    """Report each mistake once, and where it was made."""
    deduplicate_findings(rules, findings)
    blame_changes(rules, findings)


def _declare_symbols(rules: Composed, seats: int, findings: Findings, again: bool = False) -> SymbolTable | None:
    """Pass 1; None where something is too large to be looked into at all."""
    report_supplies(rules, seats, findings)
    if findings.blind:
        return None
    unread = bool(findings.errors)
    own = Findings()
    table = declare(rules, seats, own, lost_names(rules, findings) if unread else set(), again)
    if unread:
        add_names(own.found, rules, findings)
    else:
        findings.take(own)
    if findings.errors:
        table.lost |= lost_names(rules, findings) | faulty_names(rules, own.found)
    return None if findings.blind else table


def _resolve_and_validate(
    table: SymbolTable, rules: Composed, findings: Findings, groups: Groups, fingerprinted: bool = False
) -> Resolved:
    """Passes 2 and 3; of rules with mistakes found earlier, only what is wrong with names is kept."""
    faulty = bool(findings.errors)
    resolved = resolve(table, rules, fingerprinted)
    found = table.findings
    if groups:
        validate(resolved, found, groups)
    if faulty or found.errors:
        resolved.context.read_unreached()
        say_where_known(resolved, found)
    if faulty:
        add_names(found.found, rules, findings)
    else:
        findings.take(found)
    return resolved


def _same_meaning(table: SymbolTable, other: SymbolTable, rules: Composed) -> bool:
    """Whether names mean the same for two numbers of seats: only players differ, and no rule names one of those."""
    one, two = ({d.name: d.members for d in each.lists if d.how != "player"} for each in (table, other))
    masks, others = ({key: mask for key, (_, mask) in each.piece_rules.items()} for each in (table, other))
    absent = set(table.domains["player"].members) ^ set(other.domains["player"].members)
    return (one, masks) == (two, others) and not any(_names_one(absent, text) for text in rules.files.values())


def _names_one(names: set[str], text: str) -> bool:
    """Whether a text contains one of some names as a whole word."""
    inside = [re.escape(name) for name in sorted(names) if name in text]
    return bool(inside) and re.search(rf"(?<![\w-])(?:{'|'.join(inside)})(?![\w-])", text) is not None
