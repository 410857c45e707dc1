"""Takes in texts, reports findings once there is a pause, and learns names when nothing else is to be done."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcParseError
from pygls.lsp.server import LanguageServer

import rulewright
from rulewright.lsp import diagnostics
from rulewright.lsp.garbage import LONG_LULL, GarbagePolicy
from rulewright.lsp.project import Project
from rulewright.lsp.protocol import Protocol
from rulewright.lsp.wire import diagnostic, path_of, uri_of

if TYPE_CHECKING:
    from pygls.server import ServerErrors

SECONDS_TO_FINDINGS = 0.02
"""Time without an edit until findings are computed: in a burst of edits only the last one counts."""
SECONDS_TO_RULESETS_ABOVE = 0.1
"""Time without an edit until the rulesets above are looked at: what is asked after a keystroke comes first."""
SECONDS_TO_NAMES = 0.3
"""Time without an edit until names are looked at again, which colours, hints and lenses go by."""
SECONDS_FOR_EDITS = 0.02
"""Time in which an edit that has been sent meanwhile is taken in."""
SECONDS_OF_WORK = 0.05
"""Time of work until an edit that has been sent meanwhile is taken in."""


class Server(LanguageServer):
    """Answers one editor."""

    def __init__(self) -> None:
        kind = lsp.TextDocumentSyncKind.Incremental
        super().__init__("rulewright", rulewright.__version__, protocol_cls=Protocol, text_document_sync_kind=kind)
        self.project = Project(Path.cwd())
        self.reported: dict[Path, dict[Path, list[diagnostics.Finding]]] = {}
        """By ruleset, the findings that were reported last, by file."""
        self.pending: asyncio.Task[None] | None = None
        self.changed: dict[Path, None] = {}
        """The folders of rulesets that have changed since findings were reported; the last one was edited last."""
        self.above: set[Path] = set()
        """Those of which the rulesets above have not been looked at since."""
        self.versions: dict[Path, int | None] = {}
        """The versions of texts, as the editor counts them."""
        self.edited = asyncio.Event()
        """Set by an edit until its findings are computed."""
        self.sent: dict[Path, lsp.PublishDiagnosticsParams] = {}
        """What was sent last about each file, unless it was edited since."""
        self.took = 0.0
        """Seconds for which findings were computed and sent the last time."""
        self.garbage = GarbagePolicy()

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Reply to malformed messages with an error; log other server errors."""
        if source is JsonRpcException and isinstance(error, ValueError | RecursionError):
            protocol = cast(Protocol, self.protocol)
            protocol.answer_error(JsonRpcParseError(str(error)))
        else:
            super().report_server_error(error, source)

    def begin(self) -> None:
        """Take in the folder that the editor has opened. Garbage is collected only while nothing is typed."""
        self.garbage.start()
        folders = [path_of(uri) for uri in self.workspace.folders]
        root = path_of(self.workspace.root_uri) if self.workspace.root_uri else None
        if folders or root:
            self.project = Project(folders[0] if folders else root or Path.cwd())

    def change(self, uri: str, text: str | None, version: int | None = None) -> None:
        """Take in a text, and report findings once there is a pause."""
        path = path_of(uri)
        self.versions[path] = version
        self.sent.pop(path, None)
        folder = self.project.folder_of(path)
        self.project.put(path, text)
        folder = folder or self.project.folder_of(path)
        self.edited.set()
        for other, found in self.reported.items():
            if other != folder:
                found.pop(path, None)  # the rulesets above are looked at later, and lines may have moved
        if folder is not None:
            self.changed.pop(folder, None)
            self.changed[folder] = None
        if self.pending is None or self.pending.done():
            self.pending = asyncio.get_running_loop().create_task(self.report_soon())

    async def report_soon(self) -> None:
        """Wait for a pause and report the findings of what was edited last, of all else, then of what extends that."""
        while self.changed or self.above:
            await self.pause()
            if self.changed:
                folder, _ = self.changed.popitem()
                self.above.add(folder)
                self.garbage.count_round()
                begun = perf_counter()
                self.report(folder)
                self.took = perf_counter() - begun
            if self.changed or await self.edited_within(SECONDS_TO_RULESETS_ABOVE):
                continue
            self.garbage.in_short_lull()
            folders, self.above = self.above, set()
            if not await self.report_above(folders):
                self.above |= folders
                continue
            self.garbage.freeze_once()  # all rulesets have been read
            if not await self.edited_within(SECONDS_TO_NAMES):
                await self.learn(folders)

    async def pause(self) -> None:
        """Wait for a pause in a burst of edits, but hardly longer than findings took the last time.

        So what many files cost that are opened one after the other grows with their number, not with its square.
        """
        end = perf_counter() + self.took
        self.edited.clear()
        await asyncio.sleep(SECONDS_TO_FINDINGS)
        while self.edited.is_set() and perf_counter() < end:
            self.edited.clear()
            await asyncio.sleep(SECONDS_TO_FINDINGS)
        self.edited.clear()

    async def edited_within(self, seconds: float) -> bool:
        """Let others work until there is an edit, but no longer than some time, and return whether there was one."""
        try:
            await asyncio.wait_for(self.edited.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def report_above(self, folders: set[Path]) -> bool:
        """Report the findings of what extends some rulesets, and return whether no edit came in between."""
        for other in [other for folder in folders for other in self.project.extending(folder)]:
            if not await self.worked_through(self.project.finding(other)):
                return False
            self.report(other)
        return True

    async def learn(self, folders: set[Path]) -> None:
        """Learn what colours, hints and lenses go by, let the editor ask for them again, and collect garbage."""
        concerned = [one for folder in folders for one in (folder, *self.project.extending(folder))]
        if await self.worked_through(chain.from_iterable(map(self.project.learning, concerned))):
            self.renew()
            if self.garbage.wants_long_lull and not await self.edited_within(LONG_LULL):
                self.garbage.collect_everything()

    async def worked_through(self, parts: Iterator[None]) -> bool:
        """Do some work in parts, and return whether all of it was done before there was an edit."""
        begun = perf_counter()
        for _ in parts:
            if perf_counter() - begun > SECONDS_OF_WORK:
                if await self.edited_within(SECONDS_FOR_EDITS):
                    return False
                begun = perf_counter()
        return not await self.edited_within(SECONDS_FOR_EDITS)

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
        found = diagnostics.findings(self.project, folder) if self.project.is_there(folder) else {}
        self.reported[folder] = found
        opened = {path for path in self.project.open if self.project.folder_of(path) == folder}
        for path in found.keys() | opened | before.keys():
            params = lsp.PublishDiagnosticsParams(uri_of(path), self.findings_in(path), self.versions.get(path))
            if self.sent.get(path) != params:
                self.sent[path] = params
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
