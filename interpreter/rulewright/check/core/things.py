"""What is stored and what is printed: facts, amounts, places, figures, and names let in rules."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.check.core.types import Domain, Kind, Type, default
from rulewright.diagnostics import Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Stored:
    """A fact or amount that changes. `owner` and `keys` are the domains (or ranges, as sizes) it is indexed by."""

    name: str
    plural: str
    keys: tuple[Axis, ...]
    type: Type
    span: Span
    seen: str = "all"
    """all, owner (only the player it belongs to) or nobody."""
    cleared: bool = False
    supply: int | None = None
    """How many there are in all, for an amount with a limited supply."""
    amount: bool = False

    @property
    def as_mask(self) -> bool:
        """Yes-or-no facts of things of a domain are kept as one set per remaining key."""
        return self.type.how == "truth" and bool(self.keys) and self.keys[0].domain is not None


@dataclass(frozen=True, slots=True)
class Axis:
    """One index of a stored fact, place or figure: the things of a domain, or the numbers low to high."""

    domain: Domain | None
    low: int
    size: int
    kind: Kind | None = None

    @property
    def start(self) -> int:
        """The lowest number, or the number of the first piece of the kind."""
        return self.kind.start if self.kind else self.low


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Place:
    """Where pieces are. `order` is stack, row or empty."""

    name: str
    keys: tuple[Axis, ...]
    pieces: Domain
    kind: Kind | None
    order: str
    limit: int | None
    seen: str
    span: Span
    refilled: Place | None = None


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Figure:
    """A printed number or table: values flattened in the order of the keys."""

    name: str
    keys: tuple[Axis, ...]
    type: Type
    values: list[int]
    span: Span
    printed_of: bool = False


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Var:
    """A name let in a rule."""

    name: str
    type: Type


def size(keys: tuple[Axis, ...]) -> int:
    """How many entries a table of these keys has."""
    total = 1
    for axis in keys:
        total *= axis.size
    return total


def axis_names(axis: Axis) -> list[str]:
    """The names of an axis' entries as a data file gives them."""
    if axis.domain is None:
        return [str(n) for n in range(axis.low, axis.low + axis.size)]
    return axis.domain.members[axis.start : axis.start + axis.size]


# -- printed numbers as a person would write them


def value_text(type_: Type, value: int) -> str:
    """Return a value of a type: a number, yes or no, a name, nothing, or names in brackets."""
    if type_.how == "truth":
        return "yes" if value else "no"
    if type_.domain is None or type_.how == "number":
        return str(value)
    members = type_.domain.members
    if type_.how == "set":
        return f"({', '.join(name for at, name in enumerate(members) if value >> at & 1)})"
    return members[value] if value >= 0 else "nothing"


def printed_text(figure: Figure, values: list[int]) -> str:
    """Return what a piece has printed on it as one fact: a value, or one for each name, without those not given."""
    if len(figure.keys) == 1:
        return value_text(figure.type, values[0])
    named = zip(axis_names(figure.keys[1]), values, strict=True)
    none = default(figure.type) if figure.type.how != "one" or figure.type.optional else None
    return ", ".join(f"{name} {value_text(figure.type, value)}" for name, value in named if value != none) or "nothing"
