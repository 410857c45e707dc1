"""Playing on at random in C: one game, which can be played in slices.

Calls are short, so that Python can look for signals in between. A decision that C bails out of is made in Python.
"""

from __future__ import annotations

from math import inf
from time import monotonic

from rulewright.backends.c.runtime import AT_ONCE, BAILED, BROKEN, LIMIT, LOOK, OVER, SLICE, State, record_of
from rulewright.compile.chance import MASK64, pick


class Playout:
    """A game that is played on from a state: the picks are those of random seats at a table of a certain number."""

    def __init__(self, state: State, number: int, most: int, check: bool) -> None:
        """At most so many decisions are made; with `check`, `always` rules are looked at after each."""
        self.state, self.number, self.most, self.check = state, number & MASK64, most, check
        self.record = record_of(self.number, 0, state.machine.seats)

    @property
    def made(self) -> int:
        """How many decisions have been made."""
        return self.record[1]

    @property
    def broken(self) -> int:
        """The number of the `always` rule that does not hold."""
        return self.record[2]

    @property
    def asked(self) -> list[int]:
        """The decisions of each seat."""
        return self.record[3:].tolist()

    def on(self, seconds: float = inf) -> int:
        """Play on until the game is over, something else ends it, or the time is over; return which of these."""
        end = monotonic() + seconds
        while True:
            status = self._in_c(min(AT_ONCE, end - monotonic()))
            if status == BAILED:
                status = self._in_python()
            elif status == LOOK:
                status = self._looked()
            if status != SLICE or monotonic() >= end or self.state.machine.run.stopped:
                return status

    def _in_c(self, seconds: float) -> int:
        if not self.state.in_c():
            return BAILED
        machine, at = self.state.machine, self.record.buffer_info()[0]
        given = (at, self.most, self.check, max(1, int(seconds * 1e9)))
        status: int = machine.c.rw_play(machine.run.held, self.state.held, *given)
        self.state.changed()
        return status

    def _in_python(self) -> int:
        """Make the decision that C bailed out of."""
        state, plain = self.state, self.state.machine.plain
        codes = state.replayed(plain.advance, state[0])
        if codes is None:
            return OVER
        if self.made >= self.most:
            return LIMIT
        self.record[3 + state[plain.seats_of[~state[0]]]] += 1
        state.replayed(plain.take, codes[pick(self.number, self.made, len(codes))])
        self.record[1] += 1
        return self._looked()

    def _looked(self) -> int:
        found = self.state.broken() if self.check else None
        if found is None:
            return SLICE
        self.record[2] = found
        return BROKEN
