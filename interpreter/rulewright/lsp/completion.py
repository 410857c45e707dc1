"""What fits at the cursor: words of the sentence, names of the kind that stands there in other rules, passages.

Which kinds of names go where is learned from the rules themselves: after the same words, names of the kinds that stand
there elsewhere come first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol, Symbols
from rulewright.diagnostics import RulesError
from rulewright.lsp.positions import Position, column
from rulewright.lsp.project import Project
from rulewright.source.layers import layers
from rulewright.syntax.lalr import tokens
from rulewright.syntax.lines import Piece, cut, cut_line
from rulewright.syntax.parser import pieces
from rulewright.syntax.probe import Probe
from rulewright.syntax.sentence_words import forms
from rulewright.syntax.tables import tables
from rulewright.workspace import Ruleset

CITES = re.compile(r'\bcites ([a-z0-9-]+) "([^"]*)$')
PARTIAL = re.compile(r"[a-z0-9-]*$")


class Offer(NamedTuple):
    """Something to insert: what it is (word, name, passage or key), and how early it comes."""

    text: str
    kind: str
    detail: str = ""
    doc: str = ""
    order: int = 0


def offers(project: Project, path: Path, position: Position) -> list[Offer]:
    """Return what fits at a position of a rule file, the best first."""
    folder, lines = project.folder_of(path), project.lines(path)
    if folder is None or path.suffix != ".rules" or position.line >= len(lines):
        return []
    before = lines[position.line][: column(lines[position.line], position.character) - 1]
    ruleset = project.ruleset(folder)
    cited = CITES.search(before)
    if cited:
        return [Offer(passage, "passage", cited[1]) for passage in _passages(ruleset, cited[1])]
    above = [*lines[: position.line], before[: PARTIAL.search(before).start()]]  # type: ignore[union-attr]
    fits = fitting(above)
    words = [Offer(word, "word", forms().get(word, ""), order=1) for word in fits if word in tables().words]
    names = list(_names(project, folder, path, above)) if "NAME" in fits else []
    return sorted([*names, *words], key=lambda offer: (offer.order, offer.text))


def fitting(above: list[str]) -> frozenset[str]:
    """Return the words, signs and kinds of pieces that fit behind some lines, the last of which is unfinished."""
    start, text = [*pieces("\n".join(above))][-1]
    unfinished = cut_line(len(above) - start, above[-1], len(above[-1]) - len(above[-1].lstrip()))
    whole = cut("\n".join(text.split("\n")[:-1]))
    probe = Probe(tables(), [tables().begin["start"]])
    stand_in = unfinished._replace(pieces=(*unfinished.pieces, Piece("END", "", 0, 0)))
    for _, piece, line in tokens([*whole, stand_in]):
        if line is stand_in and piece.kind == "END":
            return probe.fits()
        if not probe.go(probe.meant(piece)) and line is stand_in:
            return frozenset()
    return probe.fits()


def _passages(ruleset: Ruleset, source: str) -> list[str]:
    try:
        return [*ruleset.source.passages().get(source, [])]
    except RulesError:
        return []


def _names(project: Project, folder: Path, path: Path, above: list[str]) -> Iterator[Offer]:
    """Yield the names of a ruleset; those of kinds that stand behind the same words elsewhere first.

    Of names that are let in rules, only those of the rule that is being written are known there.
    """
    ruleset, symbols = project.ruleset(folder), project.known(folder).symbols
    usual = project.usual_kinds(folder, lambda: usual_kinds(ruleset, symbols))
    last = [piece.text for piece in cut_line(1, above[-1]).pieces[-2:]]
    kinds = usual.get(tuple(last)) or usual.get(tuple(last[-1:])) or {}
    most = max(kinds.values(), default=0)
    begin, shown = [*pieces("\n".join(above))][-1][0], ruleset.shown(path)
    for symbol in symbols.all:
        if symbol.kind == "name" and (symbol.span.file != shown or not begin < symbol.span.line <= len(above)):
            continue
        often = kinds.get(symbol.kind, 0)
        order = 2 if not often else 0 if 10 * often >= most else 1
        yield Offer(symbol.name, symbol.kind, symbol.type or symbol.kind, symbol.doc, order)


def usual_kinds(ruleset: Ruleset, symbols: Symbols) -> dict[tuple[str, ...], dict[str, int]]:
    """Return, by the two words before a name and by the last one, how often a name of each kind stands there."""
    places: dict[tuple[str, int, int], Symbol] = {}
    for symbol in symbols.all:
        places |= {(use.file, use.line, use.column): symbol for use in symbol.uses}
    counts: dict[tuple[str, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for file in (file for layer in layers(ruleset.source) for file in layer.rules):
        for line in cut(file.text):
            for at, piece in enumerate(line.pieces):
                symbol_here = places.get((file.path, line.number, piece.column))
                if symbol_here is not None:
                    before = tuple(other.text for other in line.pieces[max(0, at - 2) : at])
                    for key in {before, before[-1:]}:
                        counts[key][symbol_here.kind] += 1
    return {key: dict(kinds) for key, kinds in counts.items()}
