"""A rule file as a tree of lines with their comments, for the formatter.

A comment on a line of its own belongs to the sentence below it, or to the end of the block above it if it is indented
like that block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.source.text import tidy_comment
from rulewright.syntax.lines import LexedLine, cut_lines


@dataclass(slots=True)
class Note:
    """A comment on a line of its own, its indentation, and whether an empty line precedes it."""

    text: str
    indent: int
    gap: bool


@dataclass(slots=True)
class LayoutEntry:
    """A sentence with the comments above it, the one behind it, and the block below it.

    `raw` is the line as written; `end` are the comments that end the block. The whole file is an entry with no line.
    """

    line: LexedLine
    raw: str
    gap: bool = False
    notes: list[Note] = field(default_factory=list)
    behind: str = ""
    block: list[LayoutEntry] = field(default_factory=list)
    end: list[Note] = field(default_factory=list)


def read_entries(text: str) -> LayoutEntry:
    """Return a file without errors as one entry, whose block is the declarations."""
    root = LayoutEntry(LexedLine(0, -1, ()), "")
    path, gap = [root], False
    notes: list[Note] = []
    lines = {line.number: line for line in cut_lines(text)}
    for number, raw in enumerate(text.split("\n"), 1):
        line, bare = lines.get(number), raw.strip()
        if line is not None:
            notes = _close_blocks(path, line.indent, notes)
            entry = LayoutEntry(
                line, raw, gap, notes, tidy_comment(raw[line.pieces[-1].end - 1 :]) if line.pieces else ""
            )
            path[-1].block.append(entry)
            path.append(entry)
            notes, gap = [], False
        elif bare:
            notes.append(Note(tidy_comment(bare), len(raw) - len(raw.lstrip()), gap))
            gap = False
        else:
            gap = True
    root.end = _close_blocks(path, 0, notes)
    return root


def comments_in(entry: LayoutEntry) -> Iterator[str]:
    """Yield every comment in an entry and its block."""
    yield from (note.text for note in entry.notes)
    if entry.behind:
        yield entry.behind
    for inner in entry.block:
        yield from comments_in(inner)
    yield from (note.text for note in entry.end)


def _close_blocks(path: list[LayoutEntry], indent: int, notes: list[Note]) -> list[Note]:
    """Close the blocks that a line of this indentation is not in; return the comments that do not end one of them."""
    while path[-1].line.indent >= indent:
        closed = path.pop().line.indent
        while closed > indent and notes and notes[0].indent >= closed:
            path[-1].end.append(notes.pop(0))
    return notes
