"""Citations, in rules and in YAML files, as links to where a manifest lists the passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.diagnostics import RulesError, Span
from rulewright.lsp.navigation import FilePlace, place_of
from rulewright.lsp.positions import Position, Range, units
from rulewright.lsp.project import Project
from rulewright.source.layers import layers_of
from rulewright.workspace import Ruleset

_CITED = re.compile(r"""(?<![^\s"'{}\[\],:#])([^\s"'{}\[\],:#]++)\s++"([^"]*)\"""")


class Link(NamedTuple):
    """A stretch that leads to a place; `title` says what is there."""

    range: Range
    place: FilePlace
    title: str


def links(project: Project, path: Path) -> Iterator[Link]:
    """Yield the citations in a file."""
    folder = project.folder_of(path)
    ruleset = project.ruleset(folder) if folder is not None else None
    listed = _listed_passages(ruleset) if ruleset is not None else {}
    for number, line in enumerate(project.lines(path)):
        for cited in _CITED.finditer(line):
            span, title = listed.get((cited[1], cited[2]), (None, ""))
            place = place_of(project, ruleset, span) if ruleset is not None and span is not None else None
            if place is not None:
                start, end = (Position(number, units(line, at + 1)) for at in cited.span())
                yield Link(Range(start, end), place, title)


def link_at(project: Project, path: Path, position: Position) -> Link | None:
    """Return the citation at a position."""
    here = (one for one in links(project, path) if one.range.start <= position <= one.range.end)
    return next(here, None)


def _listed_passages(ruleset: Ruleset) -> dict[tuple[str, str], tuple[Span, str]]:
    """Return the place and the title of the source of each passage; nothing where manifests cannot be read."""
    try:
        sources = [source for layer in layers_of(ruleset.source) for source in layer.manifest.sources]
    except RulesError:
        return {}
    return {
        (one.name.text, passage.text): (passage.span, one.title.text) for one in sources for passage in one.passages
    }
