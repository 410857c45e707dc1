"""Everything that is known about the kinds of seats after some deals."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations

from rulewright.comparison.arena.bootstrap import Strengths, bootstrap_strengths
from rulewright.comparison.arena.deals import Deal, Deals, GameFinish, parts_of_deals
from rulewright.comparison.arena.schedule import Schedule, precision_checkpoints
from rulewright.comparison.statistics.intervals import (
    DealPart,
    Estimate,
    Interval,
    estimate_mean,
    estimate_share,
    ratio_with_variance,
)
from rulewright.playtest.game import NumberedGame


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in rating points, with its interval."""

    value: float
    within: Interval


@dataclass(frozen=True, slots=True)
class KindStanding:
    """How a kind of seat did: its share of first places, which is `even` where all kinds are equal, and its points."""

    kind: str
    rating: Rating
    first: Estimate
    even: float
    points: Estimate


@dataclass(frozen=True, slots=True)
class PairwiseResult:
    """How often a kind finishes above another at the same table, ties as halves; None where they never met.

    `sure` is the probability that it is the stronger one.
    """

    share: Estimate | None
    sure: float


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """How a seat did: its effect in rating points, and its share of first places."""

    rating: Rating
    first: Estimate


@dataclass(frozen=True, slots=True)
class PairingStanding:
    """How the kinds of one pairing did: the share of first places of each, and its even share; empty without games."""

    pairing: tuple[str, ...]
    games: int
    first: dict[str, Estimate]
    even: dict[str, float]


@dataclass(frozen=True)
class Standings:
    """Everything after some deals; kinds are in the order of their ratings, best first."""

    deals: int
    games: int
    kinds: list[KindStanding]
    above: dict[tuple[str, str], PairwiseResult]
    seats: list[SeatStanding]
    tables: list[PairingStanding]
    cycle: tuple[str, ...]
    """Kinds of which each clearly finishes above the next one, and the last above the first; empty without such."""


def compute_standings(deals: Deals) -> Standings | None:
    """Return what is known of the kinds that are in a game that counts; None without such a game."""
    whole, schedule = deals.counting_deals(), deals.schedule
    if not whole:
        return None
    present = _kinds_present(whole)
    fitted = bootstrap_strengths(whole, len(schedule.kinds), schedule.seats)
    kinds = [_kind_standing(schedule.kinds[kind], kind, whole, fitted) for kind in present]
    above = dict(_pairwise_results(schedule, present, whole, fitted))
    seats = [
        SeatStanding(
            _rating_of(fitted, len(schedule.kinds) + seat),
            estimate_share(*parts_of_deals(whole, partial(_seat_first, seat))),
        )
        for seat in range(schedule.seats)
    ]
    tables = [_pairing_standing(schedule, number, whole) for number in range(len(schedule.pairings))]
    kinds.sort(key=lambda one: (-one.rating.value, one.kind))
    return Standings(len(whole), sum(map(len, whole)), kinds, above, seats, tables, shortest_cycle(above))


def widest_interval(deals: Deals) -> float | None:
    """Return the half-width of the widest interval of a kind's share of first places; None without a game."""
    whole = deals.counting_deals()
    shares = [estimate_share(*parts_of_deals(whole, partial(_first_places, kind))) for kind in _kinds_present(whole)]
    return max((one.half_width for one in shares), default=None)


def _kinds_present(deals: Sequence[Deal]) -> list[int]:
    return sorted({kind for deal in deals for game in deal for kind in game.who})


def _kind_standing(name: str, kind: int, deals: Sequence[Deal], fitted: Strengths) -> KindStanding:
    first = estimate_share(*parts_of_deals(deals, partial(_first_places, kind)))
    even, _ = ratio_with_variance(parts_of_deals(deals, partial(_even_share, kind))[0])
    return KindStanding(
        name,
        _rating_of(fitted, kind),
        first,
        even,
        estimate_mean(*parts_of_deals(deals, partial(_points_of_kind, kind))),
    )


def _rating_of(fitted: Strengths, which: int) -> Rating:
    return Rating(fitted.fitted[which], fitted.interval_of(which))


def _pairwise_results(
    schedule: Schedule, kinds: Sequence[int], deals: Sequence[Deal], fitted: Strengths
) -> Iterator[tuple[tuple[str, str], PairwiseResult]]:
    for a, b in permutations(kinds, 2):
        parts, games = parts_of_deals(deals, partial(_pairs_above, a, b))
        met = estimate_share(parts, games) if parts else None
        yield (schedule.kinds[a], schedule.kinds[b]), PairwiseResult(met, fitted.probability_above(a, b))


def _pairing_standing(schedule: Schedule, number: int, deals: Sequence[Deal]) -> PairingStanding:
    pairing = schedule.pairings[number]
    own = [[game for game in deal if game.pairing == number] for deal in deals]
    games, kinds = sum(map(len, own)), sorted(set(pairing)) if any(own) else []
    first = {schedule.kinds[kind]: estimate_share(*parts_of_deals(own, partial(_first_places, kind))) for kind in kinds}
    even = {
        schedule.kinds[kind]: ratio_with_variance(parts_of_deals(own, partial(_even_share, kind))[0])[0]
        for kind in kinds
    }
    return PairingStanding(schedule.kind_names(pairing), games, first, even)


# -- what a game adds to the two sums of a ratio


def _first_places(kind: int, game: GameFinish) -> DealPart:
    shares = [game.first_share(seat) for seat in game.seats_of(kind)]
    return max(shares, default=0.0) if game.is_shared else sum(shares), float(kind in game.who)


def _even_share(kind: int, game: GameFinish) -> DealPart:
    if game.is_shared:  # how often any table wins
        return game.first_share(0), 1.0
    return game.who.count(kind) / len(game.who), float(kind in game.who)


def _seat_first(seat: int, game: GameFinish) -> DealPart:
    return game.first_share(seat), 1.0


def _points_of_kind(kind: int, game: GameFinish) -> DealPart:
    return float(sum(game.points[seat] for seat in game.seats_of(kind))), float(game.who.count(kind))


def _pairs_above(one: int, other: int, game: GameFinish) -> DealPart:
    return game.pairs_above(one, other)


# -- cycles


def shortest_cycle(above: Mapping[tuple[str, str], PairwiseResult]) -> tuple[str, ...]:
    """Return the shortest cycle of kinds that clearly finish above each other; empty where there is none."""
    beats: dict[str, list[str]] = {}
    for (one, other), found in above.items():
        if found.share is not None and found.share.within[0] > 0.5:
            beats.setdefault(one, []).append(other)
    cycles = [path for start in sorted(beats) if (path := _path_back(beats, start))]
    return min(cycles, key=len, default=())


def _path_back(beats: Mapping[str, Sequence[str]], start: str) -> tuple[str, ...]:
    """Return the shortest way from a kind back to it, breadth first."""
    paths, seen = deque[tuple[str, ...]]([(start,)]), {start}
    while paths:
        path = paths.popleft()
        for other in beats.get(path[-1], ()):
            if other == start:
                return path
            if other not in seen:
                seen.add(other)
                paths.append((*path, other))
    return ()


@dataclass
class UntilPrecise:
    """Takes in games in order, and ends the run at the first checkpoint with the wanted precision (percentage points).

    What comes after that checkpoint is dropped, so the result does not depend on how games were distributed.
    """

    deals: Deals
    until: float | None
    looks: list[int] = field(init=False)
    """The games after which precision is looked at, the next one first."""
    precision: float | None = None
    is_over: bool = False

    def __post_init__(self) -> None:
        schedule = self.deals.schedule
        looks = precision_checkpoints(len(schedule.deals)) if self.until is not None else ()
        self.looks = [deals * schedule.games_per_deal for deals in looks]

    def take_wanted(self, games: Iterable[NumberedGame]) -> Iterator[NumberedGame]:
        """Take in some games, as long as more are wanted, and yield those."""
        for game in games:
            if self._is_precise_at(game.number):
                return
            yield game
            self.deals.add(game)
            last = game.number
        self._is_precise_at(last + 1)

    def _is_precise_at(self, games: int) -> bool:
        """Return whether there are enough games, looking at every checkpoint that has been passed once."""
        while self.looks and games >= self.looks[0]:
            del self.looks[0]
            self.precision = widest_interval(self.deals)
            if self.precision is not None and self.until is not None and 100 * self.precision <= self.until:
                self.is_over = True
                break
        return self.is_over

    def progress_note(self) -> str:
        """Return what is shown beside the progress bar."""
        return "" if self.precision is None else f"known to {100 * self.precision:.1f} points, until {self.until:g}"
