"""What one seat may know of a position, by the names of the rules and by labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rulewright.backends import Program
from rulewright.compile.tables import Fact, Place, ValueType, bits, value_at
from rulewright.engine.views import View, inferable, may_see, view
from rulewright.engine.words import member_name, member_names

Known = int | str | bool | list[str] | None
"""A number, a name, a Boolean or several names; None for nothing, nobody and a single hidden piece."""

HIDDEN = "hidden"
"""Replaces a value, or a piece in a list, that the seat may not know."""


class SeatView:
    """A position as one seat sees it; `seat` None sees everything."""

    def __init__(self, program: Program, state: list[int], seat: int | None) -> None:
        self.seat = seat
        self._program, self._state = program, state

    @property
    def facts(self) -> dict[str, Known]:
        """Return everything that the rules declare: `player.coin red`, `game.round`, `card.used lamp`.

        The value of a place is the list of its pieces. Pieces and values that the seat does not know are `"hidden"`.
        """
        found: dict[str, Known] = {}
        layout = _layout(self._program)
        for named in layout.facts:
            found |= self._of_pieces(named) if named.pieces else self._values(named)
        for name, place in layout.places:
            found[name] = self._pieces(place)
        return found

    @property
    def inferred(self) -> dict[str, Known | tuple[int, int]]:
        """Return what the seat could know of facts that it is not shown, by the names of `facts`.

        A value if it follows from what everybody has seen (amounts that were taken and paid, what was revealed), the
        least and the greatest possible number if that is less than any number the rules allow; nothing else is listed.
        """
        found: dict[str, Known | tuple[int, int]] = {}
        for named in _layout(self._program).facts:
            if named.fact.seen != "all" and not named.pieces:
                found |= self._inferred(named)
        return found

    def _inferred(self, named: _Named) -> dict[str, Known | tuple[int, int]]:
        fact, found = named.fact, dict[str, Known | tuple[int, int]]()
        for at, (name, owner) in enumerate(zip(named.names, named.seats, strict=True)):
            if may_see(fact.seen, self.seat, owner):
                continue
            ends = inferable(fact, self._state, at)
            if ends is not None:
                found[name] = self._value(fact, at) if ends[0] == ends[1] else ends
        return found

    @property
    def labels(self) -> View:
        """Return the same by owner and label: `[("Red", [("coins", 3), …]), …]`."""
        return view(self._program, self._state, self.seat)

    def _values(self, named: _Named) -> dict[str, Known]:
        fact = named.fact
        return {
            name: self._value(fact, at) if may_see(fact.seen, self.seat, owner) else HIDDEN
            for at, (name, owner) in enumerate(zip(named.names, named.seats, strict=True))
        }

    def _of_pieces(self, named: _Named) -> dict[str, Known]:
        """Return facts of known pieces. Indistinguishable pieces are numbered in the order of their values."""
        fact, alike = named.fact, dict[str, list[Known]]()
        if fact.seen != "all":
            return {}
        known = {piece for piece in set(named.pieces) if self._knows(fact.owner, piece)}
        bits_set = value_at(self._state, fact.slot, fact.width) if fact.as_bits else 0
        for at, (name, piece) in enumerate(zip(named.names, named.pieces, strict=True)):
            if piece in known:
                value = bool(bits_set >> at & 1) if fact.as_bits else self._value(fact, at)
                alike.setdefault(name, []).append(value)
        return {
            name if number == 1 else f"{name} {number}": value
            for name, values in alike.items()
            for number, value in enumerate(sorted(values, key=repr) if len(values) > 1 else values, 1)
        }

    def _value(self, fact: Fact, at: int) -> Known:
        return self._named(ValueType("truth") if fact.as_bits else fact.type, fact.value(self._state, at))

    def _pieces(self, place: Place) -> list[str]:
        seen = may_see(place.seen, self.seat, _seat_of(self._program, place.owner, place.owner_key))
        shown = member_names(self._program, place.domain)
        names = [
            shown[piece] if seen or self._knows(place.domain, piece) else HIDDEN
            for piece in place.contents(self._state)
        ]
        return names if place.order and seen else sorted(names)

    def _knows(self, domain: str, piece: int) -> bool:
        """Whether the seat knows the piece where it lies."""
        return self.seat is None or bool(
            self._program.tables.pieces[domain].known_to(self._state, piece) >> self.seat & 1
        )

    def _named(self, type_: ValueType, value: int) -> Known:
        if type_.how == "number":
            return value
        if type_.how == "truth":
            return bool(value)
        if type_.how == "set":
            return sorted(member_name(self._program, type_.domain, thing) for thing in bits(value))
        return member_name(self._program, type_.domain, value) if value >= 0 else None


@dataclass(frozen=True, slots=True)
class _Named:
    """A fact with the names of its values, and the seat that owns each, or the piece that it belongs to."""

    fact: Fact
    names: list[str]
    seats: list[int]
    pieces: list[int]


@dataclass(frozen=True, slots=True)
class _Layout:
    """What views of a program have in common."""

    facts: list[_Named]
    places: list[tuple[str, Place]]


@lru_cache(maxsize=16)
def _layout(program: Program) -> _Layout:
    facts = [_named(program, fact) for fact in program.tables.facts if not fact.is_internal]
    places = [(_joined(place.owner, place.name, place.keys), place) for place in program.tables.places]
    return _Layout(facts, places)


def _named(program: Program, fact: Fact) -> _Named:
    found, shown = _Named(fact, [], [], []), list[str]()
    of_pieces = fact.owner in program.tables.pieces
    if of_pieces:
        shown = [*member_names(program, fact.owner)]
    for at, keys in enumerate(product(*fact.keys)):
        if of_pieces:
            found.pieces.append(fact.first + at // fact.per_owner)
            keys = shown[found.pieces[-1]], *keys[1:]
        found.seats.append(_seat_of(program, fact.owner, keys[0] if keys else ""))
        found.names.append(_joined(fact.owner, fact.name, keys))
    return found


def _joined(owner: str, name: str, keys: Sequence[str]) -> str:
    return " ".join((f"{owner or 'game'}.{name}", *keys))


def _seat_of(program: Program, domain: str, owner: str) -> int:
    return program.domains[domain].index[owner] if domain == "player" else -1


def reveals(program: Program, before: Sequence[int], after: Sequence[int], decider: int, seats: Iterable[int]) -> bool:
    """Tell whether chance decided between two vectors, or one of the seats got to know what the decider did not."""
    drawn = [range(e.start, e.start + e.count) for e in program.entries if e.what == "chance"]
    if any(before[slot] != after[slot] for slots in drawn for slot in slots):
        return True
    learning = sum(1 << seat for seat in seats)
    for pieces in program.tables.pieces.values():
        for piece in range(pieces.count):
            then = pieces.known_to(before, piece)
            if not then >> decider & 1 and pieces.known_to(after, piece) & ~then & learning:
                return True
    return False
