"""Nodes of values and conditions. Every node has the span of its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from rulewright.diagnostics import Span

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make a node class. Nodes are immutable by type checking alone, as frozen dataclasses slow down startup."""
    return dataclass(slots=True, eq=False, repr=False, match_args=False)(cls)


@node
class Node:
    """Base of all nodes. Nodes are equal if their classes, parts and spans are."""

    span: Span

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in self.__dataclass_fields__)

    def __hash__(self) -> int:
        return hash((type(self), self.span))

    def __repr__(self) -> str:
        parts = ", ".join(repr(getattr(self, name)) for name in self.__dataclass_fields__ if name != "span")
        return f"{type(self).__name__}({parts})"


def nodes_in(node: Node) -> Iterator[Node]:
    """Walk the tree: yield a node and all its descendants in source order, parents first."""
    waiting: list[object] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Node):
            yield part
            waiting += [getattr(part, name) for name in part.__dataclass_fields__][:0:-1]
        elif type(part) is tuple:
            waiting += part[::-1]


@node
class Word(Node):
    """A name or a text as written."""

    text: str

    def __str__(self) -> str:
        return self.text


@node
class Number(Node):
    """A whole number."""

    value: int


@node
class Name(Node):
    """A name whose meaning the checker finds: a thing let, a kind, a name from a list, a figure, a value."""

    text: str


@node
class Nothing(Node):
    """`nobody` or `nothing`."""


@node
class It(Node):
    """The thing that a `where` looks at."""


@node
class This(Node):
    """`this tile`: the piece whose rule is being read."""

    kind: Word


@node
class That(Node):
    """`that card`: the card that a `where` around this one looks at."""

    kind: Word


@node
class Of(Node):
    """`owner's name`; for `its name` the owner is an `It`."""

    owner: Expr
    name: Word


@node
class Table(Node):
    """`base for key`, `base for key at other key`."""

    base: Expr
    keys: tuple[Expr, ...]


@node
class NumberOf(Node):
    """How many things a set or a place has."""

    of: Expr


@node
class Fold(Node):
    """`sum of`, `most of`, `least of` or `all of` a value `for each` thing of a set; how is sum, most, least, all."""

    how: str
    value: Expr
    variable: Word
    things: Expr


@node
class Pick(Node):
    """The lesser or greater of two numbers; how is lesser or greater."""

    how: str
    left: Expr
    right: Expr


@node
class Single(Node):
    """One thing of a set, or nothing: how is first, last or only."""

    how: str
    things: Expr


@node
class NextAfter(Node):
    """The one after a thing (or before it) in the stated order; among players the order is a circle."""

    before: bool
    kind: Word
    thing: Expr


@node
class Turned(Node):
    """The thing a number of steps further round in a circle; a number below 0 goes the other way."""

    thing: Expr
    by: Expr


@node
class Near(Node):
    """The spaces near one or more; how is beside, around, above, below, left of, or a slant such as above left of."""

    how: str
    kind: Word
    thing: Expr


@node
class Ways(Node):
    """How one goes on from thing to thing: `through` some, `along` links, `going to` the things of a value."""

    through: Expr | None
    along: Expr | None
    going: Expr | None


@node
class Reached(Node):
    """The things of a kind that can be reached from one or more, in at most a number of steps."""

    kind: Word
    start: Expr
    ways: Ways
    most: Expr | None


@node
class Distance(Node):
    """How many steps it takes from one thing to another."""

    start: Expr
    goal: Expr
    ways: Ways


@node
class LongestPath(Node):
    """The length of the longest path that uses each of some links once, goes on only at some places, in a number."""

    along: Expr
    through: Expr | None
    counting: Expr | None


@node
class Parts(Node):
    """The parts of a set, each of whose things can be reached from one another within the set."""

    things: Expr
    ways: Ways


@node
class Arithmetic(Node):
    """Numbers or sets joined by `+`, `-`, `times`; `A within B` is what two sets share.

    operator: + - times within, or divided-up and divided-down for numbers that are divided and rounded.
    """

    operator: str
    left: Expr
    right: Expr


@node
class Where(Node):
    """The things of a set for which a condition holds."""

    things: Expr
    condition: Expr


@node
class Extreme(Node):
    """The things of a set with the most (or least) of a number; ties stay in."""

    things: Expr
    how: str
    value: Expr


@node
class Compare(Node):
    """`left is … right`: is, is-not, at-least, at-most, above, below, in, not-in, like, not-like."""

    operator: str
    left: Expr
    right: Expr


@node
class Holds(Node):
    """`tile fits cell`, `tile fits cell at turning`: a yes-or-no fact or value of a thing, looked up by keys."""

    thing: Expr
    name: Word
    keys: tuple[Expr, ...]


@node
class Empty(Node):
    """A set or place is (not) empty. `there is X` is the same question."""

    things: Expr
    empty: bool


@node
class InRow(Node):
    """A number of spaces of a set lie in a row: horizontally, vertically or diagonally."""

    length: Expr
    things: Expr


@node
class Quantified(Node):
    """A condition holds for every (or some) thing of a set."""

    every: bool
    variable: Word
    things: Expr
    condition: Expr


@node
class CanPay(Node):
    """A declared cost can be paid now."""

    cost: Word
    arguments: tuple[Expr, ...]


@node
class CanDo(Node):
    """A step can be carried out now, up to its first effect."""

    step: Word
    arguments: tuple[Expr, ...]


@node
class WouldBe(Node):
    """A condition would hold after a step, which is not done."""

    step: Word
    arguments: tuple[Expr, ...]
    condition: Expr


@node
class BeenHere(Node):
    """What a memory is of was there before, as it is now: at least once, or so many `times`."""

    memory: Word
    times: Expr | None


@node
class Not(Node):
    """The opposite of a condition."""

    condition: Expr


@node
class Joined(Node):
    """Conditions joined by `how`, "and" or "or", flattened."""

    how: str
    parts: tuple[Expr, ...]


Cond = Compare | Holds | Empty | InRow | Quantified | CanPay | CanDo | WouldBe | BeenHere | Not | Joined
Expr = (
    Number | Name | Nothing | It | This | That | Of | Table | NumberOf | Fold | Pick | Single | NextAfter | Turned
    | Near | Reached | Distance | Parts | LongestPath | Arithmetic | Where | Extreme | Cond
)  # fmt: skip
"""A value; a condition is one that is yes or no."""
