"""A program in C as Python sees it: states, and the decisions in them.

`Machine` holds the library and the Python build of the same program; `ThreadRun` is what one thread works in; `State`
is a position of a game, which can be read and changed as the vector that it stands for. Whatever C bails out of is
replayed by the Python build, which raises what is to be said, or does it.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Protocol, overload

from rulewright.backends.playing import SEED, End, Playing
from rulewright.chance import MASK64

_INT, _LONG, _HELD = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p

OVER, SLICE, BROKEN, LOOK, UNSCORED, BAILED = End.OVER, End.SLICE, End.BROKEN, 4, 5, -1
"""How playing ends, and C's own, which are dealt with here: it bailed out of an `always` rule, of the points, of a
decision."""
_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
"""By width in bytes, how `struct` calls the numbers of a field."""
Held = ctypes.Array[ctypes.c_char]
"""What C keeps of a state."""
InC = Callable[[int, Held, int], int]
"""A call that changes a state: it returns how many choices there are then, or less than 0 where C bails out."""
InVector = Callable[[list[int], int], list[int] | None]
"""The same on a vector: returns the choices."""
Reader = tuple[Callable[[Held, int], tuple[int, ...]], int]
"""Reads numbers out of what C holds, and from which byte on."""
AT_ONCE = 0.05
"""The maximum number of seconds in one call; in between, Python handles signals."""


_CALLS: dict[str, tuple[list[type[ctypes._CDataType]], type[ctypes._CDataType] | None]] = {
    "rw_new": ([], _HELD), "rw_free": ([_HELD], None), "rw_stop": ([_HELD, _INT], None), "rw_state_size": ([], _LONG),
    "rw_stop_at_forced": ([_HELD], None),
    "rw_column": ([_LONG, _HELD], _LONG), "rw_load": ([_HELD, _HELD], _INT),
    "rw_store": ([_HELD, _HELD], None), "rw_list": ([_HELD, _HELD], _INT),
    "rw_choices": ([_HELD], ctypes.POINTER(_LONG)), "rw_advance": ([_HELD, _HELD, _LONG], _INT),
    "rw_take": ([_HELD, _HELD, _LONG], _INT), "rw_points": ([_HELD, _HELD, _INT, _HELD], _INT),
    "rw_ranks": ([_HELD, _HELD, _HELD, _HELD], _INT), "rw_broken": ([_HELD, _HELD], _INT),
    "rw_play": ([_HELD, _HELD, _HELD, _LONG, _INT, _LONG], _INT),
    "rw_play_many": ([_HELD, _HELD, _HELD, _HELD, ctypes.c_uint64, _LONG, _INT, _LONG, _LONG, _HELD, _HELD], _INT),
    "rw_sample": ([_HELD, _HELD, _INT, ctypes.c_uint64], _INT),
    "rw_row_length": ([], _INT),
    "rw_evaluated": ([_HELD, _HELD, _HELD, _INT, _HELD], _INT),
    "rw_rated": ([_HELD, _HELD, _HELD, ctypes.c_uint64, _HELD, _INT, _HELD], _INT),
    "rw_search_new": ([_HELD, _HELD, _HELD, _INT, ctypes.c_uint64, _HELD, _LONG], _HELD),
    "rw_search_free": ([_HELD], None),
    "rw_search_run": ([_HELD, _HELD, _LONG, _LONG], _LONG),
    "rw_search_edge": ([_HELD, _INT, _LONG, _HELD], _LONG),
    "rw_search_found": ([_HELD, _HELD, _HELD, _INT, _HELD, _HELD, _HELD], _INT),
}  # fmt: skip


class InPython(Protocol):
    """The plain Python build of the same program, on vectors."""

    def advance(self, state: list[int], at: int, /) -> list[int] | None:
        """Run from a block or question to the next decision; return its choices, None when the game is over."""

    def take(self, state: list[int], code: int, /) -> list[int] | None:
        """Take a choice and run to the next decision."""

    def choices(self, state: list[int], /) -> list[int]:
        """Return the codes of the choices at the vector's decision."""

    def points(self, state: list[int], seat: int, /) -> int:
        """Return all points of a seat."""

    @property
    def score(self) -> list[Callable[[list[int], int], int]]:
        """One function per scoring: the points of a seat."""

    @property
    def tie(self) -> list[Callable[[list[int], int], int]]:
        """One function per tie-break: the number by which seats with equal points are compared."""

    @property
    def always(self) -> list[Callable[[list[int]], int]]:
        """One function per invariant: 0 if it does not hold."""

    @property
    def seats_of(self) -> list[int]:
        """By question, the index in the vector of the seat that is asked."""

    @property
    def playing(self) -> Playing[list[int]]:
        """What samples worlds that C cannot hold."""

    @property
    def dictated(self) -> dict[str, list[int]]:
        """Outcomes of chance that a scenario prescribes, by stream; C bails out while there are any."""


class Machine:
    """A library, and what calling it takes to know of its program."""

    def __init__(
        self, library: ctypes.CDLL, plain: InPython, start: Sequence[int], seats: int, forced: bool = False
    ) -> None:
        """With `forced` it stops at decisions with one choice as well, as `plain` has to."""
        for name, (given, result) in _CALLS.items():
            function = getattr(library, name)
            function.argtypes, function.restype = given, result
        self.c, self.plain, self.seats, self.length, self.forced = library, plain, seats, len(start), forced
        self.held: type[Held] = ctypes.c_char * library.rw_state_size()
        self.runs = threading.local()
        self.reader = cache(self._reader)
        """Returns what reads a number of the vector, or a stretch, out of what C holds; None for what is no field."""
        self.start = State(self, list(start))

    @property
    def run(self) -> ThreadRun:
        """The run of this thread."""
        run: ThreadRun | None = getattr(self.runs, "run", None)
        if run is None:
            run = self.runs.run = ThreadRun(self.c, self.length)
            if self.forced:
                self.c.rw_stop_at_forced(run.held)
        return run

    def initial(self, seed: int) -> State:
        """Return the state before the first block."""
        state = self.start.copy()
        state[SEED] = seed
        return state

    def play_many(
        self, numbers: range, most: int, check: bool, rows: array[int], start: State | None = None
    ) -> Iterator[int]:
        """Play games at random, in this thread, and append a row for each that comes to its end.

        Each begins at `start`, or where all games do, with its number as the seed. A row is the number of the game, how
        many decisions, those of each seat, points, ranks, points by scoring and seat, and the numbers that the game
        itself has. The numbers of the other games are yielded.
        """
        start = self.start if start is None else start
        room, length = 64, self.c.rw_row_length()
        found, done, current = array("q", bytes(8 * room * length)), _LONG(), self.held()
        into = (room, found.buffer_info()[0], ctypes.byref(done))
        record = record_of(numbers.start, -1, self.seats)
        if not start.in_c():
            yield from numbers
            return
        status: int = SLICE
        while status != OVER and not self.run.stopped:
            at, slice_ = record.buffer_info()[0], int(AT_ONCE * 1e9)
            given = (start.held, current, at, numbers.stop, most, check, slice_)
            status = self.c.rw_play_many(self.run.held, *given, *into)
            rows.extend(found[: done.value * length])
            if status not in (OVER, SLICE):
                number = record[0] & MASK64
                yield number
                record = record_of(number + 1, -1, self.seats)

    def _reader(self, start: int, stop: int) -> Reader | None:
        found = (_LONG * 2)()
        there = start < stop <= start + self.c.rw_column(start, found)
        layout = struct.Struct(f"={stop - start}{_CODES[found[1]]}") if there else None
        return None if layout is None else (layout.unpack_from, found[0])

    def state(self, vector: Sequence[int]) -> State:
        """Return the state of a vector."""
        return State(self, list(vector))


class ThreadRun:
    """What one thread works in: budgets, choices, the way out."""

    def __init__(self, c: ctypes.CDLL, length: int) -> None:
        self.c, self.held, self.numbers = c, c.rw_new(), array("q", bytes(8 * length))
        if not self.held:
            raise MemoryError
        self.stopped, self._choices, self.numbers_at = False, c.rw_choices(self.held), self.numbers.buffer_info()[0]

    def __del__(self) -> None:
        self.c.rw_free(self.held)

    def choices(self, count: int) -> list[int]:
        """Return the choices that the last call has listed."""
        found: list[int] = self._choices[:count]
        return found

    def stop(self, wanted: bool = True) -> None:
        """Have playing in this run stop soon; may be called by other threads."""
        self.stopped = wanted
        self.c.rw_stop(self.held, wanted)


class State:
    """A position of a game: what C holds, or a vector, or both. Whichever is asked for is made of the other."""

    __slots__ = ("machine", "held", "_vector", "_newer")

    def __init__(self, machine: Machine, vector: list[int] | None = None, held: Held | None = None) -> None:
        self.machine = machine
        self.held = machine.held() if held is None else held
        self._vector, self._newer = vector, held is None

    def copy(self) -> State:
        """Return the same state once more."""
        if self._newer:
            return State(self.machine, self.vector.copy())
        return State(self.machine, None, self.machine.held.from_buffer_copy(self.held))

    # -- the vector

    @property
    def vector(self) -> list[int]:
        """The vector, for reading only."""
        if self._vector is None:
            self._vector = self.packed().tolist()
            self._vector[SEED] &= MASK64
        return self._vector

    def packed(self) -> array[int]:
        """Return the vector as 64-bit numbers, its seed as a signed one, until this thread asks for others.

        Raises `OverflowError` if a number is larger.
        """
        if self._newer:
            numbers = self.vector.copy()
            numbers[SEED] = _as_signed(numbers[SEED])
            return array("q", numbers)
        run = self.machine.run
        self.machine.c.rw_store(self.held, run.numbers_at)
        return run.numbers

    def __len__(self) -> int:
        return self.machine.length

    def __iter__(self) -> Iterator[int]:
        return iter(self.vector)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        if self._vector is not None:
            return self._vector[at]
        if isinstance(at, int):
            reader = self.machine.reader(at, at + 1)
            return self.vector[at] if reader is None else reader[0](self.held, reader[1])[0]
        is_whole = at.start is None or at.stop is None
        reader = None if is_whole else self.machine.reader(at.start, at.stop)
        return self.vector[at] if reader is None else list(reader[0](self.held, reader[1]))

    @overload
    def __setitem__(self, at: int, value: int) -> None: ...
    @overload
    def __setitem__(self, at: slice, value: Sequence[int]) -> None: ...
    def __setitem__(self, at: int | slice, value: int | Sequence[int]) -> None:
        if isinstance(at, slice):
            assert not isinstance(value, int)
            self.vector[at] = value
        else:
            assert isinstance(value, int)
            self.vector[at] = value
        self._newer = True

    def index(self, number: int, start: int, end: int) -> int:
        """Return the first index of a number between two indices, like `list.index`."""
        return self.vector.index(number, start, end)

    def in_c(self) -> bool:
        """Have C hold the state; return whether it can."""
        if self.machine.plain.dictated:
            return False
        if not self._newer:
            return True
        try:
            numbers = self.packed()
        except OverflowError:
            return False
        self._newer = bool(self.machine.c.rw_load(self.held, numbers.buffer_info()[0]))
        return not self._newer

    def changed(self) -> None:
        """Note that C has changed what it holds."""
        self._vector = None

    # -- decisions

    def advance(self, at: int) -> list[int] | None:
        """Run from a block or question to the next decision of two choices or more; None when the game is over."""
        return self._run_on(self.machine.c.rw_advance, self.machine.plain.advance, at)

    def take(self, code: int) -> list[int] | None:
        """Take a choice of the question at this position, and run to the next decision."""
        return self._run_on(self.machine.c.rw_take, self.machine.plain.take, code)

    def _run_on(self, in_c: InC, in_python: InVector, given: int) -> list[int] | None:
        if self.in_c():
            run = self.machine.run
            count = in_c(run.held, self.held, given)
            if count >= 0:
                self._vector = None
                return run.choices(count) if count else None
        return self.replayed(in_python, given)

    def replayed(self, in_python: InVector, given: int) -> list[int] | None:
        """Do in Python what C bailed out of."""
        vector, self._newer = self.vector, True
        return in_python(vector, given)

    def choices(self) -> list[int]:
        """Return the choices at this position."""
        if self.in_c():
            run = self.machine.run
            count = self.machine.c.rw_list(run.held, self.held)
            if count >= 0:
                return run.choices(count)
        return self.machine.plain.choices(self.vector.copy())

    def sample(self, seat: int, number: int) -> State:
        """Return a determinization: a position that looks the same to a seat, as a function of what it can know."""
        world = self.copy()
        if world.in_c():
            run = self.machine.run
            if self.machine.c.rw_sample(run.held, world.held, seat, number & MASK64) == 0:
                world.changed()
                return world
        return State(self.machine, self.machine.plain.playing.sample(self.vector, seat, number))

    # -- what only looks

    def points(self, seat: int) -> int:
        """Return all points of a seat."""
        found = _LONG()
        if self.in_c() and self.machine.c.rw_points(self.machine.run.held, self.held, seat, ctypes.byref(found)) == 0:
            return found.value
        return self.machine.plain.points(self.vector, seat)

    def ranks(self) -> list[int]:
        """Return the place of each seat, the first one 0; seats that nothing sets apart share a place."""
        seats = self.machine.seats
        found = array("q", bytes(16 * seats))
        at = found.buffer_info()[0]
        if self.in_c() and self.machine.c.rw_ranks(self.machine.run.held, self.held, at, at + 8 * seats) == 0:
            return found[seats:].tolist()
        return self.machine.plain.playing.ranks(self.vector)

    def broken(self) -> int | None:
        """Return the number of the first `always` rule that does not hold."""
        rules = self.machine.plain.always
        found = self.machine.c.rw_broken(self.machine.run.held, self.held) if self.in_c() else -1
        if found < 0:
            found = next((i for i, holds in enumerate(rules) if not holds(self.vector)), len(rules))
        return found if found < len(rules) else None


def record_of(number: int, made: int, seats: int) -> array[int]:
    """Return what C keeps of a game that is played: its number, decisions, a broken rule, decisions of each seat."""
    return array("q", [_as_signed(number & MASK64), made, 0, *[0] * seats])


def _as_signed(number: int) -> int:
    """Return the signed integer with the same 64 bits."""
    return number - ((number & 1 << 63) << 1)
