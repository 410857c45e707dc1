"""What seats and screens need of a running game, as protocols.

The engine's classes implement them, and so do small fakes in the tests of the screens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class TableChoice(Protocol):
    """One answer to a question."""

    @property
    def code(self) -> int:
        """The option and what comes with it, as one integer."""

    @property
    def name(self) -> str:
        """The stable name, which saves and scripts use: `bid 6`."""

    @property
    def label(self) -> str:
        """The text that players read."""

    @property
    def menu(self) -> str | None:
        """The title of the menu to which the choice belongs, if any."""

    @property
    def also(self) -> bool:
        """Whether the choice is a free effect, after which the same question is asked again."""

    @property
    def amount(self) -> int | None:
        """The number that the choice stands for, if it is one of a range."""


class TableQuestion(Protocol):
    """What somebody is asked."""

    @property
    def seat(self) -> int:
        """The number of the seat that decides, from 0."""

    @property
    def prompt(self) -> str:
        """The question as players read it."""

    @property
    def choices(self) -> Sequence[TableChoice]:
        """The choices, at least two."""

    @property
    def secret(self) -> bool:
        """Whether the other seats must not see the answer."""

    @property
    def amount(self) -> bool:
        """Whether a number is asked for."""


class TableLine(Protocol):
    """One line of the log."""

    @property
    def text(self) -> str:
        """The whole line."""

    @property
    def rule(self) -> str:
        """The rule that caused it."""

    @property
    def place(self) -> str:
        """File and line of that rule."""

    @property
    def private(self) -> frozenset[int] | None:
        """The seats that may read the line; None if everybody may."""

    @property
    def heading(self) -> bool:
        """Whether the line begins a phase."""

    @property
    def who(self) -> str:
        """The player at the beginning of the line, if it has one."""

    @property
    def phrase(self) -> str:
        """The rest of the line."""

    @property
    def choice(self) -> bool:
        """Whether `phrase` is the option that was chosen."""

    @property
    def instead(self) -> bool:
        """Whether the line is for the seats that may not read the line before it."""

    @property
    def forced(self) -> bool:
        """Whether it was the only choice."""

    @property
    def thing(self) -> str:
        """What a choice names, if it names nothing else."""

    @property
    def subject(self) -> str:
        """What the line says how it stands with; of several in a row the last one counts."""

    @property
    def routine(self) -> bool:
        """Whether the line is bookkeeping, which a story leaves out."""

    @property
    def verb(self) -> str:
        """The verb, by which lines are joined."""

    @property
    def question(self) -> int:
        """The number of the question that a choice answers; -1 if the line is no choice."""

    @property
    def menu(self) -> str:
        """The title of the menu to which the choice belongs, if any."""


class TableGame(Protocol):
    """A game at a question, or at its end if there is none."""

    @property
    def seed(self) -> int:
        """The number of the game, on which all chance depends, with its secret if it has one."""

    @property
    def number(self) -> int:
        """The number of the game as people see it."""

    @property
    def question(self) -> TableQuestion | None:
        """The question to be answered; None when the game is over."""

    @property
    def log(self) -> Sequence[TableLine]:
        """The log since the game began."""

    @property
    def decisions(self) -> Sequence[str]:
        """The names of the choices so far."""

    @property
    def state(self) -> Sequence[int]:
        """The state vector."""

    @property
    def alone(self) -> str:
        """The step that a scenario runs by itself; empty in a whole game."""

    def choose(self, answer: int | str) -> None:
        """Make a choice, given by its code or name. Raises `ValueError` if it is not offered."""

    def copy(self) -> TableGame:
        """Return an independent copy."""

    def why(self, name: str) -> Sequence[str]:
        """Return why an option is not offered, given its name; empty if there is no such option."""

    def why_not(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return the options that are not offered, by menu, with their reasons."""

    def scores(self) -> Sequence[Mapping[str, int]]:
        """Return the points of each seat by source."""

    def totals(self) -> Sequence[int]:
        """Return the points of each seat."""

    def ranking(self) -> Sequence[Sequence[int]]:
        """Return the seats by rank, tied ones together."""

    def headings(self) -> Sequence[str]:
        """Return the phases that the game is in, the outermost first."""

    def spaces(self) -> Sequence[str]:
        """Return the labels of all spaces of the grids."""
