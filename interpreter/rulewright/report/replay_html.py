"""A recorded game as a page to step through: the table at each decision, what was asked and offered, what happened.

The table is that of one seat, or one that shows every secret. Equal parts of the table are written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulewright.engine.game import Question
from rulewright.report.layout import unfolded
from rulewright.report.log_text import EVERYTHING, story
from rulewright.report.pages import page
from rulewright.report.pictures import Board, Spot, board
from rulewright.report.table import look, names_of
from rulewright.report.table.model import Facts, Grid, Path, Place, Row, Rows, Section

if TYPE_CHECKING:
    from rulewright.engine import Game, LogLine

Shown = tuple[int, tuple[int, ...]]
"""The number of a part of the table, and those of the spaces or rows in it."""


class Step(NamedTuple):
    """A position: what happened before it, the phases, the question, and the parts of the table.

    `chosen` is empty at the end, and where the reader may not know it; `why` is the number of a part, 0 for none.
    """

    number: int
    told: tuple[str, ...]
    phases: str
    who: str
    prompt: str
    options: tuple[str, ...]
    chosen: str
    parts: tuple[Shown, ...]
    why: int


class Why(NamedTuple):
    """What is not offered, by menu, with the reasons."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]


Part = Section | Why | Board | Spot | Row


KINDS: dict[type, str] = {
    Board: "board", Spot: "spot", Rows: "rows", Row: "row", Path: "path", Place: "place", Facts: "facts", Why: "why",
}  # fmt: skip
"""What draws a part in the template."""


class Steps:
    """Collects the positions of a game as a reader sees them; -1 reads every secret."""

    def __init__(self, reader: int) -> None:
        self.reader = reader
        self.steps: list[Step] = []
        self._numbers: dict[Part, int] = {}
        self._told = 0
        self._before: list[int] | None = None

    @property
    def parts(self) -> dict[int, Part]:
        """The parts of tables by their numbers."""
        return {number: part for part, number in self._numbers.items()}

    def add(self, game: Game, taken: str = "") -> None:
        """Take in a position, and the name of the choice that is made there."""
        seat = None if self.reader == EVERYTHING else self.reader
        table = look(game, seat, self._before, everything=self.reader == EVERYTHING)
        names = names_of(game)
        parts = tuple(self._shown(section, names) for section in table.sections)
        question = game.question
        mine = question is not None and self.reader in (EVERYTHING, question.seat)
        self.steps.append(Step(
            len(self.steps), _story_of(game.log[self._told :], self.reader), ", ".join(table.phases),
            names[question.seat] if question else "", question.prompt if question and mine else "",
            tuple(choice.label for choice in question.choices) if question and mine else (),
            _choice_label(question, taken) if question and mine else "", parts, self._why(game) if mine else 0,
        ))  # fmt: skip
        self._told, self._before = len(game.log), list(game.state)

    def _shown(self, section: Section, names: Sequence[str]) -> Shown:
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


def drawn(section: Section, names: Sequence[str]) -> tuple[str, Section | Board]:
    """Return a part of a table with the name of the macro that draws it."""
    part = board(section, names) if isinstance(section, Grid) else section
    return KINDS[type(part)], part


def _story_of(lines: Sequence[LogLine], reader: int) -> tuple[str, ...]:
    return tuple(unfolded(story(lines, reader)))


def _choice_label(question: Question, taken: str) -> str:
    return next((choice.label for choice in question.choices if choice.name == taken), "")


def replay_html(
    title: str, head: Sequence[str], names: Sequence[str], found: Steps, end: Sequence[str], language: str = ""
) -> str:
    """Return the page; `end` are the lines of the final count, or who is asked where the game was left."""
    parts = [(number, KINDS[type(part)], part) for number, part in found.parts.items()]
    return page(
        "replay", title, language, head=head, names=names, steps=found.steps, parts=parts, end=end,
    )  # fmt: skip
