"""What differences do in play: measured effects on one axis, and example games in steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.comparison.divergence import DivergentGame
from rulewright.comparison.divergence.narrative import DivergenceStory
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS, POINTS, Key
from rulewright.report.compare_words import signed
from rulewright.report.plots import Axis, Interval, symmetric

Named = tuple[str, str]
"""The letter of an edition and the name of one of its differences; an empty name is the edition as a whole."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """What was found by playing: effects and example games; the numbers of the games, and how many sat how."""

    effects: Mapping[Named, Mapping[Key, Effect]] = field(default_factory=dict)
    examples: Mapping[Named, tuple[DivergentGame, DivergenceStory]] = field(default_factory=dict)
    unplayed: Collection[Named] = ()
    """Without which all games go as with them."""
    broken: Sequence[tuple[str, str, int]] = ()
    """What broke, and the first such game: its ruleset and number."""
    numbers: range = range(0)
    who: Mapping[str, int] = field(default_factory=dict)

    @property
    def axis(self) -> Axis:
        """The axis on which all effects on points are drawn."""
        points = (found[A_PLAYER] for found in self.effects.values() if A_PLAYER in found)
        return symmetric(end for one in points for end in one.within)

    def measured(self, letter: str, name: str) -> tuple[Effect, Effect] | None:
        """Return the effects of a difference on points a player and on decisions a game, if it was measured."""
        found = self.effects.get((letter, name), {})
        return (found[A_PLAYER], found[DECISIONS]) if A_PLAYER in found and DECISIONS in found else None

    def drawn(self, points: Effect) -> Interval:
        """Return an effect on points as it is drawn on the axis."""
        ends = points.within[0], points.difference, points.within[1]
        return Interval(signed(points.difference, POINTS), *map(self.axis.at, ends))
