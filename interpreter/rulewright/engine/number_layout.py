"""Where the numbers of cells are in a vector, for those who read many at once and very often, such as learners.

    reader = SlotReader(program)
    at = [reader.index_of(number.slot) for number in fact_numbers(program)]
    packed, _ = reader.read(vector)
    numbers = unpack(packed)                                                    # from 64-bit numbers
    [numbers[index] for index in at]

A truth that many owners have, and a set, are bits of a slot; other values are whole slots.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple, cast

from rulewright.compile.tables import WORD, Fact
from rulewright.engine.cells import FactRow, fact_rows, is_visible, rows_of, viewer_of
from rulewright.frozen import frozen_class

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.backends.c.runtime import State

WHOLE_SLOT = -1
"""Instead of a bit: all of the slot is the number."""


@frozen_class
class NumberSlot:
    """A number of a vector: the bit `bit` of a slot, or all of it; at most `high`. `row` is the fact that it is of."""

    name: str
    slot: int
    bit: int
    high: int
    row: FactRow | None = None


class PieceNumbers(NamedTuple):
    """What is kept of a piece: where it is, the seats that know it, and its facts, by their names without its own.

    `look` is the same for pieces of a domain that look the same.
    """

    domain: str
    number: int
    name: str
    look: int
    place: NumberSlot
    known: NumberSlot
    facts: dict[str, NumberSlot]


def fact_numbers(program: Program) -> list[NumberSlot]:
    """Return the numbers of all facts that somebody may see, but for those of pieces."""
    own = (fact for fact in _shown_facts(program) if fact.owner not in program.tables.pieces)
    return [number for fact in own for number in _numbers_of(program, fact)]


def least_number(program: Program) -> int:
    """Return the least number that a fact can be, or -1, which stands for nothing and nobody."""
    return min([-1, *(fact.low for fact in _shown_facts(program))])


def _shown_facts(program: Program) -> list[Fact]:
    return [fact for fact in program.tables.facts if not fact.is_internal and fact.seen != "nobody"]


def _numbers_of(program: Program, fact: Fact) -> Iterator[NumberSlot]:
    """Yield the numbers of a fact: one for each value, of sets one for each member."""

    def bit_of(name: str, slot: int, bit: int, row: FactRow) -> NumberSlot:
        return NumberSlot(name, slot + bit // WORD, bit % WORD, 1, row)

    for row in fact_rows(program.domains, fact):
        slot = fact.slots(row.at)[0]
        if fact.as_bits:
            yield bit_of(row.name, slot, row.at // fact.per_owner, row)
        elif fact.type.how == "set":
            for thing, member in enumerate(program.domains[fact.type.domain].members):
                yield bit_of(f"{row.name}: {member}", slot, thing, row)
        else:
            yield NumberSlot(row.name, slot, WHOLE_SLOT, max(fact.high, 1), row)


# -- pieces


def piece_numbers(program: Program) -> list[PieceNumbers]:
    """Return the pieces of all domains; of each those that look the same stand together."""
    found, places = list[PieceNumbers](), len(program.tables.places)
    for domain, table in program.tables.pieces.items():
        members, facts = program.domains[domain].members, _facts_of_pieces(program, domain)
        for piece in sorted(range(table.count), key=table.classes.__getitem__):
            place = NumberSlot("place", table.located + piece, WHOLE_SLOT, places)
            known = NumberSlot("known", table.known + piece, WHOLE_SLOT, table.everyone)
            name, look = f"{domain} {members[piece]}", table.classes[piece]
            found.append(PieceNumbers(domain, piece, name, look, place, known, facts.get(piece, {})))
    return found


def _facts_of_pieces(program: Program, domain: str) -> dict[int, dict[str, NumberSlot]]:
    found: dict[int, dict[str, NumberSlot]] = {}
    for fact in program.tables.facts:
        if fact.owner != domain or fact.seen != "all" or fact.is_internal:
            continue
        for number in _numbers_of(program, fact):
            if number.row is not None:
                name = number.name.replace(f"{domain}.{fact.name} {number.row.member}", fact.name, 1)
                found.setdefault(number.row.thing, {})[name] = number
    return found


def seers_by_place(program: Program) -> list[int]:
    """Return the set of seats that see what is in each place."""
    return next((table.sees for table in program.tables.pieces.values()), [])


class OrderReader:
    """Reads where pieces are in the stacks and rows whose order a seat sees.

    `columns` gives, by domain and piece, what is to be returned for the piece.
    """

    def __init__(self, program: Program, seat: int, columns: Mapping[tuple[str, int], int]) -> None:
        self._orders: list[tuple[int, list[int]]] = []
        for row in rows_of(program).places:
            if row.declared.order and row.declared.seen != "nobody" and is_visible(row.seers, viewer_of(seat)):
                own = [columns[row.declared.domain, piece] for piece in range(row.declared.possible.stop)]
                self._orders.append((row.declared.slot, own))

    def read_orders(self, vector: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the columns of the pieces in them, and at which place each is, from 1 for the bottom or the front."""
        columns, indexes = list[int](), list[int]()
        for slot, own in self._orders:
            if size := vector[slot]:
                columns += [own[piece] for piece in vector[slot + 1 : slot + 1 + size]]
                indexes += range(1, size + 1)
        return columns, indexes


def _read_whole(vector: list[int]) -> tuple[array[int], Sequence[int]]:
    """Return what C holds, or a list in its place but for where the rules stand and the seed, which nobody observes."""
    if isinstance(vector, list):
        return array("q", [0, 0, *vector[2:]]), vector
    found = cast("State", vector).packed()
    return found, found


class SlotReader:
    """Reads the slots that are asked for, which are far fewer than a vector has; what C holds is read as a whole."""

    def __init__(self, program: Program) -> None:
        self._index: dict[int, int] = {}
        self._in_c = program.machine is not None

    def index_of(self, slot: int) -> int:
        """Return where a slot is in what is read; it is read from now on."""
        return slot if self._in_c else self._index.setdefault(slot, len(self._index))

    @property
    def read(self) -> Callable[[list[int]], tuple[bytes | array[int], Sequence[int]]]:
        """What returns the slots of a vector as 64-bit numbers, much faster than making an array of a list or tuple,
        and the vector as something that is quickly read."""
        if self._in_c:
            return _read_whole
        get = itemgetter(*self._index, 0, 0)  # with two it always returns a tuple
        pack = Struct(f"{len(self._index) + 2}q").pack
        return lambda vector: (pack(*get(vector)), vector)
