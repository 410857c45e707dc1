"""Rewards of a search in Python: what a position comes to for each seat, in hundredths of a point."""

from __future__ import annotations

from rulewright.backends.evaluation import POINT, Evaluation
from rulewright.backends.playing import ranked
from rulewright.players.search.nodes import ProvenOutcome
from rulewright.players.search.settings import PLACE, POINTS


def outcome_of(evaluation: Evaluation, state: list[int], over: bool, kind: int) -> ProvenOutcome:
    """Return the reward of each seat by a kind of reward, and who has won alone: of a game that is over, or so far."""
    program = evaluation.program
    seats = range(program.seats)
    if over:
        points = [program.points(state, seat) for seat in seats]
        values = [POINT * number for number in points]
        ranks = ranked([(points[seat], *(tie(state, seat) for tie in program.tie)) for seat in seats])
    else:
        values = [evaluation.of(state, seat) for seat in seats]
        ranks = [-value for value in values]
    winner = ranks.index(0) if over and ranks.count(0) == 1 else -1
    return ProvenOutcome([_reward(values, ranks, seat, kind) for seat in seats], winner)


def _reward(values: list[int], ranks: list[int], seat: int, kind: int) -> int:
    """Return the points, the place, or the lead: of 7, 9 and 4 points, 9 lead by 2, and by 1 more for winning."""
    others = [other for other in range(len(values)) if other != seat]
    ahead = sum(ranks[other] > ranks[seat] for other in others)
    level = sum(ranks[other] == ranks[seat] for other in others)
    if kind == PLACE:
        return 100 * ahead + 50 * level
    if kind == POINTS or not others:
        return values[seat]
    won = 100 if ahead == len(others) else -(100 // len(others)) if ahead + level < len(others) else 0
    return values[seat] - max(values[other] for other in others) + won
