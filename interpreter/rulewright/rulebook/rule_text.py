"""The rules of a rulebook as plain sentences, by which two rulebooks are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from rulewright.rulebook.model import Block, Paragraph, Rulebook, SentenceLines, Terms, nested_lines
from rulewright.rulebook.phrases import plain_text


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in words: its comment, and its sentences in order, indented under the sentence that they belong to."""

    comment: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def rule_texts(book: Rulebook) -> dict[str, RuleText]:
    """Return every rule of a book in words, by its full name."""
    return {entry.key.rule: _entry_text(entry.blocks) for chapter in book.chapters for entry in chapter.entries}


def _entry_text(blocks: tuple[Block, ...]) -> RuleText:
    """Paragraphs above the first sentence are the comment."""
    first = len(list(takewhile(lambda block: isinstance(block, Paragraph) and block.key is None, blocks)))
    comment, lines = (
        tuple(text for b in part for text in _block_sentences(b)) for part in (blocks[:first], blocks[first:])
    )
    return RuleText(comment, lines)


def _block_sentences(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield plain_text(block.text)
    elif isinstance(block, SentenceLines):
        yield from ("  " * depth + plain_text(line.text) for depth, line in nested_lines(block.lines))
    elif isinstance(block, Terms):
        yield from (" ".join(plain_text(cell) for cell in row.cells) for row in block.rows)


def differing_sentences(was: RuleText, now: RuleText, full: bool) -> tuple[list[str], list[str]]:
    """Return what only the first says, and what only the second does; not `full`: by their comments if these differ."""
    if not full and was.comment and now.comment and was.comment != now.comment:
        return list(was.comment), list(now.comment)
    gone, come = _unmatched_lines(was.comment, now.comment) if full else ([], [])
    more_gone, more_come = _unmatched_lines(was.lines, now.lines)
    return gone + more_gone, come + more_come


def _unmatched_lines(was: tuple[str, ...], now: tuple[str, ...]) -> tuple[list[str], list[str]]:
    gone: list[str] = []
    come: list[str] = []
    for how, i, j, k, m in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if how != "equal":
            gone += was[i:j]
            come += now[k:m]
    return gone, come
