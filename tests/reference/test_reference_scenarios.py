"""The scenarios on the page about scenarios come out as they say, on the market of the reference."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from market import HERE, examples, write

from rulewright.cli import opening
from rulewright.cli.main import cli

BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN = BLOCK.findall((HERE / "scenarios.md").read_text("utf-8"))


@pytest.mark.parametrize("shown", SHOWN, ids=lambda text: text.split("\n")[0])
def test_each_comes_out_as_it_says(shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    market = write(next(one for one in examples() if one.page == "market.md"), tmp_path / "rulesets")
    manifest = (market / "ruleset.yaml").read_text("utf-8")
    (market / "ruleset.yaml").write_text(manifest.replace('["Data"', '["Data", "A turn"'), "utf-8")
    (market / "scenarios").mkdir()
    (market / "scenarios" / "shown.yaml").write_text(shown, "utf-8")
    monkeypatch.chdir(tmp_path)
    opening.space.cache_clear()
    done = CliRunner().invoke(cli, ["test", "market"])
    assert re.match(r"[1-9]\d* scenarios? passed", done.output), done.output
    told = shown.replace("coins: 5", "coins: 6").replace("needs 1 coin", "needs 2 coins")
    (market / "scenarios" / "shown.yaml").write_text(told, "utf-8")
    opening.space.cache_clear()
    assert CliRunner().invoke(cli, ["test", "market"]).exit_code == 1
