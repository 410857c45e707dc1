"""What is stored and what is printed: facts, amounts, places, figures, and names let in rules."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.check.types import Domain, Kind, Type
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
