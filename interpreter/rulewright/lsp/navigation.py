"""Where names are declared and used, and what changes when one is renamed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol
from rulewright.diagnostics import NOWHERE, RulesError, Span
from rulewright.lsp.diagnostics import Edits
from rulewright.lsp.positions import Position, Range, column, range_of
from rulewright.lsp.project import Project
from rulewright.syntax.lines import WORD
from rulewright.syntax.tables import tables
from rulewright.workspace import Ruleset


class Place(NamedTuple):
    """A stretch of a file in an editor."""

    path: Path
    range: Range


class Refused(Exception):  # noqa: N818
    """What cannot be done; the text says why."""


class Found(NamedTuple):
    """A symbol in the ruleset in which it was found."""

    ruleset: Ruleset
    symbol: Symbol
    at: Span
    """The stretch that was pointed at."""


def symbol_at(project: Project, path: Path, position: Position) -> Found | None:
    """Return the symbol at a position of a file."""
    folder = project.folder_of(path)
    if folder is None:
        return None
    ruleset = project.ruleset(folder)
    try:
        shown, lines = ruleset.shown(path), project.lines(path)
    except RulesError:
        return None
    if shown is None or position.line >= len(lines):
        return None
    line, at = position.line + 1, column(lines[position.line], position.character)
    symbol = ruleset.symbols.at(shown, line, at)
    if symbol is None:
        return None
    here = [one for one in (symbol.span, *symbol.uses) if one.file == shown and one.line == line]
    pointed = next(one for one in here if one.column <= at <= one.end_column)
    return Found(ruleset, symbol, pointed)


def pointed(project: Project, path: Path, position: Position) -> Place | None:
    """Return the stretch of the name at a position."""
    found = symbol_at(project, path, position)
    return place_of(project, found.ruleset, found.at) if found else None


def definition(project: Project, path: Path, position: Position) -> Place | None:
    """Return where the name at a position is declared."""
    found = symbol_at(project, path, position)
    return place_of(project, found.ruleset, found.symbol.span) if found else None


def uses(project: Project, path: Path, position: Position, declared: bool = True) -> list[Place]:
    """Return where the name at a position is used, in its ruleset and in those that extend it."""
    found = symbol_at(project, path, position)
    places = list(_places(project, found)) if found else []
    here = place_of(project, found.ruleset, found.symbol.span) if found else None
    return [place for place in dict.fromkeys(places) if declared or place != here]


def renamed(project: Project, path: Path, position: Position, new: str) -> Edits:
    """Return what changes when the name at a position is called something else. Raises `Refused`."""
    found = symbol_at(project, path, position)
    if found is None:
        raise Refused("Nothing here has a name that can be changed.")
    old = found.symbol.name
    if not re.fullmatch(WORD, new):
        raise Refused(f'"{new}" is no name: small letters and digits, with "-" between words.')
    if new in tables().words:
        raise Refused(f'"{new}" is a word of the language.')
    taken = [one for one in found.ruleset.symbols.all if one.name == new and one.kind == found.symbol.kind]
    if taken:
        raise Refused(f'There is a {found.symbol.kind} "{new}" already.')
    made = Edits()
    for place in dict.fromkeys(_places(project, found)):
        if not place.path.is_relative_to(project.root):
            raise Refused(f'"{old}" also stands in {place.path}, which is not in this folder.')
        if _text(project, place) == old:  # else it is another form of the name, such as that of many
            made.setdefault(place.path, []).append((place.range, new))
    return made


def _places(project: Project, found: Found) -> Iterator[Place]:
    """Yield where a symbol stands, in its ruleset and in those that extend the one that declares it."""
    rulesets = [found.ruleset]
    home = place_of(project, found.ruleset, found.symbol.span)
    folder = project.folder_of(home.path) if home else None
    if folder is not None:
        others = [folder, *project.extending(folder)]
        rulesets += [project.ruleset(other) for other in others]
    for ruleset in rulesets:
        symbol = ruleset.symbols.named(found.symbol.full_name) if ruleset is not found.ruleset else found.symbol
        if symbol is None or (symbol is not found.symbol and place_of(project, ruleset, symbol.span) != home):
            continue
        for span in (symbol.span, *symbol.uses):
            place = place_of(project, ruleset, span)
            if place is not None:
                yield place


def place_of(project: Project, ruleset: Ruleset, span: Span) -> Place | None:
    """Return where a stretch of a ruleset's file is in an editor; None where there is no such file."""
    path = project.path(ruleset, span.file) if span != NOWHERE else None
    return Place(path, range_of(span, project.lines(path))) if path is not None else None


def _text(project: Project, place: Place) -> str:
    line = project.lines(place.path)[place.range.start.line]
    return line[column(line, place.range.start.character) - 1 : column(line, place.range.end.character) - 1]
