"""What stands beside a name in a rule: the value of a figure, and what it is in the rulesets above that change it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rulewright.check.core.things import Figure
from rulewright.lsp.colours import names_in
from rulewright.lsp.describing import value_text
from rulewright.lsp.positions import Position, units
from rulewright.lsp.project import Project


class FigureHint(NamedTuple):
    """A text behind a position."""

    position: Position
    text: str


def hints(project: Project, path: Path, lines: range) -> list[FigureHint]:
    """Return the hints in some lines of a rule file, counted from 0, as far as values are known."""
    folder = project.folder_of(path)
    if folder is None or path.suffix != ".rules":
        return []
    own = project.known(folder).figures
    above = {other.name: known.figures for other, known in project.known_above(folder).items()}
    texts, found = project.lines(path), list[FigureHint]()
    for number, piece, symbol in names_in(project, path):
        figure = own.get(symbol.name) if symbol.kind == "figure" and number in lines else None
        if figure is not None:
            text = _beside(figure, {name: figures.get(figure.name) for name, figures in above.items()})
            found += [FigureHint(Position(number, units(texts[number], piece.end)), text)] if text else []
    return found


def _beside(figure: Figure, above: dict[str, Figure | None]) -> str:
    mine = value_text(figure)
    others = {name: value_text(other) for name, other in above.items() if other is not None}
    changed = [f"{name}: {value}" for name, value in others.items() if value and value != mine]
    return f"= {mine}" + (f" ({'; '.join(changed)})" if changed else "") if mine else ""
