"""Rulebooks of small rulesets, to the letter: how each sentence of the language reads.

After a change that is meant: `rulewright rulebook ./FOLDER --markdown tests/rulebook/golden/NAME.md`, and read it.
"""

from __future__ import annotations

import pytest
from rulebook_made import ROOT, book

from rulewright.report.rulebook_markdown import rulebook_markdown

GOLDEN = {
    "tic-tac-toe": "examples/tic-tac-toe", "kuhn-poker": "examples/kuhn-poker", "yard": "tests/scenarios/yard",
    "package-auction": "tests/probes/package-auction", "mission-payment": "tests/probes/mission-payment",
    "laying-cards": "tests/probes/laying-cards", "connect-four": "examples/connect-four",
    "breakthrough": "examples/breakthrough", "ring-camps": "tests/probes/ring-camps",
}  # fmt: skip


@pytest.mark.parametrize("name", GOLDEN)
def test_it_reads_as_it_did(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    expected = (ROOT / "tests/rulebook/golden" / f"{name}.md").read_text("utf-8")
    assert rulebook_markdown(book(GOLDEN[name])) == expected
