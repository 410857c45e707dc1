"""Reads a position with the eyes of one seat: facts, places and declared values as cells, pieces with their notes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rulewright.engine.cells import EVERYTHING, viewer_of
from rulewright.engine.position import FactCell, PieceCell, PlaceCell, Position, Sight
from rulewright.engine.table_rules import ShownFact, ShownValue, TableRules, table_rules_of
from rulewright.engine.views import noted_on, printed_on
from rulewright.engine.words import TypedValue, full_name, key_label, label_of, member_name, pieces_label, title_of
from rulewright.report.table.model import Cell, Piece, Pieces
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.engine import Program

PLAYER = "player"
TEXT_SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
"""Icons that are one letter wide as text."""


class Reader:
    """A position as a seat sees it; `seat` None reads what is for all eyes, `everything` also every secret.

    With the position `before`, what the seat saw differently there is marked as changed.
    """

    def __init__(
        self, position: Position, seat: int | None, everything: bool = False, before: Position | None = None
    ) -> None:
        self.position, self.program, self.rules = position, position.program, table_rules_of(position.program)
        self.seat, self.everything = seat, everything
        self.viewer = EVERYTHING if everything else viewer_of(seat)
        self.earlier = self if before is None else Reader(before, seat, everything)
        """Reads what is compared with this, first of all, as this differs little from it; itself where nothing is."""
        self.cells = position.cells if everything else position.cells_for(seat)

    @property
    def asked(self) -> int | None:
        """The seat that decides; None at the end."""
        asked = self.position.asked
        return None if asked is None else asked.seat

    # -- names

    def name_of(self, place: PlaceCell) -> str:
        """Return the full name of a place, as rules declare it."""
        return full_name(self.program, place.row.declared)

    def is_left_out(self, place: PlaceCell) -> bool:
        """Whether the hints say that a place is never drawn."""
        return self.name_of(place) in self.rules.hints.hide

    def label(self, domain: str, member: str) -> str:
        """Return the label of a thing by its name."""
        info = self.program.domains[domain]
        return info.labels[info.index[member]]

    def title_of(self, place: PlaceCell) -> str:
        """Return what a place is called as a heading."""
        return title_of(self.program, place.row.declared)

    # -- values

    def of_fact(self, fact: ShownFact) -> Sequence[FactCell]:
        """Return the values of a fact, as far as the reader may know them."""
        return self.cells.facts[self.position.stretch(fact.declared)]

    def facts(self, fact: ShownFact) -> Iterator[tuple[str, str, Cell]]:
        """Yield the values of a fact: the name of its owner, its further key, the cell."""
        for cell, before in zip(self.of_fact(fact), self.earlier.of_fact(fact), strict=True):
            further = " ".join(key_label(self.program, key) for key in cell.row.further)
            shown = self._fact_cell(cell)
            yield cell.row.member, further, shown if cell == before else replace(shown, changed=True)

    def _fact_cell(self, cell: FactCell) -> Cell:
        about, type_ = cell.row.full_name, cell.type
        if cell.sight is Sight.SEEN:
            return _seen_fact(self.program, cell)
        if cell.known is None:
            return Cell(about, word("hidden"), hidden=True)
        low, high = (label_of(self.program, type_, end) for end in cell.known)
        if cell.sight is Sight.HIDDEN:
            return Cell(about, word("between", low=low, high=high), hidden=True)
        if type_.is_number:
            return Cell(about, word("counted", value=low), hidden=True, counted=low)
        return Cell(about, word("inferred", value=low), hidden=True)

    def value(self, about: str, value: TypedValue, unsaid: int | None = None, changed: bool = False) -> Cell:
        """Return the cell of a value that the reader may know; `unsaid` is the one that says nothing."""
        return _cell_of_value(self.program, about, value, unsaid, changed)

    def computed(self, value: ShownValue, owner: int, arguments: tuple[int, ...] = ()) -> Cell | None:
        """Return the cell of a declared value; None where it has no value or the reader may not know it."""
        row = value.declared
        found = before = self.position.value_for(self.viewer, row, owner, arguments)
        if self.earlier is not self:
            before = self.earlier.position.value_for(self.viewer, row, owner, arguments)
        member = self.rules.domains[row.owner].members[owner] if row.owner else ""
        keys = [label_of(self.program, type_, key) for type_, key in zip(row.params, arguments, strict=True)]
        about = " ".join(filter(None, (value.name, member, *keys)))
        return None if found is None else self.value(about, found, changed=found != before)

    # -- pieces

    def place(self, cell: PlaceCell) -> Cell:
        """Return the cell of a place: its pieces, as far as they are known."""
        before = self.place_before(cell)
        if before == cell and (not cell.pieces or cell.pieces[-1].number >= 0):  # what is not known is the last
            return _known_place(self.rules, cell)
        old = self.earlier._place_pieces(before) if before != cell else None
        return _cell_of_place(cell, self._place_pieces(cell), old)

    def place_before(self, cell: PlaceCell) -> PlaceCell:
        """Return what the reader saw in a place before."""
        return self.earlier.cells.places[cell.row.at]

    def _place_pieces(self, cell: PlaceCell) -> Pieces:
        """Return the pieces of a place; equal ones together unless their order matters, unknown ones last."""
        found = _known_pieces(self.rules, cell)
        unseen = sum(piece.number < 0 for piece in cell.pieces)
        if not unseen:
            return found
        label = "" if found else pieces_label(self.program, cell.row.declared.domain, cell.pieces[-1].kind, unseen)
        shown = word("number-hidden", number=str(unseen))
        return (*found, Piece(shown, notes=(), kind=label, number=unseen, known=False))


@lru_cache(maxsize=4096)
def _seen_fact(program: Program, cell: FactCell) -> Cell:
    """Return the cell of a fact that is seen; most stay as they are for long."""
    return _cell_of_value(program, cell.row.full_name, TypedValue(cell.type, cell.number), cell.row.declared.unsaid)


def _cell_of_value(program: Program, about: str, value: TypedValue, unsaid: int | None, changed: bool = False) -> Cell:
    number, is_empty = value.plain_number, value.number == (value.least if unsaid is None else unsaid)
    return Cell(about, label_of(program, *value), number, value.seat, empty=is_empty, changed=changed)


@lru_cache(maxsize=4096)
def _known_place(rules: TableRules, cell: PlaceCell) -> Cell:
    """Return the cell of a place in which all is known and nothing has changed: most places, at most times."""
    return _cell_of_place(cell, _known_pieces(rules, cell), None)


def _cell_of_place(cell: PlaceCell, pieces: Pieces, before: Pieces | None) -> Cell:
    text, changed = ", ".join(piece.counted for piece in pieces), False
    if before is not None:
        changed = text != ", ".join(piece.counted for piece in before)
        pieces = _with_new_ones_marked(pieces, before)
    hidden = any(not piece.known for piece in pieces)
    return Cell(cell.row.full_name, text, len(cell.pieces), None, pieces, hidden, not pieces, changed)


@lru_cache(maxsize=4096)
def _known_pieces(rules: TableRules, cell: PlaceCell) -> Pieces:
    """Return those pieces of a place that are known; most places look the same to several readers, and for long."""
    domain, known = cell.row.declared.domain, [piece for piece in cell.pieces if piece.number >= 0]
    found = [_piece(rules, domain, piece) for piece in known]
    if not cell.is_ordered:
        ranks = [rules.printed_rank(domain, piece.number) for piece in known]
        pairs = sorted(zip(ranks, found, strict=True), key=lambda pair: (pair[0], pair[1].label, pair[1].notes))
        found = _counted_together([piece for _, piece in pairs])
    return tuple(found)


def _piece(rules: TableRules, domain: str, piece: PieceCell) -> Piece:
    face, notes = face_of(rules, domain, piece.number), tuple(noted_on(rules.program, piece.facts))
    return replace(face, notes=notes) if notes else face


def _with_new_ones_marked(pieces: Pieces, before: Pieces) -> Pieces:
    """Mark the pieces of which there were fewer before; of pieces in a row, the last ones are the new ones.

    They are compared by what they look like: nobody can tell which of two equal pieces has come back.
    """
    left = Counter[str]()
    for piece in before:
        left[_look_of(piece)] += piece.number
    found: list[Piece] = []
    for piece in pieces:
        had = left[_look_of(piece)]
        left[_look_of(piece)] -= min(had, piece.number)
        found.append(replace(piece, changed=True) if had < piece.number else piece)
    return tuple(found)


def _look_of(piece: Piece) -> str:
    return piece.text if piece.known else ""


@lru_cache(maxsize=4096)
def face_of(rules: TableRules, domain: str, piece: int) -> Piece:
    """Return a piece without what has happened to it."""
    things = list(rules.printed_things(domain, piece))
    seats = [number for of, number in things if of == PLAYER]
    kinds = [f"{of} {rules.domains[of].members[number]}" for of, number in things if of != PLAYER]
    about = f"{domain} {member_name(rules.program, domain, piece)}"
    notes = tuple(printed_on(rules.program, domain, piece, rules.hints.hide))
    label, kind = rules.domains[domain].labels[piece], next(iter(kinds), "")
    return Piece(label, about, (), notes, kind, next(iter(seats), None), *_look_of_kind(rules, kind, label))


def _look_of_kind(rules: TableRules, kind: str, label: str) -> tuple[str, str]:
    """Return the short label and the colour that a piece has by what is printed on it."""
    owner, _, member = kind.partition(" ")
    look = rules.hints.looks.get(f"{owner}.{member}")
    sign = TEXT_SIGNS.get(look.icon, "") if look is not None else ""
    named = rules.domains[owner].labels[rules.domains[owner].index[member]] if sign else ""
    short = re.sub(f"^{re.escape(named)} ?", sign, label, flags=re.IGNORECASE) if sign else ""
    return short, look.colour if look is not None else member


def _counted_together(pieces: list[Piece]) -> list[Piece]:
    """Return sorted pieces with equal neighbours counted."""
    found: list[Piece] = []
    for piece in pieces:
        # pieces that differ only in what the hints hide are not told apart in words: two tiles of different ages
        if found and piece == replace(
            found[-1], number=1, about=piece.about, kind=piece.kind, colour=piece.colour
        ):  # fmt: skip
            found[-1] = replace(found[-1], number=found[-1].number + 1)
        else:
            found.append(piece)
    return found
