"""Evaluates values of the checked tree; every result must be of the type that its node states."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.state import State, Stuck, Thing, Value

from rulewright.check import core as c


@dataclass(frozen=True)
class Later:
    """A value that is evaluated where its name is used, with what the names around meant."""

    node: c.Value
    env: Env


Env = dict[c.Var, "Value | Later"]
COMPARED: dict[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
}  # fmt: skip
AROUND = {
    "above": (0, -1), "below": (0, 1), "left of": (-1, 0), "right of": (1, 0), "above left of": (-1, -1),
    "above right of": (1, -1), "below left of": (-1, 1), "below right of": (1, 1),
}  # fmt: skip
HALVES = {
    "left of": (-2, 0), "right of": (2, 0), "above left of": (-1, -1), "above right of": (1, -1),
    "below left of": (-1, 1), "below right of": (1, 1),
}  # fmt: skip
"""Around a hexagon, in halves of one to the right, and rows."""


class WrongTypeError(AssertionError):
    """A value is not of the type that the checked tree states for it."""


def bits(mask: int) -> frozenset[int]:
    """Return the members of a set as the checked tree writes it."""
    return frozenset(at for at in range(mask.bit_length()) if mask >> at & 1) if mask > 0 else frozenset()


def as_value(number: int, type_: c.Type) -> Value:
    """Return a constant or printed number as a value of its type."""
    if type_.how == "set":
        return bits(number)
    if type_.how == "truth":
        return bool(number)
    return None if type_.how == "one" and number < 0 else number


def typed(value: Value, type_: c.Type, what: object) -> Value:
    """Return the value; raise if it is not of the type."""
    size = type_.domain.size if type_.domain else 0
    match type_.how:
        case "set":
            good = isinstance(value, frozenset) and all(0 <= one < size for one in value)
        case "truth":
            good = isinstance(value, bool)
        case "number":
            good = isinstance(value, int) and not isinstance(value, bool)
        case "one":
            good = value is None or (type(value) is int and 0 <= value < size)
        case _:
            good = type_.how == "unknown"
    if not good:
        raise WrongTypeError(f"{value!r} is not {type_}: {type(what).__name__}")
    return value


def spot(name: str) -> tuple[int, int]:
    """Return column and row of a space."""
    return ord(name[0]), int(name[1:])


class Values:
    """Evaluates values in a state."""

    def __init__(self, rules: c.CheckedRules, state: State) -> None:
        self.rules, self.state = rules, state

    def value(self, node: c.Value, env: Env) -> Value:
        """Evaluate a value and check its type."""
        return typed(self._value(node, env), node.type, node)

    def number(self, node: c.Value, env: Env) -> int:
        """Evaluate a number."""
        found = self.value(node, env)
        if type(found) is not int:
            raise WrongTypeError(f"{found!r} is no number: {type(node).__name__}")
        return found

    def things(self, node: c.Value, env: Env) -> frozenset[int]:
        """Evaluate a set."""
        found = self.value(node, env)
        if not isinstance(found, frozenset):
            raise WrongTypeError(f"{found!r} is no set: {type(node).__name__}")
        return found

    def holds(self, node: c.Value, env: Env) -> bool:
        """Evaluate a condition."""
        found = self.value(node, env)
        if not isinstance(found, bool):
            raise WrongTypeError(f"{found!r} is no condition: {type(node).__name__}")
        return found

    def thing(self, node: c.Value, env: Env) -> Thing:
        """Evaluate a thing, or nothing."""
        found = self.value(node, env)
        if found is not None and type(found) is not int:
            raise WrongTypeError(f"{found!r} is no thing: {type(node).__name__}")
        return found

    def keys(self, axes: tuple[c.Axis, ...], nodes: Iterable[c.Value], env: Env) -> tuple[int, ...]:
        """Evaluate the keys of something stored or printed, which must be among its entries."""
        found = []
        for axis, node in zip(axes, nodes, strict=True):
            key = self.value(node, env)
            if type(key) is not int or not axis.start <= key < axis.start + axis.size:
                raise WrongTypeError(f"{key!r} is not from {axis.start} on, {axis.size} in all")
            found.append(key)
        return tuple(found)

    def contents(self, node: c.Contents, env: Env) -> list[int]:
        """Return the pieces in a place in their order; that of a place without order is the pieces' own."""
        row = self.state.places[node.place, self.keys(node.place.keys, node.keys, env)]
        return list(row) if node.place.order else sorted(row)

    def _value(self, node: c.Value, env: Env) -> Value:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one case for each kind
        match node:
            case c.Const():
                return as_value(node.value, node.type)
            case c.Use():
                found = env[node.var]
                return self.value(found.node, found.env) if isinstance(found, Later) else found
            case c.Read():
                return self.state.facts[node.stored, self.keys(node.stored.keys, node.keys, env)]
            case c.Contents():
                return frozenset(self.contents(node, env))
            case c.Lookup():
                return self._lookup(node, env)
            case c.Binary():
                return self._binary(node, env)
            case c.Test():
                return self._test(node, env)
            case c.Member():
                return self.thing(node.thing, env) in self.things(node.things, env)
            case c.NonEmpty(things=c.Filter() as among):
                return any(
                    self.holds(among.condition, {**env, among.var: one})
                    for one in sorted(self.things(among.things, env))
                )
            case c.NonEmpty():
                return bool(self.things(node.things, env))
            case c.Logic():
                return self._logic(node, env)
            case c.Count():
                return len(self.things(node.things, env))
            case c.Filter():
                every = sorted(self.things(node.things, env))
                return frozenset(one for one in every if self.holds(node.condition, {**env, node.var: one}))
            case c.Combined():
                raise AssertionError("combinations are listed where they are offered")
            case c.Fold() | c.Best():
                return self._fold(node, env)
            case c.Quantified():
                found = (
                    self.holds(node.condition, {**env, node.var: one}) for one in sorted(self.things(node.things, env))
                )
                return all(found) if node.every else any(found)
            case c.One():
                return self._one(node, env)
            case c.Following():
                return self._following(node, env)
            case c.Nearby():
                return self._nearby(node, env)
            case c.Spread():
                return self._spread(node, env)
            case c.LongestPath():
                links = self.things(node.things, env)
                places = range(len(node.of_thing.values))
                return max((self._longest(node, env, place, links, True) for place in places), default=0)
            case c.InRow():
                return self._in_row(node, env)
            case c.Choice2():
                left, right = self.number(node.left, env), self.number(node.right, env)
                return min(left, right) if node.how == "lesser" else max(left, right)
            case c.Either():
                return self.value(node.then if self.holds(node.condition, env) else node.otherwise, env)
            case c.Singleton():
                one = self.thing(node.thing, env)
                return frozenset() if one is None else frozenset({one})
            case c.Where():
                return self._where(node, env)
            case c.Call():
                return self._call(node, env)
            case c.Doable():
                return self.doable(node.step, [self.value(part, env) for part in node.arguments])
            case c.WouldBe():
                arguments = [self.value(part, env) for part in node.arguments]
                own: Env = dict(zip(node.vars, [self.value(part, env) for part in node.given], strict=True))
                with self.imagined(node.step, arguments):
                    return self.holds(node.condition, own)
            case c.BeenHere():
                now, before = self.state.position(node.history), self.state.remembered.get(node.history, [])
                return before.count(now) >= self.number(node.times, env)
            case c.Noted():
                return self.value(node.part, env)
            case c.Sure():
                sure = self.thing(node.thing, env)
                if sure is None:
                    raise Stuck("nothing-there")
                return sure
            case c.Within():
                number = self.number(node.number, env)
                if not node.low <= number <= node.high:
                    raise Stuck("out-of-range")
                return number

    def doable(self, step: c.Rule, given: list[Value]) -> bool:
        """Return whether a step can be done; implemented by the interpreter."""
        raise NotImplementedError

    def imagined(self, step: c.Rule, given: list[Value]) -> AbstractContextManager[None]:
        """Do a step for as long as it is looked at; implemented by the interpreter."""
        raise NotImplementedError

    def _lookup(self, node: c.Lookup, env: Env) -> Value:
        at = 0
        for axis, key in zip(node.figure.keys, self.keys(node.figure.keys, node.keys, env), strict=True):
            at = at * axis.size + key - axis.start
        return as_value(node.figure.values[at], node.figure.type)

    def _binary(self, node: c.Binary, env: Env) -> Value:
        if node.operator in ("or", "and", "without"):
            left, right = self.things(node.left, env), self.things(node.right, env)
            return left | right if node.operator == "or" else left & right if node.operator == "and" else left - right
        one, other = self.number(node.left, env), self.number(node.right, env)
        if node.operator == "//":
            return math.floor(Fraction(one, other))
        return one + other if node.operator == "+" else one - other if node.operator == "-" else one * other

    def _test(self, node: c.Test, env: Env) -> bool:
        left, right = self.value(node.left, env), self.value(node.right, env)
        if isinstance(left, frozenset) != isinstance(right, frozenset):
            raise WrongTypeError("a set is compared with something else")
        if node.operator in ("==", "!="):
            return (left == right) == (node.operator == "==")
        return COMPARED[node.operator](self.number(node.left, env), self.number(node.right, env))

    def _logic(self, node: c.Logic, env: Env) -> bool:
        if node.operator == "not":
            return not self.holds(node.parts[0], env)
        found = (self.holds(part, env) for part in node.parts)
        return all(found) if node.operator == "and" else any(found)

    def _fold(self, node: c.Fold | c.Best, env: Env) -> Value:
        every = sorted(self.things(node.things, env))
        if node.how == "union":
            return frozenset().union(*(self.things(node.value, {**env, node.var: one}) for one in every))
        numbers = {one: self.number(node.value, {**env, node.var: one}) for one in every}
        if node.how == "sum":
            return sum(numbers.values())
        found = (max if node.how == "most" else min)(numbers.values(), default=0)
        if isinstance(node, c.Fold):
            return found
        return frozenset(one for one in every if numbers[one] == found)

    def _one(self, node: c.One, env: Env) -> Value:
        things = node.things.part if isinstance(node.things, c.Noted) else node.things
        row = self.contents(things, env) if isinstance(things, c.Contents) else sorted(self.things(things, env))
        if node.how == "only":
            return row[0] if len(row) == 1 else None
        return (row[0] if node.how == "first" else row[-1]) if row else None

    def _following(self, node: c.Following, env: Env) -> Value:
        one, domain = self.thing(node.thing, env), node.type.domain
        assert domain is not None
        if node.turned is not None:
            steps = self.number(node.turned, env)
            assert one is not None
            for _ in range(abs(steps) % domain.size):
                one = (one + 1 if one < domain.size - 1 else 0) if steps > 0 else (one or domain.size) - 1
            return one
        if node.before:
            earlier = domain.size - 1 if domain.how == "player" else None
            return one - 1 if one else earlier
        if domain.how == "player":
            return 0 if one is None else (one + 1) % domain.size
        return None if one is None or one + 1 >= domain.size else one + 1

    def _nearby(self, node: c.Nearby, env: Env) -> Value:
        grid, to = node.type.domain, self.value(node.thing, env)
        assert grid is not None
        starts = to if isinstance(to, frozenset) else frozenset() if to is None else frozenset({to})
        found = set()
        for one in starts:
            column, row = spot(grid.members[one])
            for other, name in enumerate(grid.members):
                across, down = spot(name)[0] - column, spot(name)[1] - row
                if grid.shape:
                    near = (2 * across + down, down) in ([HALVES[node.how]] if node.how in HALVES else HALVES.values())
                elif node.how in AROUND:
                    near = (across, down) == AROUND[node.how]
                else:
                    near = max(abs(across), abs(down)) == 1 and (node.how != "beside" or 0 in (across, down))
                if near:
                    found.add(other)
        return frozenset(found)

    def _spread(self, node: c.Spread, env: Env) -> Value:
        """Go on from thing to thing, nearest first."""
        through = None if node.through is None else self.things(node.through, env)
        limit = None if node.limit is None else self.number(node.limit, env)
        goal = None if node.goal is None else self.things(node.goal, env)
        start = self.things(node.things, env)
        if node.how == "parts":
            return frozenset(self._first_of_parts(node, env, start))
        steps = self._walked(node, env, start, through, limit)
        if node.how == "reached":
            return frozenset(steps)
        assert goal is not None
        if not goal & steps.keys():
            raise Stuck("nothing-there")
        return min(steps[one] for one in goal & steps.keys())

    def _first_of_parts(self, node: c.Spread, env: Env, rest: frozenset[int]) -> Iterator[int]:
        while rest:
            yield min(rest)
            rest -= self._walked(node, env, frozenset({min(rest)}), rest, None).keys()

    def _walked(
        self, node: c.Spread, env: Env, start: frozenset[int], through: frozenset[int] | None, limit: int | None
    ) -> dict[int, int]:
        """Return how many steps each thing is away."""
        steps: dict[int, int] = {one: 0 for one in start if through is None or one in through}
        waiting = list(steps)
        while waiting:
            one = waiting.pop(0)
            if limit is not None and steps[one] >= limit:
                continue
            for other in sorted(self.things(node.onward, {**env, node.var: one})):
                if other not in steps and (through is None or other in through):
                    steps[other] = steps[one] + 1
                    waiting.append(other)
        return steps

    def _longest(self, node: c.LongestPath, env: Env, place: int, links: frozenset[int], first: bool) -> int:
        """Return the length of the longest path from a place along links, by trying all."""
        if not first and node.through is not None and place not in self.things(node.through, env):
            return 0
        found = 0
        for link in sorted(links):
            ends = bits(node.ends.values[link])
            if place in ends:
                (other,) = ends - {place}
                length = self.number(node.worth, {**env, node.var: link})
                found = max(found, length + self._longest(node, env, other, links - {link}, False))
        return found

    def _in_row(self, node: c.InRow, env: Env) -> bool:
        grid = node.things.type.domain
        assert grid is not None
        spots = {spot(grid.members[one]) for one in self.things(node.things, env)}
        ways = ((1, 0), (0, 1), (1, -1)) if grid.shape else ((1, 0), (0, 1), (1, 1), (1, -1))
        return any(
            all((column + step * across, row + step * down) in spots for step in range(node.length))
            for column, row in spots
            for across, down in ways
        )

    def _where(self, node: c.Where, env: Env) -> Value:
        piece, domain = self.thing(node.piece, env), node.piece.type.domain
        assert domain is not None
        if piece is None:
            raise WrongTypeError("nothing lies nowhere")
        if domain.how == "names":
            return piece + 1
        place, keys = self.state.where[domain.name, piece]
        if node.what == "position":
            return self.state.places[place, keys].index(piece) + 1 if place.order else 0
        owners = place.keys[0].domain if place.keys else None
        return keys[0] if owners is not None and owners.name == node.what else None

    def _call(self, node: c.Call, env: Env) -> Value:
        rule = node.value
        inner: Env = dict(zip(rule.params, (self.value(part, env) for part in node.arguments), strict=True))
        for var, value in rule.lets:
            inner[var] = self.value(value, inner)
        for condition, value in rule.cases:
            if condition is None or self.holds(condition, inner):
                return self.value(value, inner)
        if rule.type.how == "truth":
            return False
        return frozenset() if rule.type.how == "set" else -1 if rule.type.how == "number" else None
