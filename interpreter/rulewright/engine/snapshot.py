"""Snapshots of a game by names, and the state hash that replays compare.

The state hash of a decision is the blake2b digest (6 bytes, in hexadecimal) of a UTF-8 text whose lines end in a line
feed. The lines are, in this order:

    asked SEAT              the seat that is asked; nobody at the end
    offers OPTION           for each option, in the order in which they are offered
    chosen OPTION           the choice; absent at the end
    NAME = VALUE            for every value that differs from its default, sorted by name

Values are numbers and names. The defaults, which are omitted, are the number 0, no, nothing, nobody and an empty set.
The names are `OWNER.FACT THING` for facts and amounts (`player.coin red`), `KIND PIECE` for the position of a piece
(the place, and in rows and stacks the index from the bottom), `KIND.known to PIECE` for the seats that know it, unless
these are exactly the seats that see it, the names of the layout for supplies and counters of chance, and `seed`. At
the end of a game there are also the points by source (`scoring.coins red`) and `place SEAT`.

The hash does not depend on the layout of the vector or on the numbering of choices. Frames, where rules keep local
values between questions, are not included either, because the interpreter may change them: they show in the offers and
results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product

from rulewright.backends import Program
from rulewright.compile.tables import Fact, bits, value_at
from rulewright.engine.scoring import ranking

Value = int | str
Values = dict[str, Value]

NOBODY = "nobody"
"""The seat that is asked at the end."""

AT_REST: frozenset[Value] = frozenset({0, "no", "nothing", "nobody", ""})
"""Default values, which are omitted."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The seat that is asked, the offers, and every value that differs from its default."""

    asked: str
    offered: tuple[str, ...]
    values: Values

    def fingerprint(self, chosen: str = "") -> str:
        """Return a 48-bit hash of the state, the offers and the choice, in hexadecimal."""
        lines = [f"asked {self.asked}", *(f"offers {name}" for name in self.offered)]
        lines += [f"chosen {chosen}"] if chosen else []
        lines += [f"{name} = {value}" for name, value in sorted(self.values.items())]
        return blake2b("".join(f"{line}\n" for line in lines).encode(), digest_size=6).hexdigest()


class SnapshotReader:
    """Reads the vectors of one program by names."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.seats = program.domains["player"].members if "player" in program.domains else program.seat_names
        self.numbers = [
            (e.start, e.name) for e in program.entries if e.what in ("supply", "chance") or e.name == "seed"
        ]
        self.truths: list[tuple[int, str]] = []
        self.ones: list[tuple[int, str, list[str]]] = []
        self.sets: list[tuple[int, int, str, list[str]]] = []
        for fact in program.tables.facts:
            self._add(fact)
        self.places = [
            (" ".join((f"{place.owner or 'game'}.{place.name}", *place.keys)), place) for place in program.tables.places
        ]
        everyone = (1 << program.seats) - 1
        self.knowing = {mask: self._seats_of(mask) for mask in range(everyone)} | {everyone: "all"}

    def _seats_of(self, mask: int) -> str:
        return ", ".join(self.seats[seat] for seat in bits(mask)) or "none"

    def _add(self, fact: Fact) -> None:
        """Add a fact: the slot and name of each of its values."""
        how, of = fact.type.how, fact.type.domain
        members = fact.owners if fact.as_bits else self.program.domains[of].members if of else []
        for at, combination in enumerate(product(*(fact.further if fact.as_bits else fact.keys))):
            full, start = " ".join((f"{fact.owner or 'game'}.{fact.name}", *combination)), fact.slot + at * fact.width
            if fact.as_bits or how == "set":
                self.sets.append((start, fact.width, full, members))
            elif how == "one":
                self.ones.append((start, full, members))
            else:
                (self.truths if how == "truth" else self.numbers).append((start, full))

    def snapshot(self, state: list[int], offered: Sequence[str]) -> Snapshot:
        """Return the snapshot of a vector; `offered` are the names of its choices."""
        values = self.values(state)
        if state[0] >= 0:
            return Snapshot(NOBODY, (), values | self._result(state))
        seat = self.seats[self.program.seat_asked(state)]
        return Snapshot(seat, tuple(offered), values)

    def values(self, state: list[int]) -> Values:
        """Return every value that differs from its default."""
        found: Values = {name: state[slot] for slot, name in self.numbers if state[slot]}
        found |= {name: "yes" for slot, name in self.truths if state[slot]}
        found |= {name: members[state[slot]] for slot, name, members in self.ones if state[slot] >= 0}
        for slot, words, name, members in self.sets:
            if mask := value_at(state, slot, words):
                found[name] = ", ".join(members[i] for i in bits(mask))
        self._pieces(state, found)
        return found

    def _pieces(self, state: list[int], found: Values) -> None:
        for name, place in self.places:
            members = self.program.domains[place.domain].members
            for at, piece in enumerate(place.contents(state), 1):
                key, lies = f"{place.domain} {members[piece]}", f"{name} {at}" if place.order else name
                found[key] = f"{found[key]} and {lies}" if key in found else lies
        for domain, pieces in self.program.tables.pieces.items():
            for piece, member in enumerate(self.program.domains[domain].members):
                knowing = pieces.known_to(state, piece)
                if knowing != pieces.sees[pieces.place_of(state, piece)]:
                    found[f"{domain}.known to {member}"] = self.knowing.get(knowing, "?")

    def _result(self, state: list[int]) -> Values:
        """Return the points by source and the final ranking."""
        found: Values = {}
        for scoring, score in zip(self.program.tables.scorings, self.program.score, strict=True):
            points = {f"{scoring.name} {seat}": score(state, at) for at, seat in enumerate(self.seats)}
            found |= {key: number for key, number in points.items() if number}
        for place, together in enumerate(ranking(self.program, state), 1):
            found |= {f"place {self.seats[seat]}": place for seat in together}
        return found


def changes(before: Values, after: Values) -> Values:
    """Return the values that changed; those that returned to their default as 0 or nothing."""
    found = {name: value for name, value in after.items() if before.get(name) != value}
    found |= {name: 0 if isinstance(value, int) else "nothing" for name, value in before.items() if name not in after}
    return found


def changed(before: Values, difference: Values) -> Values:
    """Return the values with changes applied."""
    after = before | difference
    return {name: value for name, value in after.items() if value not in AT_REST}
