"""Strengths that fit rankings best: the model of Plackett and Luce, with a term for each kind and each seat.

A ranking is a series of choices: the first is chosen among all, the second among the rest. Somebody of kind k in seat
s is chosen with a probability proportional to exp(kind[k] + seat[s]). A tie counts as all orders of those who share a
rank, in equal parts: between two players half a win for each. (Davidson's model would estimate how likely ties are;
what is asked here is only who is better.)

Somebody who never loses has no finite strength under this model. So each kind and each seat also has one tied game
against a ghost of strength 0, the *prior*: it hardly matters beside real games, but keeps all strengths finite, and
those of kinds that never met comparable, with a wide interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, exp, log, log1p

Ranks = tuple[int, ...]
"""The rank of each seat, from 0."""
Vector = list[float]
RankedTable = tuple[tuple[int, ...], Ranks]
"""The kinds by seat and their ranks: what rankings are counted by."""
Competitors = tuple[tuple[int, int], ...]
"""Some of those at a table, each by the parameters of kind and seat."""

STEPS, FINE = 60, 1e-10
"""Most steps of Newton's method, and when a step is small enough to end it."""


@dataclass(frozen=True, slots=True)
class RankChoice:
    """A choice among competitors that happened `weight` times; each of the `chosen` has an equal part of it."""

    among: Competitors
    chosen: Competitors
    weight: float


@dataclass(frozen=True, slots=True)
class Slope:
    """The first derivative of a log-likelihood, and the second one with its sign changed (by rows, all columns)."""

    first: Vector
    second: Vector

    def add(self, other: Slope, times: float = 1.0) -> None:
        """Add another one, some times."""
        for mine, its in ((self.first, other.first), (self.second, other.second)):
            mine[:] = [a + times * b for a, b in zip(mine, its, strict=True)]


def rank_choices(outcome: RankedTable, kinds: int) -> Iterator[RankChoice]:
    """Yield the choices of a ranking; parameters of seats are counted on from those of kinds.

    Where one of three is first and the others tie, the first is chosen among all three, with weight 1; then either of
    the tied ones is chosen of the two, and both have an equal part of that choice.
    """
    who, ranks = outcome
    rest = [(kind, kinds + seat) for seat, kind in enumerate(who)]
    for rank in sorted(set(ranks)):
        tied = [one for one, its in zip([(k, kinds + s) for s, k in enumerate(who)], ranks, strict=True) if its == rank]
        rest = [one for one in rest if one not in tied]
        for left in _subsets_left(len(tied)):
            among = tuple(sorted([*(tied[at] for at in left), *rest]))
            if len(among) > 1:
                yield RankChoice(among, tuple(tied[at] for at in left), 1 / comb(len(tied), len(left)))


@cache
def _subsets_left(tied: int) -> tuple[tuple[int, ...], ...]:
    """Return who may be left of some who share a rank when the next of them is chosen: any of them, but somebody."""
    return tuple(left for size in range(tied, 0, -1) for left in combinations(range(tied), size))


class StrengthModel:
    """The log-likelihood of rankings as a function of strengths: those of kinds, then those of seats."""

    def __init__(self, kinds: int, seats: int) -> None:
        self.kinds, self.size = kinds, kinds + seats
        self._choices: dict[RankedTable, tuple[RankChoice, ...]] = {}

    def choices_of(self, outcome: RankedTable) -> tuple[RankChoice, ...]:
        """Return the choices of a ranking."""
        if outcome not in self._choices:
            self._choices[outcome] = tuple(rank_choices(outcome, self.kinds))
        return self._choices[outcome]

    def fit_strengths(self, outcomes: Mapping[RankedTable, float]) -> Vector:
        """Return the strengths that fit counted rankings best, by Newton's method with halved steps."""
        weights: Counter[tuple[Competitors, Competitors]] = Counter()
        for outcome, count in outcomes.items():
            for choice in self.choices_of(outcome):
                weights[choice.among, choice.chosen] += count * choice.weight  # type: ignore[assignment]
        together = [RankChoice(among, chosen, weight) for (among, chosen), weight in sorted(weights.items())]
        at, value = [0.0] * self.size, self._log_likelihood(together, [0.0] * self.size)
        for _ in range(STEPS):
            step = newton_step(self._total_slope(together, at))
            size = 1.0
            while True:
                there = [x + size * d for x, d in zip(at, step, strict=True)]
                better = self._log_likelihood(together, there)
                if better >= value or size < FINE:
                    break
                size /= 2
            at, value = there, max(value, better)
            if max(map(abs, step)) < FINE:
                break
        return at

    def slope_of(self, outcome: RankedTable, at: Vector) -> Slope:
        """Return the derivatives of one ranking, without the prior."""
        found = self._zero_slope()
        for choice in self.choices_of(outcome):
            self._add_choice(found, choice, at)
        return found

    def prior_slopes(self, at: Vector) -> list[Slope]:
        """Return the derivatives of the prior: for each strength of half a game won, and of half a game lost."""
        return [self._ghost_slope(which, x, won) for which, x in enumerate(at) for won in (1, 0)]

    def _ghost_slope(self, which: int, strength: float, won: int) -> Slope:
        p, found = 1 / (1 + exp(-strength)), self._zero_slope()
        found.first[which] = (won - p) / 2
        found.second[which * (self.size + 1)] = p * (1 - p) / 2
        return found

    def _zero_slope(self) -> Slope:
        return Slope([0.0] * self.size, [0.0] * self.size**2)

    def _log_likelihood(self, together: Iterable[RankChoice], at: Vector) -> float:
        total = sum(x / 2 - (max(x, 0.0) + log1p(exp(-abs(x)))) for x in at)
        for choice in together:
            strengths = [at[kind] + at[seat] for kind, seat in choice.among]
            most = max(strengths)
            all_of = most + log_sum([s - most for s in strengths])
            mine = sum(at[kind] + at[seat] for kind, seat in choice.chosen) / len(choice.chosen)
            total += choice.weight * (mine - all_of)
        return total

    def _total_slope(self, together: Iterable[RankChoice], at: Vector) -> Slope:
        found = self._zero_slope()
        for part in self.prior_slopes(at):
            found.add(part)
        for choice in together:
            self._add_choice(found, choice, at)
        return found

    def _add_choice(self, found: Slope, choice: RankChoice, at: Vector) -> None:
        strengths = [at[kind] + at[seat] for kind, seat in choice.among]
        most = max(strengths)
        odds = [exp(s - most) for s in strengths]
        total = sum(odds)
        expected: dict[int, float] = {}
        for competitor, odd in zip(choice.among, odds, strict=True):
            p = choice.weight * odd / total
            for one in competitor:
                expected[one] = expected.get(one, 0.0) + p
                for other in competitor:
                    found.second[one * self.size + other] += p
        for one, p in expected.items():
            found.first[one] -= p
            for other, q in expected.items():
                found.second[one * self.size + other] -= p * q / choice.weight
        for competitor in choice.chosen:
            for one in competitor:
                found.first[one] += choice.weight / len(choice.chosen)


def newton_step(slope: Slope) -> Vector:
    """Return Newton's step: the solution of second · step = first, by elimination; the matrix is positive definite."""
    size = len(slope.first)
    rows = [[*slope.second[at * size : (at + 1) * size], slope.first[at]] for at in range(size)]
    for at, pivot in enumerate(rows):
        for row in rows[at + 1 :]:
            factor = row[at] / pivot[at]
            if factor:
                row[at:] = [x - factor * y for x, y in zip(row[at:], pivot[at:], strict=True)]
    step = [0.0] * size
    for at in range(size - 1, -1, -1):
        known = sum(rows[at][other] * step[other] for other in range(at + 1, size))
        step[at] = (rows[at][size] - known) / rows[at][at]
    return step


def log_sum(numbers: Sequence[float]) -> float:
    """Return the logarithm of the sum of exponentials of numbers up to 0."""
    return log(sum(map(exp, numbers)))
