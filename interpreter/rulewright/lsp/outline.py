"""The parts of a file: for outlines, folding, and searching the whole project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol
from rulewright.diagnostics import Findings, RulesError
from rulewright.lsp.navigation import FilePlace
from rulewright.lsp.positions import Position, Range, column, range_of, units
from rulewright.lsp.project import Project
from rulewright.lsp.yaml_place import headings
from rulewright.syntax.declarations import Difference
from rulewright.syntax.parser import declared_at, parse
from rulewright.workspace.definitions import target_name

_WORD = re.compile(r'"[^"]*"|[^\s"(){}\[\],:]+')
"""A word, or a text in quotes."""
MOST_AROUND = 50
"""The maximum number of selections around a position: as messages they are nested, and readers have limits."""


class OutlinePart(NamedTuple):
    """A declaration, or a key or item of a YAML file: what it is called, where it is, and its heading."""

    name: str
    kind: str
    """That of a symbol, or key."""
    range: Range
    heading: Range
    depth: int = 0
    """How many others it is inside of."""


def outline(project: Project, path: Path) -> list[OutlinePart]:
    """Return the parts of a file of rules, or the outer ones of a YAML file, each before those inside of it."""
    if path.suffix == ".rules":
        return parts(project, path)
    lines = project.lines(path)
    folded = {fold.start: fold for fold in folds(project, path)}
    return [
        _part(one.name, "key", folded.get(one.line, range(one.line, one.line + 1)), lines, one.depth)
        for one in headings(lines)
    ]


def parts(project: Project, path: Path) -> list[OutlinePart]:
    """Return the declarations of a rule file, those inside differences too."""
    lines = project.lines(path)
    found: list[OutlinePart] = []
    for declaration in parse(str(path), "\n".join(lines), Findings()) if path.suffix == ".rules" else ():
        edits = declaration.edits if isinstance(declaration, Difference) else ()
        for depth, one in ((0, declaration), *((1, edit) for edit in edits)):
            start, name = one.span.line - 1, target_name(one)
            stretch = range(start, start + len(declared_at(lines, one.span.line)))
            found.append(_part(name, name.partition(".")[0], stretch, lines, depth))
    return found


def _part(name: str, kind: str, stretch: range, lines: list[str], depth: int) -> OutlinePart:
    begin, end = Position(stretch.start, 0), end_of(lines, stretch.stop - 1)
    return OutlinePart(name, kind, Range(begin, end), Range(begin, end_of(lines, stretch.start)), depth)


def end_of(lines: list[str], line: int) -> Position:
    """Return where a line ends."""
    return Position(line, units(lines[line], len(lines[line]) + 1))


def matching_symbols(project: Project, query: str) -> Iterator[tuple[Symbol, FilePlace]]:
    """Yield the symbols of the rulesets of a project whose full name contains a text."""
    seen: set[FilePlace] = set()
    for folder in project.folders():
        ruleset = project.ruleset(folder)
        try:
            symbols = ruleset.symbols.all
        except RulesError:
            continue
        for symbol in symbols:
            if query.lower() in symbol.full_name and symbol.kind != "name":
                path = project.path(ruleset, symbol.span.file)
                place = FilePlace(path, range_of(symbol.span, project.lines(path))) if path is not None else None
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
        found.append(Range(Position(block.start, 0), end_of(lines, last)))
    return list(dict.fromkeys(found))[:MOST_AROUND]


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
