"""Change marks: a book in which everything that another book does not say is marked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rulewright.report.rulebook.model import Block, Book, Chapter, Entry, Line, Lines, Paragraph, Row, Table, Terms
from rulewright.report.rulebook.phrases import Phrase, Run, plain, run, say

NOTE = re.compile(r"assumed \d+")
SIGN = "\u25c6"
MARK: Phrase = (Run(f"{SIGN} ", "mark"),)
MARKED = ("box", "holdings", "set-up", "course", "scoring", "tables", "terms", "rulings", "always", "other")
"""Chapters that say rules; those on pieces, which have names of their own, are marked, too."""


def marked(book: Book, against: Book, name: str) -> Book:
    """Return the book with a mark before everything that `against`, called `name`, does not say there."""
    known = {
        entry.key.rule: frozenset(_texts(entry.blocks)) for chapter in against.chapters for entry in chapter.entries
    }
    loose = frozenset(text for chapter in against.chapters for text in _texts(chapter.intro + _blocks(chapter)))
    chapters = tuple(
        _chapter(chapter, known, loose) if chapter.anchor in MARKED or chapter.anchor.startswith("pieces-") else chapter
        for chapter in book.chapters
    )
    gone = _gone(book, against)
    about = [say("{} marks what differs from {}.", run(SIGN, "mark"), run(name))]
    if gone:
        about.append(run(f"Not here any more: {', '.join(gone)}."))
    return replace(book, about=(*book.about, *about), chapters=chapters)


def _gone(book: Book, against: Book) -> list[str]:
    """The titles of rules that only the other book has."""
    here = {entry.key.rule for chapter in book.chapters for entry in chapter.entries}
    there = [entry for chapter in against.chapters for entry in chapter.entries]
    return [f"{plain(entry.title)} ({entry.key.rule})" for entry in there if entry.key.rule not in here]


def _blocks(chapter: Chapter) -> tuple[Block, ...]:
    return tuple(part for part in chapter.parts if isinstance(part, Paragraph | Lines | Table | Terms))


def _chapter(chapter: Chapter, known: dict[str, frozenset[str]], loose: frozenset[str]) -> Chapter:
    parts = tuple(
        _entry(part, known.get(part.key.rule)) if isinstance(part, Entry)
        else _block(part, loose) if isinstance(part, Paragraph | Lines | Table | Terms)
        else part
        for part in chapter.parts
    )  # fmt: skip
    return replace(chapter, parts=parts)


def _entry(entry: Entry, known: frozenset[str] | None) -> Entry:
    """A rule that is new has its title marked; of one that is there already, what differs."""
    if known is None:
        return replace(entry, title=MARK + entry.title)
    return replace(entry, blocks=tuple(_block(block, known) for block in entry.blocks))


def _block(block: Block, known: frozenset[str]) -> Block:
    if isinstance(block, Paragraph):
        return replace(block, text=_text(block.text, known))
    if isinstance(block, Lines):
        return replace(block, lines=tuple(_line(line, known) for line in block.lines))
    return replace(block, rows=tuple(_row(row, known) for row in block.rows))


def _line(line: Line, known: frozenset[str]) -> Line:
    return replace(line, text=_text(line.text, known), under=tuple(_line(under, known) for under in line.under))


def _row(row: Row, known: frozenset[str]) -> Row:
    changed = _of(row) not in known and row.cells
    return replace(row, cells=(MARK + row.cells[0], *row.cells[1:])) if changed else row


def _text(text: Phrase, known: frozenset[str]) -> Phrase:
    return text if _own(text) in known else MARK + text


def _own(text: Phrase) -> str:
    """Return a text without the numbers of notes, which differ from book to book."""
    return NOTE.sub("", plain(text))


def _of(row: Row) -> str:
    return " | ".join(_own(cell) for cell in row.cells)


def _texts(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield _own(block.text)
        elif isinstance(block, Lines):
            yield from _lines(block.lines)
        else:
            yield from (_of(row) for row in block.rows)


def _lines(lines: Iterable[Line]) -> Iterable[str]:
    for line in lines:
        yield _own(line.text)
        yield from _lines(line.under)
