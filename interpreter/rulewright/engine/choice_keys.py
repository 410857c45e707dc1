"""What a seat sees of a choice, as a number: choices are the same to it if their numbers are equal.

Alike pieces in a place that not everybody sees count as one. `search.c` computes the same numbers.
"""

from __future__ import annotations

from rulewright.backends import Program
from rulewright.compile.tables import BY_NOTHING, PieceTable, argument_of, option_of, piece_of

UNSEEN = BY_NOTHING - 1
"""In place of a piece that a seat does not know."""


class ChoiceKeys:
    """The keys of choices of one program."""

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.secret = [site.secret for site in tables.sites]
        self.quiet = {option for site in tables.sites for option in site.quiet}
        self.pieces: list[tuple[PieceTable | None, PieceTable | None]] = []
        """By option, the pieces among which its argument is, and those to whose rule it belongs."""
        for choice in tables.choices:
            argument = choice.argument
            of = tables.pieces.get(argument.domain) if argument is not None and argument.how == "one" else None
            self.pieces.append((of, tables.pieces.get(choice.piece)))
        self.first = {id(pieces): pieces.first_alike() for pieces in tables.pieces.values()}

    def key_of(self, state: list[int], code: int) -> int:
        """Return the key of a choice for who makes it."""
        option, thing, piece = option_of(code), argument_of(code), piece_of(code)
        argument, own = self.pieces[option]
        thing = BY_NOTHING if thing < 0 else self._piece(state, argument, thing)
        return option << 32 | (self._piece(state, own, piece) + 1) << 16 | thing

    def _piece(self, state: list[int], pieces: PieceTable | None, piece: int) -> int:
        if pieces is None or piece < 0 or pieces.sees[pieces.place_of(state, piece)] == pieces.everyone:
            return piece
        return self.first[id(pieces)][piece]

    def key_seen_by(self, state: list[int], code: int, key: int, site: int, seat: int) -> int:
        """Return what another seat sees of a choice that was taken: it, its option, or that there was one."""
        option, thing, piece = option_of(code), argument_of(code), piece_of(code)
        if self.secret[site] or option in self.quiet:
            return -1 - site
        argument, own = self.pieces[option]
        if self._knows(state, argument, thing, seat) and self._knows(state, own, piece, seat):
            return key
        return option << 32 | UNSEEN

    def _knows(self, state: list[int], pieces: PieceTable | None, piece: int, seat: int) -> bool:
        return pieces is None or piece < 0 or bool(pieces.known_to(state, piece) >> seat & 1)
