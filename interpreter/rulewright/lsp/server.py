"""Takes in texts, reports findings once there is a pause, and learns names when nothing else is to be done."""

from __future__ import annotations

import asyncio
import gc
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcParseError
from pygls.lsp.server import LanguageServer

import rulewright
from rulewright.lsp import diagnostics
from rulewright.lsp.project import Project
from rulewright.lsp.protocol import Protocol
from rulewright.lsp.wire import diagnostic, path_of, uri_of

if TYPE_CHECKING:
    from pygls.server import ServerErrors

PAUSE = 0.02
"""Seconds without an edit until findings are computed: in a burst of edits only the last one counts."""
LULL = 0.1
"""Seconds without an edit until the rulesets above are looked at: what is asked after a keystroke comes first."""
IDLE = 0.3
"""Seconds without an edit until names are looked at again, which colours, hints and lenses go by."""
BREATH = 0.02
"""Seconds in which an edit that has been sent meanwhile is taken in."""
REST = 2.0
"""Seconds without an edit until cyclic garbage is collected, which takes longer than to find what is wrong."""
MOST = 60
"""Rounds of findings that may leave their garbage, about a megabyte each, until it is collected in a shorter lull."""


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
        self.edited = asyncio.Event()
        """Set by an edit until its findings are computed."""
        self.rounds = 0
        """How often findings were computed since garbage was collected."""

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Answer bytes that are no message with an error; show what else goes wrong outside of answers."""
        if source is JsonRpcException and isinstance(error, ValueError | RecursionError):
            protocol = cast(Protocol, self.protocol)
            protocol.answer_error(JsonRpcParseError(str(error)))
        else:
            super().report_server_error(error, source)

    def begin(self) -> None:
        """Take in the folder that the editor has opened. Garbage is collected only while nothing is typed."""
        gc.disable()
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
        self.edited.set()
        if folder is not None:
            self.changed.add(folder)
        if self.pending is None or self.pending.done():
            self.pending = asyncio.get_running_loop().create_task(self.report_soon())

    async def report_soon(self) -> None:
        """Wait for a pause and report the findings of everything that changed, then of what extends it."""
        while self.changed or self.above:
            await asyncio.sleep(PAUSE)
            self.edited.clear()
            self.rounds += 1
            folders, self.changed = self.changed, set()
            for folder in folders:
                self.report(folder)
            if await self.edited_within(LULL):
                self.above |= folders
                continue
            if self.rounds > MOST:
                self.collect()
            folders, self.above = folders | self.above, set()
            for other in [other for folder in folders for other in self.project.extending(folder)]:
                self.report(other)
                if await self.edited_within(BREATH):
                    self.above |= folders
                    break
            if not self.changed and not await self.edited_within(IDLE):
                await self.learn(folders)

    async def edited_within(self, seconds: float) -> bool:
        """Let others work until there is an edit, but no longer than some time, and return whether there was one."""
        try:
            await asyncio.wait_for(self.edited.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def learn(self, folders: set[Path]) -> None:
        """Learn what colours, hints and lenses go by, let the editor ask for them again, and collect garbage."""
        concerned = [one for folder in folders for one in (folder, *self.project.extending(folder))]
        for _ in chain.from_iterable(map(self.project.learning, concerned)):
            if await self.edited_within(BREATH):
                return
        self.renew()
        if not await self.edited_within(REST):
            self.collect()

    def collect(self) -> None:
        """Collect what is referred to only in cycles."""
        gc.collect()
        self.rounds = 0

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
