"""Change marks: a book beside another one, with marks, old sentences beside new ones, and removed rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from rulewright.rulebook.model import (
    Block,
    Faces,
    GridPicture,
    Group,
    Paragraph,
    Rulebook,
    RulebookChapter,
    RulebookEntry,
    RulebookRow,
    RulebookTable,
    SentenceLine,
    SentenceLines,
    Terms,
    nested_lines,
)
from rulewright.rulebook.phrases import Phrase, TextRun, phrase_of, plain_text, say
from rulewright.rulebook.rule_text import RuleText, rule_texts
from rulewright.rulebook.side_by_side import sentence_pairs

NOTE_PATTERN = re.compile(r"assumed \d+")
SIGN = "\u25c6"
MARK: Phrase = (TextRun(f"{SIGN} ", "mark"),)
MARKED_CHAPTERS = ("box", "holdings", "set-up", "course", "scoring", "tables", "terms", "rulings", "always", "other")
"""Chapters that say rules; those on pieces, which have names of their own, are marked, too."""


Rows = Mapping[tuple[str, str], tuple[Phrase, ...]]
"""The rows of the other book's tables in a chapter, by the title of the table and their first cell."""

NO_ROWS: Rows = {}


@dataclass(frozen=True, slots=True)
class OtherBook:
    """The book that another one is set against: its rules, their texts, and all texts outside of rules."""

    entries: Mapping[str, RulebookEntry]
    texts: Mapping[str, RuleText]
    loose: frozenset[str]


def mark_changes(book: Rulebook, against: Rulebook, name: str) -> Rulebook:
    """Return the book with a mark before everything that `against`, called `name`, does not say there.

    Changed rules have the old sentences beside the new ones, and what was removed stands where it was.
    """
    entries = {entry.key.rule: entry for chapter in against.chapters for entry in chapter.entries}
    loose = [block for chapter in against.chapters for block in chapter.intro + _textual_blocks(chapter)]
    other = OtherBook(entries, rule_texts(against), frozenset(_block_texts(loose)))
    texts = rule_texts(book)
    chapters = []
    for chapter in book.chapters:
        if chapter.anchor in MARKED_CHAPTERS or chapter.anchor.startswith("pieces-"):
            old = next((one for one in against.chapters if one.anchor == chapter.anchor), None)
            chapter = _mark_chapter(chapter, old, other, texts)
        chapters.append(chapter)
    about = say("{} marks what differs from {}.", phrase_of(SIGN, "mark"), phrase_of(name))
    return replace(book, about=(*book.about, about), chapters=tuple(chapters))


def _rows_by_name(chapter: RulebookChapter | None) -> Rows:
    blocks = (*chapter.intro, *_textual_blocks(chapter)) if chapter is not None else ()
    tables = [(_table_title(block), block.rows) for block in blocks if isinstance(block, RulebookTable | Terms)]
    return {
        (title, _text_without_notes(row.cells[0])): row.cells for title, rows in tables for row in rows if row.cells
    }


def _table_title(block: RulebookTable | Terms) -> str:
    return block.title if isinstance(block, RulebookTable) else ""


def _textual_blocks(chapter: RulebookChapter) -> tuple[Block, ...]:
    return tuple(part for part in chapter.parts if isinstance(part, Paragraph | SentenceLines | RulebookTable | Terms))


def _mark_chapter(
    chapter: RulebookChapter, old: RulebookChapter | None, other: OtherBook, texts: Mapping[str, RuleText]
) -> RulebookChapter:
    parts: list[RulebookEntry | Group | Block] = []
    rows = _rows_by_name(old)
    for part in chapter.parts:
        if isinstance(part, RulebookEntry):
            parts.append(_mark_entry(part, other, texts))
        elif isinstance(part, Paragraph | SentenceLines | RulebookTable | Terms):
            parts.append(_mark_block(part, other.loose, rows))
        else:
            parts.append(part)
    for before, entry in pairwise([None, *(old.entries if old is not None else ())]):
        if entry is not None and entry.key.rule not in texts:
            rules = [part.key.rule if isinstance(part, RulebookEntry) else "" for part in parts]
            at = rules.index(before.key.rule) + 1 if before and before.key.rule in rules else 0
            text, title = other.texts[entry.key.rule], say("{}{} (removed)", MARK, entry.title)
            changes = tuple(sentence_pairs((*text.comment, *text.lines), ()))
            parts.insert(at, RulebookEntry(entry.key, title, (), changes=changes, gone=True))
    return replace(chapter, parts=tuple(parts))


def _mark_entry(entry: RulebookEntry, other: OtherBook, texts: Mapping[str, RuleText]) -> RulebookEntry:
    """A rule that is new has its title marked; of one that is there already, what differs."""
    old = other.entries.get(entry.key.rule)
    if old is None:
        return replace(entry, title=MARK + entry.title)
    known = frozenset(_block_texts(old.blocks))
    was, now = other.texts[entry.key.rule], texts[entry.key.rule]
    changes = (*sentence_pairs(was.comment, now.comment), *sentence_pairs(was.lines, now.lines))
    return replace(entry, blocks=tuple(_mark_block(block, known, NO_ROWS) for block in entry.blocks), changes=changes)


def _mark_block(block: Block, known: frozenset[str], rows: Rows) -> Block:
    if isinstance(block, Paragraph):
        return replace(block, text=_mark_text(block.text, known))
    if isinstance(block, SentenceLines):
        return replace(block, lines=tuple(_mark_line(line, known) for line in block.lines))
    if isinstance(block, Faces | GridPicture):
        return block
    printed = isinstance(block, RulebookTable) and plain_text(block.head[-1]) == "Printed"
    return replace(block, rows=tuple(_mark_row(row, known, rows, _table_title(block), printed) for row in block.rows))


def _mark_line(line: SentenceLine, known: frozenset[str]) -> SentenceLine:
    return replace(
        line, text=_mark_text(line.text, known), under=tuple(_mark_line(under, known) for under in line.under)
    )


def _mark_row(row: RulebookRow, known: frozenset[str], rows: Rows, title: str, printed: bool) -> RulebookRow:
    """Mark a row that differs; a cell with another text before says it. The last one may say where it is printed."""
    if _row_text(row) in known or not row.cells:
        return row
    old = rows.get((title, _text_without_notes(row.cells[0])), ())
    old = old[: len(row.cells) - printed] if len(old) == len(row.cells) else ()
    cells = [
        say("{} {}", cell, phrase_of(f"(before: {_text_without_notes(before)})", "em"))
        if before and _text_without_notes(before) != _text_without_notes(cell)
        else cell
        for cell, before in zip_longest(row.cells, old, fillvalue=())
    ]
    return replace(row, cells=(MARK + cells[0], *cells[1:]))


def _mark_text(text: Phrase, known: frozenset[str]) -> Phrase:
    return text if _text_without_notes(text) in known else MARK + text


def _text_without_notes(text: Phrase) -> str:
    """Return a text without the numbers of notes, which differ from book to book."""
    return NOTE_PATTERN.sub("", plain_text(text))


def _row_text(row: RulebookRow) -> str:
    return " | ".join(_text_without_notes(cell) for cell in row.cells)


def _block_texts(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield _text_without_notes(block.text)
        elif isinstance(block, SentenceLines):
            yield from (_text_without_notes(line.text) for _, line in nested_lines(block.lines))
        elif isinstance(block, RulebookTable | Terms):
            yield from (_row_text(row) for row in block.rows)
