"""Everything that is known about the kinds of seats after some deals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations

from rulewright.comparison.arena.bootstrap import Strengths, strengths
from rulewright.comparison.arena.deals import Deal, Deals, Finish, Game
from rulewright.comparison.arena.schedule import Schedule, checkpoints
from rulewright.comparison.statistics.effects import Estimate, Interval, Part, average, ratio, share


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in rating points, with its interval."""

    value: float
    within: Interval


@dataclass(frozen=True, slots=True)
class Standing:
    """How a kind of seat did: its share of first places, which is `even` where all kinds are equal, and its points."""

    kind: str
    rating: Rating
    first: Estimate
    even: float
    points: Estimate


@dataclass(frozen=True, slots=True)
class Above:
    """How often a kind finishes above another at the same table, ties as halves; None where they never met.

    `sure` is the probability that it is the stronger one.
    """

    share: Estimate | None
    sure: float


@dataclass(frozen=True, slots=True)
class Place:
    """How a seat did: its effect in rating points, and its share of first places."""

    rating: Rating
    first: Estimate


@dataclass(frozen=True, slots=True)
class Table:
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
    kinds: list[Standing]
    above: dict[tuple[str, str], Above]
    seats: list[Place]
    tables: list[Table]
    cycle: tuple[str, ...]
    """Kinds of which each clearly finishes above the next one, and the last above the first; empty without such."""


def standings(deals: Deals) -> Standings | None:
    """Return what is known of the kinds that are in a game that counts; None without such a game."""
    whole, schedule = deals.whole(), deals.schedule
    if not whole:
        return None
    present = _present(whole)
    fitted = strengths(whole, len(schedule.kinds), schedule.seats)
    kinds = [_standing(schedule.kinds[kind], kind, whole, fitted) for kind in present]
    above = dict(_pairs(schedule, present, whole, fitted))
    seats = [
        Place(_rating(fitted, len(schedule.kinds) + seat), share(*_parts(whole, partial(_seat_first, seat))))
        for seat in range(schedule.seats)
    ]
    tables = [_table(schedule, number, whole) for number in range(len(schedule.pairings))]
    kinds.sort(key=lambda one: (-one.rating.value, one.kind))
    return Standings(len(whole), sum(map(len, whole)), kinds, above, seats, tables, cycle(above))


def precision(deals: Deals) -> float | None:
    """Return the half-width of the widest interval of a kind's share of first places; None without a game."""
    whole = deals.whole()
    shares = [share(*_parts(whole, partial(_first, kind))) for kind in _present(whole)]
    return max((one.half_width for one in shares), default=None)


def _present(deals: Sequence[Deal]) -> list[int]:
    return sorted({kind for deal in deals for game in deal for kind in game.who})


def _standing(name: str, kind: int, deals: Sequence[Deal], fitted: Strengths) -> Standing:
    first = share(*_parts(deals, partial(_first, kind)))
    even, _ = ratio(_parts(deals, partial(_even, kind))[0])
    return Standing(name, _rating(fitted, kind), first, even, average(*_parts(deals, partial(_points, kind))))


def _rating(fitted: Strengths, which: int) -> Rating:
    return Rating(fitted.fitted[which], fitted.within(which))


def _pairs(
    schedule: Schedule, kinds: Sequence[int], deals: Sequence[Deal], fitted: Strengths
) -> Iterator[tuple[tuple[str, str], Above]]:
    for a, b in permutations(kinds, 2):
        parts, games = _parts(deals, partial(_above, a, b))
        met = share(parts, games) if parts else None
        yield (schedule.kinds[a], schedule.kinds[b]), Above(met, fitted.above(a, b))


def _table(schedule: Schedule, number: int, deals: Sequence[Deal]) -> Table:
    pairing = schedule.pairings[number]
    own = [[game for game in deal if game.pairing == number] for deal in deals]
    games, kinds = sum(map(len, own)), sorted(set(pairing)) if any(own) else []
    first = {schedule.kinds[kind]: share(*_parts(own, partial(_first, kind))) for kind in kinds}
    even = {schedule.kinds[kind]: pairing.count(kind) / len(pairing) for kind in kinds}
    return Table(schedule.named(pairing), games, first, even)


# -- what a game adds to the two sums of a ratio


def _parts(deals: Sequence[Deal], of: Callable[[Finish], Part]) -> tuple[list[Part], int]:
    """Return what each deal adds, and how many games added anything."""
    parts, games = [], 0
    for deal in deals:
        added = [part for part in map(of, deal) if part[1]]
        games += len(added)
        if added:
            parts.append((sum(above for above, _ in added), sum(below for _, below in added)))
    return parts, games


def _first(kind: int, game: Finish) -> Part:
    return sum(game.first(seat) for seat in _seats(game, kind)), float(kind in game.who)


def _even(kind: int, game: Finish) -> Part:
    return game.who.count(kind) / len(game.who), float(kind in game.who)


def _seat_first(seat: int, game: Finish) -> Part:
    return game.first(seat), 1.0


def _points(kind: int, game: Finish) -> Part:
    return float(sum(game.points[seat] for seat in _seats(game, kind))), float(game.who.count(kind))


def _above(one: int, other: int, game: Finish) -> Part:
    mine, theirs = ([game.ranks[seat] for seat in _seats(game, kind)] for kind in (one, other))
    won = sum((a < b) + (a == b) / 2 for a in mine for b in theirs)
    return won, float(len(mine) * len(theirs))


def _seats(game: Finish, kind: int) -> list[int]:
    return [seat for seat, its in enumerate(game.who) if its == kind]


# -- cycles


def cycle(above: Mapping[tuple[str, str], Above]) -> tuple[str, ...]:
    """Return the shortest cycle of kinds that clearly finish above each other; empty where there is none."""
    beats: dict[str, list[str]] = {}
    for (one, other), found in above.items():
        if found.share is not None and found.share.within[0] > 0.5:
            beats.setdefault(one, []).append(other)
    cycles = [path for start in sorted(beats) if (path := _back(beats, start))]
    return min(cycles, key=len, default=())


def _back(beats: Mapping[str, Sequence[str]], start: str) -> tuple[str, ...]:
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
        looks = checkpoints(len(schedule.deals)) if self.until is not None else ()
        self.looks = [deals * schedule.block for deals in looks]

    def taken(self, games: Iterable[Game]) -> Iterator[Game]:
        """Take in some games, as long as more are wanted, and yield those."""
        for game in games:
            if self._reached(game.number):
                return
            yield game
            self.deals.add(game)
            last = game.number
        self._reached(last + 1)

    def _reached(self, games: int) -> bool:
        """Return whether there are enough games, looking at every checkpoint that has been passed once."""
        while self.looks and games >= self.looks[0]:
            del self.looks[0]
            self.precision = precision(self.deals)
            if self.precision is not None and self.until is not None and 100 * self.precision <= self.until:
                self.is_over = True
                break
        return self.is_over

    def note(self) -> str:
        """Return what is shown beside the progress bar."""
        return "" if self.precision is None else f"known to {100 * self.precision:.1f} points, until {self.until:g}"
