"""How far looking ahead goes, and what it comes to first.

A choice is offered if all that it leads to can be done up to the first effect. The search goes through a limited
number of nested rules and questions; what lies beyond is assumed to be possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulewright.check import core as c


class Depth(NamedTuple):
    """Through how many rules and questions, one inside another, has been looked."""

    rules: int = 0
    questions: int = 0

    @property
    def in_rule(self) -> Depth:
        """The depth in a rule that is done here."""
        return self._replace(rules=self.rules + 1)

    @property
    def in_question(self) -> Depth:
        """The depth behind a question that is asked here."""
        return self._replace(questions=self.questions + 1)

    @property
    def is_last(self) -> bool:
        """Whether no rule inside is looked through."""
        return self.rules >= 6

    @property
    def asks_last(self) -> bool:
        """Whether no question is looked through. Each may become two loops, of which Python nests 20."""
        return self.questions >= 8


TOP = Depth()
MOST = 100
"""Actions in sequence that are examined for one choice."""


def at_once(actions: Sequence[c.Action]) -> bool:
    """Return whether what is done can always be done up to its first effect: no need to look."""
    return not any(map(_may_fail, firsts(actions)[0]))


def needs_loops(actions: Sequence[c.Action]) -> bool:
    """Return whether looking tries candidates one by one."""
    return any(isinstance(action, c.Question) and not _comes_back(action) for action in firsts(actions)[0])


def firsts(actions: Sequence[c.Action], depth: Depth = TOP) -> tuple[list[c.Action], bool]:
    """Return the actions that decide by themselves and may come first, and whether it is possible that none comes."""
    found: list[c.Action] = []
    for action in actions[:MOST]:
        if isinstance(action, c.Say | c.Let | c.Pass):
            continue
        ways = _ways(action, depth)
        if not isinstance(action, c.Branch | c.Perform) or not ways:
            found.append(action)
        if not ways:
            return found, False
        inside = depth.in_rule if isinstance(action, c.Perform) else depth
        looked = [firsts(way, inside) for way in ways]
        found += [first for firsts_, _ in looked for first in firsts_]
        if not any(goes_on for _, goes_on in looked):
            return found, False
    return found, True


def _ways(action: c.Action, depth: Depth) -> list[list[c.Action]]:
    """Return the bodies that an action leads to by itself; none for an action that decides."""
    if isinstance(action, c.Branch):
        return [*(body for _, body in action.cases), action.otherwise]
    if isinstance(action, c.Perform) and action.step.can is None and not depth.is_last:
        return [[*action.step.body, *action.step.after]]
    if isinstance(action, c.Question) and not _comes_back(action) and not _may_fail(action):
        return [choice.body for choice in action.choices]
    return []


def _comes_back(question: c.Question) -> bool:
    return question.loop or question.stop is not None


def _is_open(choice: c.Choice) -> bool:
    """Return whether something can be chosen whatever the position is."""
    if choice.when is not None:
        return False
    low, high = choice.low, choice.high
    return choice.var is None or (isinstance(low, c.Const) and isinstance(high, c.Const) and low.value <= high.value)


def _may_fail(action: c.Action) -> bool:
    if isinstance(action, c.Perform):
        return action.step.can is not None
    if isinstance(action, c.Question):
        return not _comes_back(action) and not any(map(_is_open, action.choices))
    taken = isinstance(action, c.Gain) and action.sign > 0
    return isinstance(action, c.Gain | c.Transfer) and action.due and not taken
