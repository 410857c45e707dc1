"""The journal beside the games of a command: which run it belongs to, and what is said where the disk is full."""

from __future__ import annotations

import errno
from pathlib import Path

import click
import pytest

from rulewright.cli.run import journal_beside
from rulewright.diagnostics import RulesError
from rulewright.jobs.journal import Codec
from rulewright.source.writing import LineFile

CODEC = Codec[str](str, str, list)


def test_a_seat_in_a_file_is_another_one_when_the_file_has_changed(tmp_path: Path) -> None:
    out, seats = LineFile(tmp_path / "games.jsonl"), tmp_path / "seats.py"
    seats.write_text("class Bold: ...\n", "utf-8")
    who = ("random", f"{seats}:Bold")
    journal_beside(out.path, {}, who, CODEC, resume=False).close(finished=False)
    journal_beside(out.path, {}, who, CODEC, resume=True).close(finished=False)
    seats.write_text("class Bold: pass\n", "utf-8")
    with pytest.raises(RulesError) as problem:
        journal_beside(out.path, {}, who, CODEC, resume=True)
    assert "this journal belongs to a run with another --seat" in str(problem.value)


def test_a_disk_that_is_full_from_the_first_line_on_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: LineFile, line: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(self.path))

    out = LineFile(tmp_path / "games.jsonl")
    monkeypatch.setattr(LineFile, "add", full)
    with pytest.raises(click.ClickException, match="left on device. Make room, then repeat the command with --resume"):
        journal_beside(out.path, {}, (), CODEC, resume=False)
