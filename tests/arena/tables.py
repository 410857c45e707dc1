"""Rankings at tables of known strengths: an arena without a game."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random

from rulewright.comparison.arena.deals import Deal, GameFinish
from rulewright.comparison.arena.schedule import EVERYBODY, Schedule, round_robin


def schedule(kinds: int, seats: int, deals: int, which: str = EVERYBODY) -> Schedule:
    return Schedule(tuple("abcdef"[:kinds]), seats, round_robin(kinds, seats, which), range(1, deals + 1))


def drawn(random: Random, strengths: Sequence[float]) -> tuple[int, ...]:
    """Return ranks drawn by Plackett's and Luce's model: the order of strengths plus Gumbel noise."""
    marks = [strength - log(-log(random.random())) for strength in strengths]
    best_first = sorted(marks, reverse=True)
    return tuple(best_first.index(mark) for mark in marks)


def played(random: Random, of: Schedule, kinds: Sequence[float], seats: Sequence[float], luck: float = 0) -> list[Deal]:
    """Return deals between kinds of known strengths in seats of known strengths.

    `luck` is the standard deviation of what a shuffle adds to the strength of each seat, in all games of its deal.
    """
    found = []
    for deal in range(len(of.deals)):
        helped = [seat + random.gauss(0, luck) for seat in seats]
        meetings = [of.meeting_at(game) for game in of.games[deal * of.games_per_deal : (deal + 1) * of.games_per_deal]]
        strengths = [[kinds[kind] + helped[seat] for seat, kind in enumerate(one.who)] for one in meetings]
        ranks = [drawn(random, these) for these in strengths]
        found.append([GameFinish(one.pairing, one.who, rank, rank) for one, rank in zip(meetings, ranks, strict=True)])
    return found
