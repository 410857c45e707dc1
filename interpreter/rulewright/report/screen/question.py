"""The options on a screen: each with its number, and a space with what lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rulewright.report.question_text import heading
from rulewright.report.screen.pieces import kinds_in, piece_span, pieces_of
from rulewright.report.screen.spans import DIM, HEADING, MARK_TICKED, Line, Span, flow
from rulewright.report.table.model import Asked, Grid, Option, Path, Table


def listed(asked: Asked) -> list[Option]:
    """Return the options in the order of a list: numbered ones, then those whose name is typed, such as passing."""
    return sorted(asked.options, key=lambda one: (one.number is None, one.number or 0, one.amount is not None))


def faces(table: Table) -> dict[str, Span]:
    """Return how the pieces on a table look alone, by their labels."""
    kinds = kinds_in(pieces_of(table.sections))
    return {
        piece.label: piece_span(replace(piece, number=1, notes=(), changed=False), kinds)
        for piece in pieces_of(table.sections)
    }


def lying(table: Table) -> dict[str, str]:
    """Return what lies on the spaces of a table, by what an option calls them."""
    grids = [section for section in table.sections if isinstance(section, Grid | Path)]
    spaces = {
        space.label: [cell.text for cell in space.cells if not cell.empty] for g in grids for space in g.spaces_on
    }
    return {label: ", ".join(texts) for label, texts in spaces.items() if texts}


def option_lines(
    options: Sequence[Option],
    width: int,
    menus: bool,
    there: Mapping[str, str],
    looks: Mapping[str, Span],
    ticked: Collection[int] = (),
) -> tuple[list[Line], list[int | None]]:
    """Return the lines of a list of options, and for each line the place of its option; headings have none.

    `there` says what lies on spaces, `looks` how pieces look that are options by themselves, `ticked` which options
    are chosen already, by their codes. Options with equal labels are shown with their names, too.
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
        label = looks.get(option.label, Span(option.label))
        found = _option_line(option, label, width, more, MARK_TICKED if option.code in ticked else " ")
        lines += found
        rows += [at] * len(found)
    return lines, rows


def _option_line(option: Option, label: Span, width: int, more: str, mark: str) -> list[Line]:
    number = f"{mark}{option.number:>3} " if option.number is not None else f"{mark}    "
    words = [(label,), *([(Span(more, DIM),)] if more else [])]
    return flow(words, max(12, width), (Span(number, DIM),), "     ", "  ")
