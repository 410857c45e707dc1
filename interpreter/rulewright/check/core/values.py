"""Values of the checked rules; conditions are values that are yes or no."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from rulewright.check.core.things import Figure, History, Place, Stored, Type, Var
from rulewright.diagnostics import NOWHERE, Span

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class of values. They never change: the type checker holds that, so starting up need not."""
    return dataclass(slots=True, eq=False, repr=False, match_args=False)(cls)


@value
class Const:
    """A number, a truth value or a thing that is known when the rules are checked."""

    value: int
    type: Type


@value
class Use:
    """The value of a variable."""

    var: Var

    @property
    def type(self) -> Type:
        """The type of the variable."""
        return self.var.type


@value
class Read:
    """What is stored in a fact or an amount."""

    stored: Stored
    keys: tuple[Value, ...]

    @property
    def type(self) -> Type:
        """The type of what is stored."""
        return self.stored.type


@value
class Contents:
    """The set of pieces in a place."""

    place: Place
    keys: tuple[Value, ...]
    type: Type


@value
class Lookup:
    """A printed number, found in a table of figures."""

    figure: Figure
    keys: tuple[Value, ...]

    @property
    def type(self) -> Type:
        """The type of the figure."""
        return self.figure.type


@value
class Binary:
    """operator: + - * on numbers, // for division by one from 1 on, rounded down; or, without, and on sets."""

    operator: str
    left: Value
    right: Value
    type: Type


@value
class Test:
    """operator: == != >= <= > <. `span` is the atomic condition, for reasons and coverage."""

    operator: str
    left: Value
    right: Value
    type: Type
    span: Span = NOWHERE


@value
class Member:
    """A thing is in a set."""

    thing: Value
    things: Value
    type: Type
    span: Span = NOWHERE


@value
class NonEmpty:
    """Whether a set has any members."""

    things: Value
    type: Type
    span: Span = NOWHERE


@value
class Logic:
    """operator: and, or, not."""

    operator: str
    parts: tuple[Value, ...]
    type: Type


@value
class Count:
    """The number of members of a set."""

    things: Value
    type: Type


@value
class Combined:
    """All combinations of a thing of each set; what a set holds may depend on the things (`vars`) before it.

    A combination is a thing of a list of its own, whose number says the numbers of all parts. A number is a part as
    the thing of a list of numbers.
    """

    vars: tuple[Var, ...]
    sets: tuple[Value, ...]
    type: Type


@value
class Filter:
    """The members of a set for which a condition holds."""

    var: Var
    things: Value
    condition: Value
    type: Type


@value
class Fold:
    """how: sum, most or least of a number, union of sets."""

    how: str
    var: Var
    things: Value
    value: Value
    type: Type


@value
class Best:
    """The things with the most or least of a value; ties stay."""

    how: str
    var: Var
    things: Value
    value: Value
    type: Type


@value
class Quantified:
    """Whether a condition holds for every member of a set, or for any."""

    every: bool
    var: Var
    things: Value
    condition: Value
    type: Type
    span: Span = NOWHERE


@value
class One:
    """first, last or only thing of a set, or nothing (-1)."""

    how: str
    things: Value
    type: Type


@value
class Following:
    """The next thing of a domain after one, or `before` one; players go round.

    In a circle it is the thing a number of steps further round, `turned`, which may be below 0.
    """

    thing: Value
    type: Type
    before: bool | None = None
    turned: Value | None = None


@value
class Nearby:
    """The spaces of a grid that lie somehow to one of its spaces, or to any of a set."""

    how: str
    thing: Value
    type: Type


@value
class Spread:
    """What can be reached from some things, going on from each (`var`) to the members of `onward` that are allowed.

    how: reached (these things, the first ones included), distance (the number of steps to the first thing of `goal`),
    parts (the first thing of each part of `things` whose members can be reached from one another within it).
    Everything on the way is in `through`, if that is given. `limit` is the greatest number of steps.
    """

    how: str
    things: Value
    var: Var
    onward: Value
    type: Type
    through: Value | None = None
    limit: Value | None = None
    goal: Value | None = None
    span: Span = NOWHERE


@value
class LongestPath:
    """The greatest sum of a number of each link on a way that uses every one of some links once at most.

    `ends` are the two things that each link joins, `of_thing` the links of each of them. Things that are not in
    `through` only begin or end the way.
    """

    things: Value
    ends: Figure
    of_thing: Figure
    var: Var
    worth: Value
    through: Value | None
    type: Type
    span: Span = NOWHERE


@value
class InRow:
    """A number of spaces of a set lie in a row."""

    length: int
    things: Value
    type: Type
    span: Span = NOWHERE


@value
class Choice2:
    """lesser or greater of two numbers."""

    how: str
    left: Value
    right: Value
    type: Type


@value
class Either:
    """One value if a condition holds, else the other."""

    condition: Value
    then: Value
    otherwise: Value
    type: Type


@value
class Singleton:
    """The set of one thing (the empty set for nothing)."""

    thing: Value
    type: Type


@value
class Where:
    """Of the place that holds a piece: `what` is position, or the axis domain whose thing owns the place.

    The position of a name is that in its list.
    """

    what: str
    piece: Value
    type: Type


@value
class Call:
    """A declared value with its arguments (the first is the acting player)."""

    value: ValueRule
    arguments: tuple[Value, ...]
    span: Span = NOWHERE

    @property
    def type(self) -> Type:
        """The type of the declared value."""
        return self.value.type


@value
class Doable:
    """Whether a step can be done with these arguments."""

    step: Rule
    arguments: tuple[Value, ...]
    type: Type
    span: Span = NOWHERE


@value
class WouldBe:
    """Whether a condition would hold after a step, which is not done.

    Of the names around it the condition reads none: what they mean before the step is `given` to `vars` of its own.
    """

    step: Rule
    arguments: tuple[Value, ...]
    vars: tuple[Var, ...]
    given: tuple[Value, ...]
    condition: Value
    type: Type
    span: Span = NOWHERE


@value
class BeenHere:
    """Whether the current values of the facts are in the history at least `times` times."""

    history: History
    times: Value
    type: Type
    span: Span = NOWHERE


@value
class Sure:
    """A thing that may be nobody or nothing, where somebody or something must be."""

    thing: Value
    type: Type
    span: Span = NOWHERE


@value
class Within:
    """A number by which something is looked up, which has entries for these numbers only."""

    number: Value
    low: int
    high: int
    type: Type
    span: Span = NOWHERE


@value
class Noted:
    """A value that marks that it was read, for coverage: one of two marks, whether it is more than 0 or not."""

    part: Value
    yes: int
    no: int

    @property
    def type(self) -> Type:
        """The type of the part."""
        return self.part.type

    @property
    def span(self) -> Span:
        """The place of the part."""
        return getattr(self.part, "span", NOWHERE)


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class ValueRule:
    """A named value: its cases are tried in order."""

    name: str
    params: list[Var]
    type: Type
    cases: list[tuple[Value | None, Value]]
    """(condition or None, value) in order; a yes-or-no value is its own condition."""
    span: Span
    lets: list[tuple[Var, Value]] = field(default_factory=list)
    """The names that the cases use, with what they mean, in order."""

    @property
    def parts(self) -> list[Value]:
        """What the names mean, and the conditions and values of the cases."""
        cases = [part for case in self.cases for part in case if part is not None]
        return [*(value for _, value in self.lets), *cases]


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Rule:
    """A step, phase, game, cost, or a piece's answer to a step, as values refer to it."""

    name: str
    kind: str
    params: list[Var]
    """The first one is the acting player."""
    span: Span


Value = (
    Const | Use | Read | Contents | Lookup | Binary | Test | Member | NonEmpty | Logic | Count | Filter | Fold | Best
    | InRow | Quantified | One | Following | Nearby | Spread | LongestPath | Choice2 | Either | Singleton | Where | Call
    | Doable | WouldBe | BeenHere | Combined
    | Noted
    | Sure
    | Within
)  # fmt: skip
