"""What differences do in play: measured effects on one axis, and example games in steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.comparison.divergence import Example
from rulewright.comparison.divergence.narrative import Told
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS, LENGTH, POINTS, Key
from rulewright.players.table import TableLine
from rulewright.report.compare_words import signed
from rulewright.report.diverge_text import ending
from rulewright.report.editions.model import Measured, Played
from rulewright.report.log_text import EVERYTHING, story
from rulewright.report.pages import page
from rulewright.report.plots import Axis, Interval, symmetric
from rulewright.report.side_by_side import unfolded

Named = tuple[str, str]
"""The letter of an edition and the name of one of its differences; an empty name is the edition as a whole."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """What was found by playing: effects and example games; the numbers of the games, and how many sat how."""

    effects: Mapping[Named, Mapping[Key, Effect]] = field(default_factory=dict)
    examples: Mapping[Named, tuple[Example, Told]] = field(default_factory=dict)
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
            points.difference, signed(points.difference, POINTS), _signed(points, POINTS), points.clear,
            signed(length.difference, LENGTH), _signed(length, LENGTH), drawn,
        )  # fmt: skip

    def played(self, letter: str, name: str) -> Played | None:
        """Return the example game of a difference, if one was found."""
        if (letter, name) not in self.examples:
            return None
        return played(*self.examples[letter, name])


def played(example: Example, told: Told) -> Played:
    """Return a game that two rulesets play differently, in steps."""
    how, ends = ending(example.parting, told)
    return Played(example.number, told.seats, tuple(_steps(told.shared)), how, ends)


def diverge_html(
    title: str, sentence: str, names: tuple[str, str], game: tuple[Example, Told] | None, nothing: str
) -> str:
    """Return the page of a search for such a game; `nothing` says that none was found."""
    return page("diverge", title, sentence=sentence, names=names, game=played(*game) if game else None, nothing=nothing)


def _signed(one: Effect, group: str) -> tuple[str, str]:
    low, high = one.within
    return signed(low, group), signed(high, group)


def _ends(one: Effect) -> tuple[float, float, float]:
    return one.within[0], one.difference, one.within[1]


def _steps(lines: Iterable[TableLine]) -> list[tuple[str, ...]]:
    """Return the story of a game, one step for each decision; the first is what came before any."""
    steps: list[list[TableLine]] = [[]]
    for line in lines:
        if line.choice:
            steps.append([])
        steps[-1].append(line)
    return [tuple(unfolded(story(step, EVERYTHING))) for step in steps if step]
