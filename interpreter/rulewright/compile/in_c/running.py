"""A program that runs in C: the same vectors, choices and ends as in the plain build, only sooner.

Its vectors are C's own: they are read, changed, cut and copied as lists are. What C does not do (dice that somebody
dictates, whatever goes wrong) the Python build does, from the same vector.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.compile.chance import MASK64
from rulewright.compile.in_c.library import library
from rulewright.compile.in_c.module import MOST_CHOICES
from rulewright.compile.machine import Trouble
from rulewright.compile.program import Advance, Points, Program, Promise, Take, WholeGame

_NUMBER = ctypes.c_longlong


def in_c(program: Program) -> Program:
    """Return a plain program that runs in C; raise `NoLibrary` with the reason where it cannot."""
    made = library(program)
    vector = _vector_class(program.length)
    start: Any = vector(*program.start)
    calls = _calls(made)
    advance, take = _runners(program, made, calls)
    return replace(
        program, start=start, advance=advance, take=take, whole_game=_whole_game(program, start, calls),
        always=_promises(program, vector, calls), points=_points(program, vector, calls), opened=None,
    )  # fmt: skip


def as_list(state: Any) -> list[int]:
    """Return one of C's vectors as the Python build has it: there the seed is never below 0."""
    plain: list[int] = state[:]
    plain[1] &= MASK64
    return plain


def _vector_class(length: int) -> Any:
    """Return the class of C's vectors of so many numbers."""

    def copy(self: Any) -> Any:
        return made.from_buffer_copy(self)

    def index(self: Any, number: int, start: int, end: int) -> int:
        return start + int(self[start:end].index(number))

    made: Any = type("Vector", (ctypes.Array,), {"_type_": _NUMBER, "_length_": length, "copy": copy, "index": index})
    return made


Calls = dict[str, Callable[..., int]]


def _calls(made: ctypes.CDLL) -> Calls:
    vector, game, found_there = ctypes.c_void_p, ctypes.c_ulonglong, ctypes.POINTER(_NUMBER)
    given = {
        "rw_advance": [vector, _NUMBER],
        "rw_take": [vector, _NUMBER],
        "rw_play": [vector, _NUMBER, game, _NUMBER, ctypes.c_int, vector],
        "rw_promise": [vector, ctypes.c_int, found_there],
        "rw_points": [vector, _NUMBER, found_there],
    }
    found: Calls = {}
    for name, sorts in given.items():
        function = getattr(made, name)
        function.argtypes, function.restype = sorts, ctypes.c_int
        found[name] = function
    return found


def _runners(program: Program, made: ctypes.CDLL, calls: Calls) -> tuple[Advance, Take]:
    """Return what `advance` and `take` of the program are in C."""
    listed = (_NUMBER * MOST_CHOICES).in_dll(made, "rw_choices")
    in_advance, in_take, dictated = calls["rw_advance"], calls["rw_take"], program.dictated

    def again(function: Callable[[list[int], int], list[int] | None], state: list[int], given: int) -> list[int] | None:
        """What C gave up, by the Python build: that raises what is to be said, or does it."""
        plain = as_list(state)
        try:
            found = function(plain, given)
        finally:
            state[:] = plain
        if as_list(state) != plain:
            raise Trouble("out-of-range", -1, "a number has more than 18 digits")
        return found

    def advance(state: list[int], at: Any) -> list[int] | None:
        count = -1 if dictated else in_advance(state, at)
        return listed[:count] if count > 0 else None if count == 0 else again(program.advance, state, at)

    def take(state: list[int], code: int) -> list[int] | None:
        count = -1 if dictated else in_take(state, code)
        return listed[:count] if count > 0 else None if count == 0 else again(program.take, state, code)

    return advance, take


def _whole_game(program: Program, start: Any, calls: Calls) -> WholeGame:
    seats, play, counts = program.seats, calls["rw_play"], _NUMBER * (program.seats + 1)

    def whole_game(number: int, most: int, check: bool) -> tuple[list[int], list[int]] | None:
        state, asked = start.copy(), counts()
        state[1] = number
        if program.dictated or play(state, state[0], number, most, check, asked) != 0:
            return None
        return as_list(state), asked[:seats]

    return whole_game


def _promises(program: Program, vector: Any, calls: Calls) -> list[Promise]:
    """Return the promises, looked at in C when it is one of C's vectors."""
    found, look = _NUMBER(), calls["rw_promise"]

    def in_c(which: int, in_python: Promise) -> Promise:
        def promise(state: list[int]) -> int:
            if state.__class__ is vector and look(state, which, found) == 0:
                return found.value
            return in_python(state)

        return promise

    return [in_c(which, in_python) for which, in_python in enumerate(program.always)]


def _points(program: Program, vector: Any, calls: Calls) -> Points:
    found, look, in_python = _NUMBER(), calls["rw_points"], program.points

    def points(state: list[int], seat: int) -> int:
        if state.__class__ is vector and look(state, seat, found) == 0:
            return found.value
        return in_python(state, seat)

    return points
