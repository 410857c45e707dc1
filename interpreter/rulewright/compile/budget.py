"""What a decision may do at most: which loops are charged to its budget, and how many steps for each round.

A step is about one value or line that is evaluated. Loops in one another multiply, also through the rules that they do
and the values that they read, and by the sizes of what they go through. Loops of few steps in all are not charged.

For instance, a rule goes through 4 seats, for each through 60 cards, and looks for each card at three values: these are
4 * 60 * 3 = 720 steps at most, which is far below `FREE`, so generated code does not count them. If the rule itself is
done for each of 100 spaces, its `rounds` are 100, and the inner loop comes to 100 * 4 * 60 * 3 = 72,000 steps: it is
charged 3 steps for each card that it really goes through. In the loops around it, it then counts as a single step.

A rule that does itself is charged each time that it is done, for all of its lines but the loops that are charged.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import cast

from rulewright.check import core as c
from rulewright.check.core.walk import (
    VALUE_CLASSES,
    bodies_inside,
    body_of,
    parts_of_value,
    steps_of,
    units_of,
    values_of,
)
from rulewright.compile import blocks as b

FREE = 50_000
"""Loops with at most this many steps, including those around them, are not charged."""
HEAVY = 1_000
"""A block of more steps than this is charged as a whole each time it runs, without its loops that are."""
MANY = 20
"""A loop that counts to a number from this on, or to one that is only known in play, is always charged."""

Rule = c.Procedure | c.MenuOption | c.ValueRule
Part = c.Value | b.Line
"""A value, or a line of a rule."""
_FOLDS = (c.Filter, c.Fold, c.Best, c.Quantified)


class StepBudget:
    """What is charged in some rules.

    `asking`: the rules that may ask somebody, by identity; `again`: those that ask nobody and do themselves.
    """

    def __init__(self, rules: c.CheckedRules, asking: Container[int], again: set[int]) -> None:
        self.asking, self.again = asking, again
        self.rounds: dict[int, int] = {}
        """By identity, how often a rule is done within the loops around it, at most."""
        self._steps: dict[int, int] = {}
        order = _callers_first([*units_of(rules), *rules.values])
        for rule in order:
            rounds = self.rounds.setdefault(id(rule), FREE // HEAVY if id(rule) in self.again else 1)
            self._note_rounds(_parts_of(rule), rounds)
        for rule in reversed(order):
            self._steps[id(rule)] = self.steps(_parts_of(rule), self.rounds[id(rule)])

    def steps(self, parts: Iterable[Part], rounds: int = 1, met: set[object] | None = None) -> int:
        """Return how many steps some values or lines take that are done so often, without what is charged in them.

        `met` are the declared values that are known already: one that is read again is shared.
        """
        met = set() if met is None else met
        return sum(self._steps_of(part, rounds, met) for part in parts)

    def steps_of_rule(self, rule: Rule) -> int:
        """Return how many steps a rule takes, without what is charged in it."""
        return self._steps[id(rule)]

    def is_charged(self, rounds: int, steps: int) -> bool:
        """Return whether a loop is charged, given the steps of its rounds, including those of the loops around it."""
        return rounds * steps > FREE

    def _steps_of(self, part: Part, rounds: int, met: set[object]) -> int:
        if isinstance(part, c.Call):
            key = (id(part.value), *map(_sameness, part.arguments))
            if key in met:
                return 1
            met.add(key)
        total = 1 + self.steps(_own_values(part), rounds, met)
        number, inside = _rounds_and_parts(part)
        if number:
            each = self.steps(inside, rounds * number)
            return total + (1 if self.is_charged(rounds * number, each) else number * each)
        others = [self._steps.get(id(rule), 0) for rule in _rules_done_by(part) if not self._has_own_charge(rule)]
        return total + self.steps(inside, rounds, met) + max(others, default=0)

    def _has_own_charge(self, rule: Rule) -> bool:
        return id(rule) in self.asking or id(rule) in self.again

    def _note_rounds(self, parts: Iterable[Part], rounds: int) -> None:
        """Note how often the rules are done that some values or lines lead to."""
        for part in parts:
            self._note_rounds(_own_values(part), rounds)
            number, inside = _rounds_and_parts(part)
            self._note_rounds(inside, rounds * max(1, number))
            for rule in _rules_done_by(part):
                here = 1 if id(rule) in self.asking else rounds
                self.rounds[id(rule)] = max(self.rounds.get(id(rule), 1), here)


def _sameness(value: c.Value) -> object:
    """Return what is the same for arguments that are surely the same."""
    if isinstance(value, c.Use):
        return id(value.var)
    return ("number", value.value) if isinstance(value, c.Const) else value


def _parts_of(rule: Rule) -> list[Part]:
    """The values and lines of a rule."""
    if isinstance(rule, c.ValueRule):
        return list(rule.parts)
    return list(body_of(rule))


def _own_values(part: Part) -> Sequence[c.Value]:
    """The values that are looked at once, however often what is inside is."""
    if isinstance(part, _FOLDS):
        return [part.things]
    if isinstance(part, c.Spread):
        return [value for value in parts_of_value(part) if value is not part.onward]
    if type(part) in VALUE_CLASSES:
        return list(parts_of_value(cast(c.Value, part)))
    return (
        list(values_of(cast(c.Action, part))) if not isinstance(part, b.SetSlots | b.LineUpThings | b.PickNext) else []
    )


def _rounds_and_parts(part: Part) -> tuple[int, Sequence[Part]]:
    """Return how many rounds a loop has at most (0 for what is none), and what is done in each."""
    if isinstance(part, _FOLDS):
        return members(part.things.type), [value for value in parts_of_value(part) if value is not part.things]
    if isinstance(part, c.Spread):
        return members(part.onward.type), (part.onward,)
    if type(part) in VALUE_CLASSES:
        return 0, ()
    match part:
        case c.Loop():
            return members(part.things.type), part.body
        case c.Count_():
            return counted(part), part.body
        case b.SetSlots() | b.PickNext() | b.LineUpThings() | b.DropSeat() | b.NoteLap() | b.Enter():
            return 0, ()
        case _:
            return 0, [line for body in bodies_inside(cast(c.Action, part)) for line in body]


def members(type_: c.Type) -> int:
    """Return how many things there are of a type."""
    return type_.domain.size if type_.domain is not None else 1


def counted(loop: c.Count_) -> int:
    """Return how often a loop that counts runs, at most; very often where that is known only in play."""
    if not (isinstance(loop.low, c.Const) and isinstance(loop.high, c.Const)):
        return FREE
    times = loop.high.value - loop.low.value + 1
    return max(1, times) if times < MANY else FREE


def _rules_done_by(part: Part) -> Iterator[Rule]:
    """The rules that a value or line leads to directly."""
    match part:
        case c.Call():
            yield part.value
        case c.Perform() | c.Dispatch():
            yield from steps_of(part)
        case c.WouldBe(step=c.Procedure() as step):
            yield step
        case c.Doable(step=c.Procedure(can=can)) if can is not None:
            yield can
        case _:
            pass


def _callers_first(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules, each one before those that it leads to."""
    done: dict[int, Rule] = {}
    for start in rules:
        open_ = [] if id(start) in done else [(start, _rules_within(_parts_of(start)))]
        waiting = {id(start)}
        while open_:
            rule, rest = open_[-1]
            following = next((other for other in rest if id(other) not in done and id(other) not in waiting), None)
            if following is None:
                done[id(open_.pop()[0])] = rule
            else:
                waiting.add(id(following))
                open_.append((following, _rules_within(_parts_of(following))))
    return list(done.values())[::-1]


def _rules_within(parts: Iterable[Part]) -> Iterator[Rule]:
    """Yield the rules that values or lines, or anything in them, lead to directly."""
    for part in parts:
        yield from _rules_done_by(part)
        yield from _rules_within(_own_values(part))
        yield from _rules_within(_rounds_and_parts(part)[1])
