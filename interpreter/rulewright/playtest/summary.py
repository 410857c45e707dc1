"""The summary of many games: wins, points by source, decisions, and failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.playtest.rows import GameRows


@dataclass(slots=True)
class Spread:
    """Mean, minimum and maximum of a series of integers, and how often the maximum occurred."""

    count: int = 0
    total: int = 0
    least: int = 0
    most: int = 0
    at_most: int = 0

    def add_all(self, values: list[int]) -> None:
        """Add several numbers."""
        if not values:
            return
        times = Counter(values)
        least, most = min(times), max(times)
        if most > self.most or not self.count:
            self.at_most = 0
        self.least = min(self.least, least) if self.count else least
        self.most = max(self.most, most) if self.count else most
        self.at_most += times[self.most]
        self.count += len(values)
        self.total += sum(value * often for value, often in times.items())

    @property
    def mean(self) -> float:
        """The mean; 0 for an empty series."""
        return self.total / self.count if self.count else 0.0


@dataclass(slots=True)
class Summary:
    """Accumulates games without storing them."""

    seats: int
    games: int = 0
    wins: list[float] = field(default_factory=list)
    points: list[Spread] = field(default_factory=list)
    sources: dict[str, list[Spread]] = field(default_factory=dict)
    asked: list[Spread] = field(default_factory=list)
    length: Spread = field(default_factory=Spread)
    failures: dict[str, list[int]] = field(default_factory=dict)
    numbers: dict[str, Spread] = field(default_factory=dict)
    faults: dict[str, list[int]] = field(default_factory=dict)
    """What was wrong with seats outside, and in which games."""
    together: int = 0
    """In how many games all seats have the same place."""
    won_together: int = 0

    @property
    def is_together(self) -> bool:
        """Whether several seats have the same place in every game."""
        return self.seats > 1 and self.together == self.games

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats
        self.points = [Spread() for _ in range(self.seats)]
        self.asked = [Spread() for _ in range(self.seats)]

    def add_rows(self, rows: GameRows) -> None:
        """Add many games."""
        for record in rows.broken:
            self.failures.setdefault(record.failure, []).append(record.game)
        for game, faults in [*((record.game, record.faults) for record in rows.broken), *rows.faults.items()]:
            for fault in faults:
                self.faults.setdefault(fault, []).append(game)
        may_be_together = self.is_together or not self.games
        self.games += len(rows.column(0))
        self.length.add_all(rows.column(1))
        ranks = [rows.seat_column(2, seat) for seat in range(self.seats)]
        for places, games in Counter(zip(*ranks, *rows.side_columns(), strict=True)).items():
            self._add_places(places[: self.seats], places[self.seats :], games, may_be_together)
        for seat in range(self.seats):
            self.asked[seat].add_all(rows.seat_column(0, seat))
            self.points[seat].add_all(rows.seat_column(1, seat))
        for label in dict.fromkeys(rows.columns.scorings):
            row = self.sources.setdefault(label, [Spread() for _ in range(self.seats)])
            same = [3 + at for at, other in enumerate(rows.columns.scorings) if other == label]
            for seat in range(self.seats):
                parts = [rows.seat_column(which, seat) for which in same]
                row[seat].add_all(parts[0] if len(parts) == 1 else [sum(each) for each in zip(*parts, strict=True)])
        for at, name in enumerate(rows.columns.numbers, rows.columns.first_number):
            self.numbers.setdefault(name, Spread()).add_all(rows.column(at))

    def _add_places(self, ranks: Sequence[int], sides: Sequence[int], games: int, may_be_together: bool) -> None:
        """Add games that end with the same ranks; `sides` are those of the seats, none where everybody plays alone."""
        if may_be_together and len({*ranks}) == 1:
            self.together += games
            self.won_together += games if ranks[0] == 0 else 0
        winners = [seat for seat, rank in enumerate(ranks) if rank == 0]
        shared = len({sides[seat] for seat in winners} if sides else winners)
        for seat in winners:
            self.wins[seat] += games / shared


def merged_spread(spreads: list[Spread]) -> Spread:
    """Return the merged spread of all seats."""
    filled = [s for s in spreads if s.count]
    if not filled:
        return Spread()
    return Spread(
        sum(s.count for s in filled), sum(s.total for s in filled), min(s.least for s in filled),
        max(s.most for s in filled),
    )  # fmt: skip
