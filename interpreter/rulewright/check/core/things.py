"""What there is: things and what they can be, facts, amounts, places, figures, and names let in rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar, dataclass_transform

from rulewright.diagnostics import Span

C = TypeVar("C")


@dataclass_transform(frozen_default=True)
def immutable(cls: type[C]) -> type[C]:
    """Make a class of values that never change; the type checker enforces that, as doing so at run time takes time."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


@dataclass(slots=True, eq=False)
class Domain:
    """A fixed, ordered list of distinguishable things: players, names, spaces of a grid, pieces.

    `how` is player, names, grid, piece or combined. Things are numbered from 0 in the order of `members`.
    A piece domain holds all kinds that share a shape; `kinds` are their stretches.
    """

    name: str
    plural: str
    how: str
    members: list[str]
    labels: list[str]
    span: Span
    width: int = 0
    height: int = 0
    shape: str = ""
    """Of a grid: hexagons, or nothing for squares."""
    spots: list[tuple[int, int]] = field(default_factory=list)
    """Of a grid, the column and row of each space; those of hexagons are slanted: up and right, or down and left.
    Of its sides and corners the same in sixths of a space."""
    grid: str = ""
    """Of the sides or corners of a grid, which one."""
    joins: str = ""
    """Of links, what they join."""
    link_ends: list[tuple[int, int]] = field(default_factory=list)
    """Of links, the two things that each joins."""
    kinds: list[Kind] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """Stable names that chance is keyed by; the members' names unless they were renamed."""
    declared: list[str] = field(default_factory=list)
    """Of pieces, the labels as the rules give them, whatever the language."""
    made_of: tuple[Part, ...] = ()
    """Of combinations, their parts."""
    circle: bool | None = None
    """Of names, whether the first one follows the last one."""
    _numbers: dict[str, int] = field(default_factory=dict, init=False)

    def number_of(self, name: str) -> int | None:
        """The number of the thing with a name; None if none has it. Players may be written as at the table: "Ann"."""
        if len(self._numbers) != len(self.members):
            self._numbers = {member: number for number, member in reversed(list(enumerate(self.members)))}
        return self._numbers.get(name.lower() if self.how == "player" else name)

    @property
    def size(self) -> int:
        """The number of things of the domain."""
        return len(self.members)

    @property
    def everything(self) -> int:
        """The set of all things of the domain, one bit each."""
        return (1 << self.size) - 1


class Part(NamedTuple):
    """A part of every combination: a thing of a list, from the number `low` on, or without a list a number."""

    domain: Domain | None
    low: int
    size: int


@dataclass(slots=True, eq=False)
class Kind:
    """A kind of piece: a stretch of a piece domain, with the rule that each of its pieces follows."""

    name: str
    plural: str
    start: int
    size: int
    rules: list[str]
    span: Span

    @property
    def everything(self) -> int:
        """The set of all pieces of the kind, one bit each."""
        return ((1 << self.size) - 1) << self.start


@immutable
class Type:
    """`how` is number, truth, one, set, unknown or error.

    `kind` narrows a piece domain to one kind, where that is known.
    """

    how: str
    domain: Domain | None = None
    optional: bool = False
    kind: Kind | None = None
    low: int = 0
    high: int = 9999

    def as_set(self) -> Type:
        """The type of a set of such things."""
        return self if self.how == "error" else Type("set", self.domain, False, self.kind, self.low, self.high)

    def as_one(self, optional: bool = False) -> Type:
        """The type of one thing of such a set."""
        return self if self.how == "error" else Type("one", self.domain, optional, self.kind, self.low, self.high)

    def __str__(self) -> str:
        if self.how == "number":
            return "a number"
        if self.how == "truth":
            return "yes or no"
        if self.how == "one" and self.domain is None:
            return "nobody or nothing"
        name = self.kind.name if self.kind else self.domain.name if self.domain else "thing"
        if self.how == "set":
            return f"a set of {self.kind.plural if self.kind else self.domain.plural if self.domain else 'things'}"
        return f"a {name}, or nothing" if self.optional else f"a {name}"


NUMBER = Type("number")
UNKNOWN = Type("unknown")
"""The type of a param before anything was given to it."""
ERROR = Type("error")
"""The type of what has a mistake that was reported. It fits everywhere, so nothing that follows is reported as well."""
TRUTH = Type("truth")
NOTHING = Type("one", None, True)


def default_of(type_: Type) -> int:
    """The value a fact has before anything is said: the number nearest to 0, the first, none, nobody, no."""
    if type_.how == "number":
        return max(type_.low, min(0, type_.high))
    if type_.how == "one" and not type_.optional:
        return type_.kind.start if type_.kind else 0
    return -1 if type_.optional else 0


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Stored:
    """A fact or amount that changes. `owner` and `keys` are the domains (or ranges, as sizes) it is indexed by."""

    name: str
    plural: str
    keys: tuple[Axis, ...]
    type: Type
    span: Span
    seen: str = "all"
    """all, owner (only the player it belongs to), others (all but that player) or nobody."""
    cleared: bool = False
    supply: int | None = None
    """How many there are in all, for an amount with a limited supply."""
    amount: bool = False
    answer: bool | None = None
    """It keeps what somebody has answered until all have: nobody else reckons with it, as if he had not been asked."""

    @property
    def as_mask(self) -> bool:
        """Yes-or-no facts of things of a domain are kept as one set per remaining key."""
        return self.type.how == "truth" and bool(self.keys) and self.keys[0].domain is not None

    @property
    def kept_in_sets(self) -> bool:
        """Whether its values are kept as sets: of owners that are marked, or of things."""
        return self.as_mask or self.type.how == "set"


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
class History:
    """The recorded values of some facts, up to `most` of them, of which only hashes are stored."""

    name: str
    most: int
    facts: tuple[Stored, ...]
    span: Span


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


def entry_count(keys: tuple[Axis, ...]) -> int:
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


def piece_classes(domain: Domain, printed: Sequence[Figure]) -> list[int]:
    """Return the class of each piece: pieces of one rule with equal printed facts share a class."""
    numbers: dict[tuple[object, ...], int] = {}
    classes = []
    for kind in domain.kinds:
        for at in range(kind.size):
            piece = kind.start + at
            facts = tuple(
                tuple(f.values[(wide := entry_count(f.keys[1:])) * (piece - f.keys[0].start) :][:wide])
                for f in printed
                if f.keys[0].start <= piece < f.keys[0].start + f.keys[0].size
            )
            key = (kind.name, kind.rules[at], domain.declared[piece], facts)
            classes.append(numbers.setdefault(key, len(numbers)))
    return classes


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
    none = default_of(figure.type) if figure.type.how != "one" or figure.type.optional else None
    return ", ".join(f"{name} {value_text(figure.type, value)}" for name, value in named if value != none) or "nothing"
