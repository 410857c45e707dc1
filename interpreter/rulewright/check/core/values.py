"""Values of the checked rules; conditions are values that are yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.check.core.things import Figure, Place, Stored, Var
from rulewright.check.types import Type
from rulewright.diagnostics import NOWHERE, Span

if TYPE_CHECKING:
    from rulewright.check.core.rules import Procedure, ValueRule


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    value: int
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    var: Var

    @property
    def type(self) -> Type:
        return self.var.type


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    stored: Stored
    keys: tuple[Value, ...]

    @property
    def type(self) -> Type:
        return self.stored.type


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """The set of pieces in a place."""

    place: Place
    keys: tuple[Value, ...]
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    figure: Figure
    keys: tuple[Value, ...]

    @property
    def type(self) -> Type:
        return self.figure.type


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """operator: + - * on numbers; or, without, and on sets."""

    operator: str
    left: Value
    right: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """operator: == != >= <= > <. `span` is the atomic condition, for reasons and coverage."""

    operator: str
    left: Value
    right: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A thing is in a set."""

    thing: Value
    things: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class NonEmpty:
    things: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Logic:
    """operator: and, or, not."""

    operator: str
    parts: tuple[Value, ...]
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    things: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    var: Var
    things: Value
    condition: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """how: sum, most, least."""

    how: str
    var: Var
    things: Value
    value: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The things with the most or least of a value; ties stay."""

    how: str
    var: Var
    things: Value
    value: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Quantified:
    every: bool
    var: Var
    things: Value
    condition: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class One:
    """first, last or only thing of a set, or nothing (-1)."""

    how: str
    things: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Following:
    """The next thing of a domain after one; players go round."""

    thing: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Nearby:
    how: str
    thing: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Choice2:
    """lesser or greater of two numbers."""

    how: str
    left: Value
    right: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One value if a condition holds, else the other."""

    condition: Value
    then: Value
    otherwise: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Singleton:
    """The set of one thing (the empty set for nothing)."""

    thing: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Where:
    """Of the place that holds a piece: `what` is position, or the axis domain whose thing owns the place."""

    what: str
    piece: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A declared value with its arguments (the first is the acting player)."""

    value: ValueRule
    arguments: tuple[Value, ...]
    span: Span = NOWHERE

    @property
    def type(self) -> Type:
        return self.value.type


@dataclass(frozen=True, slots=True, eq=False)
class Doable:
    step: Procedure
    arguments: tuple[Value, ...]
    type: Type
    span: Span = NOWHERE


Value = (
    Const | Use | Read | Contents | Lookup | Binary | Test | Member | NonEmpty | Logic | Count | Filter | Fold | Best
    | Quantified | One | Following | Nearby | Choice2 | Either | Singleton | Where | Call | Doable
)  # fmt: skip
