"""What the page of editions shows, as values that its template prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.report.face_pictures import FacePicture
from rulewright.report.model import Steps
from rulewright.report.plots import Interval
from rulewright.rulebook.model import Rulebook
from rulewright.rulebook.side_by_side import SentencePair


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the rulesets: its letter on the page, its name, title and edition, its rulebook, its rules as titles."""

    letter: str
    name: str
    headline: str
    book: Rulebook


class Passage(NamedTuple):
    """Where something is printed: the title of the source, and the passage."""

    source: str
    passage: str


class RuleShown(NamedTuple):
    """A rule that differs: its title, its anchors in both rulebooks (empty where it is missing), its sentences."""

    title: str
    was_at: str
    now_at: str
    pairs: tuple[SentencePair, ...]


class TableRow(NamedTuple):
    """An entry of a table: what it is looked up by, before and now."""

    keys: tuple[str, ...]
    was: str
    now: str


class TableShown(NamedTuple):
    """A printed table, or what is printed on pieces, with the entries that differ."""

    title: str
    head: tuple[str, ...]
    rows: tuple[TableRow, ...]


class Measured(NamedTuple):
    """What a difference does in play: points a player and decisions a game, each with its interval."""

    difference: float
    points: str
    points_within: tuple[str, str]
    points_clear: bool
    length: str
    length_within: tuple[str, str]
    drawn: Interval


@dataclass(frozen=True, slots=True)
class Version:
    """What a difference is in some editions (their letters), compared with the first one."""

    letters: tuple[str, ...]
    rules: tuple[RuleShown, ...]
    tables: tuple[TableShown, ...]
    gone: tuple[FacePicture, ...]
    come: tuple[FacePicture, ...]
    was_in: tuple[Passage, ...]
    now_in: tuple[Passage, ...]
    measured: Measured | None = None
    played: Steps | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference, in one or more editions."""

    number: int
    name: str
    anchor: str
    title: str
    sentence: str
    grade: str
    section: str
    assumed: bool
    versions: tuple[Version, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """The editions that have it."""
        return tuple(letter for version in self.versions for letter in version.letters)
