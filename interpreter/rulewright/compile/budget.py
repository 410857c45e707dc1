"""What a decision may do at most: which loops are charged to its budget, and how many steps for each round.

A step is about one value or line that is evaluated. Loops in one another multiply, also through the rules that they do
and the values that they read, and by the sizes of what they go through. Loops of few steps in all are not charged.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import cast

from rulewright.check import core as c
from rulewright.check.core.walk import VALUES, blocks, body_of, children, steps_of, units_of, values_of
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


class Budget:
    """What is charged in some rules. `asking`: the rules that may ask somebody, by identity."""

    def __init__(self, rules: c.CheckedRules, asking: Container[int] = ()) -> None:
        self.asking = asking
        self.rounds: dict[int, int] = {}
        """By identity, how often a rule is done within the loops around it, at most."""
        self._steps: dict[int, int] = {}
        order = _callers_first([*units_of(rules), *rules.values])
        for rule in order:
            self._note(_parts(rule), self.rounds.setdefault(id(rule), 1))
        for rule in reversed(order):
            self._steps[id(rule)] = self.steps(_parts(rule), self.rounds[id(rule)])

    def steps(self, parts: Iterable[Part], rounds: int = 1, seen: set[object] | None = None) -> int:
        """Return how many steps some values or lines take that are done so often, without what is charged in them.

        `seen` are the declared values that are known already: one that is read again is shared.
        """
        seen = set() if seen is None else seen
        return sum(self._of(part, rounds, seen) for part in parts)

    def is_charged(self, rounds: int, steps: int) -> bool:
        """Return whether a loop is charged, given the steps of its rounds, including those of the loops around it."""
        return rounds * steps > FREE

    def _of(self, part: Part, rounds: int, seen: set[object]) -> int:
        if isinstance(part, c.Call):
            key = (id(part.value), *map(_key, part.arguments))
            if key in seen:
                return 1
            seen.add(key)
        total = 1 + self.steps(_own_values(part), rounds, seen)
        number, inside = _loop(part)
        if number:
            each = self.steps(inside, rounds * number)
            return total + (1 if self.is_charged(rounds * number, each) else number * each)
        called = [self._steps.get(id(rule), 0) for rule in _called(part) if id(rule) not in self.asking]
        return total + self.steps(inside, rounds, seen) + max(called, default=0)

    def _note(self, parts: Iterable[Part], rounds: int) -> None:
        """Note how often the rules are done that some values or lines lead to."""
        for part in parts:
            self._note(_own_values(part), rounds)
            number, inside = _loop(part)
            self._note(inside, rounds * max(1, number))
            for rule in _called(part):
                here = 1 if id(rule) in self.asking else rounds
                self.rounds[id(rule)] = max(self.rounds.get(id(rule), 1), here)


def _key(value: c.Value) -> object:
    """Return what is the same for arguments that are surely the same."""
    if isinstance(value, c.Use):
        return id(value.var)
    return ("number", value.value) if isinstance(value, c.Const) else value


def _parts(rule: Rule) -> list[Part]:
    """The values and lines of a rule."""
    if isinstance(rule, c.ValueRule):
        return [part for case in rule.cases for part in case if part is not None]
    return list(body_of(rule))


def _own_values(part: Part) -> Sequence[c.Value]:
    """The values that are looked at once, however often what is inside is."""
    if isinstance(part, _FOLDS):
        return [part.things]
    if type(part) in VALUES:
        return list(children(cast(c.Value, part)))
    return list(values_of(cast(c.Action, part))) if not isinstance(part, b.SetSlots | b.LineUp | b.PickNext) else []


def _loop(part: Part) -> tuple[int, Sequence[Part]]:
    """Return how many rounds a loop has at most (0 for what is none), and what is done in each."""
    if isinstance(part, _FOLDS):
        return members(part.things.type), [value for value in children(part) if value is not part.things]
    if isinstance(part, c.Loop):
        return members(part.things.type), part.body
    if isinstance(part, c.Count_):
        return counted(part), part.body
    if type(part) in VALUES or isinstance(part, b.SetSlots | b.PickNext | b.LineUp | b.DropSeat | b.NoteLap | b.Enter):
        return 0, ()
    return 0, [line for body in blocks(cast(c.Action, part)) for line in body]


def members(type_: c.Type) -> int:
    """Return how many things there are of a type."""
    return type_.domain.size if type_.domain is not None else 1


def counted(loop: c.Count_) -> int:
    """Return how often a loop that counts runs, at most; very often where that is known only in play."""
    known = isinstance(loop.low, c.Const) and isinstance(loop.high, c.Const) and loop.high.value < MANY
    return max(1, cast(c.Const, loop.high).value + 1) if known else FREE


def _called(part: Part) -> Iterator[Rule]:
    """The rules that a value or line leads to directly."""
    if isinstance(part, c.Call):
        yield part.value
    elif isinstance(part, c.Perform | c.Dispatch):
        yield from steps_of(part)
    elif isinstance(part, c.Doable) and isinstance(part.step, c.Procedure) and part.step.can is not None:
        yield part.step.can


def _callers_first(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules, each one before those that it leads to."""
    done: dict[int, Rule] = {}
    for start in rules:
        open_ = [] if id(start) in done else [(start, _leads_to(start))]
        waiting = {id(start)}
        while open_:
            rule, rest = open_[-1]
            following = next((other for other in rest if id(other) not in done and id(other) not in waiting), None)
            if following is None:
                done[id(open_.pop()[0])] = rule
            else:
                waiting.add(id(following))
                open_.append((following, _leads_to(following)))
    return list(done.values())[::-1]


def _leads_to(rule: Rule) -> Iterator[Rule]:
    return (other for part in _within(_parts(rule)) for other in _called(part))


def _within(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from _within(_own_values(part))
        yield from _within(_loop(part)[1])
