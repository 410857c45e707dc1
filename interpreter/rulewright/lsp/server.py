"""Takes in texts, reports findings once there is a pause, and learns names when nothing else is to be done."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

import rulewright
from rulewright.lsp import diagnostics
from rulewright.lsp.project import Project
from rulewright.lsp.wire import diagnostic, path_of, uri_of

PAUSE = 0.02
"""Seconds without an edit until findings are computed: in a burst of edits only the last one counts."""
LULL = 0.1
"""Seconds without an edit until the rulesets above are looked at: what is asked after a keystroke comes first."""
IDLE = 0.3
"""Seconds without an edit until names are looked at again, which colours, hints and lenses go by."""


class Protocol(LanguageServerProtocol):
    """Counts in UTF-16, which every editor can, whatever else it offers."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, Any]:
        """Answer what the server can do."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Server(LanguageServer):
    """Answers one editor."""

    def __init__(self) -> None:
        kind = lsp.TextDocumentSyncKind.Incremental
        super().__init__("rulewright", rulewright.__version__, protocol_cls=Protocol, text_document_sync_kind=kind)
        self.project = Project(Path.cwd())
        self.reported: dict[Path, dict[Path, list[diagnostics.Finding]]] = {}
        """By ruleset, the findings that were reported last, by file."""
        self.pending: asyncio.Task[None] | None = None
        self.changed: set[Path] = set()
        """The folders of rulesets that have changed since findings were reported."""
        self.above: set[Path] = set()
        """Those of which the rulesets above have not been looked at since."""
        self.versions: dict[Path, int | None] = {}
        """The versions of texts, as the editor counts them."""
        self.edits = 0
        """How many edits there were."""

    def begin(self) -> None:
        """Take in the folder that the editor has opened."""
        folders = [path_of(uri) for uri in self.workspace.folders]
        root = path_of(self.workspace.root_uri) if self.workspace.root_uri else None
        if folders or root:
            self.project = Project(folders[0] if folders else root or Path.cwd())

    def change(self, uri: str, text: str | None, version: int | None = None) -> None:
        """Take in a text, and report findings once there is a pause."""
        path = path_of(uri)
        self.versions[path] = version
        folder = self.project.folder_of(path)
        self.project.put(path, text)
        folder = folder or self.project.folder_of(path)
        self.edits += 1
        if folder is not None:
            self.changed.add(folder)
        if self.pending is None or self.pending.done():
            self.pending = asyncio.get_running_loop().create_task(self.report_soon())

    async def report_soon(self) -> None:
        """Wait for a pause and report the findings of everything that changed, then of what extends it."""
        while self.changed or self.above:
            await asyncio.sleep(PAUSE)
            folders, self.changed = self.changed, set()
            for folder in folders:
                self.report(folder)
            if await self.edited_within(LULL):
                self.above |= folders
                continue
            folders, self.above = folders | self.above, set()
            for other in [other for folder in folders for other in self.project.extending(folder)]:
                self.report(other)
                if await self.edited_within(0):
                    self.above |= folders
                    break
            if not self.changed and not await self.edited_within(IDLE):
                await self.learn(folders)

    async def edited_within(self, seconds: float) -> bool:
        """Let others work for some time, and return whether there was an edit."""
        before = self.edits
        await asyncio.sleep(seconds)
        return self.edits != before

    async def learn(self, folders: set[Path]) -> None:
        """Learn what colours, hints and lenses go by, and let the editor ask for them again."""
        for folder in folders:
            for one in (folder, *self.project.extending(folder)):
                if await self.edited_within(0):
                    return
                self.project.learn(one)
        self.renew()

    def renew(self) -> None:
        """Let the editor ask again for what it shows beside the text, if it can be asked to."""
        can = self.client_capabilities.workspace
        if can is None:
            return
        if can.semantic_tokens is not None and can.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if can.inlay_hint is not None and can.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if can.code_lens is not None and can.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def report(self, folder: Path) -> None:
        """Send the findings of a ruleset, together with those that others have in the same files."""
        before = self.reported.get(folder, {})
        found = diagnostics.findings(self.project, folder)
        self.reported[folder] = found
        opened = {path for path in self.project.open if self.project.folder_of(path) == folder}
        for path in found.keys() | opened | before.keys():
            params = lsp.PublishDiagnosticsParams(uri_of(path), self.findings_in(path), self.versions.get(path))
            self.text_document_publish_diagnostics(params)

    def findings_in(self, path: Path) -> list[lsp.Diagnostic]:
        """Return what was found in a file, in the ruleset that it belongs to and in those that extend it."""
        owner = self.project.folder_of(path)
        order = sorted(self.reported, key=lambda folder: (folder != owner, folder))
        items: dict[tuple[object, ...], lsp.Diagnostic] = {}
        for folder in order:
            for one in self.reported[folder].get(path, ()):
                above = "" if folder == owner else folder.name
                items.setdefault((one.range, one.finding.code, one.finding.message), diagnostic(one, above))
        return list(items.values())
