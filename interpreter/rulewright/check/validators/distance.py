"""How far one rule leads: where each does others more than once, the last are done a great many times.

If `a` reads `b` for two different things, `b` reads `c` for two, and so on for 20 values of one short line each, `a`
leads to 2 + 4 + 8 + ... lookups, about two million. Nothing in these lines looks slow, and there is no loop. So the
paths are counted: a rule leads to 1 more than all that it uses lead to together, as often as it uses them, and its
chain is 1 longer than the longest of theirs.

    c                     number 1, depth 1
    b: c of x + c of y    number 1 + 1 + 1 = 3, depth 2
    a: b of x + b of y    number 1 + 3 + 3 = 7, depth 3

A rule that asks counts as one, since the count begins again with every decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.check import core as c
from rulewright.check.core.walk import body_of, everything_in, lines_inside, steps_of, values_of
from rulewright.check.resolve.context import DEEPEST_VALUE, TOO_DEEP_MESSAGE
from rulewright.diagnostics import Code, Findings

MOST_CALLS = 1_000_000
"""Limit on the values and steps that a single one leads to."""

Rule = c.ValueRule | c.Procedure
Key = tuple[object, ...]


class RuleReach(NamedTuple):
    """How many values and steps are looked up and done for one before somebody is asked, and how many in a chain."""

    number: int = 0
    depth: int = 0

    @property
    def is_far(self) -> bool:
        """Whether that is too far."""
        return self.number > MOST_CALLS or self.depth > DEEPEST_VALUE


def report_reach(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each value or step that leads too far; those that lead to it get none."""
    rules: list[Rule] = [*checked.values, *checked.procedures]
    known: dict[int, RuleReach] = {}
    for rule in rules:
        _find_reaches(rule, known)
    for rule in rules:
        reach = known[id(rule)]
        if not reach.is_far or any(known[id(used)].is_far for used in _rules_used(rule)):
            continue
        if reach.depth > DEEPEST_VALUE:
            findings.add(Code.TOO_DEEP, rule.span, *TOO_DEEP_MESSAGE)
        else:
            findings.add(
                Code.TOO_OFTEN, rule.span, f"this leads to {reach.number:,} values and steps, as each of them leads to "
                f"others more than once; the most is {MOST_CALLS:,}",
                'Keep what is needed twice: "let NAME be ...", and use the name.' if isinstance(rule, c.ValueRule)
                else "Do each of them once, or repeat it by a number.",
            )  # fmt: skip


def _find_reaches(start: Rule, known: dict[int, RuleReach]) -> None:
    """Find out how far a rule and those that it leads to lead; what is in a circle counts once."""
    # Depth first without recursion: a rule is met twice, to put those that it uses above it, and to add them up.
    waiting, begun = [start], dict[int, list[Rule]]()
    while waiting:
        rule = waiting[-1]
        if id(rule) in known:
            waiting.pop()
        elif id(rule) in begun:
            reaches = [known.get(id(used), RuleReach()) for used in begun[id(rule)]]
            number = 1 if _asks_question(rule) else 1 + sum(reach.number for reach in reaches)
            known[id(rule)] = RuleReach(number, 1 + max((reach.depth for reach in reaches), default=0))
        else:
            begun[id(rule)] = list(_rules_used(rule))
            waiting += [used for used in begun[id(rule)] if id(used) not in begun]


def _asks_question(rule: Rule) -> bool:
    return isinstance(rule, c.Procedure) and any(
        isinstance(action, c.Question) for action in lines_inside(body_of(rule))
    )


def _rules_used(rule: Rule) -> Iterator[Rule]:
    """Yield the rules that a rule leads to, as often as it does."""
    if isinstance(rule, c.ValueRule):
        yield from _distinct_calls(rule.parts)
        return
    for action in lines_inside(body_of(rule)):
        yield from _distinct_calls(values_of(action))
        yield from steps_of(action)


def _distinct_calls(values: Iterable[c.Value]) -> Iterator[c.ValueRule]:
    """Yield the values that are looked up in some; the same one, given the same, is looked up once."""
    seen: set[Key] = set()
    for value in values:
        for part in everything_in(value):
            if isinstance(part, c.Call):
                key = (id(part.value), *map(_value_key, part.arguments))
                if key not in seen:
                    seen.add(key)
                    yield part.value


def _value_key(value: c.Value) -> Key:
    """Return what is the same for values that are written alike."""
    if isinstance(value, c.Use):
        return "use", id(value.var)
    if isinstance(value, c.Const):
        return "const", value.value, id(value.type.domain)
    if isinstance(value, c.Read):
        return "read", id(value.stored), *map(_value_key, value.keys)
    return "other", id(value)
