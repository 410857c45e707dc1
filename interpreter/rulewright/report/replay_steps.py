"""A recorded game in steps, for its page: the table at each decision, what was asked and offered, what happened.

The table is that of one seat, or one that shows every secret. Equal parts of the table are there once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulewright.engine.game import Question
from rulewright.report.layout import unfolded
from rulewright.report.log_text import EVERYTHING, story
from rulewright.report.model import Position, Replay, Report, Section
from rulewright.report.pictures import Board, Spot, board
from rulewright.report.table import look, names_of
from rulewright.report.table.model import Grid, Row, Rows
from rulewright.report.table.model import Section as TableSection

if TYPE_CHECKING:
    from rulewright.engine import Game

Shown = tuple[int, tuple[int, ...]]
"""The number of a part of the table, and those of the spaces or rows in it."""


class Why(NamedTuple):
    """What is not offered, by menu, with the reasons."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]


Part = TableSection | Why | Board | Spot | Row


class PositionCollector:
    """Collects the positions of a game as a reader sees them; -1 reads every secret."""

    def __init__(self, reader: int) -> None:
        self.reader = reader
        self.positions: list[Position] = []
        self.names: list[str] = []
        self._numbers: dict[Part, int] = {}
        self._told = 0
        self._before: list[int] | None = None

    def add(self, game: Game, taken: str = "") -> None:
        """Take in a position, and the name of the choice that is made there."""
        seat = None if self.reader == EVERYTHING else self.reader
        table = look(game, seat, self._before, everything=self.reader == EVERYTHING)
        self.names = names = names_of(game)
        parts = [self._shown(section, names) for section in table.sections]
        question = game.question
        mine = question is not None and self.reader in (EVERYTHING, question.seat)
        self.positions.append(Position(
            len(self.positions), unfolded(story(game.log[self._told :], self.reader)), ", ".join(table.phases),
            names[question.seat] if question else "", question.prompt if question and mine else "",
            [choice.label for choice in question.choices] if question and mine else [],
            _choice_label(question, taken) if question and mine else "", parts, self._why(game) if mine else 0,
        ))  # fmt: skip
        self._told, self._before = len(game.log), list(game.state)

    def report(self, title: str, head: Sequence[str], end: Sequence[str], language: str = "") -> Report:
        """Return the page; `end` are the lines of the final count, or who is asked where the game was left."""
        parts = {number: part for part, number in self._numbers.items()}
        game = Replay(self.positions, parts, self.names, end)
        return Report([Section([game])], title, [Section(head)], kind="replay", language=language)

    def _shown(self, section: TableSection, names: Sequence[str]) -> Shown:
        """Return a part with its spaces or rows, so that what stays the same is written once."""
        if isinstance(section, Grid):
            drawn = board(section, names)
            spots = [spot for spot in drawn.spots if spot.lines or spot.offered or spot.changed]
            bare = drawn._replace(spots=tuple(spot.bare for spot in drawn.spots))
            return self._number(bare), tuple(map(self._number, spots))
        if isinstance(section, Rows):
            return self._number(replace(section, rows=())), tuple(map(self._number, section.rows))
        return self._number(section), ()

    def _why(self, game: Game) -> int:
        groups = tuple((name, tuple(lines)) for name, lines in game.why_not())
        return self._number(Why(groups)) if groups else 0

    def _number(self, part: Part) -> int:
        return self._numbers.setdefault(part, len(self._numbers) + 1)


def _choice_label(question: Question, taken: str) -> str:
    return next((choice.label for choice in question.choices if choice.name == taken), "")
