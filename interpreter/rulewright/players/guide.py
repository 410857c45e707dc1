"""What C needs to evaluate positions and to search, as tables: weights, steps, and who sees which choices.

`evaluation.c` describes how the tables are read. Slots of the vector become offsets in the state of C.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from rulewright.backends import Program
from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.native import native
from rulewright.compile.tables import Place, ValueType
from rulewright.engine.phases import Under
from rulewright.players.clock import Clock
from rulewright.players.weighing import OfBit, OfMembers, OfMoving, OfPieces, OfSlot, Term, terms_of

_SLOT, _BIT, _MEMBERS, _PIECES, _MOVING, _END = range(6)
_LISTS = (
    "sums",
    "terms",
    "starts",
    "clock",
    "sites",
    "steps",
    "blocks",
    "params",
    "options",
    "domains",
    "classes",
    "sees",
)


class _Struct(ctypes.Structure):
    """`struct guide` of `evaluation.c`."""

    _fields_ = [*((name, ctypes.c_void_p) for name in _LISTS), ("digits", ctypes.c_int64), ("moments", ctypes.c_int64)]


class OutOfReachError(Exception):
    """Something that C does not keep in a form that these tables can name."""


@dataclass(slots=True)
class Guide:
    """The tables of one program; `address` is what C is given."""

    program: Program
    machine: Machine
    lists: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in _LISTS})
    kept: list[array[int]] = field(default_factory=list)
    struct: _Struct = field(default_factory=_Struct)

    def __post_init__(self) -> None:
        clock = Clock(self.program)
        self._weights(clock)
        self._steps()
        self._domains()
        self._options()
        for name, numbers in self.lists.items():
            self.kept.append(array("q", [*numbers, 0]))
            setattr(self.struct, name, self.kept[-1].buffer_info()[0])
        self.struct.digits, self.struct.moments = len(clock.digits), clock.moments

    @property
    def address(self) -> int:
        """Where the tables are; valid as long as this object."""
        return ctypes.addressof(self.struct)

    def rated(self, world: State, codes: list[int]) -> list[int]:
        """Return what `greedy.c` makes of some choices in a world, in hundredths of a point."""
        given, found = array("q", codes), array("q", bytes(8 * len(codes)))
        if not world.in_c():
            raise OutOfReachError("C cannot hold this vector")
        at = (given.buffer_info()[0], len(codes), found.buffer_info()[0])
        self.machine.c.rw_rated(self.machine.run.held, self.address, world.held, *at)
        return found.tolist()

    def _value(self, slot: int) -> tuple[int, int, bool]:
        """Return the first byte of the value at a slot, how many bytes it takes, and whether it is a row."""
        found = self.machine.value(slot)
        if found is None:
            raise OutOfReachError(f"no value of C begins at {slot}")
        return found

    def _number(self, slot: int) -> tuple[int, int]:
        offset, width, _ = self._value(slot)
        return offset, width

    # -- weights

    def _weights(self, clock: Clock) -> None:
        for slot, low, size in clock.digits:
            self.lists["clock"] += [*self._number(slot), low, size]
        for seat in range(self.program.seats):
            for moment in range(clock.moments):
                self.lists["starts"].append(len(self.lists["terms"]))
                for term in terms_of(self.program, seat, clock.share(moment)):
                    self.lists["terms"] += self._term(term)
                self.lists["terms"].append(_END)

    def _term(self, term: Term) -> Iterator[int]:
        match term:
            case OfSlot(slot, sums):
                yield from (_SLOT, *self._number(slot), *self._sums(sums))
            case OfBit(slot, bit, worth):
                yield from (_BIT, self._value(slot)[0], bit, worth)
            case OfMembers(slot, _, sums):
                yield from (_MEMBERS, *self._number(slot), *self._sums(sums))
            case OfPieces(places, values):
                yield from (_PIECES, *self._places(places), len(values))
                for by_piece, sums in values:
                    yield from (self._kept(by_piece), *self._sums(sums))
            case OfMoving(places, fact, sums):
                end = fact.first + len(fact.owners)
                yield from (_MOVING, *self._places(places), *self._number(fact.slot), fact.first, end, term.per)
                yield from self._sums(sums)

    def _places(self, places: list[Place]) -> Iterator[int]:
        yield len(places)
        for place in places:
            offset, size, row = self._value(place.slot)
            yield from (0 if row else size, offset, place.first)

    def _kept(self, numbers: list[int]) -> int:
        """Return where a list of numbers begins among the values."""
        at = len(self.lists["sums"])
        self.lists["sums"] += numbers
        return at

    def _sums(self, sums: list[int]) -> tuple[int, int]:
        return self._kept(sums), len(sums) - 1

    # -- steps and questions

    def _steps(self) -> None:
        under, tables = Under(self.program), self.program.tables
        names = list(dict.fromkeys([*under.asking, *under.blocks, *under.back]))
        numbers = {name: number for number, name in enumerate(names)}
        for site, name in zip(tables.sites, under.asking, strict=True):
            self.lists["sites"] += [numbers[name], int(site.secret)]
        self.lists["blocks"] += [numbers[name] for name in under.blocks]
        for name in names:
            back = self._number(under.back[name]) if name in under.back else (-1, 0)
            params = under.params.get(name, []) if name in under.asking else []
            self.lists["steps"] += [*back, len(self.lists["params"]) // 2, len(params)]
            for slot in params:
                self.lists["params"] += self._number(slot)

    # -- choices

    def _domains(self) -> None:
        for pieces in self.program.tables.pieces.values():
            located, known = self._number(pieces.located), self._number(pieces.known)
            self.lists["domains"] += [*located, *known, len(self.lists["classes"]), len(self.lists["sees"])]
            self.lists["classes"] += pieces.first_alike()
            self.lists["sees"] += [int(seats == pieces.everyone) for seats in pieces.sees]

    def _options(self) -> None:
        quiet = {option for site in self.program.tables.sites for option in site.quiet}
        numbers = {name: number for number, name in enumerate(self.program.tables.pieces)}
        for number, option in enumerate(self.program.tables.choices):
            argument = option.argument or ValueType("number")
            of = numbers.get(argument.domain, -1) if argument.how == "one" else -1
            self.lists["options"] += [of, numbers.get(option.piece, -1), int(number in quiet)]


def guide_of(program: Program) -> Guide | None:
    """Return the tables of a program that runs in C; None for others, and where C cannot name something."""
    try:
        return guide_in_c(program) if program.machine is not None else None
    except OutOfReachError:
        return None


@lru_cache(maxsize=8)
def guide_in_c(program: Program) -> Guide:
    """Return the tables of a plain program, compiled first if need be; all players of the program share them.

    Raises `NoLibrary` and `OutOfReachError` with the reason.
    """
    in_c = program if program.machine is not None else native(program)
    assert in_c.machine is not None
    return Guide(in_c, in_c.machine)
