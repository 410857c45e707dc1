"""Playing on in Python, one decision after the other; with seats that think ahead also where the program runs in C."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import repeat
from time import monotonic
from typing import TYPE_CHECKING

from rulewright.backends.failure import InvariantViolation
from rulewright.backends.playing import SEED, Decider, End, Playing, Playout
from rulewright.backends.python.determinizer import Determinizer
from rulewright.backends.ranking import ranks_of
from rulewright.chance import SURE, draws, pick

if TYPE_CHECKING:
    from rulewright.backends.program import Program

LOOKS = 16
"""How many decisions are made between two looks at the clock."""


class Stepwise(Playout[list[int]]):
    """A game that is played on decision by decision. With `deciders`, these decide for the seats instead of chance."""

    def __init__(
        self, program: Program, state: list[int], number: int, most: int, check: bool, deciders: Sequence[Decider] = ()
    ) -> None:
        super().__init__(number, most, check)
        self.program, self.state, self.deciders = program, state, deciders
        self._made, self._asked, self._broken = 0, [0] * program.seats, 0

    @property
    def made(self) -> int:
        """Return the number of decisions made so far."""
        return self._made

    @property
    def asked(self) -> list[int]:
        """Return how many decisions each seat has made."""
        return self._asked

    @property
    def broken(self) -> int:
        """Return the number of the violated invariant, once there is one."""
        return self._broken

    def _play_slice(self, seconds: float) -> End:
        take = self.program.take
        if self.check:
            watch = self.program.watched()
            watch.restart()  # others may have played since
            take = watch.take
        state, number, made, most = self.state, self.number, self._made, self.most
        asked, deciders, seats_of = self._asked, self.deciders, self.program.seats_of
        codes, end = self.program.advance(state, state[0]), monotonic() + seconds
        numbers = repeat(0) if deciders else draws(number, made)
        try:
            while codes is not None:
                if made >= most:
                    return End.LIMIT
                seat, drawn = state[seats_of[~state[0]]], next(numbers)
                asked[seat] += 1
                if deciders:
                    code = deciders[seat](state, codes, number, made)
                else:
                    code = codes[drawn % len(codes) if drawn < SURE else pick(number, made, len(codes))]
                codes = take(state, code)
                made += 1
                if made % LOOKS == 0 and monotonic() >= end:
                    return End.SLICE
            return End.OVER
        except InvariantViolation as problem:
            made += 1
            self._broken = problem.rule
            return End.BROKEN
        finally:
            self._made = made


class PythonPlaying(Playing[list[int]]):
    """Plays a program of the plain Python build."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def determinizer(self) -> Determinizer:
        """Return what samples worlds; its plan is made when it is first wanted."""
        return Determinizer(self.program)

    def copy(self, state: list[int], seed: int | None = None) -> list[int]:
        """Return a copy of the vector; `seed` replaces the seed of its chance."""
        copy = state.copy()
        if seed is not None:
            copy[SEED] = seed
        return copy

    def sample(self, state: list[int], seat: int, number: int) -> list[int]:
        """Return a determinization of the position for a seat."""
        return self.determinizer.sample(state, seat, number)

    def choices(self, state: list[int]) -> list[int]:
        """Return the codes of the choices at the decision."""
        return self.program.choices(state)

    def take(self, state: list[int], code: int) -> list[int] | None:
        """Take a choice; return the choices at the next decision, None when the game is over."""
        return self.program.take(state, code)

    def points(self, state: list[int]) -> list[int]:
        """Return the points of each seat."""
        return [self.program.points(state, seat) for seat in range(self.program.seats)]

    def ranks(self, state: list[int]) -> list[int]:
        """Return the rank of each seat, the first one 0; tied seats share a rank."""
        return ranks_of(self.program, state, self.points(state))

    def broken(self, state: list[int]) -> int | None:
        """Return the number of the first invariant that does not hold, or None."""
        return next((number for number, holds in enumerate(self.program.always) if not holds(state)), None)

    def playout(self, state: list[int], number: int, most: int, check: bool) -> Playout[list[int]]:
        """Return a playout that makes one decision after the other and changes `state`."""
        return Stepwise(self.program, state, number, most, check)
