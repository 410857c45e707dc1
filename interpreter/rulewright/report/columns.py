"""Tables for a terminal, laid out by rich: plain text in columns, without borders or colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from rulewright.report import late
from rulewright.report.model import Column

ROOM = 1000
"""Columns given to rich, which must not wrap or cut what it is given: who asks for a table knows how wide it may be."""


def columns(rows: Iterable[Sequence[str]], layout: Sequence[Column], gap: int = 0, indent: str = "") -> list[str]:
    """Return a line for each row; columns are `gap` blanks apart. Rows may end early."""
    table = late.table.Table(box=None, show_header=False, show_edge=False, padding=(0, gap, 0, 0), pad_edge=False)
    for column in layout:
        table.add_column(justify="right" if column.right else "left", min_width=column.width or None, no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = late.console.Console(
        file=StringIO(), width=ROOM, color_system=None, markup=False, emoji=False, highlight=False
    )
    with console.capture() as lines:
        console.print(table)
    return [f"{indent}{line}".rstrip() for line in lines.get().splitlines()]
