"""The parts of a file: for outlines, folding, and searching the whole project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol
from rulewright.diagnostics import Findings, RulesError
from rulewright.lsp.navigation import Place
from rulewright.lsp.positions import Position, Range, column, range_of, units
from rulewright.lsp.project import Project
from rulewright.syntax.declarations import Difference
from rulewright.syntax.parser import declared_at, parse
from rulewright.workspace.definitions import called

_WORD = re.compile(r'"[^"]*"|[^\s"(){}\[\],:]+')
"""A word, or a text in quotes."""


class Part(NamedTuple):
    """A declaration: what it is called, where it is, and its heading."""

    name: str
    range: Range
    heading: Range


def parts(project: Project, path: Path) -> list[Part]:
    """Return the declarations of a rule file, those inside differences too."""
    lines = project.lines(path)
    found: list[Part] = []
    for declaration in parse(str(path), "\n".join(lines), Findings()) if path.suffix == ".rules" else ():
        edits = declaration.edits if isinstance(declaration, Difference) else ()
        for one in (declaration, *edits):
            first = one.span.line
            end = first - 1 + len(declared_at(lines, first))
            stretch = Range(Position(first - 1, 0), Position(end - 1, units(lines[end - 1], len(lines[end - 1]) + 1)))
            heading = Range(stretch.start, Position(first - 1, units(lines[first - 1], len(lines[first - 1]) + 1)))
            found.append(Part(called(one), stretch, heading))
    return found


def matching(project: Project, query: str) -> Iterator[tuple[Symbol, Place]]:
    """Yield the symbols of the rulesets of a project whose full name contains a text."""
    seen: set[Place] = set()
    for folder in project.folders():
        ruleset = project.ruleset(folder)
        try:
            symbols = ruleset.symbols.all
        except RulesError:
            continue
        for symbol in symbols:
            if query.lower() in symbol.full_name and symbol.kind != "name":
                path = project.path(ruleset, symbol.span.file)
                place = Place(path, range_of(symbol.span, project.lines(path))) if path is not None else None
                if place is not None and place not in seen:
                    seen.add(place)
                    yield symbol, place


def selections(project: Project, path: Path, position: Position) -> list[Range]:
    """Return what can be selected around a position: its word, its line, each block around that, and the file."""
    lines = project.lines(path)
    text = lines[position.line] if position.line < len(lines) else ""
    at = column(text, position.character) - 1
    words = [one.span() for one in _WORD.finditer(text) if one.start() <= at <= one.end()]
    words += [(len(text) - len(text.lstrip()), len(text.rstrip()))] if text.strip() else []
    found = [_within(position.line, text, *word) for word in words]
    around = [fold for fold in folds(project, path) if position.line in fold]
    for block in (*reversed(around), range(len(lines))):
        last = block.stop - 1
        found.append(Range(Position(block.start, 0), Position(last, units(lines[last], len(lines[last]) + 1))))
    return list(dict.fromkeys(found))


def _within(line: int, text: str, start: int, end: int) -> Range:
    return Range(Position(line, units(text, start + 1)), Position(line, units(text, end + 1)))


def folds(project: Project, path: Path) -> list[range]:
    """Return the lines, from 0, that can be folded away under their first one: whatever is indented below it."""
    lines = project.lines(path)
    depths = [len(line) - len(line.lstrip()) if line.strip() else -1 for line in lines]
    found, open_ = list[range](), list[tuple[int, int]]()
    last = -1
    for number, depth in enumerate([*depths, 0]):
        if depth < 0:
            continue
        while open_ and open_[-1][1] >= depth:
            start, _ = open_.pop()
            found += [range(start, last + 1)] if last > start else []
        open_.append((number, depth))
        last = number
    return sorted(found, key=lambda fold: fold.start)
