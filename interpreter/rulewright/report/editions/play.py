"""What differences do in play: measured effects on one axis, and example games in steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.comparison.divergence import DivergentGame
from rulewright.comparison.divergence.narrative import DivergenceStory
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS, LENGTH, POINTS, Key
from rulewright.report.compare_words import signed
from rulewright.report.diverge_report import steps_of
from rulewright.report.editions.model import Measured
from rulewright.report.model import Steps
from rulewright.report.plots import Axis, Interval, symmetric

if TYPE_CHECKING:
    pass

Named = tuple[str, str]
"""The letter of an edition and the name of one of its differences; an empty name is the edition as a whole."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """What was found by playing: effects and example games; the numbers of the games, and how many sat how."""

    effects: Mapping[Named, Mapping[Key, Effect]] = field(default_factory=dict)
    examples: Mapping[Named, tuple[DivergentGame, DivergenceStory]] = field(default_factory=dict)
    numbers: range = range(0)
    who: Mapping[str, int] = field(default_factory=dict)

    @property
    def axis(self) -> Axis:
        """The axis on which all effects on points are drawn."""
        points = (found[A_PLAYER] for found in self.effects.values() if A_PLAYER in found)
        return symmetric(end for one in points for end in one.within)

    def measured(self, letter: str, name: str) -> Measured | None:
        """Return the effect of a difference, if it was measured."""
        found = self.effects.get((letter, name), {})
        points, length = found.get(A_PLAYER), found.get(DECISIONS)
        if points is None or length is None:
            return None
        drawn = Interval(signed(points.difference, POINTS), *map(self.axis.at, _ends(points)))
        return Measured(
            points.difference, signed(points.difference, POINTS), _signed(points, POINTS), points.is_clear,
            signed(length.difference, LENGTH), _signed(length, LENGTH), drawn,
        )  # fmt: skip

    def played(self, letter: str, name: str) -> Steps | None:
        """Return the example game of a difference, if one was found."""
        example = self.examples.get((letter, name))
        return steps_of(*example) if example is not None else None


def _signed(one: Effect, group: str) -> tuple[str, str]:
    low, high = one.within
    return signed(low, group), signed(high, group)


def _ends(one: Effect) -> tuple[float, float, float]:
    return one.within[0], one.difference, one.within[1]
