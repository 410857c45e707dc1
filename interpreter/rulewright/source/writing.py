"""Writes a file as a whole: nobody ever reads half of it, and whatever goes wrong, the old one is still there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there; raise `OSError` where that is not possible.

    A file that was there keeps its permissions, and one that may not be written is not. A link stays a link.
    """
    place = os.path.realpath(path)
    mode = _mode_of(place)
    folder, name = os.path.split(place)
    draft = os.path.join(folder, f".{name}.{os.getpid()}.part")
    try:
        with open(draft, "wb") as file:
            file.write(data)
        if mode is not None:
            os.chmod(draft, mode)
        os.replace(draft, place)
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _mode_of(place: str) -> int | None:
    """Return the permissions of a file that may be written; None when there is none."""
    try:
        with open(place, "r+b") as file:
            return os.fstat(file.fileno()).st_mode & 0o7777
    except FileNotFoundError:
        return None
