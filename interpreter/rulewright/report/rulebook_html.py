"""The page of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from rulewright.report.pages import page
from rulewright.report.pictures import Board, board
from rulewright.report.table.model import Grid, Section
from rulewright.rulebook.model import Rulebook
from rulewright.rulebook.phrases import Phrase


class StartingTable(NamedTuple):
    """The table at the start of a game: a caption, its sections, the players."""

    caption: str
    sections: Sequence[Section]
    names: Sequence[str]

    @property
    def parts(self) -> list[Section | Board]:
        """The sections as they are drawn."""
        return [board(one, self.names) if isinstance(one, Grid) else one for one in self.sections]


def rulebook_html(book: Rulebook, home: str = "", start: StartingTable | None = None) -> str:
    """Return the whole book as a page, with the table at the start; `home`, if given, is a page above it."""
    entries = [entry for chapter in book.chapters for entry in chapter.entries]
    numbers = {entry.key.anchor: entry.number for entry in entries}  # links show them, also on paper
    return page(
        "rulebook", f"{book.title}: rulebook", book=book, numbers=numbers, short=_title_alone, compact=False, home=home,
        start=start,
    )  # fmt: skip


def _title_alone(title: Phrase) -> str:
    """Return a title without what the rule is given."""
    return "".join(stretch.text for stretch in takewhile(lambda stretch: not stretch.style, title)).rstrip(" (:")
