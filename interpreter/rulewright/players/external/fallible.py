"""Seats that may fail while they are asked: chance replaces one for the rest of the game, and the reason is kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.players.external.faults import FaultError

if TYPE_CHECKING:
    from rulewright.engine import LogLine

MOST_LOST_GAMES = 3
"""After this number of games in a row that a seat could not finish, it is not asked any more."""


@dataclass(slots=True)
class Sitting:
    """A seat of the current game: how far the game has come, and what was wrong with the seat in it."""

    number: int = -1
    made: int = -1
    fault: str = ""
    lost: int = 0
    """How many games in a row it could not finish."""


class FallibleSeats(ABC):
    """Decides for all seats of a kind. For one that cannot go on chance decides, as for a random seat."""

    tries: ClassVar[int] = 1
    """How often a seat may try to answer."""

    def __init__(self, program: Program, kind: str) -> None:
        self.program, self.kind = program, kind
        self.log: Sequence[LogLine] = ()
        """The log of the game so far; who calls the seats sets it before one is asked."""
        self._news: list[str] = []
        self._sittings = [Sitting() for _ in range(program.seats)]

    def begin_game(self, seat: int) -> None:  # noqa: B027  most have nothing to do
        """Begin a game, of which most seats are not told. Raises `FaultError`."""

    @abstractmethod
    def ask_seat(self, seat: int, state: list[int], codes: list[int]) -> int:
        """Return the code that the seat chooses. Raises `FaultError`."""

    def tell_result(self, seat: int, state: list[int] | None) -> None:  # noqa: B027  most have nothing to do
        """End a game without a fault, with its last vector, or none if it broke."""

    def abandon_seat(self, seat: int) -> None:  # noqa: B027  most have nothing to do
        """End whatever plays for the seat, if that is another process."""

    def __call__(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of a choice; see `Decider`."""
        seat = self.program.seat_asked(state)
        sitting, code = self._sittings[seat], codes[pick(number, made, len(codes))]
        try:
            if number != sitting.number or made <= sitting.made:
                self._begin_sitting(sitting, seat, number)
            if not sitting.fault:
                code = self.ask_seat(seat, state, codes)
        except FaultError as fault:
            self._lose_seat(sitting, seat, fault)
        sitting.made = made
        return code

    def _begin_sitting(self, sitting: Sitting, seat: int, number: int) -> None:
        sitting.number, sitting.fault = number, ""
        if sitting.lost >= MOST_LOST_GAMES:
            sitting.fault = (
                f"{self._seat_title(seat)} was not asked: it could not finish {MOST_LOST_GAMES} games in a row"
            )
            self._news.append(sitting.fault)
            return
        self.begin_game(seat)

    def _lose_seat(self, sitting: Sitting, seat: int, fault: FaultError) -> None:
        tries = "" if fault.is_final or self.tries == 1 else f" after {self.tries} tries"
        sitting.fault = (
            f"{self._seat_title(seat)} was replaced by chance{tries}: {fault.reason}. {fault.remedy}".rstrip()
        )
        self._news.append(sitting.fault)
        sitting.lost += 1
        self.abandon_seat(seat)

    def _seat_title(self, seat: int) -> str:
        return f"{self.program.seat_names[seat]} ({self.kind})"

    def take_faults(self) -> list[str]:
        """Return what was wrong with seats since this was last asked."""
        news, self._news = self._news, []
        return news

    def end_game(self, state: list[int] | None) -> list[str]:
        """Tell the seats the result of a game; return what was wrong with them in it. None: the game broke."""
        self._news.clear()
        faults = []
        for seat, sitting in enumerate(self._sittings):
            if sitting.number < 0:
                continue
            if sitting.fault:
                faults.append(sitting.fault)
            else:
                sitting.lost = 0
                self.tell_result(seat, state)
            sitting.number, sitting.made = -1, -1
        return faults
