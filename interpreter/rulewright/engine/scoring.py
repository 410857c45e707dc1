"""Points by source, and the places at the end."""

from __future__ import annotations

from rulewright.backends import Program


def scores(program: Program, state: list[int]) -> list[dict[str, int]]:
    """Points by source for each seat; sources with one label are added up."""
    found: list[dict[str, int]] = []
    for seat in range(program.seats):
        mine: dict[str, int] = {}
        for scoring, score in zip(program.tables.scorings, program.score, strict=True):
            mine[scoring.label] = mine.get(scoring.label, 0) + score(state, seat)
        found.append(mine)
    return found


def ranking(program: Program, state: list[int]) -> list[list[int]]:
    """Seats from the first place on; ties are broken by the tie-breaks in order, what is left shares a place."""
    keys = [(program.points(state, seat), *(tie(state, seat) for tie in program.tie)) for seat in range(program.seats)]
    places: list[list[int]] = []
    for key in sorted(set(keys), reverse=True):
        places.append([seat for seat in range(program.seats) if keys[seat] == key])
    return places
