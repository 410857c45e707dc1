"""Evaluation of positions in C: the weights of a program in memory that C reads."""

from __future__ import annotations

import ctypes
from array import array
from functools import lru_cache

from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.evaluation import cumulative_values
from rulewright.backends.native import native
from rulewright.backends.program import Program
from rulewright.chance import MASK64


class _Weights(ctypes.Structure):
    """`struct weights` of `evaluation.c`."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("sums", "ends")]  # noqa: RUF012


class NativeEvaluation:
    """The weights of a program that runs in C; `address` is what C is given, valid as long as this object."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.machine = machine
        sums, ends = array("q"), array("q")
        for moment in range(program.tables.moments):
            weighed = dict(cumulative_values(program, moment))
            for number in range(len(program.tables.quantities)):
                ends.extend((len(sums), len(weighed.get(number, ())) - 1))
                sums.extend(weighed.get(number, ()))
        self._lists = sums, ends
        self._weights = _Weights(*(numbers.buffer_info()[0] for numbers in self._lists))
        self.address = ctypes.addressof(self._weights)

    def rate_choices(self, state: State, codes: list[int], number: int) -> list[int] | None:
        """Return what `greedy.c` makes of some choices, in hundredths of a point; None if C cannot.

        They are tried in a world that the seat considers possible: the one of a number.
        """
        given, found = array("q", codes), array("q", bytes(8 * len(codes)))
        at = (given.buffer_info()[0], len(codes), found.buffer_info()[0])
        held = self.machine.run.held, self.address, state.held
        rated = state.in_c() and self.machine.c.rw_rated(*held, number & MASK64, *at) == 0
        return found.tolist() if rated else None


@lru_cache(maxsize=8)
def native_evaluation(program: Program) -> NativeEvaluation:
    """Return the evaluation of a plain program in C, compiled first if need be; all players of the program share it.

    Raises `NoLibrary` with the reason.
    """
    in_c = program if program.machine is not None else native(program)
    assert in_c.machine is not None
    return NativeEvaluation(in_c, in_c.machine)
