"""Finished games by deal, and how many of them count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.comparison.arena.plackett_luce import Ranks
from rulewright.comparison.arena.schedule import Schedule
from rulewright.playtest.game import Record


class Game(NamedTuple):
    """A finished game: its number in the schedule, and its record."""

    number: int
    record: Record


class Finish(NamedTuple):
    """The end of a game: the number of the pairing, and for each seat its kind, its rank from 0, and its points."""

    pairing: int
    who: tuple[int, ...]
    ranks: Ranks
    points: tuple[int, ...]

    def first(self, seat: int) -> float:
        """Return the share of the first place that a seat has: tied seats divide it."""
        return 1 / self.ranks.count(0) if self.ranks[seat] == 0 else 0.0


Deal = list[Finish]
"""The games of a deal that count."""


@dataclass(slots=True)
class Deals:
    """Takes in games in the order of the schedule. A pairing counts in a deal only if all its games came to an end."""

    schedule: Schedule
    played: int = 0
    last: int = 0
    """The highest number of a game in the schedule that was taken in; games before it may be missing."""
    failures: dict[str, list[Game]] = field(default_factory=dict)
    """By message."""
    faults: dict[str, list[Game]] = field(default_factory=dict)
    """Games in which chance replaced a program, by what was wrong with it. They count."""
    _finished: dict[int, dict[int, Deal]] = field(default_factory=dict)
    """By deal and pairing."""

    def add(self, game: Game) -> None:
        """Take in a game."""
        self.played += 1
        self.last = max(self.last, game.number)
        record = game.record
        for fault in record.faults:
            self.faults.setdefault(fault, []).append(game)
        if record.failure:
            self.failures.setdefault(record.failure, []).append(game)
            return
        meeting = self.schedule.meeting(game.number)
        ranks = {seat: rank for rank, seats in enumerate(record.ranking) for seat in seats}
        in_order = tuple(ranks[seat] for seat in range(self.schedule.seats))
        finish = Finish(meeting.pairing, meeting.who, in_order, tuple(record.totals))
        self._finished.setdefault(meeting.deal, {}).setdefault(meeting.pairing, []).append(finish)

    def whole(self) -> list[Deal]:
        """Return the deals by their numbers, each with the games that count; deals without any are left out."""
        found = []
        for _, pairings in sorted(self._finished.items()):
            counting = (games for _, games in sorted(pairings.items()) if len(games) == self.schedule.seats)
            found.append([game for games in counting for game in sorted(games)])
        return [deal for deal in found if deal]
