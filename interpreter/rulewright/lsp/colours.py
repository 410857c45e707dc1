"""What the words of a rule file are: for colours, and for what stands beside names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol
from rulewright.lsp.positions import units
from rulewright.lsp.project import Project
from rulewright.syntax.lines import Lexeme, cut_lines
from rulewright.syntax.tables import tables

KINDS = ("keyword", "variable", "number", "string", "comment", "function", "enumMember", "type", "property", "class")
"""The kinds of tokens, as editors call them."""

KIND_OF = {
    "step": "function", "phase": "function", "menu": "function", "option": "function", "cost": "function",
    "value": "function", "rule": "function", "scoring": "function", "fact": "property", "amount": "property",
    "place": "property", "printed": "property", "figure": "property", "names": "type", "grid": "type", "shape": "type",
    "piece": "class", "piece-rule": "class", "players": "type", "thing": "enumMember", "player": "enumMember",
    "name": "variable",
}  # fmt: skip


class ColouredWord(NamedTuple):
    """A stretch of a line, in UTF-16 units, and its kind."""

    line: int
    character: int
    length: int
    kind: str


def tokens(project: Project, path: Path) -> list[ColouredWord]:
    """Return the tokens of a rule file, in order."""
    if path.suffix != ".rules":
        return []
    named = {(line, piece.column): symbol for line, piece, symbol in names_in(project, path)}
    found, lines = list[ColouredWord](), project.lines(path)
    for number, piece in _pieces(lines):
        symbol = named.get((number, piece.column))
        kind = KIND_OF.get(symbol.kind, "variable") if symbol is not None else _plain_kind(piece)
        if kind is not None:
            start = units(lines[number], piece.column)
            found.append(ColouredWord(number, start, units(lines[number], piece.end) - start, kind))
    for number, text in enumerate(lines):
        if text.lstrip().startswith("#"):
            start = len(text) - len(text.lstrip())
            found.append(ColouredWord(number, start, units(text, len(text) + 1) - start, "comment"))
    return sorted(found)


def names_in(project: Project, path: Path) -> Iterator[tuple[int, Lexeme, Symbol]]:
    """Yield the names in a rule file with their lines, counted from 0, and what they mean.

    While the file is edited, places are known only of an earlier text: there, a name is what it is everywhere.
    """
    folder = project.folder_of(path)
    if folder is None:
        return
    symbols = project.known(folder).symbols
    if project.is_current(folder):
        shown = project.ruleset(folder).shown_path(path) or ""
        found = ((at, piece, symbols.at(shown, at + 1, piece.column)) for at, piece in _pieces(project.lines(path)))
    else:
        found = ((at, piece, symbols.meaning_anywhere(piece.text)) for at, piece in _pieces(project.lines(path)))
    yield from ((at, piece, symbol) for at, piece, symbol in found if symbol is not None and piece.kind == "NAME")


def _pieces(lines: list[str]) -> Iterator[tuple[int, Lexeme]]:
    return ((line.number - 1, piece) for line in cut_lines("\n".join(lines)) for piece in line.pieces)


def _plain_kind(piece: Lexeme) -> str | None:
    match piece.kind:
        case "INT" | "_BELOW_ZERO":
            return "number"
        case "STRING":
            return "string"
        case "NAME":
            return "keyword" if piece.text in tables().words else "variable"
        case _:
            return None
