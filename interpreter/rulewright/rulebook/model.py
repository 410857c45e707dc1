"""The document: chapters, entries, paragraphs and tables, before they become a page or a text file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rulewright.rulebook.phrases import Phrase
from rulewright.rulebook.side_by_side import SentencePair


@dataclass(frozen=True, slots=True)
class RuleKey:
    """What a paragraph says: a rule by its full name, and which line of it; 0 is the rule as a whole."""

    rule: str
    step: int
    file: str
    line: int

    @property
    def anchor(self) -> str:
        """The name under which links find it."""
        return f"{self.rule}.{self.step}" if self.step else self.rule

    @property
    def where(self) -> str:
        """The rule's full name with file and line."""
        return f"{self.rule}, {self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text of our own or of the ruleset's; with a key when it comes from a rule."""

    kind: ClassVar[str] = "paragraph"
    text: Phrase
    key: RuleKey | None = None


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """One sentence of a rule, with the lines under it; `steps` when these are done in order."""

    text: Phrase
    key: RuleKey
    under: tuple[SentenceLine, ...] = ()
    steps: bool = True


@dataclass(frozen=True, slots=True)
class SentenceLines:
    """The sentences of a rule; in order when they are `steps`."""

    kind: ClassVar[str] = "lines"
    lines: tuple[SentenceLine, ...]
    steps: bool = True


def nested_lines(lines: Iterable[SentenceLine], depth: int = 0) -> Iterator[tuple[int, SentenceLine]]:
    """Yield sentences and those under them in reading order, each with its depth."""
    for line in lines:
        yield depth, line
        yield from nested_lines(line.under, depth + 1)


@dataclass(frozen=True, slots=True)
class RulebookRow:
    """A row of a table; with a key when it comes from a rule."""

    cells: tuple[Phrase, ...]
    key: RuleKey | None = None


@dataclass(frozen=True, slots=True)
class RulebookTable:
    """A table; the first cell of each row is its heading."""

    kind: ClassVar[str] = "table"
    title: str
    head: tuple[Phrase, ...]
    rows: tuple[RulebookRow, ...]
    key: RuleKey | None = None
    notes: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of what something is called and what there is to say about it."""

    kind: ClassVar[str] = "terms"
    rows: tuple[RulebookRow, ...]


class Face(NamedTuple):
    """One face: its title, its printed facts by name, sentences of its rule, how many there are, if it is assumed.

    `piece` is the full name of a piece that has it.
    """

    kind: str
    title: str
    facts: tuple[tuple[str, str], ...]
    text: tuple[str, ...]
    number: int
    assumed: bool
    piece: str = ""


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of pieces; only on pages, as pictures."""

    kind: ClassVar[str] = "faces"
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class GridPicture:
    """A grid, as a picture on pages and as a table elsewhere."""

    kind: ClassVar[str] = "picture"
    title: str
    table: RulebookTable
    """A row for each row of the grid, with the names of its spaces."""
    hexagons: bool = False


Block = Paragraph | SentenceLines | RulebookTable | Terms | Faces | GridPicture


@dataclass(frozen=True, slots=True)
class RulebookEntry:
    """One rule: its heading, what it says, and where that is printed and decided."""

    kind: ClassVar[str] = "entry"
    key: RuleKey
    title: Phrase
    blocks: tuple[Block, ...]
    notes: tuple[Phrase, ...] = ()
    number: str = ""
    great: bool = False
    """A part of the game that others belong to: a phase or a list of options."""
    changes: tuple[SentencePair, ...] = ()
    """Beside another book: its sentences that differ, old and new."""
    gone: bool = False
    """Only the other book has this rule."""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading over the entries that follow."""

    kind: ClassVar[str] = "group"
    title: str


@dataclass(frozen=True, slots=True)
class RulebookChapter:
    """A chapter with its introduction and its entries."""

    anchor: str
    title: str
    intro: tuple[Block, ...] = ()
    parts: tuple[RulebookEntry | Group | Block, ...] = ()
    number: int = 0

    @property
    def entries(self) -> tuple[RulebookEntry, ...]:
        """The entries without the headings between them."""
        return tuple(part for part in self.parts if isinstance(part, RulebookEntry))


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole rulebook."""

    title: str
    about: tuple[Phrase, ...]
    chapters: tuple[RulebookChapter, ...]
