"""Requests, places, findings and edits as the protocol has them, and how answers are registered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from os.path import realpath
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulewright.diagnostics import Code, RulesError
from rulewright.lsp.colours import KIND_OF
from rulewright.lsp.diagnostics import Finding
from rulewright.lsp.navigation import FilePlace
from rulewright.lsp.positions import Edits, Position, Range
from rulewright.lsp.project import Refused

T = TypeVar("T")

SYMBOL_KINDS = {
    "function": lsp.SymbolKind.Function, "type": lsp.SymbolKind.Enum, "class": lsp.SymbolKind.Class,
    "property": lsp.SymbolKind.Property, "enumMember": lsp.SymbolKind.EnumMember, "variable": lsp.SymbolKind.Variable,
    "key": lsp.SymbolKind.Key,
}  # fmt: skip
ITEM_KINDS = {
    "function": lsp.CompletionItemKind.Function, "type": lsp.CompletionItemKind.Enum,
    "class": lsp.CompletionItemKind.Class, "property": lsp.CompletionItemKind.Property,
    "enumMember": lsp.CompletionItemKind.EnumMember, "variable": lsp.CompletionItemKind.Variable,
}  # fmt: skip
UNNECESSARY = (Code.NEVER_USED, Code.NEVER_REACHED, Code.RULING_UNUSED, Code.PASSAGE_UNUSED, Code.UNREAD_FIGURE)
"""The findings about names that could as well be left out: editors let them fade."""
ITEMS = {"word": lsp.CompletionItemKind.Keyword, "key": lsp.CompletionItemKind.Field}


def path_of(uri: str) -> Path:
    """Return the file of a URI."""
    return Path(realpath(to_fs_path(uri) or uri))


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def wire(range_: Range) -> lsp.Range:
    """Return a range."""
    return lsp.Range(lsp.Position(*range_.start), lsp.Position(*range_.end))


def diagnostic(one: Finding, above: str = "") -> lsp.Diagnostic:
    """Return a finding; `above` is the ruleset in which alone it is found, if that is another one than the file's."""
    finding = one.finding
    severity = lsp.DiagnosticSeverity.Error if finding.severity == "error" else lsp.DiagnosticSeverity.Warning
    message = "\n".join([finding.message, *finding.remedy, *([f'Found in "{above}".'] if above else [])])
    tags = [lsp.DiagnosticTag.Unnecessary] if finding.code in UNNECESSARY else None
    return lsp.Diagnostic(wire(one.range), message, severity, code=str(finding.code), source="rulewright", tags=tags)


def changes(edits: Edits) -> lsp.WorkspaceEdit:
    """Return edits; those of files that are not there yet begin with making them."""
    if not all(path.exists() for path in edits):
        made: list[Any] = []
        for path, written in edits.items():
            made += [] if path.exists() else [lsp.CreateFile(uri_of(path))]
            document = lsp.OptionalVersionedTextDocumentIdentifier(uri_of(path))
            made.append(lsp.TextDocumentEdit(document, [lsp.TextEdit(wire(range_), text) for range_, text in written]))
        return lsp.WorkspaceEdit(document_changes=made)
    return lsp.WorkspaceEdit(
        {uri_of(path): [lsp.TextEdit(wire(range_), text) for range_, text in made] for path, made in edits.items()}
    )


def location(place: FilePlace) -> lsp.Location:
    """Return a place."""
    return lsp.Location(uri_of(place.path), wire(place.range))


def selection(ranges: list[Range]) -> lsp.SelectionRange | None:
    """Return ranges, of which each lies in the next one."""
    around: lsp.SelectionRange | None = None
    for one in reversed(ranges):
        around = lsp.SelectionRange(wire(one), around)
    return around


def symbol_kind(kind: str) -> lsp.SymbolKind:
    """Return the kind of a symbol, or of a part of a file."""
    return SYMBOL_KINDS.get(KIND_OF.get(kind, kind), lsp.SymbolKind.Function)


def item_kind(kind: str) -> lsp.CompletionItemKind:
    """Return the kind of an offer."""
    return ITEM_KINDS.get(KIND_OF.get(kind, ""), ITEMS.get(kind, lsp.CompletionItemKind.Text))


# -- requests


def answer(ls: LanguageServer, method: str, options: object = None) -> Callable[[Callable[[Any], T]], None]:
    """Register the answer to a request; None where the rules cannot be read.

    A request that is cancelled before its turn is not answered at all.
    """

    def register(question: Callable[[Any], T]) -> None:
        @ls.feature(method, options)
        @wraps(question)
        async def answered(params: Any) -> T | None:
            await asyncio.sleep(0)
            try:
                return question(params)
            except Refused as problem:
                raise JsonRpcInvalidParams(str(problem)) from None
            except RulesError:
                return None

    return register


def in_file(params: Any) -> Path:
    """Return the file that a request is about."""
    return path_of(params.text_document.uri)


def at(params: Any) -> tuple[Path, Position]:
    """Return the file and the position that a request is about."""
    return in_file(params), Position(params.position.line, params.position.character)
