"""The options on a screen: each with its number, and a space with what lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from rulewright.report.question_text import heading
from rulewright.report.screen.spans import DIM, HEADING, MARK_TICKED, Line, Span, flow
from rulewright.report.table.model import Asked, Grid, Option, Path, Table


def listed(asked: Asked) -> list[Option]:
    """Return the options in the order of a list: numbered ones first, then those whose name or amount is typed."""
    return sorted(asked.options, key=lambda option: (option.number is None, option.number or 0))


def lying(table: Table) -> dict[str, str]:
    """Return what lies on the spaces of a table, by what an option calls them."""
    grids = [section for section in table.sections if isinstance(section, Grid | Path)]
    spaces = {
        space.label: [cell.text for cell in space.cells if not cell.empty] for g in grids for space in g.spaces_on
    }
    return {label: ", ".join(texts) for label, texts in spaces.items() if texts}


def option_lines(
    options: Sequence[Option], width: int, menus: bool, there: Mapping[str, str], ticked: Collection[int] = ()
) -> tuple[list[Line], list[int | None]]:
    """Return the lines of a list of options, and for each line the place of its option; headings have none.

    `there` says what lies on spaces, `ticked` which options are chosen already, by their codes. Options with
    equal labels are shown with their names, too.
    """
    lines: list[Line] = []
    rows: list[int | None] = []
    alike = Counter(option.label for option in options)
    menu = ""
    for at, option in enumerate(options):
        if menus and option.menu != menu:
            lines.append((Span(f" {heading(option.menu)}:" if option.menu else "", HEADING),))
            rows.append(None)
            menu = option.menu
        more = option.name if alike[option.label] > 1 else there.get(option.label, "")
        found = _option_line(option, width, more, MARK_TICKED if option.code in ticked else " ")
        lines += found
        rows += [at] * len(found)
    return lines, rows


def _option_line(option: Option, width: int, more: str, mark: str) -> list[Line]:
    number = f"{mark}{option.number:>3} " if option.number is not None else f"{mark}    "
    words = [(Span(option.label),), *([(Span(more, DIM),)] if more else [])]
    return flow(words, max(12, width), (Span(number, DIM),), "     ", "  ")
