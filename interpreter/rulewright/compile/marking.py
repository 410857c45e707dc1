"""Instruments checked rules with coverage marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import cast, get_args

from rulewright.check import core as c
from rulewright.check.core.walk import VALUE_CLASSES, rebuild
from rulewright.compose.coverage_points import CoveragePoint
from rulewright.diagnostics import NOWHERE, Span

ACTIONS = get_args(c.Action)


def mark(rules: c.CheckedRules, points: Sequence[CoveragePoint]) -> None:
    """Put the marks of points into rules that were checked for this: they are changed in place."""
    _Marking(points).all(rules)


class _Marking:
    def __init__(self, points: Sequence[CoveragePoint]) -> None:
        self.rules = {s.span: s for s in points if s.kind == "rule"}
        self.steps = {s.span: s for s in points if s.kind == "step"}
        self.conditions = {s.span: s for s in points if s.kind == "condition"}

    def all(self, rules: c.CheckedRules) -> None:
        for step in rules.procedures:
            step.body, step.after = self.body(step.body), self.body(step.after)
            if step.can is not None:
                step.can.cases = [(None, self.value(payable)) for _, payable in step.can.cases]
        for menu in rules.menus:
            for option in menu.options:
                self.within(option.choice)
        for value in rules.values:
            self.cases(value)
        for scoring in rules.scorings:
            scoring.body = self.body(scoring.body)
        for tie in rules.tie_breaks:
            tie.value = self.rule(tie.value, tie.span)
        if rules.ending is not None:
            self.ending(rules.ending)
        for always in rules.always:
            always.condition = self.rule(always.condition, always.span)

    def ending(self, ending: c.Ending) -> None:
        """Mark who plays with whom, and when all win."""
        if ending.side is not None:
            ending.side = self.rule(ending.side, ending.span)
        if ending.together is not None:
            ending.together = self.rule(ending.together, ending.span)

    def cases(self, value: c.ValueRule) -> None:
        value.lets = [(var, self.value(name)) for var, name in value.lets]
        value.cases = [
            (None if test is None else self.value(test), self.rule(then, value.span)) for test, then in value.cases
        ]

    def rule(self, value: c.Value, span: Span) -> c.Value:
        """Return the value of a rule, with the mark of the rule around it."""
        point, value = self.rules.get(span), self.value(value)
        return value if point is None else c.Noted(value, point.first, point.first)

    def value(self, value: c.Value) -> c.Value:
        """Return a value with its conditions marked."""
        value = rebuild(value, self.value)
        point = self.conditions.get(getattr(value, "span", NOWHERE))
        if point is None:
            return value
        yes, no = point.marks
        return c.Noted(value, no, yes) if point.denied and not _is_denial(value) else c.Noted(value, yes, no)

    def body(self, actions: list[c.Action]) -> list[c.Action]:
        """Return lines with the marks of those that have one before them."""
        marked: list[c.Action] = []
        for action in actions:
            if action.span in self.steps:
                marked.append(c.Pass(self.steps[action.span].first, action.span))
            self.within(action)
            marked.append(action)
        return marked

    def within(self, node: c.Action | c.Choice) -> None:
        """Mark what a line or an option is made of."""
        for field in fields(node):
            part = getattr(node, field.name)
            new = self.part(part)
            if new is not part:
                setattr(node, field.name, new)

    def part(self, part: object) -> object:
        """Return a part of a line or option, marked."""
        if type(part) in VALUE_CLASSES:
            return self.value(cast(c.Value, part))
        if isinstance(part, c.Text):
            return replace(part, parts=cast(tuple[str | c.Value, ...], self.part(part.parts)))
        if isinstance(part, c.Choice):
            self.within(part)
        elif isinstance(part, list):
            lines = all(isinstance(item, ACTIONS) for item in part)
            return self.body(part) if lines else [self.part(item) for item in part]
        elif type(part) is tuple:
            return tuple(self.part(item) for item in part)
        return part


def _is_denial(value: c.Value) -> bool:
    """Whether a value is itself a negation: `is not` between two values is; other negations wrap a condition."""
    return isinstance(value, c.Test) and value.operator == "!=" and value.left.type.how != "truth"
