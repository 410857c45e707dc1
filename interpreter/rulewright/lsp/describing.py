"""What a name or a word is: for hovering, and for colours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.check.core.things import Figure
from rulewright.check.symbols import Symbol
from rulewright.diagnostics import RulesError
from rulewright.lsp.navigation import Found, symbol_at
from rulewright.lsp.positions import Position, column, units
from rulewright.lsp.project import Project
from rulewright.source.layers import layers
from rulewright.syntax.lines import Piece, cut, cut_line
from rulewright.syntax.reference import explain
from rulewright.syntax.sentence_words import forms
from rulewright.syntax.tables import tables
from rulewright.workspace import Ruleset
from rulewright.workspace.definitions import written_in

KINDS = ("keyword", "variable", "number", "string", "comment", "function", "enumMember", "type", "property", "class")
"""The kinds of tokens, as editors call them."""

KIND_OF = {
    "step": "function", "phase": "function", "menu": "function", "option": "function", "cost": "function",
    "value": "function", "rule": "function", "scoring": "function", "fact": "property", "amount": "property",
    "place": "property", "printed": "property", "figure": "property", "names": "type", "grid": "type", "shape": "type",
    "piece": "class", "piece-rule": "class", "players": "type", "thing": "enumMember", "player": "enumMember",
    "name": "variable",
}  # fmt: skip
PAGE_LINES = 12
"""Lines of a page of the reference that hovering shows."""


class Token(NamedTuple):
    """A stretch of a line, in UTF-16 units, and its kind."""

    line: int
    character: int
    length: int
    kind: str


def hover(project: Project, path: Path, position: Position) -> str | None:
    """Return what is known about what is at a position, as Markdown."""
    found = symbol_at(project, path, position)
    if found is not None:
        return "\n\n".join(_about(found))
    piece = piece_at(project, path, position)
    if path.suffix != ".rules" or piece is None or piece.text not in tables().words:
        return None
    form, page = forms().get(piece.text), explain(piece.text)
    shown = [f"```rules\n{form}\n```"] if form else []
    if page:
        lines = page.split("\n")
        shown.append("\n".join([f"**{lines[0]}**", *lines[1:PAGE_LINES], "…" if len(lines) > PAGE_LINES else ""]))
    return "\n\n".join(shown) or None


def piece_at(project: Project, path: Path, position: Position) -> Piece | None:
    """Return the word, number or text at a position."""
    lines = project.lines(path)
    if position.line >= len(lines):
        return None
    line = lines[position.line]
    at = column(line, position.character)
    return next((p for p in cut_line(1, line).pieces if p.column <= at <= p.end), None)


def _about(found: Found) -> Iterator[str]:
    ruleset, symbol = found.ruleset, found.symbol
    yield f"**{symbol.name}** · {symbol.kind.replace('-', ' ')}" + (f" · {symbol.type}" if symbol.type else "")
    if symbol.doc:
        yield symbol.doc
    value = value_of(ruleset, symbol) if symbol.kind == "figure" else None
    if value is not None:
        yield f"Here: {value}"
    try:
        for layer in reversed(layers(ruleset.source)):
            for written in written_in(layer, symbol.full_name):
                code = "\n".join(written.text[:PAGE_LINES])
                yield f"`{written.file}:{written.line}`\n```rules\n{code}\n```"
                yield from written.remarks
    except RulesError:
        return


def value_of(ruleset: Ruleset, symbol: Symbol) -> str | None:
    """Return the value of a figure, or the values of a short table; None where the rules have mistakes."""
    try:
        figures = {one.span: one for one in ruleset.checked().figures}
    except RulesError:
        return None
    figure = figures.get(symbol.span) or next((f for f in figures.values() if f.name == symbol.name), None)
    return _shown(figure) if figure is not None else None


def _shown(figure: Figure) -> str | None:
    if figure.type.how != "number" or len(figure.values) > 20:
        return None
    return ", ".join(map(str, figure.values))


def tokens(project: Project, path: Path) -> list[Token]:
    """Return the tokens of a rule file, in order."""
    if path.suffix != ".rules":
        return []
    kinds, words = _kinds_at(project, path), tables().words
    found: list[Token] = []
    lines = project.lines(path)
    for line in cut("\n".join(lines)):
        text = lines[line.number - 1]
        for piece in line.pieces:
            kind = kinds.get((line.number, piece.column)) or _plain_kind(piece, words)
            if kind is not None:
                start = units(text, piece.column)
                found.append(Token(line.number - 1, start, units(text, piece.end) - start, kind))
    for number, text in enumerate(lines):
        if text.lstrip().startswith("#"):
            start = len(text) - len(text.lstrip())
            found.append(Token(number, start, units(text, len(text) + 1) - start, "comment"))
    return sorted(found)


def _kinds_at(project: Project, path: Path) -> dict[tuple[int, int], str]:
    folder = project.folder_of(path)
    if folder is None:
        return {}
    try:
        shown, symbols = project.ruleset(folder).shown(path), project.symbols(folder, current=True).all
    except RulesError:
        return {}
    return {
        (span.line, span.column): KIND_OF.get(symbol.kind, "variable")
        for symbol in symbols
        for span in (symbol.span, *symbol.uses)
        if span.file == shown
    }


def _plain_kind(piece: Piece, words: frozenset[str]) -> str | None:
    match piece.kind:
        case "INT":
            return "number"
        case "STRING":
            return "string"
        case "NAME":
            return "keyword" if piece.text in words else "variable"
        case _:
            return None
