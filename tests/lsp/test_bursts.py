"""Many files that are opened one after the other: what is computed and sent grows with their number only."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from tests.work import assert_linear

from rulewright.lsp import diagnostics
from rulewright.lsp.project import Project
from rulewright.lsp.server import Server

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
def test_findings_wait_for_a_pause_in_a_burst_as_long_as_they_took(monkeypatch: pytest.MonkeyPatch) -> None:
    async def burst(took: float) -> int:
        reported, server = list[Path](), Server()
        monkeypatch.setattr(server, "report", reported.append)
        server.took = took
        for number in range(20):
            server.change((EXAMPLES / "tic-tac-toe" / "rules" / f"{number}.rules").as_uri(), "")
            await asyncio.sleep(0.01)
        assert server.pending is not None
        found = len(reported)
        server.pending.cancel()
        return found

    monkeypatch.setattr("rulewright.lsp.server.SECONDS_TO_FINDINGS", 0.05)
    assert asyncio.run(burst(took=60)) == 0
    assert asyncio.run(burst(took=0)) > 0


def test_what_is_still_true_of_a_file_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sent, server = list[str](), Server()
    monkeypatch.setattr(server, "text_document_publish_diagnostics", lambda params: sent.append(params.uri))
    folder = EXAMPLES / "tic-tac-toe"
    first, second = ((folder / "rules" / f"{name}.rules").as_uri() for name in ("first", "second"))

    async def opened(uri: str) -> None:
        server.change(uri, "")
        assert server.pending is not None
        server.pending.cancel()
        server.report(folder)

    for uri in (first, second, second):
        asyncio.run(opened(uri))
    assert sent == [first, second, second]


@pytest.mark.slow
def test_twice_as_many_texts_with_unknown_names_are_twice_the_work(tmp_path: Path) -> None:
    folder = tmp_path / "rulesets" / "tic-tac-toe"
    shutil.copytree(EXAMPLES / "tic-tac-toe", folder)
    project = Project(tmp_path)

    def open_and_find(files: int) -> None:
        for number in range(files):
            text = f"step more-{number}:\n    do {number}-again\n    set blot-{number} to yonder-{number}\n"
            project.put(folder / "rules" / f"{number}.rules", text)
        found = diagnostics.findings(project, folder)
        assert sum(map(len, found.values())) >= 2 * files

    open_and_find(1)
    assert_linear(open_and_find, 100)
