"""The table in plain text: as it is drawn on a full screen, without styles, and with what lies in places of things."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.report.layout import fold, width
from rulewright.report.screen import draw, text_of
from rulewright.report.screen.grids import EMPTY
from rulewright.report.screen.spans import MARK_CHANGED
from rulewright.report.table.model import Grid, Rows, Table
from rulewright.report.wording import word
from rulewright.source.languages import possessive_key

INDENT = "  "
"""What stands before every line, so that the mark of who is asked is not taken for the prompt."""


def board_lines(shown: Table) -> list[str]:
    """Return the whole table, the contents of places in it, and what the signs mean."""
    lines = [f"{INDENT}{text_of(line)}".rstrip() for line in draw(shown, width() - len(INDENT))]
    tables = [section for section in shown.sections if isinstance(section, Rows)]
    held = [line for table in tables for line in _content_lines(table)]
    signs = (
        [word("empty-space", mark=EMPTY)]
        if any(isinstance(one, Grid) and not one.hexagons for one in shown.sections)
        else []
    )
    if any(cell is not None and cell.counted for table in tables for row in table.rows for cell in row.cells):
        signs.append(word("marks-counted"))
    if any(MARK_CHANGED in line for line in (*lines, *held)):
        signs.append(word("marks-changes", mark=MARK_CHANGED))
    said = fold("; ".join(signs), INDENT, INDENT * 3) if signs else []
    return [*lines, *(["", *held] if held else []), *said]


def _content_lines(rows: Rows) -> Iterator[str]:
    """Yield what lies in the places of things; those of players are drawn one by one."""
    for row in rows.rows if rows.about != "player" else ():
        for column, cell in zip(rows.columns, row.cells, strict=True):
            if cell is not None and cell.pieces:
                named = word(possessive_key("owned", row.label), owner=row.label, thing=column.title)
                pieces = [f"{piece.counted}{MARK_CHANGED if piece.changed else ''}" for piece in cell.pieces]
                yield from fold(f"{named}: {', '.join(pieces)}", INDENT, INDENT * 3)
