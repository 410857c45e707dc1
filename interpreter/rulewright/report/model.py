"""What a command concludes, as values: sections of sentences, tables, charts and games to step through.

A command makes one `Report`, and `renderers.py` has its three forms. Most sections are for both terminals and pages.
Where a page has room for what a terminal has not (a matrix, a drawing), a section is for one of them `only`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from rulewright.phrasing import counted
from rulewright.report.plots import Axis, Histogram, Interval

TERMINAL: Literal["terminal"] = "terminal"
PAGE: Literal["page"] = "page"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text that is folded on a terminal: behind `indent`, and behind `more` from its second line on."""

    text: str
    indent: str = ""
    more: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A text that stays on one line, such as a command to be copied."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list of sentences."""

    sentences: Sequence[str]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """An entry of a table; on a page with small texts below it, such as an interval, and strong where it is clear."""

    text: str
    small: Sequence[str] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Entries; on a terminal with sentences below them, on a page with an interval drawn on the axis of the table."""

    cells: Sequence[str | Cell]
    below: Sequence[str | Sentence] = ()
    clear: bool = False
    drawn: Interval | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, on a terminal its least width, and whether longer entries are cut short to that."""

    heading: str = ""
    width: int = 0
    right: bool = True
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """The column of drawn intervals: its heading, the unit, and the axis."""

    heading: str
    unit: str
    axis: Axis


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below headings; on a terminal columns are `gap` blanks apart. The first `names` columns name the rows."""

    columns: Sequence[Column]
    rows: Sequence[Row | Sequence[str | Cell]]
    gap: int = 0
    indent: str = ""
    names: int = 1
    plot: Plot | None = None

    @property
    def entries(self) -> list[Row]:
        """The rows, also those that were given as nothing but their cells."""
        return [row if isinstance(row, Row) else Row(row) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Folded:
    """A table that a page shows when it is unfolded."""

    summary: str
    table: Table


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing for pages: a histogram, or the share of A and B by name."""

    title: str
    drawn: Histogram | Mapping[str, tuple[float, float]]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Charts:
    """Drawings beside each other."""

    charts: Sequence[Chart]


@dataclass(frozen=True, slots=True)
class Steps:
    """A game to step through on a page, and at its end what each of two rulesets makes of the last choice."""

    game: int
    seats: Sequence[str]
    steps: Sequence[Sequence[str]]
    how: str
    ends: tuple[Sequence[str], Sequence[str]]
    names: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Position:
    """A recorded game at a decision: what happened before it, the phases, the question, and the parts of the table.

    `parts` are numbers, each with those of the spaces or rows in it; `why` is the number of a part, 0 for none.
    `chosen` is empty at the end, and where the reader may not know it.
    """

    number: int
    told: Sequence[str]
    phases: str
    who: str
    prompt: str
    options: Sequence[str]
    chosen: str
    parts: Sequence[tuple[int, Sequence[int]]]
    why: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game to step through on a page: positions, parts of the table by number, the seats, the last lines."""

    positions: Sequence[Position]
    parts: Mapping[int, object]
    names: Sequence[str]
    end: Sequence[str]


Block = str | Sentence | Line | Items | Table | Folded | Charts | Steps | Replay
"""A part of a section; a text is a sentence."""


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that belong together; on a page under a heading, to which its anchor leads."""

    blocks: Iterable[Block]
    heading: str = ""
    anchor: str = ""
    only: Literal["", "terminal", "page"] = ""


@dataclass(frozen=True, slots=True)
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


def troubles(
    faults: Mapping[str, Sequence[Game]], failures: Mapping[str, Sequence[Game]]
) -> Iterator[tuple[str, Sequence[Game]]]:
    """Yield what was wrong with seats outside, and what broke, each with its games."""
    yield from ((f"In {counted(len(games), 'game')} {said}", games) for said, games in faults.items())
    yield from ((f"{counted(len(games), 'game')} broken: {said}", games) for said, games in failures.items())


def named_columns(first: str, width: int, headings: Sequence[str], widths: Sequence[int]) -> list[Column]:
    """Return a column of names, which are cut short, and columns of numbers."""
    return [Column(first, width, right=False, cut=True), *map(Column, headings, widths)]
