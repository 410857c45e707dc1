"""Finds rules that nothing reaches."""

from __future__ import annotations

from rulewright.check.rules import Rules
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def report_unreached(reader: Rules, rules: Composed, findings: Findings) -> None:
    """Add a finding for each step, menu, value, cost, option or after-rule that no game can come to."""
    for step in rules.of(d.Step):
        if step.name.text not in reader.steps:
            _add(findings, step.name, step.kind, 'Some rule must say "do {}".')
    for menu in rules.of(d.Menu):
        if menu.name.text not in reader.made_menus:
            _add(findings, menu.name, "menu", 'Some step must say "offer {}".')
    for value in rules.of(d.Value):
        if (value.of.text if value.of else "", value.name.text) not in reader.value_rules:
            _add(findings, value.name, "value", "No rule uses it.")
    for cost in rules.of(d.Cost):
        if cost.name.text not in reader.costs:
            _add(findings, cost.name, "cost", 'Some rule must say "pay {}".')
    _report_lost_rules(reader, rules, findings)


def _report_lost_rules(reader: Rules, rules: Composed, findings: Findings) -> None:
    menus = {menu.name.text for menu in rules.of(d.Menu)}
    options = [*rules.of(d.MenuOption), *(o for p in rules.of(d.PieceRule) for o in p.options)]
    for option in options:
        if option.menu.text not in menus:
            reader.world.unknown(option.menu, "menu", menus)
    for rule in rules.of(d.After):
        if rule.step.text not in reader.step_declarations:
            reader.world.unknown(rule.step, "step", reader.step_declarations)


def _add(findings: Findings, word: Word, what: str, remedy: str) -> None:
    findings.add("never-reached", word.span, f"nothing reaches this {what}", remedy.format(word.text))
