"""Lockstep run: one game under two programs, with the same number and the same choices by name, until they diverge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rulewright.backends import ExecutionError, Program
from rulewright.comparison.divergence.shared_state import POINTS, SharedState
from rulewright.engine.snapshot import NOBODY, Value, Values
from rulewright.engine.words import choice_names

Names = tuple[str, ...]

OPTION, RESULT = "option", "result"
"""How games diverge: an option that only one has, or another result of the same choice."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A name whose value is another one in the second game; None where it is at rest or not there."""

    name: str
    first: Value | None
    second: Value | None


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two games diverge: the number of decisions, who is asked, what only one offers, which values differ."""

    after: int
    asked: tuple[str, str]
    only: tuple[Names, Names]
    shifts: tuple[Shift, ...] = ()

    @property
    def how(self) -> str:
        """How the games diverge: by an option or by a result."""
        return RESULT if self.shifts else OPTION


class Played(Protocol):
    """Games that are played by the names of choices until they diverge."""

    @property
    def codes(self) -> list[list[int]]:
        """The choices in each game, by number."""

    @property
    def offered(self) -> list[Names]:
        """The choices in each game, by name."""

    @property
    def made(self) -> list[str]:
        """The names of the choices that were taken."""

    @property
    def over(self) -> bool:
        """Whether both games are over."""

    def begin(self, number: int) -> None:
        """Start both games with a number."""

    def choose(self, name: str) -> None:
        """Take the choice with a name in both games."""

    def asked_alike(self) -> bool:
        """Whether both games ask the same seat the same question."""

    def parting(self) -> Parting | None:
        """Return how the games diverge here, or None if they do not."""


class Lockstep:
    """Two games side by side. `offered` are the names of the choices in each."""

    def __init__(self, first: Program, second: Program) -> None:
        self.programs = first, second
        self.registers = SharedState(first, second), SharedState(second, first)
        self.known: tuple[dict[Names | tuple[int, ...], Names], ...] = ({}, {})
        self.states: list[list[int]] = [[], []]
        self.codes: list[list[int]] = [[], []]
        self.offered: list[Names] = [(), ()]
        self.made: list[str] = []

    def begin(self, number: int) -> None:
        """Start the game of this number under both."""
        self.made = []
        for side, program in enumerate(self.programs):
            state = program.initial(number)
            self.states[side] = state
            self._asked(side, program.begin(state) or [])

    def choose(self, name: str) -> None:
        """Take a choice that both offer."""
        self.made.append(name)
        for side, program in enumerate(self.programs):
            code = self.codes[side][self.offered[side].index(name)]
            self._asked(side, program.take(self.states[side], code) or [])

    def _asked(self, side: int, codes: list[int]) -> None:
        key, known = tuple(codes), self.known[side]
        if key not in known:
            known[key] = tuple(choice_names(self.programs[side], codes))
        self.codes[side], self.offered[side] = codes, known[key]

    @property
    def over(self) -> bool:
        """Whether both games are over."""
        return all(program.is_over(state) for program, state in zip(self.programs, self.states, strict=True))

    def seat(self, side: int) -> str:
        """Return who is asked in one of the games."""
        state, program = self.states[side], self.programs[side]
        seat = program.seat_asked(state)
        return program.seat_names[seat] if seat >= 0 else NOBODY

    def asked_alike(self) -> bool:
        """Whether both ask the same seat and offer the same, in whatever order."""
        return self.seat(0) == self.seat(1) and set(self.offered[0]) == set(self.offered[1])

    def parting(self) -> Parting | None:
        """Return how the games differ here, if they do."""
        shifts = shifted(*(reader.values(state) for reader, state in zip(self.registers, self.states, strict=True)))
        if not shifts and self.asked_alike():
            return None
        here, there = self.offered
        only = tuple(n for n in here if n not in there), tuple(n for n in there if n not in here)
        return Parting(len(self.made), (self.seat(0), self.seat(1)), only, shifts)


def shifted(first: Values, second: Values) -> tuple[Shift, ...]:
    """Return the names whose values differ."""
    names = (name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    found = (Shift(name, first.get(name), second.get(name)) for name in names)
    return tuple(sorted(found, key=lambda shift: (_weight(shift), shift.name)))


def _weight(shift: Shift) -> int:
    """The most telling first: pieces that only one side has; what rules remember of their own use comes last."""
    stem = shift.name.partition(" ")[0]
    if "." not in stem:
        return 1 if None not in (shift.first, shift.second) else 0
    return 2 if stem.count(".") > 1 and not stem.endswith(POINTS) else 1


def first_parting(both: Played, number: int, names: Sequence[str]) -> Parting | None:
    """Play a game up to the first decision where it differs; None when these decisions lead to no difference."""
    both.begin(number)
    found = both.parting()
    for name in names:
        if found is not None or name not in both.offered[0]:
            break
        both.choose(name)
        found = both.parting()
    return found


STOPS = (ExecutionError, RecursionError)
"""Errors that rules can raise at run time: the search abandons such a game."""
