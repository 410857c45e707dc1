"""Finished games by deal, and how many of them count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.chance import with_secret
from rulewright.comparison.arena.plackett_luce import Ranks
from rulewright.comparison.arena.schedule import Schedule
from rulewright.comparison.statistics.intervals import DealPart
from rulewright.players.seats import make_decider
from rulewright.playtest.game import NumberedGame, play_one
from rulewright.playtest.match import SingleGames


class GameFinish(NamedTuple):
    """The end of a game: the number of the pairing, and for each seat its kind, its rank from 0, and its points."""

    pairing: int
    who: tuple[int, ...]
    ranks: Ranks
    points: tuple[int, ...]
    sides: tuple[int, ...] = ()
    """The side of each seat; empty where everybody plays alone."""

    @property
    def is_shared(self) -> bool:
        """Whether all seats win or lose together."""
        return len(self.sides) > 1 and len(set(self.sides)) == 1

    def are_rivals(self, seat: int, other: int) -> bool:
        """Return whether two seats are on different sides."""
        return not self.sides or self.sides[seat] != self.sides[other]

    def first_share(self, seat: int) -> float:
        """Return the share of the first place that a seat has: tied seats divide it, unless all win together."""
        if self.is_shared:
            return float(self.ranks[seat] == 0)
        return 1 / self.ranks.count(0) if self.ranks[seat] == 0 else 0.0

    def seats_of(self, kind: int) -> list[int]:
        """Return the seats of a kind."""
        return [seat for seat, its in enumerate(self.who) if its == kind]

    def pairs_above(self, one: int, other: int) -> tuple[float, float]:
        """Return in how many pairs of rivals one kind finishes above another, ties as halves, and of how many."""
        pairs = [(a, b) for a in self.seats_of(one) for b in self.seats_of(other) if self.are_rivals(a, b)]
        ranks = [(self.ranks[a], self.ranks[b]) for a, b in pairs]
        return sum((a < b) + (a == b) / 2 for a, b in ranks), float(len(pairs))


Deal = list[GameFinish]
"""The games of a deal that count."""


@dataclass(slots=True)
class Deals:
    """Takes in games in the order of the schedule. A pairing counts in a deal only if all its games came to an end."""

    schedule: Schedule
    played: int = 0
    last: int = 0
    """The highest number of a game in the schedule that was taken in; games before it may be missing."""
    failures: dict[str, list[NumberedGame]] = field(default_factory=dict)
    """By message."""
    faults: dict[str, list[NumberedGame]] = field(default_factory=dict)
    """Games in which chance replaced a program, by what was wrong with it. They count."""
    _finished: dict[int, dict[int, Deal]] = field(default_factory=dict)
    """By deal and pairing."""

    def add(self, game: NumberedGame) -> None:
        """Take in a game."""
        self.played += 1
        self.last = max(self.last, game.number)
        record = game.record
        for fault in record.faults:
            self.faults.setdefault(fault, []).append(game)
        if record.failure:
            self.failures.setdefault(record.failure, []).append(game)
            return
        meeting = self.schedule.meeting_at(game.number)
        ranks = {seat: rank for rank, seats in enumerate(record.ranking) for seat in seats}
        in_order = tuple(ranks[seat] for seat in range(self.schedule.seats))
        finish = GameFinish(meeting.pairing, meeting.who, in_order, tuple(record.totals), tuple(record.sides))
        self._finished.setdefault(meeting.deal, {}).setdefault(meeting.pairing, []).append(finish)

    def counting_deals(self) -> list[Deal]:
        """Return the deals by their numbers, each with the games that count; deals without any are left out."""
        found = []
        for _, pairings in sorted(self._finished.items()):
            counting = (games for _, games in sorted(pairings.items()) if len(games) == self.schedule.seats)
            found.append([game for games in counting for game in sorted(games)])
        return [deal for deal in found if deal]


def parts_of_deals(deals: Sequence[Deal], of: Callable[[GameFinish], DealPart]) -> tuple[list[DealPart], int]:
    """Return what the games of each deal add to the two sums of a ratio, and how many games added anything."""
    parts, games = [], 0
    for deal in deals:
        added = [part for part in map(of, deal) if part[1]]
        games += len(added)
        if added:
            parts.append((sum(above for above, _ in added), sum(below for _, below in added)))
    return parts, games


def pairs_of_deals(
    schedule: Schedule, games: Iterable[NumberedGame], one: int, other: int
) -> tuple[list[DealPart], int]:
    """Return for each deal in how many of its pairs one kind finishes above another, and of how many."""
    deals = Deals(schedule)
    for game in games:
        deals.add(game)
    return parts_of_deals(deals.counting_deals(), lambda finish: finish.pairs_above(one, other))


@dataclass(frozen=True)
class Arena(SingleGames[NumberedGame]):
    """The games of a schedule, whose kinds are those of the match, by the rules of one ruleset."""

    listed = list[NumberedGame]
    most_in_unit = 200
    schedule: Schedule = field(kw_only=True)

    def player(self) -> Callable[[int], NumberedGame]:
        """Compile the rules, prepare every kind of seat, and return what plays a game by its number."""
        (program,) = self.programs()
        deciders = [make_decider(kind, program) for kind in self.schedule.kinds]

        def play(number: int) -> NumberedGame:
            meeting = self.schedule.meeting_at(number)
            chance = with_secret(self.schedule.deal_number(number), self.secret)
            record = play_one(program, chance, False, [deciders[kind] for kind in meeting.who])
            record.who = list(self.schedule.kind_names(meeting.who))
            return NumberedGame(number, record)

        return play

    def is_sound(self, game: NumberedGame) -> bool:
        """Return whether a game that was kept is one."""
        return game.record.is_whole
