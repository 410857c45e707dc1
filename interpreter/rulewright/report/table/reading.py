"""Reads a position with the eyes of one seat: facts, places and declared values as cells, pieces with their notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import Computed, Fact, PrintedFact, ValueType, bits
from rulewright.compile.tables import Place as PlaceRow
from rulewright.engine.views import inferable, noted_on, printed_on
from rulewright.engine.words import (
    amounts_called,
    called,
    full_name,
    key_called,
    label_of,
    lowered,
    member_name,
    pieces_called,
)
from rulewright.report.table.model import Cell, Piece, Pieces
from rulewright.report.wording import word

PLAYER = "player"


class Reader:
    """A position as a seat sees it; `seat` None reads what is for all eyes, `everything` also every secret."""

    def __init__(self, program: Program, state: list[int], seat: int | None, everything: bool = False) -> None:
        self.program, self.tables, self.state = program, program.tables, state
        self.seat, self.everything = seat, everything

    @property
    def asked(self) -> int | None:
        """The seat that decides; None at the end."""
        return self.state[self.program.seats_of[~self.state[0]]] if self.state[0] < 0 else None

    # -- names

    def name_of(self, what: Fact | Computed | PlaceRow) -> str:
        """Return the full name of what somebody has, as rules declare it."""
        return full_name(self.program, what)

    def label(self, domain: str, member: str) -> str:
        """Return the label of a thing by its name."""
        info = self.program.domains[domain]
        return info.labels[info.index[member]]

    def title(self, what: Fact | Computed | PlaceRow) -> str:
        """Return what a fact, place or declared value is called."""
        label = self.tables.labels.get(f"value.{self.name_of(what).removeprefix('game.')}")
        computed = label if isinstance(what, Computed) else None
        return computed or called(self.program, what.owner, what.name)

    def title_of_fact(self, fact: Fact) -> str:
        """Return what a fact or an amount is called as a heading."""
        if fact.is_amount:
            return amounts_called(self.program, fact.owner, fact.name, fact.plural)
        return self.title(fact)

    def key_label(self, type_: ValueType, value: int) -> str:
        """Return the label of a key as the heading of a column."""
        return lowered(label_of(self.program, type_, value))

    def sees(self, seen: str, owner: str, member: str) -> bool:
        """Whether the reader may know what belongs to somebody."""
        mine = self.program.domains[PLAYER].index[member] if owner == PLAYER and member else -1
        return self.everything or (seen == "owner" and self.seat == mine >= 0) or seen == "all"

    # -- values

    def facts(self, fact: Fact) -> Iterator[tuple[str, str, Cell]]:
        """Yield the values of a fact: the name of its owner, its further key, the cell."""
        name = self.name_of(fact)
        for at, keys in enumerate(product(*(fact.keys[:1] if fact.as_bits else fact.keys))):
            member = keys[0] if fact.owner else ""
            about = " ".join((name, *keys))
            further = " ".join(key_called(self.program, key) for key in (keys[1:] if fact.owner else keys))
            if not self.sees(fact.seen, fact.owner, member):
                yield member, further, self._unseen(about, fact, at)
            elif fact.as_bits:
                yield member, further, self.value(about, ValueType("truth"), fact.value(self.state, at), 0)
            else:
                yield member, further, self.value(about, fact.type, fact.value(self.state, at), fact.low)

    def _unseen(self, about: str, fact: Fact, at: int) -> Cell:
        """Return the cell of a value that the reader is not shown: what everybody could know of it."""
        ends, type_ = inferable(fact, self.state, at), ValueType("truth") if fact.as_bits else fact.type
        if ends is None:
            return Cell(about, word("hidden"), hidden=True)
        low, high = (label_of(self.program, type_, end) for end in ends)
        if low != high:
            return Cell(about, word("between", low=low, high=high), hidden=True)
        if type_.is_number:
            return Cell(about, word("counted", value=low), hidden=True, counted=low)
        return Cell(about, word("inferred", value=low), hidden=True)

    def value(self, about: str, type_: ValueType, value: int, low: int = 0) -> Cell:
        """Return the cell of a value that the reader may know."""
        text = label_of(self.program, type_, value)
        seat = value if type_.how == "one" and type_.domain == PLAYER and value >= 0 else None
        number = int(value) if type_.is_number else None
        empty = value == low if type_.is_number else value == (-1 if type_.how == "one" else 0)
        return Cell(about, text, number, seat, empty=empty)

    def members_of(self, fact: Fact, at: int) -> list[int]:
        """Return the things of a set that a fact has."""
        return bits(fact.value(self.state, at))

    def computed(self, row: Computed, owner: int, arguments: tuple[int, ...] = ()) -> Cell | None:
        """Return the cell of a declared value; None where it has no value or the reader may not know it."""
        members = self.program.domains[row.owner].members if row.owner else [""]
        if not self.sees(row.seen, row.owner, members[owner]):
            return None
        acting = self.asked or 0
        first = {"": [acting], PLAYER: [owner]}.get(row.owner, [acting, owner])
        keys = [label_of(self.program, type_, key) for type_, key in zip(row.params, arguments, strict=True)]
        about = " ".join(filter(None, (self.name_of(row), members[owner], *keys)))
        try:
            value = self.program.names[row.function](list(self.state), *first, *arguments)
        except ExecutionError:
            return None
        return self.value(about, row.type, value)

    # -- pieces

    def place(self, row: PlaceRow) -> Cell:
        """Return the cell of a place: its pieces, as far as they are known."""
        pieces = self.pieces(row)
        total = sum(piece.number for piece in pieces)
        about = " ".join((self.name_of(row), *row.keys))
        text = ", ".join(piece.counted for piece in pieces)
        hidden = any(not piece.known for piece in pieces)
        return Cell(about, text, total, None, pieces, hidden, not pieces)

    def pieces(self, row: PlaceRow) -> Pieces:
        """Return the pieces of a place; equal ones together unless their order matters, unknown ones last."""
        seen = self.sees(row.seen, row.owner, row.owner_key)
        inside = row.contents(self.state)
        known = [piece for piece in inside if seen or self.knows(row.domain, piece)]
        if row.order and seen:
            found = [self.piece(row.domain, piece) for piece in known]
        else:
            pairs = [(self._rank(row.domain, piece), self.piece(row.domain, piece)) for piece in known]
            pairs.sort(key=lambda pair: (pair[0], pair[1].label, pair[1].notes))
            found = _together([piece for _, piece in pairs])
        unseen = [piece for piece in inside if not (seen or self.knows(row.domain, piece))]
        if unseen:
            label = pieces_called(self.program, row.domain, unseen) if not known else ""
            shown = word("number-hidden", number=str(len(unseen)))
            found.append(Piece(shown, notes=(), kind=label, number=len(unseen), known=False))
        return tuple(found)

    def _rank(self, domain: str, piece: int) -> list[tuple[int, ...]]:
        """Return what is printed on a piece as numbers, by which a hand is put in order."""
        found: list[tuple[int, ...]] = []
        for fact in self.tables.printed.get(domain, ()):
            each = max(1, len(fact.labels))
            at = (piece - fact.first) * each
            found.append(tuple(fact.values[at : at + each]) if at >= 0 else ())
        return found

    def knows(self, domain: str, piece: int) -> bool:
        """Whether the reader knows a piece wherever it lies."""
        known = self.tables.pieces[domain].known_to(self.state, piece)
        return self.everything or (self.seat is not None and bool(known >> self.seat & 1))

    def _only(self, fact: PrintedFact, value: int) -> int:
        """Return the one thing that a printed value names; -1 where it names none or several, or is a number."""
        if fact.type.how == "set":
            return value.bit_length() - 1 if value.bit_count() == 1 else -1
        return value if fact.type.how == "one" else -1

    def piece(self, domain: str, piece: int) -> Piece:
        """Return a piece that the reader may know."""
        kind, seat = "", None
        for fact in self.tables.printed.get(domain, ()):
            at = piece - fact.first
            only = self._only(fact, fact.values[at]) if not fact.labels and 0 <= at < len(fact.values) else -1
            if only < 0 or fact.name in self.tables.hints.hide:
                continue
            if fact.type.domain == PLAYER:
                seat = only if seat is None else seat
            else:
                kind = kind or f"{fact.type.domain} {self.program.domains[fact.type.domain].members[only]}"
        return Piece(
            self.program.domains[domain].labels[piece],
            f"{domain} {member_name(self.program, domain, piece)}",
            tuple(noted_on(self.program, self.state, domain, piece)),
            tuple(printed_on(self.program, domain, piece, self.tables.hints.hide)),
            kind,
            seat,
        )


def _together(pieces: list[Piece]) -> list[Piece]:
    """Return sorted pieces with equal neighbours counted."""
    found: list[Piece] = []
    for piece in pieces:
        if found and replace(found[-1], number=1, about=piece.about) == piece:
            found[-1] = replace(found[-1], number=found[-1].number + 1)
        else:
            found.append(piece)
    return found
