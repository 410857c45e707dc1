"""Where the things of a ruleset are written, by every name that a person may use for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.compose.composed import full_name
from rulewright.diagnostics import Findings, Span
from rulewright.source import FigureData, InventoryRow, RulesetSource
from rulewright.source.layers import layers_of
from rulewright.source.text import text_of_shown_file
from rulewright.syntax import declarations as d
from rulewright.syntax.parser import declared_at, parse


class WrittenThing(NamedTuple):
    """One declaration, row or figure: its names, where it stands, its lines, and what there is to say about it."""

    name: str
    names: frozenset[str]
    file: str
    line: int
    text: tuple[str, ...]
    remarks: tuple[str, ...]


def written_in(source: RulesetSource, wanted: str) -> list[WrittenThing]:
    """Return what has this name; a full name (step.turn) finds one thing, a bare name may find several."""
    word = wanted.strip().lower().replace(" ", "-")
    return [written for written in all_written(source) if word in written.names]


def names_in(source: RulesetSource) -> set[str]:
    """Return all names of a ruleset's own files."""
    return {name for written in all_written(source) for name in written.names}


def all_written(source: RulesetSource) -> Iterator[WrittenThing]:
    """Yield all declarations, inventory rows and figures of one ruleset."""
    for file in source.rules:
        lines = file.text.replace("\r\n", "\n").split("\n")
        for declaration in parse(file.path, file.text, Findings()):
            yield written_declaration(declaration, lines, source)
            if isinstance(declaration, d.Difference):
                yield from (written_declaration(edit, lines, source) for edit in declaration.edits)
    yield from in_data_files(source)


def in_data_files(source: RulesetSource) -> Iterator[WrittenThing]:
    """Yield all inventory rows and figures of one ruleset."""
    for inventory in source.inventories:
        for row in inventory.rows:
            name = f"{inventory.kind}.{row.name}"
            yield written_data(name, {name, str(row.name), str(row.rule)}, row.span, row, source)
    for figure in source.figures:
        name = f"figure.{figure.name}"
        yield written_data(name, {name, str(figure.name)}, figure_span(figure), figure, source)


def figure_span(figure: FigureData) -> Span:
    """Return the stretch of a figure, from its name to the end of its value."""
    return figure.name.span.to(figure.value.span)


def written_declaration(declaration: d.Decl, lines: list[str], source: RulesetSource) -> WrittenThing:
    """Return a declaration with its text, as far as it goes."""
    first = declaration.span.line
    text = declared_at(lines, first)
    name = target_name(declaration)
    cites = [line.strip().removeprefix("cites ") for line in text if line.strip().startswith("cites ")]
    remarks = tuple(f"Printed in {full_citation(cite, source)}." for cite in dict.fromkeys(cites))
    return WrittenThing(
        name, frozenset(names_of(declaration, name)), declaration.span.file, first, tuple(text), remarks
    )


def target_name(declaration: d.Decl) -> str:
    """Return the full name of what a declaration, or a change, is about."""
    if isinstance(declaration, d.Replace):
        return full_name(declaration.declaration)
    if isinstance(declaration, d.ChangeFigure):
        return f"figure.{declaration.figure.text}"
    if isinstance(declaration, d.Remove):
        return f"{declaration.kind.text}.{declaration.name.text}"
    if isinstance(declaration, d.Difference):
        return f"difference.{declaration.name.text}"
    return full_name(declaration)


def names_of(declaration: d.Decl, name: str) -> Iterator[str]:
    """Yield the names under which a declaration can be asked for."""
    yield name
    if isinstance(declaration, d.Has):
        yield from (member.name.text for member in declaration.members)
        yield from (amount.plural.text for amount in declaration.amounts)
        return
    if isinstance(declaration, d.Replace):
        yield from names_of(declaration.declaration, full_name(declaration.declaration))
        return
    yield name.rpartition(".")[2]
    plural = getattr(declaration, "plural", None)
    if plural is not None:
        yield plural.text


def written_data(
    name: str, names: set[str], span: Span, entry: FigureData | InventoryRow, source: RulesetSource
) -> WrittenThing:
    """Return an entry of a data file with its lines, its source, and whether it is assumed."""
    text = data_lines(span)
    remarks = [f"Printed in {full_citation(str(entry.source), source)}."] if entry.source else []
    remarks += [f"assumed: {entry.assumed}"] if entry.assumed else []
    return WrittenThing(name, frozenset(names), span.file, span.line, text, tuple(remarks))


def data_lines(span: Span) -> tuple[str, ...]:
    """Return the lines of an entry of a data file, as they are there now, to the end of what is indented under it."""
    lines = text_of_shown_file(span.file).split("\n")[span.line - 1 :]
    last = max(1, span.end_line - span.line + (span.end_column > 1))
    own = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    while last < len(lines) and lines[last].startswith(" " * (own + 1)):
        last += 1
    return tuple(lines[:last])


def full_citation(cite: str, source: RulesetSource) -> str:
    """Return a citation with the title of its source in front."""
    name, _, passage = cite.partition(" ")
    listed = [book for layer in reversed(layers_of(source)) for book in layer.manifest.sources]
    title = next((book.title.text for book in listed if book.name.text == name), None)
    return f"{title}, {passage.strip()}" if title else cite
