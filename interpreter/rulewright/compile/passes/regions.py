"""Regions of a function, and the values that are evaluated in them, for `share`.

A region is what is reached, or repeated, together: the body of a function, loop or case, or the part of an expression
that is evaluated only sometimes or for each member of a set. A value is made where it is evaluated first. When its
region ends, it floats into the region around, if it may be evaluated there: another region may need it, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.costs import CHEAP, LOCAL, OFTEN
from rulewright.compile.passes.numbering import Info


@dataclass(slots=True, eq=False)
class Value:
    """A value and how often it is used; `home` is the statement before which a local for it would be placed.

    `certain`: it is evaluated whenever its region is. `inner`: the same value in regions inside, with how often these
    are reached from here.
    """

    region: Region
    home: int
    info: Info
    certain: bool
    uses: float = 1.0
    outer: Value | None = None
    inner: list[tuple[Value, float]] = field(default_factory=list)
    local: ir.Local | None = None
    placed: bool | None = None

    def total(self) -> float:
        """Return how often the value is used, each time its region is reached."""
        return self.uses + sum(value.total() * factor for value, factor in self.inner)

    def chosen(self) -> Value | None:
        """Return the value, in this region or one around it, that gets a local."""
        outer = None if self.outer is None else self.outer.chosen()
        if outer is not None:
            return outer
        if self.placed is None:
            self.placed = self.region.holds_statements and self._pays()
        return self if self.placed else None

    def _pays(self) -> bool:
        if not self.uses and len(self.inner) == 1 and self.inner[0][1] < 1:
            return False  # nothing else needs it here
        uses = self.total()
        if not self.certain and self.info.cost > CHEAP and uses < OFTEN:
            return False
        return (uses - 1) * self.info.cost > (uses + 1) * LOCAL


@dataclass(slots=True, eq=False)
class Region:
    """A region. `factor`: how often it is reached from the one around it.

    `here` is the statement that is being looked at, `since` the time before it (in an expression, before the region);
    `leaky`: a statement before it may have left the region.
    """

    outer: Region | None
    factor: float
    since: int
    holds_statements: bool
    here: int = -1
    leaky: bool = False
    made: dict[int, Value] = field(default_factory=dict)
    floating: dict[int, tuple[Value, int]] = field(default_factory=dict)
    """Values of regions inside, by number, and since when they have been the same."""

    def reached_from(self, other: Region) -> float:
        """Return how often this region is reached from one around it."""
        factor, region = 1.0, self
        while region is not other and region.outer is not None:
            factor *= region.factor
            region = region.outer
        return factor
