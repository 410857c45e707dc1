"""Objects of the caller at a table: each decides in this process, with the errors of a class in a file."""

from __future__ import annotations

import sys
from typing import cast

from rulewright.backends import Program
from rulewright.players.custom import Seat, custom_decider, fault_of
from rulewright.players.external.fallible import FallibleSeats
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.kinds import SeatObject


class ObjectSeats(FallibleSeats):
    """Decides for all seats of a kind with one object, which is not told where games begin and end."""

    def __init__(self, program: Program, kind: SeatObject) -> None:
        super().__init__(program, kind)
        self._decide = custom_decider(cast(Seat, kind.seat), program, kind)
        self._file = getattr(sys.modules[type(kind.seat).__module__], "__file__", "")

    def ask_seat(self, seat: int, state: list[int], codes: list[int]) -> int:
        """Return the code of what the object chooses. Raises `FaultError`."""
        try:
            return self._decide(state, codes, 0, 0)
        except Exception as problem:  # noqa: BLE001  whatever it raises is its fault
            raise FaultError(SeatFault.UNEXPECTED, *fault_of(problem, self._file)) from problem
