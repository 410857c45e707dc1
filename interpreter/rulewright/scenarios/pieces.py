"""Lays the pieces that a scenario names, so that counts, locations and what each seat knows stay right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.backends.failure import Trouble
from rulewright.compile.tables import PieceTable
from rulewright.scenarios.entries import Named
from rulewright.scenarios.naming import Names, Place


@dataclass(slots=True, eq=False)
class Wanted:
    """What is to lie in a place: the pieces as named, and which they are."""

    place: Place
    told: list[Named]
    rest: bool
    pieces: list[int] = field(default_factory=list)


class Pieces:
    """The pieces of a vector, and where a scenario wants them."""

    def __init__(self, names: Names, state: list[int]) -> None:
        self.names, self.state = names, state
        self.wanted: list[Wanted] = []
        self.domain_of: dict[Named, str] = {}
        self.taken: dict[str, set[int]] = {}

    def want(self, place: Place, told: list[Named], rest: bool) -> None:
        """Note what is to lie in a place."""
        self.wanted.append(Wanted(place, told, rest))

    def lay(self) -> list[tuple[int, Named]]:
        """Move everything to where it is wanted and return the pieces with what is said of them."""
        self._choose()
        before = {(w.place.domain, p): self.location(w.place.domain, p) for w in self.wanted for p in w.pieces}
        leaving = {id(w): self._leaving(w) for w in self.wanted}
        for wanted in self.wanted:
            for piece in [*wanted.pieces, *leaving[id(wanted)]]:
                self._move(wanted.place.domain, piece, self._home(wanted.place.domain, piece))
        for wanted in self.wanted:
            for piece in wanted.pieces:
                self._move(wanted.place.domain, piece, wanted.place.number, wanted)
        for wanted in self.wanted:
            self._exchange(wanted, leaving[id(wanted)], before)
        self._lay_rest()
        self._lay_on_top()
        return [(p, t) for w in self.wanted for p, t in zip(w.pieces, w.told, strict=True) if t.facts is not None]

    # -- which pieces

    def _choose(self) -> None:
        """Find the piece for each name: names of one piece first, then the first free ones of those alike."""
        chosen: dict[Named, int] = {}
        for exact in (True, False):
            for wanted in self.wanted:
                for told in wanted.told:
                    alike = self.names.alike(wanted.place.domain, told.node.text)
                    if told not in chosen and (len(alike) == 1 or not exact):
                        self._take(wanted, told, alike, chosen)
        for wanted in self.wanted:
            wanted.told = [told for told in wanted.told if told in chosen]
            wanted.pieces = [chosen[told] for told in wanted.told]

    def _take(self, wanted: Wanted, told: Named, alike: list[int], chosen: dict[Named, int]) -> None:
        domain = wanted.place.domain
        taken = self.taken.setdefault(domain, set())
        free = next((piece for piece in alike if piece not in taken), None)
        if not alike:
            self.names.unknown(told.node, told.node.text, domain, self.names.program.domains[domain].members)
        elif free is None:
            message = f'"{told.node.text}" lies elsewhere in this scenario already'
            self.names.findings.add("laid-twice", told.node.span, message)
        else:
            taken.add(free)
            chosen[told] = free
            self.domain_of[told] = domain

    # -- where they are

    def location(self, domain: str, piece: int) -> int:
        """Return the number of the place where a piece lies."""
        return self._table(domain).place_of(self.state, piece)

    def _table(self, domain: str) -> PieceTable:
        return self.names.program.tables.pieces[domain]

    def _home(self, domain: str, piece: int) -> int:
        """Return the place where a piece begins the game."""
        return self._table(domain).place_of(self.names.program.start, piece)

    def inside(self, number: int) -> list[int]:
        """Return the pieces in a place."""
        return self.names.program.tables.places[number].contents(self.state)

    def _leaving(self, wanted: Wanted) -> list[int]:
        """The pieces that lie in a place and are named nowhere; in a stack they stay."""
        taken = self.taken.get(wanted.place.domain, set())
        there = self.inside(wanted.place.number) if wanted.place.order != "stack" else []
        return [piece for piece in there if piece not in taken]

    # -- moving

    def _move(self, domain: str, piece: int, place: int, wanted: Wanted | None = None) -> None:
        program = self.names.program
        try:
            program.names[f"move_{domain.replace('-', '_')}"](self.state, piece, place)
        except Trouble:
            span = wanted.told[0].node.span if wanted and wanted.told else None
            if span is not None:
                self.names.findings.add("place-full", span, f"{program.tables.places[place].name} cannot hold so many")
        pieces = self._table(domain)
        self.state[pieces.known + piece] = pieces.sees[self.location(domain, piece)]

    def _exchange(self, wanted: Wanted, leaving: list[int], before: dict[tuple[str, int], int]) -> None:
        """What had to leave a place goes to where what came has left a gap, if places there are counted."""
        domain, given = wanted.place.domain, {w.place.number for w in self.wanted}
        came = (before[domain, piece] for piece in wanted.pieces)
        gaps = [n for n in came if n not in given and self._limit(n) > len(self.inside(n))]
        for piece, place in zip(leaving, gaps, strict=False):
            self._move(domain, piece, place)

    def _limit(self, place: int) -> int:
        return self.names.program.tables.places[place].limit

    def _lay_rest(self) -> None:
        for wanted in self.wanted:
            domain = wanted.place.domain
            if wanted.rest:
                for piece in list(self._unnamed(domain)):
                    self._move(domain, piece, wanted.place.number, wanted)

    def _unnamed(self, domain: str) -> Iterator[int]:
        taken = self.taken.get(domain, set())
        places = self.names.program.tables.places
        for piece in range(len(self.names.program.domains[domain].members)):
            if piece not in taken and not places[self.location(domain, piece)].owner:
                yield piece

    def _lay_on_top(self) -> None:
        """In a stack the named pieces lie on top, the first one uppermost."""
        for wanted in self.wanted:
            if wanted.place.order == "stack":
                slot = self.names.program.tables.places[wanted.place.number].slot
                inside = self.inside(wanted.place.number)
                below = [piece for piece in inside if piece not in wanted.pieces]
                self.state[slot + 1 : slot + 1 + len(inside)] = [*below, *reversed(wanted.pieces)]
