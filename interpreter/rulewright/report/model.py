"""What a command concludes, as values: sections of sentences, tables, charts and games to step through.

A command makes one `Report`, and `renderers.py` has its three forms. Most sections are for both terminals and pages.
Where a page has room for what a terminal has not (a matrix, a drawing), a section is for one of them `only`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeVar

from rulewright.frozen import frozen_class
from rulewright.phrasing import counted
from rulewright.report.plots import Axis, Histogram, Interval

if TYPE_CHECKING:
    from rulewright.report.drawing.printed import PrintedFace
    from rulewright.rulebook.model import Rulebook
    from rulewright.rulebook.side_by_side import SentencePair

TERMINAL: Literal["terminal"] = "terminal"
PAGE: Literal["page"] = "page"


@frozen_class
class Run:
    """A stretch of a text: a link, if it has a target, behind a `number` if it has one; otherwise in a style.

    The style is strong, small, del, ins, or a class of the style sheet. `label` is what a link is called for those who
    cannot see it, and the tooltip of any other stretch.
    """

    text: str
    style: str = ""
    target: str = ""
    label: str = ""
    number: int = 0


Text = str | Sequence[str | Run]
"""A text, or its stretches."""


def unstyled_text(text: Text) -> str:
    """Return the words alone."""
    return "".join(one if isinstance(one, str) else one.text for one in text)


@frozen_class
class Sentence:
    """A text, folded on a terminal behind `indent` and, from its second line on, `more`; on a page of a `kind`."""

    text: Text
    indent: str = ""
    more: str | None = None
    kind: str = ""


@frozen_class
class Line:
    """A text that stays on one line, such as a command to be copied."""

    text: str


@frozen_class
class Items:
    """A list of sentences."""

    sentences: Sequence[str]
    ordered: bool = False


@frozen_class
class Row:
    """Entries; on a terminal with sentences below them, on a page with an interval drawn on the axis of the table."""

    cells: Sequence[Text]
    below: Sequence[str | Sentence] = ()
    clear: bool = False
    drawn: Interval | None = None


@frozen_class
class Column:
    """A column: its heading, on a terminal its least width, and whether longer entries are cut short to that."""

    heading: Text = ""
    width: int = 0
    right: bool = True
    cut: bool = False


@frozen_class
class Plot:
    """The column of drawn intervals: its heading, the unit, and the axis."""

    heading: str
    unit: str
    axis: Axis


@frozen_class
class Table:
    """Rows below headings; on a terminal columns are `gap` blanks apart. The first `names` columns name the rows.

    A page has the caption, and a style for its `kind`.
    """

    columns: Sequence[Column]
    rows: Sequence[Row | Sequence[Text]]
    gap: int = 0
    indent: str = ""
    names: int = 1
    plot: Plot | None = None
    caption: str = ""
    kind: str = ""

    @property
    def entries(self) -> list[Row]:
        """The rows, also those that were given as nothing but their cells."""
        return [row if isinstance(row, Row) else Row(row) for row in self.rows]


@frozen_class
class Folded:
    """Blocks that a page shows when they are unfolded."""

    summary: str
    blocks: Sequence[Block]


@frozen_class
class Chart:
    """A drawing for pages: a histogram, or the share of A and B by name."""

    title: str
    drawn: Histogram | Mapping[str, tuple[float, float]]
    unit: str = ""


@frozen_class
class Charts:
    """Drawings beside each other."""

    charts: Sequence[Chart]


@frozen_class
class Steps:
    """A game to step through on a page, and at its end what each of two rulesets makes of the last choice."""

    game: int
    seats: Sequence[str]
    steps: Sequence[Sequence[str]]
    how: str
    ends: tuple[Sequence[str], Sequence[str]]
    names: tuple[str, str] = ("", "")


Splice = tuple[int, int, Sequence[int]]
"""From which line of a table to which (exclusive) the lines with these numbers come instead."""

Why = tuple[tuple[str, tuple[str, ...]], ...]
"""What is not offered, by menu, with the reasons."""


@frozen_class
class Position:
    """A recorded game at a decision: what happened before it, the phases, the question, and how the table has changed.

    `why` says by its number what is not offered, 0 for nothing. `chosen` is empty at the end, and where the reader may
    not know it.
    """

    number: int
    told: Sequence[str]
    phases: str
    who: str
    prompt: str
    options: Sequence[str]
    chosen: str
    splices: Sequence[Splice]
    why: int


@frozen_class
class Replay:
    """A recorded game to step through on a page: positions, the lines of its tables, reasons, icons, the last lines."""

    positions: Sequence[Position]
    lines: Sequence[str]
    whys: Mapping[int, Why]
    icons: str
    end: Sequence[str]


# -- for pages only


@frozen_class
class Drawing:
    """An interval on its own."""

    interval: Interval
    plot: Plot


@frozen_class
class Terms:
    """Names with what is said of them."""

    rows: Sequence[tuple[str, Text]]


@frozen_class
class Faces:
    """Faces of pieces beside each other."""

    pictures: Sequence[PrintedFace]


@frozen_class
class Beside:
    """Sentences before and now, side by side below a title."""

    title: Text
    pairs: Sequence[SentencePair]


@frozen_class
class Book:
    """A rulebook, whose anchors begin with its letter; `touched` are links from its rules to articles."""

    letter: str
    book: Rulebook
    touched: Mapping[str, Sequence[Run]]


Block = (
    str | Sentence | Line | Items | Table | Folded | Charts | Steps | Replay | Drawing | Terms | Faces | Beside
    | Book
)  # fmt: skip
"""A part of a section; a text is a sentence."""


@frozen_class
class Article:
    """Blocks of a page under a heading of their own, which the contents list by a link; filters look at the rest."""

    anchor: str
    heading: Text
    link: Run
    blocks: Sequence[Block]
    grade: str = ""
    assumed: bool = False


@frozen_class
class Section:
    """Blocks that belong together; on a page under a heading, to which its anchor leads, and above its articles.

    A `kind` is for the style sheet. The contents of a page list its articles, or else its sections.
    """

    blocks: Iterable[Block]
    heading: str = ""
    anchor: str = ""
    only: Literal["", "terminal", "page"] = ""
    articles: Sequence[Article] = ()
    kind: str = ""


@frozen_class
class Report:
    """What a command concludes; `data` is the document for other programs, whose form is stable within a `version`."""

    sections: Sequence[Section]
    title: str = ""
    head: Sequence[Section] = ()
    """What comes first: on a page it stands with the title, above the contents."""
    kind: str = ""
    """The kind of page, for the style sheet."""
    data: Mapping[str, object] = field(default_factory=dict)
    indent: int = 2
    """How far each level of the document is indented."""
    escaped: bool = False
    """Whether letters beyond ASCII are escaped in the document."""
    language: str = ""
    """The language of the page's own words; English by default."""


Game = TypeVar("Game")


NUMBER = re.compile(r"[0-9]+")


def troubles(
    faults: Mapping[str, Sequence[Game]], failures: Mapping[str, Sequence[Game]]
) -> Iterator[tuple[str, Sequence[Game]]]:
    """Yield what was wrong with seats outside, and what broke, each with its games.

    What broke at one place counts as one trouble, whatever the numbers: that an amount came to 103, or to 105.
    """
    yield from ((f"In {counted(len(games), 'game')} {said}", games) for said, games in faults.items())
    causes = dict[str, tuple[str, list[Game]]]()
    for said, games in failures.items():
        what, _, place = said.rpartition(" (")
        causes.setdefault(f"{NUMBER.sub('', what)}{place}", (said, []))[1].extend(games)
    yield from ((f"{counted(len(games), 'game')} broken: {said}", games) for said, games in causes.values())


def first_games(
    faults: Mapping[str, Sequence[Game]], failures: Mapping[str, Sequence[Game]], called: Callable[[Game], str]
) -> list[Block]:
    """Return what was wrong with seats outside, and what broke, each with the first of its games."""
    each = [(said, Sentence(f"the first: {called(games[0])}", "  ")) for said, games in troubles(faults, failures)]
    return [block for both in each for block in both]


def troubled_data(troubled: Mapping[str, Sequence[Game]], of: Callable[[Game], object]) -> list[dict[str, object]]:
    """Return what was wrong with the games by which it was wrong, for other programs."""
    return [{"said": said, "games": [*map(of, games)]} for said, games in troubled.items()]


def broken_games(failures: Sequence[tuple[int, str]]) -> list[str]:
    """Return what broke in the first games that did, and how many more there are."""
    more = [f"{len(failures) - 3:,} more games broke, and do not count."] if len(failures) > 3 else []
    return [*(f"Game {number} broke and does not count: {said}" for number, said in failures[:3]), *more]


def named_columns(first: str, width: int, headings: Sequence[str], widths: Sequence[int]) -> list[Column]:
    """Return a column of names, which are cut short, and columns of numbers."""
    return [Column(first, width, right=False, cut=True), *map(Column, headings, widths)]
