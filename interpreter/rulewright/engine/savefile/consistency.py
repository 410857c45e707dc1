"""Consistency of a vector read from a file: every piece in exactly one place, every invariant satisfied."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends import Program


def unsound(program: Program, state: list[int]) -> str:
    """Return what is wrong with the positions of the pieces; empty if they are consistent."""
    for domain, pieces in program.tables.pieces.items():
        info = program.domains[domain]
        found: set[int] = set()
        for place, piece in _lying(program, domain, state):
            if not 0 <= piece < len(info.members):
                return f"something that is no {domain} lies in {program.tables.places[place].name}"
            if piece not in program.tables.places[place].possible:
                return f"{info.labels[piece]} lies in {program.tables.places[place].name}, where it cannot be"
            if piece in found or pieces.place_of(state, piece) != place:
                return f"{info.labels[piece]} lies in two places"
            found.add(piece)
        missing = [label for piece, label in enumerate(info.labels) if piece not in found]
        if missing:
            return f"{missing[0]} lies nowhere"
    return ""


def _lying(program: Program, domain: str, state: list[int]) -> Iterator[tuple[int, int]]:
    """Yield every place of a domain's pieces with each piece in it."""
    for number, place in enumerate(program.tables.places):
        if place.domain == domain:
            for piece in place.contents(state):
                yield number, piece


def violated_invariant(program: Program, state: list[int]) -> str:
    """Return the name of the first `always` rule that does not hold."""
    rules = zip(program.tables.invariants, program.always, strict=True)
    return next((rule.name for rule, holds in rules if not holds(state)), "")
