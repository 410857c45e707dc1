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

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from rulewright.backends import Program
from rulewright.compile.tables import ValueType, bits
from rulewright.engine.cells import rows_of
from rulewright.engine.position import PlaceCell, Position
from rulewright.engine.rule_names import RuleNames
from rulewright.engine.scoring import ranking
from rulewright.frozen import frozen_class

Value = int | str
Values = dict[str, Value]

PLACE = "place"
"""Instead of a domain: the values are places, in stacks and rows with an index behind each."""

NOBODY = "nobody"
"""The seat that is asked at the end."""

AT_REST: frozenset[Value] = frozenset({0, "no", "nothing", "nobody", ""})
"""Default values, which are omitted."""


@frozen_class
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
        self.facts = dict(enumerate(rows_of(program).facts))
        """By number among the cells, the facts that are read."""
        self._defaults = [-1 if row.declared.type.how == "one" else 0 for row in self.facts.values()]
        everyone = (1 << program.seats) - 1
        some = {mask: ", ".join(self.seats[seat] for seat in bits(mask)) or "none" for mask in range(everyone)}
        self.knowing = some | {everyone: "all"}

    def snapshot(self, state: list[int], offered: Sequence[str]) -> Snapshot:
        """Return the snapshot of a vector; `offered` are the names of its choices."""
        values = self.values(state)
        if state[0] >= 0:
            return Snapshot(NOBODY, (), values | self._result(state))
        return Snapshot(self.seats[self.program.seat_asked(state)], tuple(offered), values)

    def values(self, state: list[int]) -> Values:
        """Return every value that differs from its default."""
        found: Values = {name: state[slot] for slot, name in self.numbers if state[slot]}
        cells, sets = Position(self.program, state).cells, dict[str, list[str]]()
        for at, (cell, default) in enumerate(zip(cells.facts, self._defaults, strict=True)):
            if cell.value is None or cell.value == default or (row := self.facts.get(at)) is None:
                continue
            if row.declared.as_bits:
                sets.setdefault(row.kept_name, []).append(row.member)
            else:
                found[row.name] = self._text(row.declared.type, cell.value)
        self._pieces(state, cells.places, found)
        return found | {name: ", ".join(members) for name, members in sets.items()}

    def _text(self, type_: ValueType, value: int) -> Value:
        if type_.is_number:
            return value
        if type_.how == "truth":
            return "yes"
        members = self.program.domains[type_.domain].members
        return members[value] if type_.how == "one" else ", ".join(members[thing] for thing in bits(value))

    def _pieces(self, state: list[int], places: Sequence[PlaceCell], found: Values) -> None:
        for cell in places:
            place = cell.row.declared
            for at, piece in enumerate(cell.pieces, 1):
                key = f"{place.domain} {self.program.domains[place.domain].members[piece.number]}"
                lies = f"{cell.name} {at}" if place.order else cell.name
                found[key] = f"{found[key]} and {lies}" if key in found else lies
        for domain, table in self.program.tables.pieces.items():
            for number, member in enumerate(self.program.domains[domain].members):
                knowing = table.known_to(state, number)
                if knowing != table.sees[table.place_of(state, number)]:
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


def snapshot_names(names: RuleNames) -> Iterator[tuple[str, str]]:
    """Yield the names that values of snapshots can have, each with the domain of these, `PLACE`, or nothing."""
    for cells in names.facts:
        fact = cells[0].declared
        domain = fact.owner if fact.as_bits else fact.type.domain if fact.type.how in ("one", "set") else ""
        yield from ((name, domain) for name in dict.fromkeys(cell.kept_name for cell in cells))
        if fact.is_amount:
            yield f"game.{fact.plural} left", ""
    for info in names.domains.values():
        for member in info.members if not info.made_of else ():
            yield f"{info.name} {member}", PLACE
            yield f"{info.name}.known to {member}", "player"
    yield from ((f"chance.{action} {thing}", "") for action, thing in names.streams)
    for seat in names.domains["player"].members if "player" in names.domains else ():
        yield from ((f"{scoring} {seat}", "") for scoring, _ in names.scorings)
        yield f"place {seat}", ""


def changes(before: Values, after: Values) -> Values:
    """Return the values that changed; those that returned to their default as 0 or nothing."""
    found = {name: value for name, value in after.items() if before.get(name) != value}
    found |= {name: 0 if isinstance(value, int) else "nothing" for name, value in before.items() if name not in after}
    return found


def changed(before: Values, difference: Values) -> Values:
    """Return the values with changes applied."""
    after = before | difference
    return {name: value for name, value in after.items() if value not in AT_REST}
