"""Finds the processes that descend from a command, also after it has died: all carry its mark in their environment."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

MARK = "RULEWRIGHT_MARK"


def marked(mark: str) -> dict[str, str]:
    """Return an environment whose processes can be found again."""
    return {**os.environ, MARK: mark}


def living(mark: str) -> list[int]:
    """Return the processes that carry a mark."""
    wanted, found = f"{MARK}={mark}".encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def assert_all_ended(mark: str, seconds: float = 20) -> float:
    """Wait until no process carries the mark, and return how long that took."""
    begun = time.monotonic()
    while left := living(mark):
        assert time.monotonic() - begun < seconds, f"still running: {left}"
        time.sleep(0.02)
    return time.monotonic() - begun
