"""Successive halving: who plays how many deals in each round, and who stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.comparison.arena.shares import Estimate, Part, share

MOST = 16
"""The most candidates."""


@dataclass(frozen=True, slots=True)
class RaceGame:
    """A game that is to be played: the number of the candidate, the deal, and the seat of the candidate."""

    candidate: int
    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: the share of the others that the candidate is ahead of, or what broke."""

    match: RaceGame
    ahead: float
    seconds: float
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a number of games is divided: the deals of each round, which halves the candidates, and of the last match."""

    candidates: int
    rounds: tuple[int, ...]
    last: int


def planned(games: int, seats: int) -> Plan | None:
    """Return the plan for a number of games, half of them for the race; None if these are too few."""
    candidates = MOST
    while candidates > 1:
        rounds = candidates.bit_length() - 1
        each = games // 2 // rounds
        if each >= candidates * seats:
            deals = tuple(each // ((candidates >> at) * seats) for at in range(rounds))
            used = sum(number * (candidates >> at) * seats for at, number in enumerate(deals))
            return Plan(candidates, deals, (games - used) // seats)
        candidates //= 2
    return None


def fewest(seats: int) -> int:
    """Return the smallest number of games for which there is a plan."""
    return 4 * seats


@dataclass(slots=True)
class Race:
    """The candidates that are left, and what each has achieved in all its deals."""

    plan: Plan
    seats: int
    deal: int
    """The number of the next deal."""
    left: list[int] = field(init=False)
    deals: dict[int, dict[int, list[float]]] = field(init=False)
    """By candidate and deal, the results of its games."""
    failures: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = list(range(self.plan.candidates))
        self.deals = {candidate: {} for candidate in self.left}

    def matches(self, deals: int) -> list[RaceGame]:
        """Return the games of the next round, deal by deal."""
        numbers = range(self.deal, self.deal + deals)
        self.deal = numbers.stop
        return [
            RaceGame(candidate, deal, seat) for deal in numbers for candidate in self.left for seat in range(self.seats)
        ]

    def take(self, games: Iterable[Played]) -> None:
        """Take in games; those that broke do not count."""
        for game in games:
            if game.failure:
                self.failures.append(game)
            else:
                self.deals[game.match.candidate].setdefault(game.match.deal, []).append(game.ahead)

    def halve(self) -> None:
        """Keep the better half of the candidates."""
        ranked = sorted(self.left, key=lambda one: (-self.achieved(one).value, one))
        self.left = ranked[: max(1, len(ranked) // 2)]

    def restart(self) -> None:
        """Forget the results of the race, so that the last match is judged by its own deals only."""
        self.deals = {candidate: {} for candidate in self.left}

    def achieved(self, candidate: int) -> Estimate:
        """Return the share of others that a candidate has been ahead of, 0 if nothing was played to the end."""
        parts: Sequence[Part] = [(sum(games), float(len(games))) for games in self.deals[candidate].values()]
        games = sum(map(len, self.deals[candidate].values()))
        return share(parts, games) if parts else Estimate(0.0, (0.0, 1.0), 0)
