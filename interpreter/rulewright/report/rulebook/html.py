"""A rulebook as one page: for a screen, a phone and paper."""

from __future__ import annotations

from itertools import takewhile

from rulewright.report.pages import page
from rulewright.report.rulebook.model import Book
from rulewright.report.rulebook.phrases import Phrase


def html(book: Book) -> str:
    """Return the whole book."""
    entries = [entry for chapter in book.chapters for entry in chapter.entries]
    numbers = {entry.key.anchor: entry.number for entry in entries}  # links show them, also on paper
    return page("rulebook", f"{book.title}: rulebook", book=book, numbers=numbers, short=_short)


def _short(title: Phrase) -> str:
    """Return a title without what the rule is given."""
    return "".join(stretch.text for stretch in takewhile(lambda stretch: not stretch.style, title)).rstrip(" (:")
