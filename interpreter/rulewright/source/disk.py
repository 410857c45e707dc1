"""The files that rulesets are read from.

Every stage asks `disk()` instead of opening files, so the caller of a computation decides what it reads: the files on
disk, or those files with texts on top of them that an editor has not saved yet.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO


class Disk:
    """The files on disk, looked at again for every question. `root` is the folder from which rulesets are found."""

    root = Path()

    @property
    def has_unsaved(self) -> bool:
        """Whether any file has an unsaved text: what is derived from one is of no use to another run."""
        return False

    def read(self, path: Path, most: int) -> bytes:
        """Return the first `most` bytes of a file. Raises `OSError`, also for what could keep its reader waiting."""
        with open_file(path) as file:
            return file.read(most)

    def names(self, folder: Path) -> dict[str, bool]:
        """Return the entries of a folder by name, sorted, with whether each is a folder; empty without that folder."""
        try:
            with os.scandir(folder) as entries:
                return dict(sorted((entry.name, os.path.isdir(entry.path)) for entry in entries))
        except OSError:
            return {}

    def size(self, path: Path) -> int:
        """Return the size of a file in bytes; -1 where there is no file."""
        try:
            found = path.stat()
        except (OSError, ValueError):
            return -1
        return found.st_size if stat.S_ISREG(found.st_mode) else -1

    def is_folder(self, path: Path) -> bool:
        """Return whether there is a folder."""
        return os.path.isdir(path)

    def real(self, path: Path) -> str:
        """Return where a path leads when links are followed."""
        return os.path.realpath(path)

    def is_file(self, path: Path) -> bool:
        """Return whether there is a file."""
        return self.size(path) >= 0


_current: ContextVar[Disk] = ContextVar("disk", default=Disk())  # noqa: B039 - it has no state


def disk() -> Disk:
    """Return the files that are read at present."""
    return _current.get()


@contextmanager
def reading_from(files: Disk) -> Iterator[None]:
    """Read from other files than those on disk."""
    before = _current.set(files)
    try:
        yield
    finally:
        _current.reset(before)


def open_file(path: Path) -> BinaryIO:
    """Open a file to be read; raises `OSError` at once for what could keep its reader waiting, such as a pipe."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    file = os.fdopen(number, "rb")
    if not stat.S_ISREG(os.fstat(number).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is a pipe or a device")
    return file
