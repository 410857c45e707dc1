"""Moves of pieces in few words: what moves together is told together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rulewright.compile import Program
from rulewright.engine.words import called, member_label, numbered, phrase, pieces_called, things
from rulewright.source.languages import whose

LISTED = 6
"""More pieces than this are told as their number."""


@dataclass(slots=True)
class Move:
    """Pieces of one domain that went the same way; `old` and `new` are the places of each, `seen` who sees them.

    `where` is the line that moved the first of them.
    """

    domain: str
    pieces: list[int]
    old: list[int]
    new: list[int]
    seen: int
    where: int


def seats_in(mask: int) -> frozenset[int]:
    """The seats of a set."""
    return frozenset(i for i in range(mask.bit_length()) if mask >> i & 1)


def grouped(program: Program, notes: list[Any]) -> list[Any]:
    """Return the notes with runs of moves put together, and moves and shuffles with the line that did them."""
    found: list[Any] = []
    where = -1
    for note in notes:
        if note[0] == "at":
            where = note[1]
            continue
        if note[0] == "shuffle":
            found.append((*note, where))
            continue
        if note[0] != "move":
            found.append(note)
            continue
        _, domain, piece, old, new = note
        sees = program.data["pieces"][domain][7]
        move = Move(domain, [piece], [old], [new], sees[old] | sees[new], where)
        last = found[-1] if found and isinstance(found[-1], Move) else None
        if last is None or not _went_on(last, move):
            found.append(move)
    return _side_by_side(program, [m for m in found if not isinstance(m, Move) or m.old != m.new])


def _side_by_side(program: Program, notes: list[Any]) -> list[Any]:
    found: list[Any] = []
    for note in notes:
        last = found[-1] if found else None
        if not (isinstance(note, Move) and isinstance(last, Move) and _joined(program, last, note)):
            found.append(note)
    return found


def _went_on(last: Move, move: Move) -> bool:
    """Let the move before go on, if it is the same piece that moves."""
    if last.domain != move.domain or last.pieces != move.pieces or last.new != move.old:
        return False
    last.new, last.seen = move.new, last.seen | move.seen
    return True


def _joined(program: Program, last: Move, move: Move) -> bool:
    """Add a move to the one before, if it goes beside it."""
    if last.domain != move.domain:
        return False
    family = _family(program, last.old[-1]), _family(program, last.new[-1]), last.seen
    if family != (_family(program, move.old[0]), _family(program, move.new[0]), move.seen):
        return False
    last.pieces += move.pieces
    last.old += move.old
    last.new += move.new
    return True


def _family(program: Program, place: int) -> tuple[Any, ...]:
    """What places have in common that are told together: their name, and the player they belong to."""
    name, owner, keys, *_ = program.data["places"][place]
    return name, owner, tuple(keys) if owner == "player" else ()


class Deed(NamedTuple):
    """What somebody does or what happens, in words; `verb`: several such deeds share this word at the beginning."""

    phrase: str
    verb: str = ""


def moved(program: Program, move: Move) -> tuple[int | None, Deed, Deed]:
    """Return whose doing it is, the phrase for those who see the pieces, and the phrase for the others."""
    giver, taker = _player(program, move.old[0]), _player(program, move.new[0])
    known, hidden = _known(program, move), pieces_called(program, move.domain, move.pieces)
    seat = giver if giver is not None else taker
    return seat, _phrase(program, move, known, giver, taker), _phrase(program, move, hidden, giver, taker)


def _player(program: Program, place: int) -> int | None:
    _, owner, keys, *_ = program.data["places"][place]
    return program.domains[owner].index[keys[0]] if owner == "player" and keys else None


def _known(program: Program, move: Move) -> str:
    if len(move.pieces) > LISTED:
        return pieces_called(program, move.domain, move.pieces)
    return numbered(member_label(program, move.domain, piece) for piece in move.pieces)


def _phrase(program: Program, move: Move, what: str, giver: int | None, taker: int | None) -> Deed:
    old, new = _spoken(program, move.old), _spoken(program, move.new)
    stack = program.data["places"][move.old[0]][5] == "stack"
    if giver is None and taker is None:
        turned = stack and program.data["places"][move.old[0]][6] != "all" and len(move.pieces) <= LISTED
        how = "turned-up" if turned and move.seen else "moves"
    elif giver is None:
        how = "draws" if stack else "gets"
    else:
        how = "puts" if taker is None or giver == taker else "gives"
    if how == "draws":
        return shared(program, how, what)
    who = program.domains["player"].labels[taker] if taker is not None else ""
    return Deed(phrase(program, how, what=what, old=old, new=new, who=who))


def shared(program: Program, verb: str, what: str) -> Deed:
    """A verb and what it is done to."""
    said = phrase(program, verb)
    return Deed(f"{said} {what}", said)


def _spoken(program: Program, places: list[int]) -> str:
    """Return the places as a person says them: `hand`, `c3`, or `the spaces` when there are several."""
    name, owner, keys, *_ = program.data["places"][places[0]]
    spoken = called(program, owner, name)
    if not owner or owner == "player" or not keys:
        return spoken
    info = program.domains[owner]
    if len(set(places)) > 1:
        return phrase(program, "the-things", things=things(program, owner))
    label = info.labels[info.index[keys[0]]]
    only = sum(row[1] == owner for row in _one_each(program)) == 1
    return label if only else phrase(program, whose("owned", label), owner=label, thing=spoken)


def _one_each(program: Program) -> list[Any]:
    """Return one row for each sort of place."""
    return list({(row[0], row[1]): row for row in program.data["places"]}.values())
