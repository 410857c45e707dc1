"""Screens of the table, character by character, at two sizes and in two languages."""

from __future__ import annotations

from pathlib import Path

import grids
import pytest
from tests.tiers import sampled

from rulewright.report.screen import drawing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "position", "size"), sampled(40, list(grids.cases())), ids=lambda one: getattr(one, "stem", "")
)
def test_a_screen_is_as_expected(path: Path, position: grids.Position, size: tuple[int, int]) -> None:
    lines = grids.screen(position, size)
    assert lines == path.read_text("utf-8"), "python tests/screen/grids.py writes the screens anew: review them"
    assert all(len(line) <= size[0] for line in lines.split("\n")) and len(lines.split("\n")) <= size[1] + 1


@pytest.mark.slow
def test_a_line_that_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    path, position, size = next(grids.cases())
    monkeypatch.setattr(drawing, "grid_lines", lambda *_: [])
    assert grids.screen(position, size) != path.read_text("utf-8")
