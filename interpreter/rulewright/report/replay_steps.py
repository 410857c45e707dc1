"""A recorded game in steps, for its page: the table at each decision, what was asked and offered, what happened.

The table is that of one seat, or one that shows every secret. Successive pictures of it have most of their lines in
common, so the page holds each line once, and for each step only what differs from the one before:

    lines 0 1 2 3, then [[1, 2, [4]]]      the second table is the first one with line 4 in place of line 1
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from rulewright.engine.game import Question
from rulewright.engine.table_rules import table_rules_of
from rulewright.report.drawing import draw_icons, draw_table, styles_of
from rulewright.report.layout import unfolded
from rulewright.report.log_text import EVERYTHING, story
from rulewright.report.model import Position, Replay, Report, Section, Splice, Why
from rulewright.report.table import look, names_of

if TYPE_CHECKING:
    from rulewright.engine import Game


class PositionCollector:
    """Collects the positions of a game as a reader sees them; -1 reads every secret."""

    def __init__(self, reader: int) -> None:
        self.reader = reader
        self.positions: list[Position] = []
        self.icons = ""
        self._lines: dict[str, int] = {}
        self._whys: dict[Why, int] = {}
        self._shown: list[int] = []
        self._told = 0
        self._before: list[int] | None = None

    def add(self, game: Game, taken: str = "") -> None:
        """Take in a position, and the name of the choice that is made there."""
        seat = None if self.reader == EVERYTHING else self.reader
        names, styles = names_of(game), styles_of(table_rules_of(game.program))
        table = look(game, seat, self._before, everything=self.reader == EVERYTHING)
        question = game.question
        mine = question is not None and self.reader in (EVERYTHING, question.seat)
        self.positions.append(Position(
            len(self.positions), unfolded(story(game.log[self._told :], self.reader)), ", ".join(table.phases),
            names[question.seat] if question else "", question.prompt if question and mine else "",
            [choice.label for choice in question.choices] if question and mine else [],
            _choice_label(question, taken) if question and mine else "", self._splices(draw_table(table, styles)),
            self._why(game) if mine else 0,
        ))  # fmt: skip
        self.icons, self._told, self._before = draw_icons(styles), len(game.log), list(game.state)

    def report(self, title: str, head: Sequence[str], end: Sequence[str], language: str = "") -> Report:
        """Return the page; `end` are the lines of the final count, or who is asked where the game was left."""
        whys = {number: why for why, number in self._whys.items()}
        game = Replay(self.positions, list(self._lines), whys, self.icons, end)
        return Report([Section([game])], title, [Section(head)], kind="replay", language=language)

    def _splices(self, drawn: str) -> list[Splice]:
        """Return how the numbers of the last table's lines become those of this one, from its end to its beginning."""
        before = self._shown
        self._shown = now = [self._lines.setdefault(line, len(self._lines)) for line in drawn.splitlines()]
        found = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
        return [(start, end, now[a:b]) for tag, start, end, a, b in reversed(found) if tag != "equal"]

    def _why(self, game: Game) -> int:
        groups = tuple((name, tuple(lines)) for name, lines in game.why_not())
        return self._whys.setdefault(groups, len(self._whys) + 1) if groups else 0


def _choice_label(question: Question, taken: str) -> str:
    return next((choice.label for choice in question.choices if choice.name == taken), "")
