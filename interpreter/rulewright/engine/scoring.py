"""Points by source, and the final ranking."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.backends import Program
from rulewright.backends.ranking import sides_of, worths_of


def by_scoring(program: Program, state: list[int]) -> list[list[int]]:
    """Return the points by scoring and seat: a row for each `scoring` rule, in the order of the tables."""
    return [[score(state, seat) for seat in range(program.seats)] for score in program.score]


def scoring_labels(program: Program) -> tuple[str, ...]:
    """Return the label of each `scoring` rule, in the order of the tables; several can share one."""
    return tuple(scoring.label for scoring in program.tables.scorings)


def scoring_rules(program: Program) -> list[str]:
    """Return the full name of each `scoring` rule, in the order of the tables."""
    return [scoring.name for scoring in program.tables.scorings]


def scores(program: Program, points: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """Return the points of each seat by source, given those by scoring.

    A source is the label of a scoring, as players read it; scorings with the same label are added up.
    """
    found: list[dict[str, int]] = [{} for _ in range(program.seats)]
    for label, row in zip(scoring_labels(program), points, strict=True):
        for mine, more in zip(found, row, strict=True):
            mine[label] = mine.get(label, 0) + more
    return found


def ranking(program: Program, state: list[int]) -> list[list[int]]:
    """Return the seats by rank, the winners first.

    Ties are broken by the `tie-break` rules in order; seats that are still equal share a rank. Where nobody wins, the
    first rank is empty.
    """
    ranks = program.playing.ranks(state)
    return [[seat for seat, mine in enumerate(ranks) if mine == rank] for rank in range(max(ranks) + 1)]


def sides(program: Program, state: list[int]) -> list[int]:
    """Return the side of each seat, by the number of its first seat; empty where everybody plays alone."""
    ending = program.tables.ending
    return sides_of(program, state) if ending.teams or ending.together else []


def by_side(program: Program, state: list[int], totals: Sequence[int]) -> list[int]:
    """Return what the points of each side are worth, the best first."""
    sides = sides_of(program, state)
    worths = worths_of(program, totals, sides)
    return sorted((worths[side] for side in set(sides)), reverse=True)


def win_shares(ranking: Sequence[Sequence[int]], sides: Sequence[int]) -> dict[int, float]:
    """Return what of a win each winner has: all of it on one side, a part where several sides share the first rank."""
    winners = ranking[0] if ranking else []
    winning = {sides[seat] if sides else seat for seat in winners}
    return {seat: 1 / len(winning) for seat in winners}
