"""Successive halving: who plays how many deals in each round, and who stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from time import monotonic
from typing import Any

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.comparison.statistics.intervals import DealPart, Estimate, estimate_share
from rulewright.engine.automatic_seats import SettingValues, with_search_settings
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import SearchBudget, settings_of
from rulewright.playtest.game import Record, play_one
from rulewright.playtest.match import SingleGames

MOST_CANDIDATES = 16
"""The most candidates."""


@dataclass(frozen=True, slots=True)
class RaceGame:
    """A game that is to be played: the number of the candidate, the deal, its seat, and the candidate in all others."""

    candidate: int
    deal: int
    seat: int
    among: int = 0


@dataclass(frozen=True, slots=True)
class RacedGame:
    """A game that was played: the share of the others that the candidate is ahead of, or what broke."""

    match: RaceGame
    ahead: float
    seconds: float
    failure: str = ""

    @property
    def item(self) -> RaceGame:
        """The item of the job of which it comes."""
        return self.match


@dataclass(frozen=True, slots=True)
class RacePlan:
    """How a number of games is divided: the deals of each round, which halves the candidates, and of the last match."""

    candidates: int
    rounds: tuple[int, ...]
    last: int

    def games_of_rounds(self, seats: int) -> int:
        """Return how many games the rounds have."""
        return sum(deals * (self.candidates >> at) * seats for at, deals in enumerate(self.rounds))


def plan_race(games: int, seats: int) -> RacePlan | None:
    """Return the plan for a number of games, half of them for the race; None if these are too few."""
    plan = plan_rounds(games // 2, seats, MOST_CANDIDATES)
    plan = plan and plan_rounds(games // 2, seats, 1 << plan.candidates.bit_length() - 1)
    return plan and replace(plan, last=(games - plan.games_of_rounds(seats)) // seats)


def plan_rounds(games: int, seats: int, most: int) -> RacePlan | None:
    """Return the plan of a race without a last match, of at most so many candidates; None if there are too few games
    for two."""
    for candidates in range(most, 1, -1):
        rounds = candidates.bit_length() - 1
        each = games // rounds
        if each >= candidates * seats:
            return RacePlan(candidates, tuple(each // ((candidates >> at) * seats) for at in range(rounds)), 0)
    return None


def fewest_games(seats: int) -> int:
    """Return the smallest number of games for which there is a plan."""
    return 4 * seats


@dataclass(slots=True)
class Race:
    """The candidates that are left, and what each has achieved in all its deals."""

    left: list[int]
    seats: int
    deal: int
    """The number of the next deal."""
    among: int = 0
    """The candidate in all other seats."""
    deals: dict[int, dict[int, list[float]]] = field(init=False)
    """By candidate and deal, the results of its games."""

    def __post_init__(self) -> None:
        self.deals = {candidate: {} for candidate in self.left}

    def next_games(self, deals: int) -> list[RaceGame]:
        """Return the games of the next round, deal by deal."""
        numbers = range(self.deal, self.deal + deals)
        self.deal = numbers.stop
        seats = range(self.seats)
        return [RaceGame(one, deal, seat, self.among) for deal in numbers for one in self.left for seat in seats]

    def take_games(self, games: Iterable[RacedGame]) -> None:
        """Take in games; those that broke do not count."""
        for game in games:
            if not game.failure:
                self.deals[game.match.candidate].setdefault(game.match.deal, []).append(game.ahead)

    @property
    def games(self) -> int:
        """How many games came to their end."""
        return sum(len(games) for deals in self.deals.values() for games in deals.values())

    def keep_better_half(self) -> None:
        """Keep the better half of the candidates."""
        ranked = sorted(self.left, key=lambda one: (-self.share_achieved(one).value, one))
        self.left = ranked[: max(1, len(ranked) // 2)]

    def ranked_candidates(self) -> list[int]:
        """Return all candidates: those that stayed longest first, and of these the best."""
        return sorted(self.deals, key=lambda one: (-len(self.deals[one]), -self.share_achieved(one).value, one))

    def share_achieved(self, candidate: int) -> Estimate:
        """Return the share of others that a candidate has been ahead of, 0 if nothing was played to the end."""
        parts: Sequence[DealPart] = [(sum(games), float(len(games))) for games in self.deals[candidate].values()]
        games = sum(map(len, self.deals[candidate].values()))
        return estimate_share(parts, games) if parts else Estimate(0.0, (0.0, 1.0), 0)


@dataclass(frozen=True)
class RaceMatch(SingleGames[RacedGame]):
    """Games of candidates by their numbers, of which 0 is the usual one."""

    listed = list[RacedGame]
    most_in_unit = 20
    candidates: tuple[Any, ...] = field(kw_only=True)

    def deciders(self, program: Program) -> Callable[[int], Decider]:
        """Return what makes the decision function of a candidate."""
        raise NotImplementedError

    def player(self) -> Callable[[RaceGame], RacedGame]:
        """Compile the rules and return what plays single games."""
        (program,) = self.programs()
        decider = cache(self.deciders(program))

        @lru_cache(maxsize=1)
        def record_of(candidate: int, deal: int, seat: int, among: int) -> Record:
            deciders = [decider(among)] * self.seats
            deciders[seat] = decider(candidate)
            return play_one(program, deal, check=False, deciders=deciders)

        def play(match: RaceGame) -> RacedGame:
            began, alike = monotonic(), match.candidate == match.among
            record = record_of(match.candidate, match.deal, 0 if alike else match.seat, match.among)
            share = 0.0 if record.failure else share_ahead(record.ranking, match.seat, record.sides)
            return RacedGame(match, share, monotonic() - began, record.failure)

        return play


@dataclass(frozen=True)
class Tuning(RaceMatch):
    """Candidates against the settings that a ruleset has, all with as many playouts for a decision."""

    playouts: int = field(kw_only=True)
    candidates: tuple[SettingValues, ...] = field(kw_only=True)

    def deciders(self, program: Program) -> Callable[[int], Decider]:
        """Return what makes a seat that searches with the settings of a candidate."""
        budget = SearchBudget(self.playouts)

        def with_settings(candidate: int) -> Decider:
            settings = settings_of(with_search_settings(program, self.candidates[candidate]))
            return Searcher(program, budget, settings).decide

        return with_settings


def share_ahead(ranking: Sequence[Sequence[int]], seat: int, sides: Sequence[int] = ()) -> float:
    """Return the share of the seats on other sides that a seat is ahead of; tied ones count half.

    Where all win or lose together, it is 1 or 0.
    """
    ranks = {one: rank for rank, seats in enumerate(ranking) for one in seats}
    sides = sides or range(len(ranks))
    others = [rank for one, rank in ranks.items() if sides[one] != sides[seat]]
    if not others:
        return float(ranks[seat] == 0)
    behind = sum(rank > ranks[seat] for rank in others) + sum(rank == ranks[seat] for rank in others) / 2
    return behind / len(others)
