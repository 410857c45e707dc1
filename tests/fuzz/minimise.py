"""Makes a failing input small: files, blocks and lines are left out as long as it still fails."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.fuzz.seeds import Files

Fails = Callable[[Files], bool]


def minimised(files: Files, fails: Fails, seconds: float = 60) -> Files:
    """Return what is left of an input that fails; after some time, what is left then."""
    end = time.monotonic() + seconds
    for name in sorted(files):
        without = {other: text for other, text in files.items() if other != name}
        if time.monotonic() < end and fails(without):
            files = without
    before = None
    while before != files and time.monotonic() < end:
        before, files = files, dict(files)
        for name in sorted(files, key=lambda name: -len(files[name])):
            files[name] = _text(files[name], lambda text, name=name, rest=files: fails({**rest, name: text}), end)
    return files


def _text(text: str, fails: Callable[[str], bool], end: float) -> str:
    lines = text.split("\n")
    size = max(1, len(lines) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(lines) and time.monotonic() < end:
            rest = lines[:at] + lines[at + size :]
            if fails("\n".join(rest)):
                lines = rest
            else:
                at += size
        size //= 2
    return "\n".join(lines)
