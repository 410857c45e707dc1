"""Entry points for players: how programs are played on from any position, the same in Python and in C.

A search copies a position, takes choices in it, plays many games on at random and compares points and ranks; whoever
has little time plays a game in slices.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import IntEnum
from math import inf
from typing import Any, Generic, TypeVar

from rulewright.frozen import frozen_class

S = TypeVar("S", bound=Any)
"""A position: a vector, or what C holds of one, which can be read and changed like a vector."""

Decider = Callable[[list[int], list[int], int, int], int]
"""From a vector, its choices, the number of the game and how many decisions it has seen to the code of a choice."""

SEED = 1
"""Where the number by which chance goes is in a vector."""


class End(IntEnum):
    """How playing on ends, for good or for now."""

    OVER = 0
    SLICE = 1
    """The time is over, or somebody has stopped the run: `on` resumes it."""
    LIMIT = 2
    """As many decisions have been made as are allowed."""
    BROKEN = 3
    """An `always` rule does not hold."""


@frozen_class
class Played:
    """What a game came to. `made` are its decisions, `asked` those of each seat; seats that are equal share a rank,
    from 0."""

    number: int
    end: End
    made: int
    asked: tuple[int, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]


class Playout(ABC, Generic[S]):
    """A game that is played on from a position, which changes: by random seats at a table with a certain number."""

    state: S
    end: End = End.SLICE

    def __init__(self, number: int, most: int, check: bool) -> None:
        """At most `most` decisions are made; with `check`, `always` rules are evaluated after each."""
        self.number, self.most, self.check = number, most, check

    @property
    @abstractmethod
    def made(self) -> int:
        """How many decisions have been made."""

    @property
    @abstractmethod
    def asked(self) -> list[int]:
        """The decisions of each seat."""

    @property
    @abstractmethod
    def broken(self) -> int:
        """The number of the `always` rule that does not hold, once one is broken."""

    def on(self, seconds: float = inf) -> End:
        """Play on for at most `seconds`; return how that ended. Raise `ExecutionError` if the rules cannot continue."""
        self.end = self._play_slice(seconds)
        return self.end

    @abstractmethod
    def _play_slice(self, seconds: float) -> End: ...


class Playing(ABC, Generic[S]):
    """What players do with the positions of one program."""

    @abstractmethod
    def copy(self, state: S, seed: int | None = None) -> S:
        """Return a position once more; with a seed, chance goes another way from there."""

    @abstractmethod
    def sample(self, state: S, seat: int, number: int) -> S:
        """Return a determinization: a position that looks the same to a seat, as a function of what it can know.

        Equal numbers give equal positions, in Python and in C. Chance goes another way from there.
        """

    @abstractmethod
    def choices(self, state: S) -> list[int]:
        """Return the choices at a decision."""

    @abstractmethod
    def take(self, state: S, code: int) -> list[int] | None:
        """Take a choice in a position; return the choices at the next decision, None when the game is over."""

    @abstractmethod
    def points(self, state: S) -> list[int]:
        """Return the points of each seat."""

    @abstractmethod
    def ranks(self, state: S) -> list[int]:
        """Return the rank of each seat, the first one 0; seats that nothing sets apart share one."""

    @abstractmethod
    def broken(self, state: S) -> int | None:
        """Return the number of the first `always` rule that does not hold."""

    @abstractmethod
    def playout(self, state: S, number: int, most: int, check: bool) -> Playout[S]:
        """Return a game that goes on from a position, which it changes."""

    def play_many(self, state: S, numbers: range, most: int, check: bool, threads: int = 1) -> list[Played]:
        """Play a game on from a position for each number, which is also the seed of its chance; return them in order.

        Threads are for programs in C; others play in one. Raises the `ExecutionError` of the first game that has one.
        """
        return [self.played(state, number, most, check) for number in numbers]

    def played(self, state: S, number: int, most: int, check: bool) -> Played:
        """Play one game on from a copy of a position."""
        playout = self.playout(self.copy(state, number), number, most, check)
        playout.on()
        return self.result(playout)

    def result(self, playout: Playout[S]) -> Played:
        """Return the result of a game, with its current points and ranks."""
        points, ranks = tuple(self.points(playout.state)), tuple(self.ranks(playout.state))
        return Played(playout.number, playout.end, playout.made, tuple(playout.asked), points, ranks)


def reseed(state: S, number: int) -> None:
    """Let chance go by another number from now on."""
    state[SEED] = number
