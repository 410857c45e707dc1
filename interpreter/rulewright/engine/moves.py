"""Moves in the log: merges related moves of pieces into one phrase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from rulewright.backends import Program
from rulewright.backends.program import Note
from rulewright.engine.words import (
    common_kind,
    full_name,
    holding_label,
    member_label,
    numbered,
    phrase,
    pieces_label,
    things,
)
from rulewright.source.languages import possessive_key

LISTED = 6
"""More pieces than this are logged by their number only."""


@dataclass(slots=True)
class Move:
    """Pieces of one domain that moved alike; `old` and `new` are the places of each, `seen` who sees them.

    `where` is the line that moved the first of them; `under`: to the bottom of a stack, perhaps from within it.
    """

    domain: str
    pieces: list[int]
    old: list[int]
    new: list[int]
    seen: int
    where: int
    under: bool = False


def seats_in(mask: int) -> frozenset[int]:
    """The seats of a set."""
    return frozenset(i for i in range(mask.bit_length()) if mask >> i & 1)


def grouped(program: Program, notes: list[Note]) -> list[Note | Move]:
    """Return the notes with runs of moves merged; moves and shuffles carry the line that caused them."""
    found: list[Note | Move] = []
    where, under, everyone = -1, False, (1 << program.seats) - 1
    for note in notes:
        if note[0] in ("at", "under"):
            where, under = cast("int", note[1]), note[0] == "under"
        elif note[0] in ("shuffle", "show"):
            found.append((*note, where))
        elif note[0] == "move":
            domain, piece, old, new = cast("tuple[str, int, int, int]", note[1:])
            sees = program.tables.pieces[domain].sees
            move = Move(domain, [piece], [old], [new], sees[old] | sees[new], where, under)
            last = found[-1] if found else None
            if not (isinstance(last, Move) and _went_on(last, move, everyone)):
                found.append(move)
        else:
            found.append(note)
    return _side_by_side(program, [m for m in found if not isinstance(m, Move) or m.old != m.new or m.under])


PAYMENTS = ("take", "pay", "give")


def summed(notes: list[Note]) -> list[Note]:
    """Return the notes with payments of the same kind in a row added up, each where the first of them was."""
    found: list[Note] = []
    sums: dict[Note, int] = {}
    line: list[Note] = []
    for note in [*notes, ()]:
        if note and note[0] in PAYMENTS and isinstance(number := note[-1], int):
            sums[note[:-1]] = sums.get(note[:-1], 0) + number
        elif note and note[0] in ("at", "under"):
            line = [note]
        else:
            found += [*((*kind, number) for kind, number in sums.items()), *line, *([note] if note else [])]
            sums, line = {}, []
    return found


def _side_by_side(program: Program, notes: list[Note | Move]) -> list[Note | Move]:
    found: list[Note | Move] = []
    for note in notes:
        last = found[-1] if found else None
        if not (isinstance(note, Move) and isinstance(last, Move) and _joined(program, last, note)):
            found.append(note)
    return found


def _went_on(last: Move, move: Move, everyone: int) -> bool:
    """Extend the previous move if the same piece moves on and everybody sees that."""
    if last.domain != move.domain or last.pieces != move.pieces or last.new != move.old:
        return False
    if last.seen != everyone or move.seen != everyone:
        return False
    last.new, last.under = move.new, move.under
    return True


def _joined(program: Program, last: Move, move: Move) -> bool:
    """Merge a move with the previous one if both are alike."""
    if last.domain != move.domain or last.under != move.under:
        return False
    family = _family(program, last.old[-1]), _family(program, last.new[-1]), last.seen
    if family != (_family(program, move.old[0]), _family(program, move.new[0]), move.seen):
        return False
    last.pieces += move.pieces
    last.old += move.old
    last.new += move.new
    return True


def _family(program: Program, place: int) -> tuple[str, ...]:
    """Return what merged places have in common: their name, and the player they belong to."""
    row = program.tables.places[place]
    return row.name, row.owner, *(row.keys if row.owner == "player" else ())


class Deed(NamedTuple):
    """An action or event as a phrase; deeds with the same `verb` can be merged."""

    phrase: str
    verb: str = ""


Said = Callable[..., "Deed | None"]
"""Returns the sentence of the hints for what comes into a place; None where there is none."""


def is_cleared_away(program: Program, move: Move) -> bool:
    """Whether pieces only go from the table to where they end up."""
    old, new = (program.tables.places[places[0]] for places in (move.old, move.new))
    return old.owner != "player" and not new.owner and not new.use


def moved(program: Program, move: Move, said: Said, is_known: bool) -> tuple[int | None, Deed]:
    """Return the actor, and the phrase for seats that see the pieces, or for the others."""
    giver, taker = _player(program, move.old[0]), _player(program, move.new[0])
    what = _known(program, move) if is_known else _number(program, move)
    seat = giver if giver is not None else taker
    name = full_name(program, program.tables.places[move.new[0]])
    ends = {"from": _spoken(program, *move.old), "to": _spoken(program, *move.new)}
    deed = said(name, what=what, **ends) or _phrase(program, move, what, giver, taker)
    if deed.verb or not deed.phrase.endswith(what):
        return seat, deed
    # the words before its object are the verb, where the object ends it
    return seat, Deed(deed.phrase, deed.phrase.removesuffix(what).strip())


def _player(program: Program, place: int) -> int | None:
    row = program.tables.places[place]
    return program.domains[row.owner].index[row.owner_key] if row.owner == "player" else None


def _known(program: Program, move: Move) -> str:
    if len(move.pieces) > LISTED:
        return _number(program, move)
    return numbered(member_label(program, move.domain, piece) for piece in move.pieces)


def _number(program: Program, move: Move) -> str:
    kind = common_kind(program, move.domain, move.pieces)
    return pieces_label(program, move.domain, kind, len(move.pieces))


def _phrase(program: Program, move: Move, what: str, giver: int | None, taker: int | None) -> Deed:
    old, new = _spoken(program, *move.old), _spoken(program, *move.new)
    source = program.tables.places[move.old[0]]
    stack = source.order == "stack"
    if move.under:
        how = "moves-under" if giver is None else "puts-under"
    elif giver is None and taker is None:
        turned = stack and source.seen != "all" and len(move.pieces) <= LISTED
        how = "turned-up" if turned and move.seen else "moves"
    elif giver is None:
        how = "draws" if stack else "gets"
    else:
        cleared = taker is None and not program.tables.places[move.new[0]].owner
        away = cleared and not program.tables.places[move.new[0]].use
        how = "discards" if away else "puts" if taker is None or giver == taker else "gives"
    if how == "draws":
        return shared(program, how, what)
    who = program.domains["player"].labels[taker] if taker is not None else ""
    return Deed(phrase(program, how, what=what, old=old, new=new, who=who))


def shared(program: Program, verb: str, what: str) -> Deed:
    """A verb and its object."""
    said = phrase(program, verb)
    return Deed(f"{said} {what}", said)


@lru_cache(maxsize=8192)
def _spoken(program: Program, *places: int) -> str:
    """Return the places in words: `hand`, `c3`, or `the spaces` if there are several."""
    place = program.tables.places[places[0]]
    spoken = holding_label(program, place.owner, place.name)
    if place.owner in ("", "player"):
        return spoken
    info = program.domains[place.owner]
    if len(set(places)) > 1:
        return phrase(program, "the-things", things=things(program, place.owner))
    label = info.labels[info.index[place.owner_key]]
    names_of_owner = {other.name for other in program.tables.places if other.owner == place.owner}
    return (
        label
        if len(names_of_owner) == 1
        else phrase(program, possessive_key("owned", label), owner=label, thing=spoken)
    )
