"""How far looking ahead goes, and what it comes to first.

A choice is offered if all that it leads to can be done up to the first effect. The search goes through a limited
number of nested rules and questions; what lies beyond is assumed to be possible.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
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


def is_certain(actions: Sequence[c.Action], circles: Container[int], depth: Depth = TOP) -> bool:
    """Return whether actions can be done whatever the position is, so that nothing of them is evaluated.

    `circles` are the ids of the options that circle. All builds ask this at the same places: what cannot be evaluated
    stops play in each of them or in none.
    """
    return _Certain(circles).actions(actions, depth)


class _Certain:
    def __init__(self, circles: Container[int]) -> None:
        self.circles, self.left = circles, MOST

    def actions(self, actions: Sequence[c.Action], depth: Depth) -> bool:
        for at, action in enumerate(actions):
            self.left -= 1
            if isinstance(action, c.Say | c.Let | c.Pass):
                continue
            return self.left >= 0 and self.first(action, actions[at + 1 :], depth)
        return True

    def first(self, action: c.Action, rest: Sequence[c.Action], depth: Depth) -> bool:
        if isinstance(action, c.Branch):
            ways = [*(body for _, body in action.cases), action.otherwise]
            return all(self.actions([*way, *rest], depth) for way in ways)
        if isinstance(action, c.Perform):
            inside = [*action.step.body, *action.step.after, *rest]
            return action.step.can is None and not depth.is_last and self.actions(inside, depth.in_rule)
        if not isinstance(action, c.Question):
            return (
                not (isinstance(action, c.Gain) and action.sign < 0 or isinstance(action, c.Transfer)) or not action.due
            )
        if _comes_back(action) or depth.asks_last:
            return _comes_back(action)
        if action.menu is not None:
            return any(self.option(option, depth) for option in action.menu.options)
        return any(self.choice(choice, rest, depth.in_question) for choice in action.choices)

    def option(self, option: c.MenuOption, depth: Depth) -> bool:
        closable = option.limit is not None or option.once is not None or option.this is not None
        return not closable and id(option) not in self.circles and self.choice(option.choice, [], depth)

    def choice(self, choice: c.Choice, rest: Sequence[c.Action], depth: Depth) -> bool:
        if choice.or_nothing:
            return True
        low, high = choice.low, choice.high
        some = isinstance(low, c.Const) and isinstance(high, c.Const) and low.value <= high.value
        possible = choice.when is None and (choice.var is None or some)
        return possible and self.actions([*choice.body, *rest], depth)


def needs_loops(actions: Sequence[c.Action]) -> bool:
    """Return whether looking tries candidates one by one."""
    return _asks(actions, TOP)[0]


def _asks(actions: Sequence[c.Action], depth: Depth) -> tuple[bool, bool]:
    """Return whether a question may come before any effect, and whether it is possible that none of them comes."""
    for action in actions[:MOST]:
        if isinstance(action, c.Say | c.Let | c.Pass):
            continue
        ways, inside = _ways(action), depth
        if isinstance(action, c.Perform):
            ways, inside = [] if depth.is_last else ways, depth.in_rule
        looked = [_asks(way, inside) for way in ways]
        asks = isinstance(action, c.Question) and not _comes_back(action)
        if asks or any(asks for asks, _ in looked):
            return True, False
        if not any(goes_on for _, goes_on in looked):
            return False, False
    return False, True


def _ways(action: c.Action) -> list[list[c.Action]]:
    """Return the bodies that an action leads to by itself; none for an action that decides."""
    if isinstance(action, c.Branch):
        return [*(body for _, body in action.cases), action.otherwise]
    if isinstance(action, c.Perform) and action.step.can is None:
        return [[*action.step.body, *action.step.after]]
    return []


def _pays(action: c.Action) -> bool:
    taken = isinstance(action, c.Gain) and action.sign > 0
    return isinstance(action, c.Gain | c.Transfer) and action.due and not taken


def _comes_back(question: c.Question) -> bool:
    return question.loop or question.stop is not None
