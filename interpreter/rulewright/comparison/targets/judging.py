"""What games show of targets: an estimate with its interval, p-values for both sides, and verdicts on all together.

An alarm rings where games show that a target is missed. The chance that any of the alarms of a ruleset rings although
every target is met is held at 5 % (Holm, Scandinavian Journal of Statistics 6, 1979). A measure of several parts is
above a limit if any part is (with Bonferroni's correction), and below it if every part is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, inf, sqrt
from statistics import fmean

from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.questions import Knows
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.statistics.effects import pairs_for
from rulewright.comparison.statistics.intervals import (
    FEWEST_PAIRS,
    SURE,
    Estimate,
    estimate_share,
    mean_interval,
    root_of,
)
from rulewright.comparison.targets.parts import Part, parts_of
from rulewright.playtest.game import Record
from rulewright.source.targets import RAREST, Target

MISSED, MET, UNDECIDED, UNPLAYED = "missed", "met", "undecided", "not played"
LESS, MORE = "less", "more"
"""On which side a target is missed."""


@dataclass(frozen=True)
class Measured:
    """What games say about a target: the parts of its measure, of which the smallest or the largest mean counts."""

    target: Target
    parts: Sequence[Part]
    games: int
    """How many games were played."""
    rows: Sequence[GameRow] = ()
    """These games, where they are kept."""

    @property
    def is_enough(self) -> bool:
        """Whether anything can be said."""
        return bool(self.parts) and len(self.parts[0].values) >= FEWEST_PAIRS

    @property
    def lowest(self) -> bool:
        """Whether the smallest mean counts."""
        return self.target.measure == RAREST

    @cached_property
    def part(self) -> Part:
        """The part that counts."""
        return (min if self.lowest else max)(self.parts, key=lambda part: part.mean)

    def p_above(self, limit: float) -> float:
        """Return the p-value of the measure not being above a limit."""
        each = [part.p_above(limit) for part in self.parts]
        return max(each) if self.lowest else min(1.0, len(each) * min(each))

    def p_below(self, limit: float) -> float:
        """Return the p-value of the measure not being below a limit."""
        each = [part.p_below(limit) for part in self.parts]
        return min(1.0, len(each) * min(each)) if self.lowest else max(each)

    @cached_property
    def estimate(self) -> Estimate:
        """The value of the measure with its interval; of several parts, the limits that are not refuted."""
        part, values = self.part, self.part.values
        if len(self.parts) > 1:
            refuted = (1 - SURE) / 2
            low = root_of(lambda limit: self.p_above(limit) - refuted, part.mean, -1.0)
            high = root_of(lambda limit: refuted - self.p_below(limit), 1.0, part.mean)
            return Estimate(part.mean, (max(0.0, low), high), self.games)
        if part.percent:
            return estimate_share([(value, 1.0) for value in values], self.games)
        return Estimate(part.mean, mean_interval(values), self.games)

    @property
    def p_missed(self) -> float:
        """The p-value of the target being met."""
        sides = self._sides()
        return min(1.0, len(sides) * min(missed for missed, _ in sides.values()))

    @property
    def p_met(self) -> float:
        """The p-value of the target being missed."""
        return max(met for _, met in self._sides().values())

    @property
    def side(self) -> str:
        """On which side the measure is off, or nearer to being so."""
        sides = self._sides()
        return min(sides, key=lambda side: sides[side][0])

    def _sides(self) -> dict[str, tuple[float, float]]:
        """Return for each limit the p-values of keeping it and of exceeding it."""
        found = {}
        if self.target.least > -inf:
            found[LESS] = self.p_below(self.target.least), self.p_above(self.target.least)
        if self.target.most < inf:
            found[MORE] = self.p_above(self.target.most), self.p_below(self.target.most)
        return found

    @property
    def needs(self) -> int:
        """About how many games would show whether the target is met; 0 where no number would."""
        if not self.is_enough:
            return FEWEST_PAIRS if self.parts or self.games < FEWEST_PAIRS else 0
        part, number = self.part, len(self.part.values)
        limit = self.target.least if self.side == LESS else self.target.most
        spread = max(sqrt(part.squares / number), sqrt(limit * (1 - limit)) if part.counted >= 0 else 0.0)
        pairs = pairs_for(part.mean - limit, spread)
        return max(2 * self.games, ceil(self.games / number * pairs)) if pairs else 0

    def examples(self, number: int) -> list[Record]:
        """Return the games in which the measure is furthest off on its side."""
        games = self.part.games or [row for row in self.rows if row.is_whole]
        values = self.part.values if self.part.games else [self._share_above(row) for row in games]
        sign = -1 if self.side == MORE else 1
        ordered = sorted(zip(values, games, strict=True), key=lambda pair: sign * pair[0])
        return [row.record for _, row in ordered[:number]]

    def _share_above(self, row: GameRow) -> float:
        """Return which part of those who share the first rank of a duel are of the kind that is to finish above."""
        return fmean(row.record.who[seat] == self.target.kinds[-1] for seat in row.winners or [0])


@dataclass(frozen=True)
class Verdict:
    """A target of a ruleset, what was measured of it, if anything was, and whether it is met."""

    target: Target
    verdict: str
    measured: Measured | None = None


def measure(target: Target, stage: Stage, rows: Sequence[GameRow], knows: Knows) -> Measured:
    """Return what the games of a stage say about a target."""
    return Measured(target, parts_of(target, stage, rows, knows), len(rows), rows)


def judge_targets(
    targets: Sequence[Target], played: Sequence[tuple[Stage, Sequence[GameRow]]], knows: Knows
) -> list[Verdict]:
    """Return a verdict on each target, from the games of those who are to play."""
    by_kinds = {stage.kinds: (stage, rows) for stage, rows in played if rows and not stage.slips}
    found = [
        Verdict(target, UNDECIDED, measure(target, *by_kinds[target.kinds], knows))
        if target.kinds in by_kinds else Verdict(target, UNPLAYED)
        for target in targets
    ]  # fmt: skip
    missed = {id(one.target) for one in _ringing([one.measured for one in found if one.measured])}
    return [_judged(one, id(one.target) in missed) for one in found]


def _ringing(measured: Sequence[Measured]) -> list[Measured]:
    """Return what shows that its target is missed, by Holm's procedure."""
    ordered = sorted((one for one in measured if one.is_enough), key=lambda one: one.p_missed)
    allowed = ((1 - SURE) / (len(ordered) - at) for at in range(len(ordered)))
    kept = next((at for at, (one, most) in enumerate(zip(ordered, allowed, strict=True)) if one.p_missed > most), None)
    return ordered[:kept]


def _judged(one: Verdict, missed: bool) -> Verdict:
    if one.measured is None or not one.measured.is_enough:
        return one
    if missed:
        return replace(one, verdict=MISSED)
    return replace(one, verdict=MET if one.measured.p_met <= 1 - SURE else UNDECIDED)
