"""A tic-tac-toe with six mistakes at once: one run of `check` names them all, to the word."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.main import cli

HERE = Path(__file__).parent
NAMED = [
    ("ruleset.yaml", "Ann, Ben, Cleo, Dan, Eve", "table-length", "Leave out Ann, Ben, Cleo, Dan, Eve"),
    ("rules/game.rules", "playr", "unknown-name", 'Did you mean "player"?'),
    ("rules/game.rules", "emty", "unknown-name", 'Did you mean "empty"?'),
    ("rules/game.rules", "chose", "unknown-word", 'Did you mean "choose"?'),
    ("rules/game.rules", '"set"', "quoted-name", "Write set."),
    ("rules/game.rules", "", "colon-missing", ""),
]
"""Where each mistake is, what is underlined there, its code and the beginning of its remedy, from top to bottom."""


def checked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    monkeypatch.chdir(HERE / "tic-tac-toe")
    done = CliRunner().invoke(cli, ["check", ".", "--format", "json"])
    assert done.exit_code == 1
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return found


def underlined(finding: dict[str, Any]) -> str:
    line = Path(finding["path"]).read_text("utf-8").split("\n")[finding["line"] - 1]
    assert finding["endLine"] == finding["line"]
    return line[finding["column"] - 1 : finding["endColumn"] - 1]


def test_all_six_are_named_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(monkeypatch)
    shown = [(f["path"], underlined(f), f["code"], " ".join(f["remedy"])) for f in found]
    assert [each[:3] for each in shown] == [named[:3] for named in NAMED]
    assert all(remedy.startswith(named[3]) for (*_, remedy), named in zip(shown, NAMED, strict=True)), shown


def test_the_colon_belongs_at_the_end_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    colon = checked(monkeypatch)[-1]
    line = Path(colon["path"]).read_text("utf-8").split("\n")[colon["line"] - 1]
    assert (line, colon["column"]) == ("        if player is won", len(line) + 1)
    assert colon["message"].startswith("a colon belongs here")


def test_corrected_nothing_else_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(HERE / "tic-tac-toe", folder)
    pairs = [("playr", "player"), ("emty", "empty"), ("chose ", "choose "), ('"set"', "set")]
    correct(folder / "rules/game.rules", [*pairs, ("is won\n   ", "is won:\n   ")])
    correct(folder / "ruleset.yaml", [(", Ann, Ben, Cleo, Dan, Eve", "")])
    done = CliRunner().invoke(cli, ["check", str(folder)])
    assert done.exit_code == 0 and "no errors" in done.output, done.output


def correct(path: Path, pairs: list[tuple[str, str]]) -> None:
    text = path.read_text("utf-8")
    for wrong, right in pairs:
        assert wrong in text
        text = text.replace(wrong, right)
    path.write_text(text, "utf-8")
