"""The sentences of the rulebook by rule, for whoever asks about something on the table."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.report.rulebook import book_of
from rulewright.report.rulebook.model import Block, Entry, Line, Lines, Paragraph, Table, Terms
from rulewright.report.rulebook.phrases import joined, plain
from rulewright.report.table.inspecting import Explained
from rulewright.workspace import Ruleset


class Sentences:
    """The entries of a rulebook by the full name of their rule; the book is written when it is first asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._entries: dict[str, Explained] | None = None
        self._lines: dict[tuple[str, int], str] = {}

    @property
    def entries(self) -> dict[str, Explained]:
        """Return all entries; empty if the rules have mistakes."""
        if self._entries is None:
            book = book_of(self._ruleset)
            found = [entry for chapter in book.chapters for entry in chapter.entries]
            self._lines = {place: text for entry in found for place, text in _places(entry)}
            self._entries = {entry.key.rule: _explained(entry) for entry in found}
        return self._entries

    def of(self, rule: str) -> Explained | None:
        """Return the entry of a rule by its full name."""
        return self.entries.get(rule)

    def at(self, file: str, line: int) -> str:
        """Return the sentence about a line of a rule file; empty if there is none."""
        return self._lines.get((file, line), "") if self.entries else ""

    def called(self, name: str) -> list[Explained]:
        """Return the entries whose title begins with a name."""
        start = name.lower()
        return [entry for entry in self.entries.values() if entry.title.lower().startswith(start)]


def _places(entry: Entry) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield the sentences of an entry that are about a line of a rule file."""
    waiting: list[Line] = []
    for block in entry.blocks:
        if isinstance(block, Paragraph) and block.key is not None:
            yield (block.key.file, block.key.line), plain(block.text)
        waiting += block.lines if isinstance(block, Lines) else ()
    while waiting:
        line = waiting.pop()
        yield (line.key.file, line.key.line), plain(line.text)
        waiting += line.under


def _explained(entry: Entry) -> Explained:
    sentences = tuple(line for block in entry.blocks for line in _sentences(block))
    return Explained(entry.key.rule, plain(entry.title), sentences, tuple(plain(note) for note in entry.notes))


def _sentences(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield plain(block.text)
        case Lines():
            yield from _lines(block.lines, "")
        case Terms():
            for row in block.rows:
                yield plain(joined(row.cells, ": "))
        case Table():
            yield block.title
        case _:
            return


def _lines(lines: tuple[Line, ...], indent: str) -> Iterator[str]:
    for line in lines:
        yield indent + plain(line.text)
        yield from _lines(line.under, f"{indent}  ")
