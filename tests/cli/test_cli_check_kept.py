"""`check` keeps what it found in rules that did not change, and looks again at those that did."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.workspace import findings

MANIFEST = """ruleset: tiny
title: Tiny
players: {from: 1, to: 2, names: [Ann, Ben]}
sources: {book: {title: A book, passages: [One]}}
"""
RULES = """each player has:
    amount coin / coins

game "Tiny":
    cites book "One"
    for each player in players:
        take 1 coin

ruling unused:
    cites book "One"
    asks "Why?"
    decides "Because."
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "kept"))
    (tmp_path / "tiny" / "rules").mkdir(parents=True)
    (tmp_path / "tiny" / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    path = tmp_path / "tiny" / "rules" / "tiny.rules"
    path.write_text(RULES, "utf-8")
    return path


def check() -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["check", "./tiny"])


def test_what_was_found_is_told_again_without_looking(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = check()
    assert "ruling-unused" in first.output
    monkeypatch.setattr(findings, "all_findings", lambda *given: pytest.fail("looked again"))
    assert check().output == first.output


def test_a_changed_file_is_looked_at_again(rules: Path) -> None:
    assert "ruling-unused" in check().output
    rules.write_text(RULES.replace("    for each", "    rests on unused\n    for each"), "utf-8")
    assert "ruling-unused" not in check().output
    rules.write_text(RULES.replace("take 1 coin", "take 1 coni"), "utf-8")
    for _ in range(2):
        done = check()
        assert done.exit_code == 1
        assert "unknown-name" in done.output
