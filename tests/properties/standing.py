"""What is true of every vector, worked out from the layout alone and not by the code that plays."""

from __future__ import annotations

from collections.abc import Iterator
from operator import le

from rulewright.backends import Program
from rulewright.compile.tables import WORD, PieceTable


class Standing:
    """Looks at the vectors of one program. Where nothing lies otherwise than before, nothing is counted again."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.low = [entry.low for entry in program.entries for _ in entry.names]
        self.high = [entry.high for entry in program.entries for _ in entry.names]
        self.places = list(enumerate(program.tables.places))
        lying = [entry for entry in program.entries if entry.what in ("place", "location", "derived")]
        self.lying = slice(lying[0].start, lying[-1].start + lying[-1].count) if lying else slice(0, 0)
        self.before: list[int] = []

    def problems(self, state: list[int]) -> list[str]:
        """Return what is wrong with a vector; nothing if all is well."""
        if len(state) != self.program.length:
            return [f"{len(state)} numbers, not {self.program.length}"]
        found = list(self._out_of_range(state))
        if state[self.lying] == self.before:
            return found
        for domain, pieces in self.program.tables.pieces.items():
            found += [f"{domain}: {problem}" for problem in self._lying(state, domain, pieces)]
        self.before = [] if found else state[self.lying]
        return found

    def _out_of_range(self, state: list[int]) -> Iterator[str]:
        if all(map(le, self.low, state)) and all(map(le, state, self.high)):
            return
        for entry in self.program.entries:
            for name, number in zip(entry.names, state[entry.start :], strict=False):
                if not entry.low <= number <= entry.high:
                    yield f"{entry.name} {name} is {number}, not {entry.low} to {entry.high}"

    def contents(self, state: list[int], place: int) -> list[int]:
        """Return the pieces that a place says it holds, in its order."""
        row = self.program.tables.places[place]
        if row.order:
            return state[row.slot + 1 : row.slot + 1 + state[row.slot]]
        mask = sum(state[row.slot + word] << WORD * word for word in range(row.width))
        return [row.first + bit for bit in range(mask.bit_length()) if mask >> bit & 1]

    def _lying(self, state: list[int], domain: str, pieces: PieceTable) -> Iterator[str]:
        """Yield what does not fit together: every piece lies in one place, and that place says so, too."""
        where: dict[int, int] = {}
        for place, row in self.places:
            if row.domain == domain:
                held = self.contents(state, place)
                for piece in held:
                    if piece in where:
                        yield f"piece {piece} lies in {where[piece]} and in {place}"
                    where[piece] = place
                yield from self._of_place(state, place, len(held))
        if where != dict(enumerate(state[pieces.located : pieces.located + pieces.count])):
            yield "where the pieces lie is not what the places hold"

    def _of_place(self, state: list[int], place: int, held: int) -> Iterator[str]:
        row = self.program.tables.places[place]
        if row.limit and held > row.limit:
            yield f"{held} pieces lie in {row.name}, which holds {row.limit}"
        if row.order and any(state[row.slot + 1 + held : row.slot + row.width]):
            yield f"behind the last piece in {row.name} is something"
        seen = self.program.tables.pieces[row.domain].occupied[place]
        if seen is not None and bool(state[seen[0]] & seen[1]) != bool(held):
            yield f"whether {row.name} is empty is written down wrong"
