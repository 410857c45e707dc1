"""Change marks: a book beside another one, with marks, old sentences beside new ones, and removed rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from rulewright.rulebook.model import (
    Block,
    Book,
    Chapter,
    Entry,
    Faces,
    Group,
    Line,
    Lines,
    Paragraph,
    Picture,
    Row,
    Table,
    Terms,
)
from rulewright.rulebook.phrases import Phrase, Run, plain, run, say
from rulewright.rulebook.rule_text import RuleText, rule_texts
from rulewright.rulebook.side_by_side import pairs

NOTE = re.compile(r"assumed \d+")
SIGN = "\u25c6"
MARK: Phrase = (Run(f"{SIGN} ", "mark"),)
MARKED = ("box", "holdings", "set-up", "course", "scoring", "tables", "terms", "rulings", "always", "other")
"""Chapters that say rules; those on pieces, which have names of their own, are marked, too."""


Rows = Mapping[tuple[str, str], tuple[Phrase, ...]]
"""The rows of the other book's tables in a chapter, by the title of the table and their first cell."""

NO_ROWS: Rows = {}


@dataclass(frozen=True, slots=True)
class Other:
    """The book that another one is set against: its rules, their texts, and all texts outside of rules."""

    entries: Mapping[str, Entry]
    texts: Mapping[str, RuleText]
    loose: frozenset[str]


def marked(book: Book, against: Book, name: str) -> Book:
    """Return the book with a mark before everything that `against`, called `name`, does not say there.

    Changed rules have the old sentences beside the new ones, and what was removed stands where it was.
    """
    entries = {entry.key.rule: entry for chapter in against.chapters for entry in chapter.entries}
    loose = [block for chapter in against.chapters for block in chapter.intro + _blocks(chapter)]
    other = Other(entries, rule_texts(against), frozenset(_texts(loose)))
    texts = rule_texts(book)
    chapters = []
    for chapter in book.chapters:
        if chapter.anchor in MARKED or chapter.anchor.startswith("pieces-"):
            old = next((one for one in against.chapters if one.anchor == chapter.anchor), None)
            chapter = _chapter(chapter, old, other, texts)
        chapters.append(chapter)
    about = say("{} marks what differs from {}.", run(SIGN, "mark"), run(name))
    return replace(book, about=(*book.about, about), chapters=tuple(chapters))


def _rows(chapter: Chapter | None) -> Rows:
    blocks = (*chapter.intro, *_blocks(chapter)) if chapter is not None else ()
    tables = [(_title(block), block.rows) for block in blocks if isinstance(block, Table | Terms)]
    return {(title, _own(row.cells[0])): row.cells for title, rows in tables for row in rows if row.cells}


def _title(block: Table | Terms) -> str:
    return block.title if isinstance(block, Table) else ""


def _blocks(chapter: Chapter) -> tuple[Block, ...]:
    return tuple(part for part in chapter.parts if isinstance(part, Paragraph | Lines | Table | Terms))


def _chapter(chapter: Chapter, old: Chapter | None, other: Other, texts: Mapping[str, RuleText]) -> Chapter:
    parts: list[Entry | Group | Block] = []
    rows = _rows(old)
    for part in chapter.parts:
        if isinstance(part, Entry):
            parts.append(_entry(part, other, texts))
        elif isinstance(part, Paragraph | Lines | Table | Terms):
            parts.append(_block(part, other.loose, rows))
        else:
            parts.append(part)
    for before, entry in pairwise([None, *(old.entries if old is not None else ())]):
        if entry is not None and entry.key.rule not in texts:
            rules = [part.key.rule if isinstance(part, Entry) else "" for part in parts]
            at = rules.index(before.key.rule) + 1 if before and before.key.rule in rules else 0
            text, title = other.texts[entry.key.rule], say("{}{} (removed)", MARK, entry.title)
            changes = tuple(pairs((*text.comment, *text.lines), ()))
            parts.insert(at, Entry(entry.key, title, (), changes=changes, gone=True))
    return replace(chapter, parts=tuple(parts))


def _entry(entry: Entry, other: Other, texts: Mapping[str, RuleText]) -> Entry:
    """A rule that is new has its title marked; of one that is there already, what differs."""
    old = other.entries.get(entry.key.rule)
    if old is None:
        return replace(entry, title=MARK + entry.title)
    known = frozenset(_texts(old.blocks))
    was, now = other.texts[entry.key.rule], texts[entry.key.rule]
    changes = (*pairs(was.comment, now.comment), *pairs(was.lines, now.lines))
    return replace(entry, blocks=tuple(_block(block, known, NO_ROWS) for block in entry.blocks), changes=changes)


def _block(block: Block, known: frozenset[str], rows: Rows) -> Block:
    if isinstance(block, Paragraph):
        return replace(block, text=_text(block.text, known))
    if isinstance(block, Lines):
        return replace(block, lines=tuple(_line(line, known) for line in block.lines))
    if isinstance(block, Faces | Picture):
        return block
    printed = isinstance(block, Table) and plain(block.head[-1]) == "Printed"
    return replace(block, rows=tuple(_row(row, known, rows, _title(block), printed) for row in block.rows))


def _line(line: Line, known: frozenset[str]) -> Line:
    return replace(line, text=_text(line.text, known), under=tuple(_line(under, known) for under in line.under))


def _row(row: Row, known: frozenset[str], rows: Rows, title: str, printed: bool) -> Row:
    """Mark a row that differs; a cell with another text before says it. The last one may say where it is printed."""
    if _of(row) in known or not row.cells:
        return row
    old = rows.get((title, _own(row.cells[0])), ())
    old = old[: len(row.cells) - printed] if len(old) == len(row.cells) else ()
    cells = [
        say("{} {}", cell, run(f"(before: {_own(before)})", "em")) if before and _own(before) != _own(cell) else cell
        for cell, before in zip_longest(row.cells, old, fillvalue=())
    ]
    return replace(row, cells=(MARK + cells[0], *cells[1:]))


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
        elif isinstance(block, Table | Terms):
            yield from (_of(row) for row in block.rows)


def _lines(lines: Iterable[Line]) -> Iterable[str]:
    for line in lines:
        yield _own(line.text)
        yield from _lines(line.under)
