"""Writes files atomically, or line by line.

No reader ever sees half of a file or of a line, however the process ends. Temporary files are created exclusively, so a
link planted under their name is never followed. An `OSError` names the target, not the temporary file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFTS = ".rulewright-*.part"
"""The pattern of temporary files. One is left over if a process is killed while writing."""

_BINARY = getattr(os, "O_BINARY", 0)


def replace_file(path: Path, data: bytes, durable: bool = True) -> None:
    """Replace a file atomically. Raises `OSError` if that is not possible.

    An existing file keeps its permissions; a read-only one is not replaced. A link stays a link; a device or a pipe is
    written to directly. `durable` data is flushed to disk before this returns, and survives a power cut.
    """
    place = os.path.realpath(path)
    with naming(path):
        mode = _mode_of(place)
        if mode is not None and not stat.S_ISREG(mode):
            with open(place, "r+b", buffering=0) as file:
                file.write(data)
            return
        folder = os.path.dirname(place)
        draft = os.path.join(folder, DRAFTS.replace("*", os.urandom(8).hex()))
        try:
            _write_draft(draft, data, mode, durable)
            os.replace(draft, place)
        except BaseException:  # also on Ctrl-C
            with suppress(OSError):
                os.unlink(draft)
            raise
        if durable:
            _sync_folder(folder)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically, in UTF-8. Raises `OSError` if that is not possible."""
    replace_file(path, text.encode("utf-8"))


class LineFile:
    """A file of whole lines: each is written at once, and truncated again if the disk is full.

    The constructor raises `FileExistsError` if the file exists and is not to be overwritten, which happens with the
    first line. With `keep` the file is continued after that many bytes. Devices and pipes are written to directly.
    """

    def __init__(self, path: Path, overwrite: bool = False, keep: int = 0) -> None:
        self.path = path
        flags = os.O_WRONLY | os.O_APPEND | _BINARY
        with naming(path):
            special = os.path.exists(path) and not os.path.isfile(path)
            create = 0 if special else os.O_CREAT | (0 if overwrite or keep else os.O_EXCL)
            self._file = os.open(path, flags | create, 0o666)
            self._length: int | None = None if special else keep
            if keep and not special:
                os.ftruncate(self._file, keep)

    def add(self, line: str) -> None:
        """Append a line. Raises `OSError`, and leaves the file unchanged, if it cannot be written completely."""
        data = memoryview(f"{line}\n".encode())
        with naming(self.path):
            if self._length == 0:
                os.ftruncate(self._file, 0)
            try:
                done = 0
                while done < len(data):
                    done += os.write(self._file, data[done:])
            except OSError:
                if self._length is not None:
                    os.ftruncate(self._file, self._length)
                raise
        if self._length is not None:
            self._length += len(data)

    @property
    def regular(self) -> bool:
        """Whether this is a file, not a device or a pipe."""
        return self._length is not None

    def close(self) -> None:
        """Flush and close the file; a new file without lines is removed."""
        with naming(self.path):
            try:
                if self._length is not None:
                    os.fsync(self._file)
                empty = self._length == 0 and os.fstat(self._file).st_size == 0
            finally:
                os.close(self._file)
        if empty:
            with suppress(OSError):
                self.path.unlink()


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Make every `OSError` raised within name this file."""
    try:
        yield
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror or str(problem), str(path)) from None


def _write_draft(draft: str, data: bytes, mode: int | None, durable: bool) -> None:
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    if mode is not None:
        os.chmod(draft, stat.S_IMODE(mode))


def _sync_folder(folder: str) -> None:
    """Flush the directory entry of a file, where directories can be opened."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _mode_of(place: str) -> int | None:
    """Return the mode of a writable file; None if there is none."""
    try:
        with open(place, "r+b", buffering=0) as file:
            return os.fstat(file.fileno()).st_mode
    except FileNotFoundError:
        return None
