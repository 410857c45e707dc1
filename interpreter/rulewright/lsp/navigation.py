"""Where names are declared and used, and what changes when one is renamed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol
from rulewright.diagnostics import NOWHERE, RulesError, Span
from rulewright.lsp.meanings import scenario_uses
from rulewright.lsp.positions import Position, Range, column, range_of
from rulewright.lsp.project import Project
from rulewright.source.layers import layers_of
from rulewright.syntax.declarations import Remove
from rulewright.workspace import Ruleset


class FilePlace(NamedTuple):
    """A stretch of a file in an editor."""

    path: Path
    range: Range


class FoundSymbol(NamedTuple):
    """A symbol in the ruleset in which it was found."""

    ruleset: Ruleset
    symbol: Symbol
    at: Span
    """The stretch that was pointed at."""


def symbol_at(project: Project, path: Path, position: Position) -> FoundSymbol | None:
    """Return the symbol at a position of a file."""
    folder = project.folder_of(path)
    if folder is None:
        return None
    ruleset = project.ruleset(folder)
    try:
        shown, lines = ruleset.shown_path(path), project.lines(path)
    except RulesError:
        return None
    if shown is None or position.line >= len(lines):
        return None
    line, at = position.line + 1, column(lines[position.line], position.character)
    symbol = ruleset.symbols.at(shown, line, at)
    uses = [(span, symbol) for span in (symbol.span, *symbol.uses)] if symbol is not None else scenario_uses(ruleset)
    here = (one for one in uses if one[0].file == shown and one[0].line == line)
    pointed = next(((span, used) for span, used in here if span.column <= at <= span.end_column), None)
    return FoundSymbol(ruleset, pointed[1], pointed[0]) if pointed is not None else None


def pointed_place(
    project: Project,
    path: Path,
    position: Position,
    part: Callable[[FoundSymbol], Span] = lambda found: found.symbol.span,
) -> FilePlace | None:
    """Return a stretch that belongs to the name at a position: by default where it is declared."""
    found = symbol_at(project, path, position)
    return place_of(project, found.ruleset, part(found)) if found else None


def changes(project: Project, path: Path, position: Position) -> list[FilePlace]:
    """Return where other rulesets change what the name at a position is the name of."""
    found = symbol_at(project, path, position)
    if found is None:
        return []
    home, *above = (ruleset.folder.resolve() for ruleset in concerned_rulesets(project, found))
    for folder in above:
        project.learn(folder)
    return [place for _, place in changes_above(project, home).get(found.symbol.full_name, [])]


def changes_above(project: Project, folder: Path) -> dict[str, list[tuple[str, FilePlace]]]:
    """Return, by full name, who among the rulesets above changes it, as last known, and where."""
    found = defaultdict[str, list[tuple[str, FilePlace]]](list)
    for other, known in project.known_above(folder).items():
        ruleset = project.ruleset(other)
        for target, span in known.changes:
            place = place_of(project, ruleset, span)
            if place is not None and place.path.is_relative_to(other):
                found[target].append((other.name, place))
    return {target: list({name: (name, place) for name, place in all_}.values()) for target, all_ in found.items()}


def uses(project: Project, path: Path, position: Position, declared: bool = True) -> list[FilePlace]:
    """Return where the name at a position is used, in its ruleset and in those that extend it."""
    pointed = symbol_at(project, path, position)
    if pointed is None:
        return []
    found = lowest(project, pointed)
    places, here = places_of(project, found), place_of(project, found.ruleset, found.symbol.span)
    return [place for place in dict.fromkeys(places) if declared or place != here]


def lowest(project: Project, found: FoundSymbol) -> FoundSymbol:
    """Return what is replaced by the declaration of a symbol, in the lowest ruleset that has it; else the symbol."""
    for layer in layers_of(found.ruleset.source):
        ruleset = project.ruleset(layer.folder.resolve())
        symbol = ruleset.symbols.symbol_named(found.symbol.full_name)
        if symbol is not None and _is_replaced(ruleset, symbol, found.symbol):
            return FoundSymbol(ruleset, symbol, found.at)
    return found


def _is_replaced(ruleset: Ruleset, symbol: Symbol, other: Symbol) -> bool:
    """Return whether a symbol and one of the same full name in a ruleset above or below are declared for each other.

    What a rule lets or offers belongs to its text, and what is removed may be declared as something else.
    """
    inside = symbol.kind == "name" or (symbol.kind == "option" and symbol.full_name.count(".") > 1)
    return symbol.kind == other.kind and not inside and symbol.full_name not in {
        name for name, _, _ in ruleset.composition[0].removed
    }  # fmt: skip


def _named_in_changes(ruleset: Ruleset, symbol: Symbol) -> Iterator[Span]:
    """Yield where a ruleset removes something or gives it again, and where files have pieces of a kind."""
    for done in ruleset.composition[0].applied:
        if isinstance(done.edit, Remove):
            if done.target == symbol.full_name:
                yield done.edit.name.span
            if symbol.kind == "piece" and done.edit.kind.text == symbol.name:
                yield done.edit.kind.span
        elif isinstance(done.edit, tuple) and done.target == symbol.full_name:
            yield done.span
    for inventory in ruleset.source.inventories if symbol.kind == "piece" else ():
        if inventory.kind.text == symbol.name:
            yield inventory.kind.span


def concerned_rulesets(project: Project, found: FoundSymbol) -> list[Ruleset]:
    """Return the ruleset that declares a symbol, and those that extend it."""
    home = place_of(project, found.ruleset, found.symbol.span)
    folder = project.folder_of(home.path) if home else None
    if folder is None:
        return [found.ruleset]
    return [project.ruleset(other) for other in (folder, *project.extending(folder))]


def places_of(project: Project, found: FoundSymbol) -> Iterator[FilePlace]:
    """Yield where a symbol stands, in its ruleset and in those that extend the one that declares it."""
    home = place_of(project, found.ruleset, found.symbol.span)
    for ruleset in (found.ruleset, *concerned_rulesets(project, found)):
        symbol = ruleset.symbols.symbol_named(found.symbol.full_name) if ruleset is not found.ruleset else found.symbol
        spans = [*_named_in_changes(ruleset, found.symbol)]
        if symbol is not None and (
            symbol is found.symbol
            or place_of(project, ruleset, symbol.span) == home
            or _is_replaced(ruleset, symbol, found.symbol)
        ):
            played = (span for span, used in scenario_uses(ruleset) if used is symbol)
            spans += [symbol.span, *symbol.uses, *played]
        for span in spans:
            place = place_of(project, ruleset, span)
            if place is not None:
                yield place


def place_of(project: Project, ruleset: Ruleset, span: Span) -> FilePlace | None:
    """Return where a stretch of a ruleset's file is in an editor; None where there is no such file."""
    path = project.path(ruleset, span.file) if span != NOWHERE else None
    return FilePlace(path, range_of(span, project.lines(path))) if path is not None else None


def text_at(project: Project, place: FilePlace) -> str:
    """Return the text of a stretch of one line."""
    line = project.lines(place.path)[place.range.start.line]
    return line[column(line, place.range.start.character) - 1 : column(line, place.range.end.character) - 1]
