"""Points by source, and the places at the end."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.backends import Program


def by_scoring(program: Program, state: list[int]) -> list[list[int]]:
    """Points by scoring and seat."""
    return [[score(state, seat) for seat in range(program.seats)] for score in program.score]


def scores(program: Program, points: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """Points by source for each seat, from those by scoring; sources with one label are added up."""
    found: list[dict[str, int]] = [{} for _ in range(program.seats)]
    for scoring, row in zip(program.tables.scorings, points, strict=True):
        for mine, more in zip(found, row, strict=True):
            mine[scoring.label] = mine.get(scoring.label, 0) + more
    return found


def ranking(program: Program, state: list[int]) -> list[list[int]]:
    """Seats from the first place on; ties are broken by the tie-breaks in order, what is left shares a place."""
    ranks = program.playing.ranks(state)
    return [[seat for seat, mine in enumerate(ranks) if mine == rank] for rank in sorted(set(ranks))]
