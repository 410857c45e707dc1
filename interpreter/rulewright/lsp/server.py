"""The protocol between an editor and the project: requests in, answers out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

import rulewright
from rulewright.diagnostics import RulesError
from rulewright.lsp import completion, describing, diagnostics, navigation, outline
from rulewright.lsp.positions import Position, Range
from rulewright.lsp.project import Project

T = TypeVar("T")
PAUSE = 0.03
"""Seconds without an edit until findings are computed: in a burst of edits only the last one counts."""

SYMBOL_KINDS = {
    "function": lsp.SymbolKind.Function, "type": lsp.SymbolKind.Enum, "class": lsp.SymbolKind.Class,
    "property": lsp.SymbolKind.Property, "enumMember": lsp.SymbolKind.EnumMember, "variable": lsp.SymbolKind.Variable,
}  # fmt: skip
ITEM_KINDS = {
    "function": lsp.CompletionItemKind.Function, "type": lsp.CompletionItemKind.Enum,
    "class": lsp.CompletionItemKind.Class, "property": lsp.CompletionItemKind.Property,
    "enumMember": lsp.CompletionItemKind.EnumMember, "variable": lsp.CompletionItemKind.Variable,
}  # fmt: skip


class Server(LanguageServer):
    """Answers one editor."""

    def __init__(self) -> None:
        super().__init__("rulewright", rulewright.__version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.project = Project(Path.cwd())
        self.reported: dict[Path, set[Path]] = {}
        """By ruleset, the files for which findings were reported."""
        self.pending: asyncio.Task[None] | None = None
        self.changed: set[Path] = set()
        """The folders of rulesets that have changed since findings were reported."""

    def change(self, uri: str, text: str | None) -> None:
        """Take in a text, and report findings once there is a pause."""
        path = path_of(uri)
        folder = self.project.folder_of(path)
        self.project.put(path, text)
        folder = folder or self.project.folder_of(path)
        if folder is not None:
            self.changed.add(folder)
        if self.pending is None or self.pending.done():
            self.pending = asyncio.get_running_loop().create_task(self.report_soon())

    async def report_soon(self) -> None:
        """Wait for a pause and report the findings of everything that changed, then of what extends it."""
        while self.changed:
            await asyncio.sleep(PAUSE)
            folders, self.changed = self.changed, set()
            for folder in folders:
                self.report(folder)
            await asyncio.sleep(0)
            for folder in folders:
                for other in self.project.extending(folder):
                    if self.changed:
                        self.changed |= folders
                        break
                    self.report(other)
                    await asyncio.sleep(0)

    def report(self, folder: Path) -> None:
        """Send the findings of a ruleset, and that files which had some have none any more."""
        found = diagnostics.findings(self.project, folder)
        self.project.symbols(folder, current=True)
        opened = {path for path in self.project.open if self.project.folder_of(path) == folder}
        for path in found.keys() | opened | self.reported.get(folder, set()):
            items = [diagnostic(one) for one in found.get(path, [])]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(path), items))
        self.reported[folder] = set(found)


def path_of(uri: str) -> Path:
    """Return the file of a URI."""
    return Path(to_fs_path(uri) or uri).resolve()


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def wire(range_: Range) -> lsp.Range:
    """Return a range as the protocol has it."""
    return lsp.Range(lsp.Position(*range_.start), lsp.Position(*range_.end))


def diagnostic(one: diagnostics.Finding) -> lsp.Diagnostic:
    """Return a finding as the protocol has it."""
    finding = one.finding
    severity = lsp.DiagnosticSeverity.Error if finding.severity == "error" else lsp.DiagnosticSeverity.Warning
    message = "\n".join([finding.message, *finding.remedy])
    return lsp.Diagnostic(wire(one.range), message, severity, code=str(finding.code), source="rulewright")


def changes(edits: diagnostics.Edits) -> lsp.WorkspaceEdit:
    """Return edits as the protocol has them."""
    return lsp.WorkspaceEdit(
        {uri_of(path): [lsp.TextEdit(wire(range_), text) for range_, text in made] for path, made in edits.items()}
    )


def location(place: navigation.Place) -> lsp.Location:
    """Return a place as the protocol has it."""
    return lsp.Location(uri_of(place.path), wire(place.range))


def server() -> Server:
    """Return a server with all features."""
    made = Server()
    _documents(made)
    _navigation(made)
    _help(made)
    _files(made)
    return made


def answered(question: Callable[[], T]) -> T | None:
    """Return an answer; None where the rules cannot be read."""
    try:
        return question()
    except RulesError:
        return None


def _documents(ls: Server) -> None:
    @ls.feature(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        folders = [path_of(uri) for uri in ls.workspace.folders]
        root = path_of(ls.workspace.root_uri) if ls.workspace.root_uri else None
        if folders or root:
            ls.project = Project(folders[0] if folders else root or Path.cwd())

    @ls.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        ls.change(params.text_document.uri, params.text_document.text)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = ls.workspace.get_text_document(params.text_document.uri)
        ls.change(params.text_document.uri, document.source)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        ls.change(params.text_document.uri, None)

    @ls.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
        ls.project.space.refresh()
        for one in params.changes:
            path = path_of(one.uri)
            ls.change(one.uri, ls.project.open.get(path))


def _navigation(ls: Server) -> None:
    def at(params: Any) -> tuple[Path, Position]:
        place = params.position
        return path_of(params.text_document.uri), Position(place.line, place.character)

    @ls.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        place = answered(lambda: navigation.definition(ls.project, *at(params)))
        return location(place) if place else None

    @ls.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        declared = params.context.include_declaration
        return [location(p) for p in (answered(lambda: navigation.uses(ls.project, *at(params), declared)) or [])]

    @ls.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        try:
            return changes(navigation.renamed(ls.project, *at(params), params.new_name))
        except navigation.Refused as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        except RulesError as problem:
            raise JsonRpcInvalidParams(problem.findings[0].message) from None

    @ls.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        text = answered(lambda: describing.hover(ls.project, *at(params)))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None


def _help(ls: Server) -> None:
    @ls.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", '"', "{"]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        position = Position(params.position.line, params.position.character)
        found = answered(lambda: completion.offers(ls.project, path_of(params.text_document.uri), position)) or []
        return lsp.CompletionList(is_incomplete=False, items=[_item(offer) for offer in found])

    @ls.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        lines = range(params.range.start.line, params.range.end.line + 1)
        found = answered(lambda: diagnostics.actions(ls.project, path_of(params.text_document.uri), lines)) or []
        return [
            lsp.CodeAction(
                one.title, lsp.CodeActionKind.QuickFix, [diagnostic(one.finding)], one.preferred,
                edit=changes(one.edits),
            )
            for one in found
        ]  # fmt: skip

    @ls.feature(
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lsp.SemanticTokensLegend(token_types=[*describing.KINDS], token_modifiers=[]),
    )
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        found = answered(lambda: describing.tokens(ls.project, path_of(params.text_document.uri))) or []
        data, line, character = list[int](), 0, 0
        for token in found:
            data += [token.line - line, token.character - (character if token.line == line else 0), token.length]
            data += [describing.KINDS.index(token.kind), 0]
            line, character = token.line, token.character
        return lsp.SemanticTokens(data)


def _item(offer: completion.Offer) -> lsp.CompletionItem:
    kind = lsp.CompletionItemKind.Keyword if offer.kind == "word" else lsp.CompletionItemKind.Text
    kind = ITEM_KINDS.get(describing.KIND_OF.get(offer.kind, ""), kind)
    return lsp.CompletionItem(
        offer.text,
        kind=kind,
        detail=offer.detail,
        documentation=offer.doc or None,
        sort_text=f"{offer.order}{offer.text}",
    )


def _files(ls: Server) -> None:
    @ls.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = outline.parts(ls.project, path_of(params.text_document.uri))
        return [
            lsp.DocumentSymbol(part.name, lsp.SymbolKind.Function, wire(part.range), wire(part.heading))
            for part in found
        ]

    @ls.feature(lsp.WORKSPACE_SYMBOL)
    def everywhere(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return [
            lsp.WorkspaceSymbol(
                location(place), symbol.full_name,
                SYMBOL_KINDS.get(describing.KIND_OF.get(symbol.kind, ""), lsp.SymbolKind.Function),
            )
            for symbol, place in outline.matching(ls.project, params.query)
        ]  # fmt: skip

    @ls.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        found = outline.parts(ls.project, path_of(params.text_document.uri))
        return [lsp.FoldingRange(p.range.start.line, p.range.end.line) for p in found if p.range != p.heading]

    @ls.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        path = path_of(params.text_document.uri)
        folder = ls.project.folder_of(path)
        text = answered(lambda: ls.project.ruleset(folder).formatted(path)) if folder else None
        if text is None:
            return None
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(ls.project.lines(path)), 0))
        return [lsp.TextEdit(whole, text)]
