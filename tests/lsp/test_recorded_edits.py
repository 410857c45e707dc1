"""After each recorded edit the server reports what `check` reports: a sample; `.ci/long edits` takes all 500."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.benchmarks import editor

pytest.importorskip("pygls")


@pytest.mark.slow
@pytest.mark.parametrize("above", [(), editor.ABOVE])
def test_findings_after_each_edit_are_those_of_check(above: tuple[str, ...], tmp_path: Path) -> None:
    assert editor.measure(tmp_path, above, 0, 15, compare=True) == 0


@pytest.mark.slow
def test_findings_that_are_lost_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editor, "checked", lambda *given: [("lost", 1)])
    monkeypatch.setattr(editor, "PATIENCE", 0.1)
    assert editor.measure(tmp_path, (), 0, 2, compare=True) == 2
