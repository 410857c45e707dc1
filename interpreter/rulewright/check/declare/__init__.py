"""Phase 1 of checking: collect every declaration into a symbol table, before any rule is read.

`declare` does so in an order in which each step needs only what the ones before it have found: first the things that
there are (players, names, grids, pieces), then what things have and what is printed, with the values of the data files.
What the table holds has a type, so rules can be resolved in any order afterwards.
"""

from __future__ import annotations

from rulewright.check.declare.changes import change_figures
from rulewright.check.declare.facts import declare_facts, declare_starts
from rulewright.check.declare.figures import declare_figures, declare_printed, report_unread
from rulewright.check.declare.histories import declare_histories
from rulewright.check.declare.links import declare_links
from rulewright.check.declare.names import report_clashes, report_twice, report_words
from rulewright.check.declare.table import SymbolTable
from rulewright.check.declare.things import declare_things
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.syntax import declarations as d


def declare(rules: Composed, seats: int, findings: Findings, lost: set[str], again: bool = False) -> SymbolTable:
    """Return the symbol table of finished rules for a number of seats.

    `lost` are names that a mistake keeps from being declared. `again`: for another number of seats this was done, so
    that names need not be looked at once more, which are the same for all.
    """
    names = list(rules.manifest.seat_names[:seats])
    table = SymbolTable(
        findings, rules.manifest.title.text, seats, names, language=rules.language or OWN_LANGUAGE, lost=lost
    )
    if not again:
        report_twice(table, rules)
    declare_things(table, rules)
    if not again:
        report_clashes(table, rules)
        report_words(rules, findings)
    declare_printed(table, rules)
    declare_facts(table, rules)
    declare_histories(table, rules)
    declare_links(table, rules)
    declare_figures(table, rules)
    change_figures(table, rules)
    report_unread(table, rules)
    declare_starts(table, rules)
    table.steps = {decl.name.text: decl for decl in rules.of(d.Step)}
    table.values = {(decl.of.text if decl.of else "", decl.name.text): decl for decl in rules.of(d.Value)}
    table.costs = {decl.name.text: decl for decl in rules.of(d.Cost)}
    table.menus = {decl.name.text: decl for decl in rules.of(d.Menu)}
    table.rulings = {decl.name.text: decl for decl in rules.of(d.Ruling)}
    return table


__all__ = ["SymbolTable", "declare"]
