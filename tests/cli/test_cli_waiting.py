"""What takes long says so on a terminal, and how long it took last time."""

from __future__ import annotations

import io
import sys
import threading
import time
from pathlib import Path

import pytest

from rulewright.cli import waiting
from rulewright.cli.waiting import waiting_shown


class Terminal(io.StringIO):
    """A terminal that keeps what was written."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, seconds: float, likely: float = 0) -> str:
    """Return what is written while something takes some seconds."""
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    with waiting_shown("Counting {sheep} [all]", likely):
        time.sleep(seconds)
    return screen.getvalue()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(waiting, "PATIENCE", 0.1)
    tmp_path.chmod(0o700)


def test_what_is_soon_over_is_not_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 60)
    assert shown(monkeypatch, 0) == ""


def test_the_second_time_it_says_how_long_the_first_took(monkeypatch: pytest.MonkeyPatch) -> None:
    first = shown(monkeypatch, 0.6)
    assert "Counting {sheep} [all]  0 s" in first and "about" not in first
    assert "Counting {sheep} [all]  0 of about 1 s" in shown(monkeypatch, 0.3)
    assert "of about 40 s" in shown(monkeypatch, 0.3, likely=40)


def test_nothing_is_written_where_nobody_reads(capfd: pytest.CaptureFixture[str]) -> None:
    with waiting_shown("Counting"):
        time.sleep(0.3)
    assert capfd.readouterr() == ("", "")


def test_the_line_ends_where_somebody_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(KeyboardInterrupt), waiting_shown("Counting"):
        time.sleep(0.3)
        raise KeyboardInterrupt
    assert not [thread for thread in threading.enumerate() if "Timer" in thread.name]
