"""What a name or a word is, for hovering."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.core.things import Figure, value_text
from rulewright.diagnostics import RulesError
from rulewright.lsp.colours import names_in
from rulewright.lsp.links import link_at
from rulewright.lsp.navigation import FoundSymbol, place_of, symbol_at, text_at
from rulewright.lsp.positions import Position, column, units
from rulewright.lsp.project import Project
from rulewright.lsp.yaml_schemas import about_key
from rulewright.reference import explanation_of
from rulewright.source.layers import layers_of
from rulewright.syntax.lines import Lexeme, cut_line
from rulewright.syntax.sentence_words import sentence_forms
from rulewright.syntax.tables import tables
from rulewright.workspace import Ruleset
from rulewright.workspace.definitions import written_in

PAGE_LINES = 12
"""Lines of a page of the reference that hovering shows."""


def hover(project: Project, path: Path, position: Position) -> str | None:
    """Return what is known about what is at a position, as Markdown."""
    found = symbol_at(project, path, position)
    if found is not None:
        return "\n\n".join(_about(project, found))
    cited = link_at(project, path, position)
    if cited is not None:
        return f"**{cited.title}**\n\n{_near(project, str(cited.place.path))}:{cited.place.range.start.line + 1}"
    if path.suffix != ".rules":
        return about_key(path, project.lines(path), position)
    piece = piece_at(project, path, position)
    if piece is None or piece.text not in tables().words:
        return None
    form, page = sentence_forms().get(piece.text), explanation_of(piece.text)
    shown = [f"```rules\n{form}\n```"] if form else []
    if page:
        lines = page.split("\n")
        shown.append("\n".join([f"**{lines[0]}**", *lines[1:PAGE_LINES], "…" if len(lines) > PAGE_LINES else ""]))
    return "\n\n".join(shown) or None


def piece_at(project: Project, path: Path, position: Position) -> Lexeme | None:
    """Return the word, number or text at a position: of two that meet there the word."""
    lines = project.lines(path)
    if position.line >= len(lines):
        return None
    line = lines[position.line]
    at = column(line, position.character)
    met = [piece for piece in cut_line(1, line).pieces if piece.column <= at <= piece.end]
    return next((piece for piece in met if piece.kind == "NAME"), met[0] if met else None)


def _about(project: Project, found: FoundSymbol) -> Iterator[str]:
    ruleset, symbol = found.ruleset, found.symbol
    place = place_of(project, ruleset, found.at) if symbol.kind == "thing" else None
    name = text_at(project, place).strip("\"'") if place is not None else symbol.name
    yield f"**{name}** · {symbol.kind.replace('-', ' ')}" + (f" · {symbol.type}" if symbol.type else "")
    if symbol.doc:
        yield symbol.doc
    if symbol.kind == "figure":
        yield from _value(project, ruleset, symbol.name)
    try:
        for layer in reversed(layers_of(ruleset.source)):
            for written in written_in(layer, symbol.full_name):
                code = "\n".join(written.text[:PAGE_LINES])
                yield f"`{_near(project, written.file)}:{written.line}`\n```rules\n{code}\n```"
                yield from written.remarks
    except RulesError:
        return


def _near(project: Project, file: str) -> str:
    """Return a file as a person in the project's folder would write it."""
    path = Path(file)
    return path.relative_to(project.root).as_posix() if path.is_relative_to(project.root) else file


def values_text(figure: Figure, most: int = 6) -> str:
    """Return the value of a figure, or those of a table; nothing for a table of more values than `most`."""
    is_shown = len(figure.values) <= most and figure.type.how in ("one", "truth", "number")
    return ", ".join(value_text(figure.type, value) for value in figure.values) if is_shown else ""


def _value(project: Project, ruleset: Ruleset, name: str) -> Iterator[str]:
    """Yield the value of a figure in a ruleset, with the layer that gives it."""
    figure = project.learn(ruleset.folder.resolve()).figures.get(name)
    text = values_text(figure, 40) if figure is not None else ""
    if text:
        composed = ruleset.composition[0]
        given = [data.name.span.file for data in composed.figures.values() if str(data.name) == name]
        given += [change.span.file for change in composed.changes if change.figure.text == name]
        layer = next((one.name for one in layers_of(ruleset.source) if given[-1].startswith(f"{one.shown}/")), "")
        yield f"Value: {text}" + (f" (from {layer})" if layer else "")


# -- beside names


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
    mine = values_text(figure)
    others = {name: values_text(other) for name, other in above.items() if other is not None}
    changed = [f"{name}: {value}" for name, value in others.items() if value and value != mine]
    return f"= {mine}" + (f" ({'; '.join(changed)})" if changed else "") if mine else ""
