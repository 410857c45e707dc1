"""Rewards of a search in Python: what a position comes to for each seat, in hundredths of a point."""

from __future__ import annotations

from rulewright.backends.evaluation import POINT, Evaluation
from rulewright.backends.ranking import ranks_of, sides_of, worths_of
from rulewright.players.search.nodes import ProvenOutcome
from rulewright.players.search.settings import PLACE, POINTS


def outcome_of(evaluation: Evaluation, state: list[int], over: bool, kind: int) -> ProvenOutcome:
    """Return the reward of each seat by a kind of reward, and who has won alone: of a game that is over, or so far."""
    program = evaluation.program
    seats, sides, together = range(program.seats), sides_of(program, state), program.tables.ending.together
    if over:
        points = [program.points(state, seat) for seat in seats]
        values = [POINT * worth for worth in worths_of(program, points, sides)]
        ranks = ranks_of(program, state, points)
    if together or not over:
        values = [evaluation.of(state, seat) for seat in seats]
    if not over:
        ranks = [-value for value in values]
    first = [seat for seat in seats if over and ranks[seat] == 0]
    winners = first if len({sides[seat] for seat in first}) == 1 else []
    if together:
        reward = _shared_reward(values, 0 if not over else 1 if winners else -1, kind)
        return ProvenOutcome([reward for _ in seats], frozenset(winners))
    return ProvenOutcome([_reward(values, ranks, sides, seat, kind) for seat in seats], frozenset(winners))


def _shared_reward(values: list[int], won: int, kind: int) -> int:
    """Return what a game is worth that all win or lose together: what all have, and a point for each if it is won.

    `won` is 1, -1, or 0 where that is open.
    """
    return 50 + 50 * won if kind == PLACE else values[0] + 100 * len(values) * won


def _reward(values: list[int], ranks: list[int], sides: list[int], seat: int, kind: int) -> int:
    """Return the points, the place, or the lead: of 7, 9 and 4 points, 9 lead by 2, and by 1 more for winning."""
    others = [other for other, side in enumerate(sides) if side != sides[seat]]
    ahead = sum(ranks[other] > ranks[seat] for other in others)
    level = sum(ranks[other] == ranks[seat] for other in others)
    if kind == PLACE:
        return 100 * ahead + 50 * level
    if kind == POINTS or not others:
        return values[seat]
    won = 100 if ahead == len(others) else -(100 // len(others)) if ahead + level < len(others) else 0
    return values[seat] - max(values[other] for other in others) + won
