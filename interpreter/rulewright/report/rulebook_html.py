"""The page of a rulebook."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from rulewright.report.drawing import draw_icons, drawn
from rulewright.report.drawing.printed import PrintedFace, declared_grid, small
from rulewright.report.pages import page
from rulewright.rulebook.model import Face, Rulebook
from rulewright.rulebook.phrases import Phrase

if TYPE_CHECKING:
    from rulewright.report.drawing import Styles


class StartingTable(NamedTuple):
    """The table at the start of a game: a caption, its picture as markup, and the styles of its things."""

    caption: str
    markup: str
    styles: Styles


def rulebook_html(book: Rulebook, home: str = "", start: StartingTable | None = None) -> str:
    """Return the whole book as a page, with the table at the start; `home`, if given, is a page above it."""
    entries = [entry for chapter in book.chapters for entry in chapter.entries]
    numbers = {entry.key.anchor: entry.number for entry in entries}  # links show them, also on paper
    styles = start.styles if start is not None else None

    def pictured(faces: tuple[Face, ...]) -> list[PrintedFace]:
        return [small(face, styles) for face in faces]

    return page(
        "rulebook", f"{book.title}: rulebook", book=book, numbers=numbers, short=_title_alone, compact=False, home=home,
        start=start, pictured=pictured, boarded=lambda of: drawn(declared_grid(of)),
        icons=draw_icons(styles) if styles is not None else "",
    )  # fmt: skip


def _title_alone(title: Phrase) -> str:
    """Return a title without what the rule is given."""
    return "".join(stretch.text for stretch in takewhile(lambda stretch: not stretch.style, title)).rstrip(" (:")
