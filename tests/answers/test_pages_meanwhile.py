"""A report that takes long can be read before it is over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.commands import report as command
from rulewright.cli.main import cli
from rulewright.source import writing

SMALL = str(Path(__file__).parents[2] / "examples" / "tic-tac-toe")


@pytest.mark.slow
@pytest.mark.parametrize(("minute", "pages"), [(0.0, 2), (60.0, 1)])
def test_a_page_is_written_again_each_minute(
    minute: float, pages: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, written = tmp_path / "report.html", list[int]()

    def keep(path: Path, text: str, write: object = writing.write_text) -> None:
        assert path == page and callable(write)
        games = re.search(r"Played with 2 players: (\d+) games", text)
        written.append(int(games[1]) if games else 1)
        write(path, text)

    monkeypatch.setattr(writing, "write_text", keep)
    monkeypatch.setattr(command, "MINUTE", minute)
    result = CliRunner().invoke(cli, ["report", SMALL, "--games", "60", "--jobs", "1", "--html", str(page)])
    assert result.exit_code == 0 and result.output.count("Wrote") == 1
    assert len(written) >= pages and written == sorted(written) and written[-1] == 60
    assert (len(written) > 1) == (pages > 1)
