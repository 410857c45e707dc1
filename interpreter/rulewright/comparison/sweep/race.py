"""A race of settings for targets: all play the same games, and who is clearly further from the targets drops out.

How far a setting is from a target is by how much its measure lies outside, in points of a share or in parts of the
limit. After each block of games every setting is compared with the nearest one so far, in pairs of games with equal
numbers. Those that are left play their last games on fresh numbers: the best of a race looks better than it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import stdev

from rulewright.comparison.statistics.intervals import held_limit, student_p
from rulewright.comparison.sweep.grid import Setting
from rulewright.comparison.targets.judging import MET, MISSED, UNDECIDED, Measured
from rulewright.comparison.targets.parts import Part
from rulewright.source.targets import Target

BLOCKS = 5
"""Into how many blocks the games of a race are divided."""
RACED = 0.75
"""The part of all games that is played in the race, and not on fresh numbers after it."""
CLEARLY = 0.01
"""How likely it may be that a setting drops out although the nearest one so far is no nearer."""
DROPPED = "dropped"


Block = tuple[int, Sequence[Sequence[Part]]]
"""How many games of a setting were played at a time, and what they show of each target."""


def measured_in(targets: Sequence[Target], blocks: Sequence[Block]) -> list[Measured]:
    """Return what the games of some blocks show of each target: the values of each part of its measure."""
    named: list[dict[str, list[float]]] = [{} for _ in targets]
    for at, part in ((at, part) for _, shown in blocks for at, parts in enumerate(shown) for part in parts):
        named[at].setdefault(part.name, []).extend(part.values)
    return [
        Measured(
            target, [Part(values, target.percent, name=name) for name, values in own.items()],
            sum(games for games, _ in blocks),
        )
        for target, own in zip(targets, named, strict=True)
    ]  # fmt: skip


Distance = tuple[float, Sequence[float]]
"""How far a target is missed, and what each game adds to that."""


def distance(measured: Measured) -> Distance:
    """Return how far a measure is from its target; 1 where nothing could be measured."""
    if not measured.is_enough:
        return 1.0, ()
    part, target = measured.part, measured.target
    limit = min(max(part.mean, target.least), target.most)
    unit = 1.0 if target.percent else max(1.0, abs(limit))
    if part.mean == limit:
        return 0.0, ()
    unit = unit if part.mean > limit else -unit
    return (part.mean - limit) / unit, [value / unit for value in part.values]


def p_further(one: Sequence[Distance], other: Sequence[Distance]) -> float:
    """Return how likely the first setting would look so much further away than the other if it was not."""
    gap, variance, freedom = sum(a[0] - b[0] for a, b in zip(one, other, strict=True)), 0.0, 1
    for (_, more), (_, less) in zip(one, other, strict=True):
        paired = [[a - b for a, b in zip(more, less, strict=True)]] if len(more) == len(less) else [more, less]
        for values in filter(None, paired):
            variance += stdev(values) ** 2 / len(values)
            freedom = max(freedom, len(values) - 1)
    if not variance:
        return float(gap <= 0)
    half = student_p(gap / sqrt(variance), freedom) / 2
    return half if gap > 0 else 1 - half


@dataclass(frozen=True)
class SettingResult:
    """A setting, what its games show of each target, how many these are, and whether it meets all targets."""

    setting: Setting
    measured: Sequence[Measured]
    games: int
    verdict: str


class Race:
    """The settings that are left, by number, and what each has shown: in the race, and in the last games."""

    def __init__(self, grid: Sequence[Setting], targets: Sequence[Target]) -> None:
        self.grid, self.targets = grid, targets
        self.raced, self.last = ([list[Block]() for _ in grid] for _ in range(2))
        self.left = [*range(len(grid))]
        self.judged = any(target.least > -inf or target.most < inf for target in targets)
        """Whether anything is wanted; else all play evenly."""
        self.fresh = False
        """Whether the last games are being played."""

    def add(self, setting: int, found: Sequence[Sequence[Part]], games: int) -> None:
        """Take in what more games of a setting show of each target; the games themselves are not kept."""
        kept = [[replace(part, games=()) for part in parts] for parts in found]
        (self.last if self.fresh else self.raced)[setting].append((games, kept))

    def games_of(self, setting: int) -> int:
        """Return how many games of a setting were played."""
        return sum(games for games, _ in (*self.raced[setting], *self.last[setting]))

    def drop_clearly_further(self) -> None:
        """Leave out the settings that are clearly further from the targets than the nearest one."""
        found = {one: [*map(distance, measured_in(self.targets, self.raced[one]))] for one in self.left}
        nearest = min(self.left, key=lambda one: (sum(each[0] for each in found[one]), one))
        self.left = [one for one in self.left if one == nearest or p_further(found[one], found[nearest]) > CLEARLY]

    def blocks(self, games: int) -> Iterator[int]:
        """Yield how many games each setting that is left plays in the next block, the last time on fresh numbers."""
        rest = int(games * RACED) if self.judged else 0
        for block in range(BLOCKS, 0, -1):
            each = rest // block // len(self.left)
            if each and len(self.left) > 1:
                yield each
                games, rest = games - each * len(self.left), rest - each * len(self.left)
                self.drop_clearly_further()
        self.fresh = True
        if games // len(self.left):
            yield games // len(self.left)

    def results(self) -> list[SettingResult]:
        """Return what was found of each setting; marks are held at one false one in 20."""
        chosen = len(self.left) < len(self.grid)
        shown = {
            one: measured_in(self.targets, [*([] if chosen else self.raced[one]), *self.last[one]])
            for one in self.left if any(games for games, _ in self.last[one])
        }  # fmt: skip
        wanted = (MET, MISSED) if self.judged else ()
        ps = {verdict: {one: _p_of_all(verdict, measured) for one, measured in shown.items()} for verdict in wanted}
        limits = {verdict: held_limit([*found.values()]) for verdict, found in ps.items()}
        return [
            SettingResult(
                setting, shown.get(at) or measured_in(self.targets, self.raced[at]), self.games_of(at),
                next((one for one in ps if at in shown and ps[one][at] <= limits[one]), UNDECIDED)
                if at in self.left else DROPPED,
            )
            for at, setting in enumerate(self.grid)
        ]  # fmt: skip

    def nearest(self) -> int:
        """Return the setting that is nearest to the targets in all its games, or meets them most surely."""
        shown = {one: measured_in(self.targets, [*self.raced[one], *self.last[one]]) for one in self.left}
        gaps = {one: sum(distance(each)[0] for each in measured) for one, measured in shown.items()}
        found: int = min(self.left, key=lambda one: (gaps[one], _p_of_all(MET, shown[one]), one))
        return found


def _p_of_all(verdict: str, measured: Sequence[Measured]) -> float:
    """Return the p-value of not all targets being met, or of all being met."""
    if not all(one.is_enough for one in measured):
        return 1.0
    return (
        max(one.p_met for one in measured) if verdict == MET else min(one.p_missed for one in measured) * len(measured)
    )
