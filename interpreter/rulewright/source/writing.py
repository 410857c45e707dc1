"""Writes files: a file as a whole, or lines one by one.

Nobody ever reads half of a file or of a line, whatever ends the process. Drafts are created exclusively, so a link that
lies in wait under their name is never followed. An `OSError` names the file that was to be written, not its draft.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFTS = ".rulewright-*.part"
"""What the names of drafts look like. One stays behind where a process is killed while it writes."""

_BINARY = getattr(os, "O_BINARY", 0)


def replace_file(path: Path, data: bytes, durable: bool = True) -> None:
    """Write a file beside its place and move it there; raise `OSError` where that is not possible.

    A file that was there keeps its permissions, and one that may not be written is not. A link stays a link; a
    device or a pipe is written to directly. `durable` data is on the disk before this returns: a power cut spares it.
    """
    place = os.path.realpath(path)
    with naming(path):
        mode = _mode_of(place)
        if mode is not None and not stat.S_ISREG(mode):
            with open(place, "r+b", buffering=0) as file:
                file.write(data)
            return
        folder = os.path.dirname(place)
        draft = os.path.join(folder, DRAFTS.replace("*", secrets.token_hex(8)))
        try:
            _write_draft(draft, data, mode, durable)
            os.replace(draft, place)
        except BaseException:  # also when Ctrl-C comes in between
            with suppress(OSError):
                os.unlink(draft)
            raise
        if durable:
            _sync_folder(folder)


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole, in UTF-8; raise `OSError` where that is not possible."""
    replace_file(path, text.encode("utf-8"))


class LineFile:
    """A file that takes whole lines only: each is written at once, and what does not fit on the disk is cut off again.

    Creating it raises `FileExistsError` for a file that is there already, unless it is to be overwritten: the first
    line does that. Devices and pipes are written to as they are.
    """

    def __init__(self, path: Path, overwrite: bool = False) -> None:
        self.path = path
        flags = os.O_WRONLY | os.O_APPEND | _BINARY
        with naming(path):
            special = os.path.exists(path) and not os.path.isfile(path)
            create = 0 if special else os.O_CREAT | (0 if overwrite else os.O_EXCL)
            self._file = os.open(path, flags | create, 0o666)
            self._length: int | None = None if special else 0

    def add(self, line: str) -> None:
        """Add a line; raise `OSError`, and leave the file as it was, when it cannot be written as a whole."""
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

    def close(self) -> None:
        """Close the file when its lines are on the disk; a new file without any is taken away."""
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
    """Let every `OSError` raised within name this file."""
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
    """Put the new name of a file on the disk, where folders can be opened."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _mode_of(place: str) -> int | None:
    """Return the type and permissions of a file that may be written; None when there is none."""
    try:
        with open(place, "r+b", buffering=0) as file:
            return os.fstat(file.fileno()).st_mode
    except FileNotFoundError:
        return None
