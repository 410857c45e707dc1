"""What the game remembers of positions tells nobody a secret, as it is never of one; and it would be noticed."""

from __future__ import annotations

from pathlib import Path

import pairs
import pytest
from tests.words.words_made import write

from rulewright.check.declare import histories
from rulewright.diagnostics import Code
from rulewright.workspace import load

pytestmark = pytest.mark.slow
PAIRS = 30


def of_secrets(folder: Path) -> Path:
    """Write the row of memories, with what players have found in secret in place of what everybody sees."""
    rules = write("memory", folder) / "rules" / "row.rules"
    rules.write_text(rules.read_text("utf-8").replace("90 of tally", "90 of found"), "utf-8")
    return folder


def told(folder: Path) -> set[str]:
    """Return in which ways pairs of worlds are told apart."""
    return {said for _, said in pairs.compared(folder, PAIRS)} - {""}


def test_nobody_learns_of_a_secret_by_a_memory(tmp_path: Path) -> None:
    assert told(write("memory", tmp_path / "open")) == set()
    assert Code.SECRET_CONDITION in {found.code for found in load(str(of_secrets(tmp_path / "secret"))).all_findings}


def test_a_memory_of_a_secret_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: facts that not everybody sees are remembered as well."""
    monkeypatch.setattr(
        histories,
        "_facts_named",
        lambda table, word: {fact for (_, name), fact in table.stored.items() if name == word.text},
    )
    assert told(of_secrets(tmp_path / "secret"))
