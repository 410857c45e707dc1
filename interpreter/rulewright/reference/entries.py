"""Pages of the reference and their entries, read from the Markdown files in this folder."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from rulewright.frozen import frozen_class

HERE = Path(__file__).parent
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
QUALIFIER = re.compile(r" \([a-z .]+\)$")
"""What a title in a heading ends in where the same word has another meaning, too: `each (inventory)`."""
YAML_PAIR = re.compile(r"^([a-z ]+): ([a-z ]+)$")
"""An entry of a YAML file as it is written there: `kind: seat`."""
CODES_PREFIX = "codes-"
"""How the names of the pages begin that hold a code of a message under each heading."""


@frozen_class
class ReferenceEntry:
    """What the reference says under one heading, which may name several words."""

    page: str
    heading: str
    text: str

    @property
    def titles(self) -> tuple[str, ...]:
        """The words that the heading names."""
        return titles_in(self.heading)

    @property
    def gist(self) -> str:
        """The first paragraph in one line."""
        return " ".join(self.text.partition("\n\n")[0].split())

    def full_text(self) -> str:
        """Return heading and text."""
        return f"{self.heading}\n\n{self.text}\n"


@frozen_class
class ReferencePage:
    """A file of the reference: its name without `.md`, its title, what it says before its first entry, the entries."""

    name: str
    title: str
    intro: str
    entries: tuple[ReferenceEntry, ...]
    weight: float = 1.0
    """How much the search makes of a find here."""
    answers: bool = False
    """Whether its entries answer what people look for: the first title of each is its name, the others are synonyms."""

    @property
    def holds_codes(self) -> bool:
        """Whether its entries are codes of messages."""
        return self.name.startswith(CODES_PREFIX)


@cache
def pages_by_topic() -> dict[str, tuple[ReferencePage, ...]]:
    """Return the pages by topic, in the order in which a designer needs them."""
    found = tomllib.loads((HERE / "contents.toml").read_text("utf-8"))
    return {
        topic["title"]: tuple(
            _read_page(name, topic.get("weight", 1.0), topic.get("answers", False)) for name in topic["pages"]
        )
        for topic in found["topic"]
    }


def all_pages() -> tuple[ReferencePage, ...]:
    """Return all pages, in the order of the contents."""
    return tuple(page for some in pages_by_topic().values() for page in some)


def _read_page(name: str, weight: float, answers: bool) -> ReferencePage:
    head, *parts = HEADING.split((HERE / f"{name}.md").read_text("utf-8"))
    title, _, intro = head.removeprefix("# ").partition("\n")
    several = zip(parts[::2], parts[1::2], strict=True)
    entries = tuple(ReferenceEntry(name, heading, text.strip()) for heading, text in several)
    return ReferencePage(name, title, intro.strip(), entries, weight, answers)


def titles_in(heading: str) -> tuple[str, ...]:
    """Return the words that a heading names: they are separated by commas, and a comma may be one of them."""
    return tuple(QUALIFIER.sub("", title) for title in _split_heading(heading))


def _split_heading(heading: str) -> list[str]:
    return [title for title in re.split(r",\s+", heading) if title]


@cache
def _entries_by_title() -> dict[str, str]:
    """Return what all entries of a title say, by that title: first those in which it is a word of the language."""
    found: dict[str, str] = {}
    entries = [entry for page in all_pages() for entry in page.entries]
    for entry in sorted(entries, key=lambda entry: QUALIFIER.search(entry.heading) is not None):
        for title in entry.titles:
            found[title] = f"{found[title]}\n{entry.full_text()}" if title in found else entry.full_text()
    return found


def explained_words() -> tuple[str, ...]:
    """Return every word and code that has an entry, in alphabetical order."""
    return tuple(sorted(_entries_by_title()))


def explanation_of(word: str) -> str | None:
    """Return what the reference says about a word of the language or the code of a message; None: nothing.

    The word may be written as in a heading, `each (inventory)`, or as in a YAML file, `kind: seat`.
    """
    entries = _entries_by_title()
    wanted = YAML_PAIR.sub(r"\1 (\2)", _normalized_words(word))
    if wanted in entries:
        return entries[wanted]
    if QUALIFIER.search(wanted):
        alone = (
            entry.full_text()
            for page in all_pages()
            for entry in page.entries
            if wanted in _split_heading(entry.heading)
        )
        return next(alone, None)
    near = [title for title in sorted(entries) if wanted and wanted in title.split()]
    return entries[near[0]] if near else None


def page_of(word: str) -> ReferencePage | None:
    """Return the page of this name or title."""
    wanted = _normalized_words(word)
    return next((page for page in all_pages() if wanted in (page.name, page.title.lower())), None)


def _normalized_words(word: str) -> str:
    return " ".join(word.lower().split())
