"""What C needs to evaluate positions and to search, as tables: weights, steps, and who sees which choices.

`evaluation.c` describes how the tables are read. Slots of the vector become offsets in the state of C.
"""

from __future__ import annotations

import ctypes
from array import array
from dataclasses import dataclass, field
from functools import lru_cache

from rulewright.backends import Program
from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.evaluation import cumulative_values
from rulewright.backends.native import native
from rulewright.compile.tables import ValueType
from rulewright.engine.phases import Under

_LISTS = (
    "sums",
    "weighed",
    "starts",
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

    _fields_ = [(name, ctypes.c_void_p) for name in _LISTS]  # noqa: RUF012


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
        self._weights()
        self._steps()
        self._domains()
        self._options()
        for name, numbers in self.lists.items():
            self.kept.append(array("q", [*numbers, 0]))
            setattr(self.struct, name, self.kept[-1].buffer_info()[0])

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

    def _weights(self) -> None:
        lists = self.lists
        for moment in range(self.program.tables.moments):
            lists["starts"].append(len(lists["weighed"]) // 3)
            for number, sums in cumulative_values(self.program, moment):
                lists["weighed"] += [number, len(lists["sums"]), len(sums) - 1]
                lists["sums"] += sums
        lists["starts"].append(len(lists["weighed"]) // 3)

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
