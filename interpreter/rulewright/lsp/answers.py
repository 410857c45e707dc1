"""What the server answers: each request of the protocol, from the project."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from rulewright.lsp import (
    changing,
    colours,
    completion,
    describing,
    diagnostics,
    lenses,
    links,
    navigation,
    outline,
    renaming,
    signatures,
)
from rulewright.lsp.execution import argument_of, register_commands
from rulewright.lsp.offers import CompletionOffer
from rulewright.lsp.positions import Position, units
from rulewright.lsp.server import Server
from rulewright.lsp.wire import (
    answer,
    at,
    changes,
    diagnostic,
    in_file,
    item_kind,
    location,
    path_of,
    selection,
    symbol_kind,
    uri_of,
    wire,
)

ACTION_KINDS = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Refactor, lsp.CodeActionKind.SourceFixAll]


def server() -> Server:
    """Return a server with all features."""
    made = Server()
    _documents(made)
    _places(made)
    _help(made)
    _beside(made)
    _files(made)
    register_commands(made)
    return made


def _documents(ls: Server) -> None:
    @ls.feature(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        ls.begin()

    @ls.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        ls.change(params.text_document.uri, params.text_document.text, params.text_document.version)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = ls.workspace.get_text_document(params.text_document.uri)
        ls.change(params.text_document.uri, document.source, params.text_document.version)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        ls.change(params.text_document.uri, None)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        pass

    @ls.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
        ls.project.space.refresh()
        for one in params.changes:
            path = path_of(one.uri)
            ls.change(one.uri, ls.project.open.get(path), ls.versions.get(path))


def _places(ls: Server) -> None:
    @answer(ls, lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        found = navigation.pointed_place(ls.project, *at(params)) or links.link_at(ls.project, *at(params))
        return location(found.place if isinstance(found, links.Link) else found) if found else None

    @answer(ls, lsp.TEXT_DOCUMENT_TYPE_DEFINITION)
    def type_definition(params: lsp.TypeDefinitionParams) -> lsp.Location | None:
        place = navigation.pointed_place(ls.project, *at(params), lambda found: found.symbol.type_span)
        return location(place) if place else None

    @answer(ls, lsp.TEXT_DOCUMENT_IMPLEMENTATION)
    def changed(params: lsp.ImplementationParams) -> list[lsp.Location]:
        return [location(place) for place in navigation.changes(ls.project, *at(params))]

    @answer(ls, lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        return [location(p) for p in navigation.uses(ls.project, *at(params), params.context.include_declaration)]

    @answer(ls, lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        path, position = at(params)
        places = navigation.uses(ls.project, path, position)
        return [lsp.DocumentHighlight(wire(place.range)) for place in places if place.path == path]

    @answer(ls, lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        found = navigation.pointed_place(ls.project, *at(params), lambda found: found.at)
        return wire(found.range) if found else None

    @answer(ls, lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        done = renaming.rename_at(ls.project, *at(params), params.new_name)
        if done.remark:
            ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, done.remark))
        return changes(done.edits)

    @answer(ls, lsp.TEXT_DOCUMENT_DOCUMENT_LINK, lsp.DocumentLinkOptions())
    def cited(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        return [
            lsp.DocumentLink(wire(one.range), f"{uri_of(one.place.path)}#L{one.place.range.start.line + 1}", one.title)
            for one in links.links(ls.project, in_file(params))
        ]

    @answer(ls, lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def around(params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange | None]:
        path = in_file(params)
        at_each = (Position(one.line, one.character) for one in params.positions)
        return [selection(outline.selections(ls.project, path, position)) for position in at_each]


def _help(ls: Server) -> None:
    @answer(ls, lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        text = describing.hover(ls.project, *at(params))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @answer(ls, lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=[" "]))
    def sentence(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        found = [
            lsp.SignatureInformation(one.form, one.doc, [lsp.ParameterInformation(p) for p in one.parts], one.active)
            for one in signatures.signatures(ls.project, *at(params))
        ]
        return lsp.SignatureHelp(found, 0, found[0].active_parameter) if found else None

    @answer(ls, lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", '"', "{", "["]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        typed, found = completion.offers(ls.project, *at(params))
        end, start = params.position, params.position.character - units(typed, len(typed) + 1)
        range_ = lsp.Range(lsp.Position(end.line, start), end)
        return lsp.CompletionList(is_incomplete=False, items=[_item(offer, range_) for offer in found])

    @answer(ls, lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=ACTION_KINDS))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        lines, path = range(params.range.start.line, params.range.end.line + 1), in_file(params)
        wanted = tuple(params.context.only or ACTION_KINDS[:2])
        mending = diagnostics.actions(ls.project, path, lines)  # a rule is mended first, then changed above
        found = mending or [*changing.actions_of_change(ls.project, path, lines)]
        return [
            lsp.CodeAction(
                one.title, one.kind, [diagnostic(one.finding)] if one.finding else None, one.preferred or None,
                edit=changes(one.edits),
            )
            for one in (*found, *diagnostics.fix_all(ls.project, path))
            if one.kind.startswith(wanted)
        ]  # fmt: skip


def _item(offer: CompletionOffer, typed: lsp.Range) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        offer.text,
        kind=item_kind(offer.kind),
        detail=offer.detail,
        documentation=offer.doc or None,
        sort_text=f"{offer.order:02}{offer.text}",
        filter_text=offer.text,
        text_edit=lsp.TextEdit(typed, offer.insert or offer.text),
    )


def _beside(ls: Server) -> None:
    @answer(
        ls, lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lsp.SemanticTokensLegend(token_types=[*colours.KINDS], token_modifiers=[]),
    )  # fmt: skip
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        data, line, character = list[int](), 0, 0
        for token in colours.tokens(ls.project, in_file(params)):
            data += [token.line - line, token.character - (character if token.line == line else 0), token.length]
            data += [colours.KINDS.index(token.kind), 0]
            line, character = token.line, token.character
        return lsp.SemanticTokens(data)

    @answer(ls, lsp.TEXT_DOCUMENT_INLAY_HINT)
    def beside(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        lines = range(params.range.start.line, params.range.end.line + 1)
        found = describing.hints(ls.project, in_file(params), lines)
        return [lsp.InlayHint(lsp.Position(*hint.position), hint.text, padding_left=True) for hint in found]

    @answer(ls, lsp.TEXT_DOCUMENT_CODE_LENS)
    def above(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        path = in_file(params)
        return [
            lsp.CodeLens(
                lsp.Range(lsp.Position(lens.line, 0), lsp.Position(lens.line, 0)),
                lsp.Command(
                    lens.title, lens.command and f"rulewright.{lens.command}", arguments=argument_of(path, lens)
                ),
            )
            for lens in lenses.lenses(ls.project, path)
        ]


def _files(ls: Server) -> None:
    @answer(ls, lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return nested(outline.outline(ls.project, in_file(params)))

    @answer(ls, lsp.WORKSPACE_SYMBOL)
    def everywhere(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return [
            lsp.WorkspaceSymbol(location(place), symbol.full_name, symbol_kind(symbol.kind))
            for symbol, place in outline.matching_symbols(ls.project, params.query)
        ]

    @answer(ls, lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        found = outline.folds(ls.project, in_file(params))
        return [lsp.FoldingRange(lines.start, lines.stop - 1) for lines in found]

    @answer(ls, lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        path = in_file(params)
        folder = ls.project.folder_of(path)
        text = ls.project.ruleset(folder).formatted_text(path) if folder else None
        if text is None:
            return None
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(ls.project.lines(path)), 0))
        return [lsp.TextEdit(whole, text)]


def nested(parts: Iterable[outline.OutlinePart]) -> list[lsp.DocumentSymbol]:
    """Return parts of a file, each with those inside of it."""
    inside: list[list[lsp.DocumentSymbol]] = [[]]
    for part in parts:
        children: list[lsp.DocumentSymbol] = []
        range_, heading = wire(part.range), wire(part.heading)
        del inside[part.depth + 1 :]
        inside[-1].append(lsp.DocumentSymbol(part.name, symbol_kind(part.kind), range_, heading, children=children))
        inside.append(children)
    return inside[0]
