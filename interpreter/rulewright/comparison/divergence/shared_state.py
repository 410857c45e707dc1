"""The part of a game's state that two programs share by name, so that their states can be compared.

Pieces that only one ruleset has, its own facts and its own places make no difference by being there. A piece of its own
counts from the moment it lies where a player sees it, elsewhere than at the start; among others in a row or stack it is
not counted, so that the pieces above it keep their numbers. Counters of chance and supplies are left out, and so is who
knows what.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.backends import Program
from rulewright.engine.position import PlaceCell, Position
from rulewright.engine.scoring import scoring_rules
from rulewright.engine.snapshot import SnapshotReader, Values

POINTS = ".points"
"""After the name of a source of points, in the name of the points from it."""


class SharedState(SnapshotReader):
    """Reads those numbers of a program's vector whose names another program has as well."""

    def __init__(self, program: Program, other: Program) -> None:
        super().__init__(program)
        theirs = SnapshotReader(other)
        names = {name for _, name in theirs.numbers} | {row.kept_name for row in theirs.facts.values()}
        counted = {entry.start for entry in program.entries if entry.what in ("supply", "chance")}
        self.numbers = [row for row in self.numbers if row[0] not in counted and row[1] in names]
        self.facts = {at: row for at, row in self.facts.items() if row.kept_name in names}
        self.shared = {name: _shared(program, other, name) for name in program.domains}
        self.scorings = scoring_rules(program)
        self._at_start = [
            {piece.number for piece in cell.pieces} for cell in Position(program, program.start).cells.places
        ]

    def values(self, state: list[int]) -> Values:
        """Return everything that is not at rest, and the points that there would be if the game ended now."""
        found = super().values(state)
        found.pop("seed", None)
        for name, score in zip(self.scorings, self.program.score, strict=True):
            points = {f"{name}{POINTS} {seat}": score(state, at) for at, seat in enumerate(self.seats)}
            found |= {key: number for key, number in points.items() if number}
        return found

    def _pieces(self, state: list[int], places: Sequence[PlaceCell], found: Values) -> None:
        for number, cell in enumerate(places):
            place = cell.row.declared
            members, shared = self.program.domains[place.domain].members, self.shared[place.domain]
            inside = [piece.number for piece in cell.pieces]
            for at, piece in enumerate((piece for piece in inside if shared[piece]), 1):
                found[f"{place.domain} {members[piece]}"] = f"{cell.name} {at}" if place.order else cell.name
            for piece in inside:
                if not shared[piece] and place.seen != "nobody" and piece not in self._at_start[number]:
                    found[f"{place.domain} {members[piece]}"] = cell.name


def _shared(program: Program, other: Program, domain: str) -> list[bool]:
    theirs = set(other.domains[domain].members) if domain in other.domains else set[str]()
    return [member in theirs for member in program.domains[domain].members]
