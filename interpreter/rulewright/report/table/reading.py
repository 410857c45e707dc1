"""Reads a position with the eyes of one seat: facts, places and declared values as cells, pieces with their notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import Computed, Fact, PrintedFact, ValueType
from rulewright.engine.cells import EVERYTHING, is_visible, seers_of, viewer_of
from rulewright.engine.position import FactCell, PlaceCell, Position, Sight
from rulewright.engine.position import Piece as PieceSeen
from rulewright.engine.views import noted_on, printed_on, title_of
from rulewright.engine.words import full_name, key_called, label_of, lowered, member_name, pieces_called
from rulewright.report.table.model import Cell, Piece, Pieces
from rulewright.report.wording import word

PLAYER = "player"


class Reader:
    """A position as a seat sees it; `seat` None reads what is for all eyes, `everything` also every secret."""

    def __init__(self, program: Program, state: Sequence[int], seat: int | None, everything: bool = False) -> None:
        self.program, self.tables, self.position = program, program.tables, Position(program, state)
        self.seat, self.everything = seat, everything
        self.cells = self.position.cells if everything else self.position.cells_for(seat)

    @property
    def asked(self) -> int | None:
        """The seat that decides; None at the end."""
        asked = self.position.asked
        return None if asked is None else asked.seat

    # -- names

    def name_of(self, what: Fact | Computed | PlaceCell) -> str:
        """Return the full name of what somebody has, as rules declare it."""
        return full_name(self.program, what.row.declared if isinstance(what, PlaceCell) else what)

    def hides(self, what: Fact | PlaceCell) -> bool:
        """Whether the hints say that something is never drawn."""
        return self.name_of(what) in self.tables.hints.hide

    def label(self, domain: str, member: str) -> str:
        """Return the label of a thing by its name."""
        info = self.program.domains[domain]
        return info.labels[info.index[member]]

    def title(self, what: Fact | Computed | PlaceCell) -> str:
        """Return what a fact, an amount, a place or a declared value is called as a heading."""
        if isinstance(what, Computed):
            label = self.tables.labels.get(f"value.{self.name_of(what).removeprefix('game.')}")
            return label or title_of(self.program, what)
        return title_of(self.program, what.row.declared if isinstance(what, PlaceCell) else what)

    def key_label(self, type_: ValueType, value: int) -> str:
        """Return the label of a key as the heading of a column."""
        return lowered(label_of(self.program, type_, value))

    # -- values

    def of_fact(self, fact: Fact) -> Sequence[FactCell]:
        """Return the values of a fact, as far as the reader may know them."""
        return self.cells.facts[self.position.stretch(fact)]

    def facts(self, fact: Fact) -> Iterator[tuple[str, str, Cell]]:
        """Yield the values of a fact: the name of its owner, its further key, the cell."""
        for cell in self.of_fact(fact):
            further = " ".join(key_called(self.program, key) for key in cell.row.further)
            yield cell.row.member, further, self._fact(cell)

    def _fact(self, cell: FactCell) -> Cell:
        about, type_ = cell.row.full_name, cell.type
        if cell.sight is Sight.SEEN:
            return self.value(about, type_, cell.number, cell.row.declared.least)
        if cell.known is None:
            return Cell(about, word("hidden"), hidden=True)
        low, high = (label_of(self.program, type_, end) for end in cell.known)
        if cell.sight is Sight.HIDDEN:
            return Cell(about, word("between", low=low, high=high), hidden=True)
        if type_.is_number:
            return Cell(about, word("counted", value=low), hidden=True, counted=low)
        return Cell(about, word("inferred", value=low), hidden=True)

    def value(self, about: str, type_: ValueType, value: int, least: int | None = None) -> Cell:
        """Return the cell of a value that the reader may know; `least` is the one that says nothing."""
        text = label_of(self.program, type_, value)
        seat = value if type_.how == "one" and type_.domain == PLAYER and value >= 0 else None
        number = int(value) if type_.is_number else None
        empty = value == (least if least is not None else -1 if type_.how == "one" else 0)
        return Cell(about, text, number, seat, empty=empty)

    def computed(self, row: Computed, owner: int, arguments: tuple[int, ...] = ()) -> Cell | None:
        """Return the cell of a declared value; None where it has no value or the reader may not know it."""
        members = self.program.domains[row.owner].members if row.owner else [""]
        viewer = EVERYTHING if self.everything else viewer_of(self.seat)
        if not is_visible(seers_of(row, owner), viewer):
            return None
        keys = [label_of(self.program, type_, key) for type_, key in zip(row.params, arguments, strict=True)]
        about = " ".join(filter(None, (self.name_of(row), members[owner], *keys)))
        try:
            return self.value(about, row.type, self.position.computed(row, owner, arguments))
        except ExecutionError:
            return None

    # -- pieces

    def place(self, cell: PlaceCell) -> Cell:
        """Return the cell of a place: its pieces, as far as they are known."""
        pieces = self._pieces(cell)
        text = ", ".join(piece.counted for piece in pieces)
        hidden = any(not piece.known for piece in pieces)
        return Cell(cell.row.full_name, text, len(cell.pieces), None, pieces, hidden, not pieces)

    def _pieces(self, cell: PlaceCell) -> Pieces:
        """Return the pieces of a place; equal ones together unless their order matters, unknown ones last."""
        domain, known = cell.row.declared.domain, [piece for piece in cell.pieces if piece.number >= 0]
        found = [self._piece(domain, piece) for piece in known]
        if not cell.is_ordered:
            ranks = [_rank(self.program, domain, piece.number) for piece in known]
            pairs = sorted(zip(ranks, found, strict=True), key=lambda pair: (pair[0], pair[1].label, pair[1].notes))
            found = _together([piece for _, piece in pairs])
        if unseen := len(cell.pieces) - len(known):
            label = "" if known else pieces_called(self.program, domain, cell.pieces[-1].kind, unseen)
            shown = word("number-hidden", number=str(unseen))
            found.append(Piece(shown, notes=(), kind=label, number=unseen, known=False))
        return tuple(found)

    def _piece(self, domain: str, piece: PieceSeen) -> Piece:
        return replace(_face(self.program, domain, piece.number), notes=tuple(noted_on(self.program, piece.facts)))


@lru_cache(maxsize=4096)
def _rank(program: Program, domain: str, piece: int) -> list[tuple[int, ...]]:
    """Return what is printed on a piece as numbers, by which a hand is put in order."""
    found: list[tuple[int, ...]] = []
    for fact in program.tables.printed.get(domain, ()):
        each = max(1, len(fact.labels))
        at = (piece - fact.first) * each
        found.append(tuple(fact.values[at : at + each]) if at >= 0 else ())
    return found


@lru_cache(maxsize=4096)
def _face(program: Program, domain: str, piece: int) -> Piece:
    """Return a piece without what has happened to it."""
    kind, seat, hide = "", None, program.tables.hints.hide
    for fact in program.tables.printed.get(domain, ()):
        at = piece - fact.first
        only = _only(fact, fact.values[at]) if not fact.labels and 0 <= at < len(fact.values) else -1
        if only < 0 or fact.name in hide:
            continue
        if fact.type.domain == PLAYER:
            seat = only if seat is None else seat
        else:
            kind = kind or f"{fact.type.domain} {program.domains[fact.type.domain].members[only]}"
    label, about = program.domains[domain].labels[piece], f"{domain} {member_name(program, domain, piece)}"
    return Piece(label, about, (), tuple(printed_on(program, domain, piece, hide)), kind, seat)


def _only(fact: PrintedFact, value: int) -> int:
    """Return the one thing that a printed value names; -1 where it names none or several, or is a number."""
    if fact.type.how == "set":
        return value.bit_length() - 1 if value.bit_count() == 1 else -1
    return value if fact.type.how == "one" else -1


def _together(pieces: list[Piece]) -> list[Piece]:
    """Return sorted pieces with equal neighbours counted."""
    found: list[Piece] = []
    for piece in pieces:
        if found and replace(found[-1], number=1, about=piece.about) == piece:
            found[-1] = replace(found[-1], number=found[-1].number + 1)
        else:
            found.append(piece)
    return found
