"""A page of editions is not written where the games for it were stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli import run
from rulewright.cli.main import cli
from rulewright.cli.output import INTERRUPTED

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_page_whose_games_were_stopped_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "gather_results", lambda *given, **more: INTERRUPTED)
    page, game = tmp_path / "editions.html", str(EXAMPLES / "liars-dice")
    words: list[Any] = ["editions", game, game, "--games", "4", "--examples", "0", "--html", str(page)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == INTERRUPTED and not page.exists()
