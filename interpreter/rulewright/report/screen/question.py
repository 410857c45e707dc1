"""The question on a screen: the options with what may be typed for them, and which of them a typed beginning leaves."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.question_text import bare, heading
from rulewright.report.screen.spans import DIM, HEADING, Line, Span, flow
from rulewright.report.table.model import Asked, Option


def listed(asked: Asked) -> list[Option]:
    """Return the options in the order of a list: numbered ones first, then those whose name or amount is typed."""
    return sorted(asked.options, key=lambda option: (option.number is None, option.number or 0))


def option_lines(options: Sequence[Option], width: int, menus: bool) -> tuple[list[Line], list[int | None]]:
    """Return the lines of a list of options, and for each line the place of its option; headings have none."""
    lines: list[Line] = []
    rows: list[int | None] = []
    menu = ""
    for at, option in enumerate(options):
        if menus and option.menu != menu:
            lines.append((Span(f" {heading(option.menu)}:" if option.menu else "", HEADING),))
            rows.append(None)
            menu = option.menu
        found = _option(option, width)
        lines += found
        rows += [at] * len(found)
    return lines, rows


def _option(option: Option, width: int) -> list[Line]:
    number = f"{option.number:>4} " if option.number is not None else "     "
    more = [] if bare(option.name) == bare(option.label) else [(Span(f"({option.name})", DIM),)]
    words = [(Span(option.label),), *more]
    return flow(words, max(12, width), (Span(number, DIM),), "     ", " ")
