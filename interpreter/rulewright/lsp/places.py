"""What the server answers with places: definitions, uses, links, what to select; and renaming."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.lsp import links, navigation, outline, renaming
from rulewright.lsp.positions import Position
from rulewright.lsp.requests import answer, at, in_file
from rulewright.lsp.server import Server
from rulewright.lsp.wire import changes, location, selection, uri_of, wire


def register_places(ls: Server) -> None:
    """Register the answers to requests for places, and renaming."""

    @answer(ls, lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        place = navigation.definition(ls.project, *at(params)) or links.passage_at(ls.project, *at(params))
        return location(place) if place else None

    @answer(ls, lsp.TEXT_DOCUMENT_TYPE_DEFINITION)
    def type_definition(params: lsp.TypeDefinitionParams) -> lsp.Location | None:
        place = navigation.type_definition(ls.project, *at(params))
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
        found = navigation.defined_place(ls.project, *at(params))
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
