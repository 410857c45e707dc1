"""The syntax tree of values and conditions. Every node knows the exact stretch of text it came from."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Node:
    """What all nodes share."""

    span: Span


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name or a text as written."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name whose meaning the checker finds: a thing let, a kind, a name from a list, a figure, a value."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nobody` or `nothing`."""


@dataclass(frozen=True, slots=True)
class It(Node):
    """The thing that a `where` looks at."""


@dataclass(frozen=True, slots=True)
class This(Node):
    """`this tile`: the piece whose rule is being read."""

    kind: Word


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`owner's name`; for `its name` the owner is an `It`."""

    owner: Expr
    name: Word


@dataclass(frozen=True, slots=True)
class Table(Node):
    """`base for key` or `base for key at other key`."""

    base: Expr
    key: Expr
    at: Expr | None


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    """How many things a set or a place has."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`sum of`, `most of` or `least of` a value, `for each` thing of a set; how is sum, most or least."""

    how: str
    value: Expr
    variable: Word
    things: Expr


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """The lesser or greater of two numbers; how is lesser or greater."""

    how: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Single(Node):
    """One thing of a set, or nothing: how is first, last or only."""

    how: str
    things: Expr


@dataclass(frozen=True, slots=True)
class NextAfter(Node):
    """The one after a thing in the stated order; among players the order is a circle."""

    kind: Word
    thing: Expr


@dataclass(frozen=True, slots=True)
class Near(Node):
    """The spaces beside (4) or around (8) a space; how is beside or around."""

    how: str
    kind: Word
    thing: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """Numbers or sets joined by `+`, `-`, `times`; `A within B` is what two sets share."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Where(Node):
    """The things of a set for which a condition holds."""

    things: Expr
    condition: Cond


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """The things of a set with the most (or least) of a number; ties stay in."""

    things: Expr
    how: str
    value: Expr


Expr = (
    Number | Name | Nothing | It | This | Of | Table | NumberOf | Fold | Pick | Single | NextAfter | Near
    | Arithmetic | Where | Extreme
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`left is … right`: is, is-not, at-least, at-most, above, below, in, not-in."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Empty(Node):
    """A set or place is (not) empty. `there is X` is the same question."""

    things: Expr
    empty: bool


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """A condition holds for every (or some) thing of a set."""

    every: bool
    variable: Word
    things: Expr
    condition: Cond


@dataclass(frozen=True, slots=True)
class CanPay(Node):
    """A declared cost can be paid now."""

    cost: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CanDo(Node):
    """A step can be carried out now, up to its first effect."""

    step: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The opposite of a condition."""

    condition: Cond


@dataclass(frozen=True, slots=True)
class Joined(Node):
    """Conditions joined by and or or, flattened; how is and or or."""

    how: str
    parts: tuple[Cond, ...]


Cond = Compare | Empty | Quantified | CanPay | CanDo | Not | Joined
