"""Playing on at random in C: one game in slices, or many games in one call, on several threads.

Calls are short, so that Python can look for signals in between. A decision that C bails out of is made in Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from time import monotonic

from rulewright.backends.c.runtime import AT_ONCE, BAILED, BROKEN, LOOK, SLICE, Machine, State, ThreadRun, record_of
from rulewright.backends.playing import SEED, End, Played, Playing, Playout
from rulewright.chance import MASK64, pick


class PlayoutInC(Playout[State]):
    """A game that is played on in C."""

    def __init__(self, state: State, number: int, most: int, check: bool) -> None:
        super().__init__(number & MASK64, most, check)
        self.state = state
        self.record = record_of(self.number, 0, state.machine.seats)

    @property
    def made(self) -> int:
        """Return the number of decisions made so far, from the record that C updates."""
        return self.record[1]

    @property
    def broken(self) -> int:
        """Return the number of the violated invariant, once there is one."""
        return self.record[2]

    @property
    def asked(self) -> list[int]:
        """Return how many decisions each seat has made."""
        return self.record[3:].tolist()

    def _play_slice(self, seconds: float) -> End:
        end = monotonic() + seconds
        while True:
            status = self._in_c(min(AT_ONCE, end - monotonic()))
            if status == BAILED:
                status = self._in_python()
            elif status == LOOK:
                status = self._check_rules()
            if status != SLICE or monotonic() >= end or self.state.machine.run.stopped:
                return End(status)

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
            return End.OVER
        if self.made >= self.most:
            return End.LIMIT
        self.record[3 + state[plain.seats_of[~state[0]]]] += 1
        state.replayed(plain.take, codes[pick(self.number, self.made, len(codes))])
        self.record[1] += 1
        return self._check_rules()

    def _check_rules(self) -> int:
        found = self.state.broken() if self.check else None
        if found is None:
            return SLICE
        self.record[2] = found
        return BROKEN


class PlayingInC(Playing[State]):
    """Plays a program that has a library."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def copy(self, state: State, seed: int | None = None) -> State:
        """Return a copy of the C structure; `seed` replaces the seed of its chance."""
        copy = state.copy()
        if seed is not None:
            copy[SEED] = seed
        return copy

    def sample(self, state: State, seat: int, number: int) -> State:
        """Return a determinization of the position for a seat."""
        return state.sample(seat, number)

    def choices(self, state: State) -> list[int]:
        """Return the codes of the choices at the decision."""
        return state.choices()

    def take(self, state: State, code: int) -> list[int] | None:
        """Take a choice; return the choices at the next decision, None when the game is over."""
        return state.take(code)

    def points(self, state: State) -> list[int]:
        """Return the points of each seat."""
        return [state.points(seat) for seat in range(self.machine.seats)]

    def ranks(self, state: State) -> list[int]:
        """Return the rank of each seat, the first one 0; tied seats share a rank."""
        return state.ranks()

    def broken(self, state: State) -> int | None:
        """Return the number of the first invariant that does not hold, or None."""
        return state.broken()

    def playout(self, state: State, number: int, most: int, check: bool) -> Playout[State]:
        """Return a playout that runs in C and changes `state`."""
        return PlayoutInC(state, number, most, check)

    def play_many(self, state: State, numbers: range, most: int, check: bool, threads: int = 1) -> list[Played]:
        """Play one game for each number in a single call of C, on up to `threads` threads."""
        if not state.in_c():
            return super().play_many(state, numbers, most, check)
        width, seats = self.machine.c.rw_row_length(), self.machine.seats
        rows = self._in_threads(state, _split_numbers(numbers, threads), most, check)
        games = (_game_of_row(row[at : at + width], seats) for row in rows for at in range(0, len(row), width))
        found = {game.number: game for game in games}
        # what C could not finish is played here: the Python build serves one thread
        return [found.get(number) or self.played(state, number, most, check) for number in numbers]

    def _in_threads(self, state: State, parts: Sequence[range], most: int, check: bool) -> list[array[int]]:
        runs: list[ThreadRun] = []

        def play(part: range) -> array[int]:
            runs.append(self.machine.run)
            rows = array("q")
            for _ in self.machine.play_many(part, most, check, rows, state):
                pass
            return rows

        if len(parts) == 1:
            return [play(parts[0])]
        with ThreadPoolExecutor(len(parts)) as pool:
            futures = [pool.submit(play, part) for part in parts]
            try:
                return [future.result() for future in futures]
            except BaseException:
                for run in runs:
                    run.stop()
                raise


def _split_numbers(numbers: range, threads: int) -> list[range]:
    """Cut numbers into as many parts as there are threads, as equal as possible and none empty."""
    count = max(1, min(threads, len(numbers)))
    cuts = [len(numbers) * at // count for at in range(count + 1)]
    return [numbers[begin:end] for begin, end in pairwise(cuts)]


def _game_of_row(row: array[int], seats: int) -> Played:
    """Return a game that was played to its end in C from its row (see `Machine.play_many`)."""
    asked, points, ranks = (tuple(row[at : at + seats]) for at in range(2, 2 + 3 * seats, seats))
    return Played(row[0] & MASK64, End.OVER, row[1], asked, points, ranks)
