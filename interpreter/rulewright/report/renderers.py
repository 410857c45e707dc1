"""The three forms of a report: lines for a terminal, a page that needs nothing else, a document for other programs.

On a terminal sections are an empty line apart, sentences are folded, tables stand in columns, and nothing is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice

from rulewright.report import late
from rulewright.report.columns import columns
from rulewright.report.layout import WIDTH, fold, shorten
from rulewright.report.model import (
    PAGE,
    TERMINAL,
    Block,
    Column,
    Folded,
    Items,
    Line,
    Report,
    Row,
    Sentence,
    Table,
    Text,
    unstyled_text,
)


def terminal(report: Report) -> list[str]:
    """Return the lines of a report; a section without lines is left out."""
    told = [_block_lines(section.blocks) for section in (*report.head, *report.sections) if section.only != PAGE]
    return [line for lines in told if lines for line in ("", *lines)][1:]


def document(report: Report) -> str:
    """Return the document of a report as JSON."""
    return json.dumps(report.data, indent=report.indent, ensure_ascii=report.escaped)


def html(report: Report) -> str:
    """Return the page of a report, with contents, drawn intervals and charts."""
    head, sections = ([one for one in part if one.only != TERMINAL] for part in (report.head, report.sections))
    return late.pages.page("report", report.title, report.language, report.kind, head=head, sections=sections)


def _block_lines(blocks: Iterable[Block]) -> list[str]:
    return [line for block in blocks for line in _lines_of_block(block)]


def _lines_of_block(block: Block) -> Iterable[str]:
    match block:
        case str():
            return fold(block)
        case Sentence(text, indent, more):
            return fold(unstyled_text(text), indent, more)
        case Line(text):
            return (text,)
        case Items(blocks) | Folded(_, blocks):
            return _block_lines(blocks)
        case Table():
            return _table_lines(block)
        case _:
            return ()


def _table_lines(table: Table) -> Iterator[str]:
    """Yield a line for each row that has entries, and what stands below it."""
    head = [Row([column.heading for column in table.columns])] if any(one.heading for one in table.columns) else []
    rows = [*head, *table.entries]
    texts = [list(map(_cell_text, row.cells, table.columns)) for row in rows if row.cells]
    lines = iter(columns(texts, table.columns, table.gap, table.indent))
    most = WIDTH if any(column.cut for column in table.columns) else None
    for row in rows:
        yield from (line[:most] for line in islice(lines, bool(row.cells)))
        yield from _block_lines(row.below)


def _cell_text(cell: Text, column: Column) -> str:
    text = unstyled_text(cell)
    return shorten(text, column.width) if column.cut else text
