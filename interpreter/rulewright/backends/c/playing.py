"""Playing on at random in C: `Playout` is one game, which can be played in slices; `games` plays many.

Calls are short, so that Python can look for signals in between. A decision that C bails out of is made in Python.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Any

from rulewright.backends.c.runtime import Machine, State
from rulewright.compile.chance import MASK64, pick

OVER, SLICE, LIMIT, BROKEN, LOOK, UNSCORED, BAILED = 0, 1, 2, 3, 4, 5, -1
"""How playing ends: the game is over; the slice is over, or somebody stops it; enough decisions; an `always` rule does
not hold. C's own, which are dealt with here: it bailed out of an `always` rule, of the points, of a decision."""
AT_ONCE = 0.05
"""So many seconds are played in one call at most: in between, Python looks for signals."""


class Playout:
    """A game that is played on from a state: the picks are those of random seats at a table of a certain number."""

    def __init__(self, state: State, number: int, most: int, check: bool) -> None:
        """At most so many decisions are made; with `check`, `always` rules are looked at after each."""
        self.state, self.number, self.most, self.check = state, number & MASK64, most, check
        self.record = _record(self.number, 0, state.machine.seats)

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


def _record(number: int, made: int, seats: int) -> array[int]:
    """Return what C keeps of a game that is played: its number, decisions, a broken rule, decisions of each seat."""
    return array("q", [number - ((number & 1 << 63) << 1), made, 0, *[0] * seats])


@dataclass(slots=True)
class Game:
    """What came of a game: how it ended (see above), or the problem that Python found."""

    number: int
    status: int
    asked: list[int]
    end: State
    points: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    """By scoring and seat."""
    broken: int = 0
    problem: Exception | None = None


def games(machine: Machine, numbers: range, most: int, check: bool) -> Iterator[Game]:
    """Play games at random, in one thread; what each came to is yielded in order."""
    room, length = 64, machine.c.rw_row_length()
    rows, done = array("q", bytes(8 * room * length)), ctypes.c_int64()
    ends, current = (machine.held * room)(), machine.held()
    machine.start.in_c()
    record = _record(numbers.start, -1, machine.seats)
    while True:
        given = (machine.start.held, current, record.buffer_info()[0], numbers.stop, most, check, int(AT_ONCE * 1e9))
        into = (room, rows.buffer_info()[0], ends, ctypes.byref(done))
        status = machine.c.rw_play_many(machine.run.held, *given, *into)
        for at in range(done.value):
            yield _game(machine, rows[at * length : (at + 1) * length], ends[at])
        if status == OVER:
            return
        if status == SLICE:
            if machine.run.stopped:
                return
            continue
        number = record[0] & MASK64
        yield _unusual(Playout(State(machine, None, current), number, most, check), record, status)
        record, current = _record(number + 1, -1, machine.seats), machine.held()


def _game(machine: Machine, row: array[int], end: Any) -> Game:
    seats = machine.seats
    parts = [row[at : at + seats].tolist() for at in range(2, len(row), seats)]
    held = machine.held.from_buffer_copy(end)
    return Game(row[0] & MASK64, OVER, parts[0], State(machine, None, held), parts[1], parts[2], parts[3:])


def _unusual(playout: Playout, record: array[int], status: int) -> Game:
    """Return what came of a game for which C did not do everything."""
    playout.record, state, plain = record, playout.state, playout.state.machine.plain
    game = Game(playout.number, status, [], state)
    try:
        if status not in (LIMIT, BROKEN):
            game.status = playout.on()
        game.broken, seats = playout.broken, range(state.machine.seats)
        if game.status == OVER:
            game.scores = [[score(state.vector, seat) for seat in seats] for score in plain.score]
            game.points, game.ranks = [sum(points) for points in zip(*game.scores, strict=True)], state.ranks()
    except Exception as problem:  # noqa: BLE001  a broken game is a result, too
        game.problem = problem
    game.asked = playout.asked
    return game
