"""Plays a program in Python and in C side by side, also where the rules go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.backends import ExecutionError, Program
from rulewright.backends.native import compiler

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
MOST = 3_000

Answer = list[int] | tuple[object, ...] | None
"""The choices; None at the end; or what went wrong, where, and what is said of it."""


def answered(function: Callable[[Any, int], Any], state: Any, given: int) -> Answer:
    """Return what comes of a step: whatever goes wrong, too."""
    try:
        found: Answer = function(state, given)
        return found
    except ExecutionError as error:
        return "ExecutionError", error.code, error.where, str(error)
    except Exception as problem:  # noqa: BLE001  what went wrong is compared
        return type(problem).__name__, str(problem)


def played(plain: Program, quick: Program, seed: int) -> tuple[int, Answer]:
    """Play one game at random in both; return the number of decisions and how it ended, the same in both."""
    chance, made = random.Random(seed), 0
    state, other = plain.initial(seed), quick.initial(seed)
    found, same = answered(plain.advance, state, state[0]), answered(quick.advance, other, other[0])
    while True:
        assert same == found, f"game {seed}, after {made} decisions"
        assert list(other) == state, f"game {seed}, after {made} decisions"
        looks_the_same(plain, quick, state, other)
        if not isinstance(found, list) or made >= MOST:
            return made, found
        code = chance.choice(found)
        found, same, made = answered(plain.take, state, code), answered(quick.take, other, code), made + 1


def looks_the_same(plain: Program, quick: Program, state: list[int], other: list[int]) -> None:
    """Compare the points of all seats and the promises."""
    for seat in range(plain.seats):
        assert answered(quick.points, other, seat) == answered(plain.points, state, seat)
    for promise, same in zip(plain.always, quick.always, strict=True):
        assert bool(same(other)) == bool(promise(state))
