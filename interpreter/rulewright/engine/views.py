"""What a seat sees, by labels: everything that is public, its own secrets, and hidden pieces that it knows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rulewright.backends import Program
from rulewright.compile.tables import Fact, Place, PrintedFact
from rulewright.engine.cells import CellRow, rows_of
from rulewright.engine.position import FactCell, PieceCell, PlaceCell, Position, Sight
from rulewright.engine.words import amount_label, fact_label, holding_label, key_label, label_of, phrase, title_of

Value = str | int | list[str]
View = list[tuple[str, list[tuple[str, Value]]]]
WORDS = re.compile(r"[^\s(),]+")
GAME = "the game"


class Title(NamedTuple):
    """How a cell is called: its owner, its rank among what the owner has, and its label with the further key."""

    owner: str
    rank: int
    text: str


def view(program: Program, state: list[int], seat: int | None) -> View:
    """Return what a seat may see, by owner: seats first, then the game, then other things. None sees everything."""
    found: dict[str, list[tuple[int, str, Value]]] = {owner: [] for owner in _first_owners(program)}
    facts, places = Position(program, state).cells_of(seat)
    cells: list[FactCell | PlaceCell] = [*facts, *places]
    last_shown = _last_shown(program, seat)
    for at, title in _titles_of(program):
        cell, value = last_shown[at]
        if cell is not cells[at]:
            value = _shown_value(program, cells[at])
            last_shown[at] = cells[at], value
        if value is not None:
            found.setdefault(title.owner, []).append((title.rank, title.text, value))
    for values in found.values():
        values.sort(key=lambda value: value[0])
    return [
        (owner, [(text, value[:] if isinstance(value, list) else value) for _, text, value in values])
        for owner, values in found.items()
        if values
    ]


@lru_cache(maxsize=16)
def _first_owners(program: Program) -> list[str]:
    """Return the owners that come first in a view, in this order; the others follow as they first have something."""
    things = (label for domain in program.domains.values() if domain.how == "names" for label in domain.labels)
    return list(dict.fromkeys([*program.domains["player"].labels, GAME, *things]))


@lru_cache(maxsize=64)
def _last_shown(program: Program, seat: int | None) -> dict[int, tuple[FactCell | PlaceCell | None, Value | None]]:
    """Return the cells that a seat was shown last, with their values: what has not changed is the same cell again.

    A pair is replaced as a whole, so threads do not disturb each other.
    """
    return defaultdict(lambda: (None, None))


@lru_cache(maxsize=16)
def _titles_of(program: Program) -> list[tuple[int, Title]]:
    """Return which cells a view shows, facts and then places, and how they are called: not what pieces have, which is
    said of them."""
    order: dict[str, int] = {}
    for declared in program.tables.declared:
        order.setdefault(amount_label(program, declared.owner, declared.name, declared.plural), len(order))
    found, rows = list[tuple[int, Title]](), rows_of(program)
    every: list[CellRow[Fact] | CellRow[Place]] = [*rows.facts, *rows.places]
    for at, row in enumerate(every):
        what, owner = row.declared, GAME
        if isinstance(what, Fact) and (what.is_internal or what.owner in program.tables.pieces):
            continue
        if what.owner:
            owner = program.domains[what.owner].labels[row.thing]
        text = title_of(program, what)
        key = "" if isinstance(what, Place) and not what.owner else " ".join(row.further[:1])
        full = phrase(program, "for-each", thing=text, key=key_label(program, key)) if key else text
        found.append((at, Title(owner, order.get(text, len(order)), full)))
    return found


def _shown_value(program: Program, cell: FactCell | PlaceCell) -> Value | None:
    """Return the label of a value; of what is kept as a set of owners, only that it holds."""
    if isinstance(cell, PlaceCell):
        return _place_value(program, cell)
    if cell.row.declared.as_bits:
        return None if cell.is_empty else phrase(program, "yes")
    if cell.sight is not Sight.SEEN:
        return "hidden"
    return cell.number if cell.type.is_number else label_of(program, cell.type, cell.number)


def _place_value(program: Program, cell: PlaceCell) -> Value | None:
    """Return the pieces in a place; where none are known, their number; None for an empty place of a thing."""
    place, known = cell.row.declared, [piece for piece in cell.pieces if piece.number >= 0]
    if not cell.pieces and place.owner not in ("", "player"):
        return None
    rest = len(cell.pieces) - len(known)
    if not known and cell.sight is not Sight.SEEN:
        return rest
    is_full = cell.sight is Sight.SEEN and place.seen in ("owner", "others")
    texts = [piece_text(program, place.domain, piece, is_full) for piece in known]
    return (texts if cell.is_ordered else sorted(texts)) + ([f"{rest} hidden"] if rest else [])


def piece_text(program: Program, domain: str, piece: PieceCell, full: bool = False) -> str:
    """Return a piece's label with its own facts; in full, also with what is printed on it."""
    printed = printed_on(program, domain, piece.number) if full else []
    notes = [*printed, *noted_on(program, piece.facts)]
    label = program.domains[domain].labels[piece.number]
    return f"{label} ({', '.join(notes)})" if notes else label


def noted_on(program: Program, facts: Iterable[FactCell]) -> list[str]:
    """Return what the facts of a piece say: its numbers, and what holds for it."""
    notes: list[str] = []
    for cell in facts:
        fact = cell.row.declared
        if fact.as_bits:
            name = fact.name.rpartition(".")[2]
            notes.append(
                phrase(program, "used")
                if fact.is_internal and name == "used"
                else holding_label(program, fact.owner, name)
            )
        elif fact.type.is_number and not fact.is_internal:
            key = cell.row.further[:1]
            said = (
                f"{cell.value} {key_label(program, key[0])}"
                if key
                else fact_label(program, fact.owner, fact.name, cell.number)
            )
            notes.append(said)
    return notes


def printed_on(program: Program, domain: str, piece: int, hide: Collection[str] = ()) -> list[str]:
    """Return the facts printed on a piece, numbers with their names, others by their labels, without those to hide.

    0 and nothing are omitted, and so is what the piece's label already contains ("hearts queen"), including numbers if
    the label consists of nothing else ("hearts 3").
    """
    found, numbers = [], {}
    own = WORDS.findall(program.domains[domain].labels[piece].lower())
    for fact in program.tables.printed.get(domain, ()):
        at = (piece - fact.first) * max(1, len(fact.labels))
        if not 0 <= at < len(fact.values) or fact.name in hide:
            continue  # printed on another kind of piece
        if fact.labels:
            found += _printed_row(program, fact, at)
            continue
        value = fact.values[at]
        if fact.type.is_number and value:
            owner, _, name = fact.name.rpartition(".")
            found.append(fact_label(program, owner, name, value))
            numbers[found[-1]] = str(value)
        elif value >= 0 and (fact.type.how == "one" or (not fact.type.is_number and value)):
            found.append(label_of(program, fact.type, value).lower())
    words = {text: WORDS.findall(text) for text in found}
    left = [text for text in found if words[text] != own and (text in numbers or not set(words[text]) <= set(own))]
    said = [word for text in found for word in ([numbers[text]] if text in numbers else words[text])]
    return [] if sorted(said) == sorted(own) else left


class PrintedPiece(NamedTuple):
    """A piece: its kind, its name in the rules, its label, and what is printed on it."""

    kind: str
    name: str
    label: str
    printed: tuple[str, ...]


def printed_pieces(program: Program) -> Iterator[PrintedPiece]:
    """Yield all pieces, kind by kind."""
    for name, table in program.tables.pieces.items():
        domain = program.domains[name]
        for kind in table.kinds:
            for piece in range(kind.start, kind.start + kind.size):
                printed = tuple(printed_on(program, name, piece))
                yield PrintedPiece(kind.name, domain.members[piece], domain.labels[piece], printed)


def _printed_row(program: Program, fact: PrintedFact, at: int) -> list[str]:
    """Return what is printed on a piece for each name of a list: numbers with their names, others in sequence."""
    values = fact.values[at : at + len(fact.labels)]
    if fact.type.is_number:
        return [f"{value} {name.lower()}" for value, name in zip(values, fact.labels, strict=True) if value]
    said = [label_of(program, fact.type, value).lower() for value in values if value >= 0]
    return [" ".join(said)] if said else []
