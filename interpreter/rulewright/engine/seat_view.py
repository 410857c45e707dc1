"""What one seat may know of a position, by the names of the rules and by labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from rulewright.backends import Program
from rulewright.compile.tables import Fact, Place, ValueType, bits
from rulewright.engine.views import View, inferable, may_see, view
from rulewright.engine.words import member_name

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
        for fact in self._program.tables.facts:
            if not fact.is_internal:
                found |= self._of_pieces(fact) if fact.owner in self._program.tables.pieces else self._values(fact)
        for place in self._program.tables.places:
            name = " ".join((f"{place.owner or 'game'}.{place.name}", *place.keys))
            found[name] = self._pieces(place)
        return found

    @property
    def inferred(self) -> dict[str, Known | tuple[int, int]]:
        """Return what the seat could know of facts that it is not shown, by the names of `facts`.

        A value if it follows from what everybody has seen (amounts that were taken and paid, what was revealed), the
        least and the greatest possible number if that is less than any number the rules allow; nothing else is listed.
        """
        found: dict[str, Known | tuple[int, int]] = {}
        for fact in self._program.tables.facts:
            if not fact.is_internal and fact.seen != "all" and fact.owner not in self._program.tables.pieces:
                found |= self._inferred(fact)
        return found

    def _inferred(self, fact: Fact) -> dict[str, Known | tuple[int, int]]:
        found: dict[str, Known | tuple[int, int]] = {}
        for at, keys in enumerate(product(*fact.keys)):
            if may_see(fact.seen, self.seat, self._seat_of(fact.owner, keys[0] if keys else "")):
                continue
            name = " ".join((f"{fact.owner or 'game'}.{fact.name}", *keys))
            ends = inferable(fact, self._state, at)
            if ends is not None:
                found[name] = self._value(fact, at) if ends[0] == ends[1] else ends
        return found

    @property
    def labels(self) -> View:
        """Return the same by owner and label: `[("Red", [("coins", 3), …]), …]`."""
        return view(self._program, self._state, self.seat)

    def _values(self, fact: Fact) -> dict[str, Known]:
        found: dict[str, Known] = {}
        for at, keys in enumerate(product(*fact.keys)):
            owner = self._seat_of(fact.owner, keys[0] if keys else "")
            value = self._value(fact, at) if may_see(fact.seen, self.seat, owner) else HIDDEN
            found[" ".join((f"{fact.owner or 'game'}.{fact.name}", *keys))] = value
        return found

    def _of_pieces(self, fact: Fact) -> dict[str, Known]:
        """Return facts of known pieces. Indistinguishable pieces are numbered in the order of their values."""
        alike: dict[str, list[Known]] = {}
        for at, (_, *keys) in enumerate(product(*fact.keys)):
            piece = fact.first + at // fact.per_owner
            if fact.seen == "all" and self._knows(fact.owner, piece):
                name = " ".join((f"{fact.owner}.{fact.name}", member_name(self._program, fact.owner, piece), *keys))
                alike.setdefault(name, []).append(self._value(fact, at))
        return {
            name if number == 1 else f"{name} {number}": value
            for name, values in alike.items()
            for number, value in enumerate(sorted(values, key=repr), 1)
        }

    def _value(self, fact: Fact, at: int) -> Known:
        return self._named(ValueType("truth") if fact.as_bits else fact.type, fact.value(self._state, at))

    def _pieces(self, place: Place) -> list[str]:
        seen = may_see(place.seen, self.seat, self._seat_of(place.owner, place.owner_key))
        names = [
            member_name(self._program, place.domain, piece) if seen or self._knows(place.domain, piece) else HIDDEN
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

    def _seat_of(self, domain: str, owner: str) -> int:
        return self._program.domains[domain].index[owner] if domain == "player" else -1


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
