"""Writes files atomically, or line by line.

No reader ever sees half of a file or of a line, however the process ends. Temporary files are created exclusively, so a
link planted under their name is never followed. An `OSError` names the target, not the temporary file.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

DRAFTS = ".rulewright-*.part"
"""The pattern of temporary files. One is left over if a process is killed while writing."""

_BINARY = getattr(os, "O_BINARY", 0)


def lock(file: int) -> None:
    """Hold an open file until this process closes it or ends. Raises `OSError` where another process holds it."""
    if sys.platform == "win32":
        before = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, 1 << 30, os.SEEK_SET)  # locked bytes cannot be read
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, before, os.SEEK_SET)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def replace_file(path: Path, data: bytes, durable: bool = True, private: bool = False) -> None:
    """Replace a file atomically. Raises `OSError` if that is not possible.

    An existing file keeps its permissions; a read-only one is not replaced. A link stays a link; a device or a pipe is
    written to directly. `durable` data is flushed to disk before this returns, and survives a power cut.
    A new `private` file can be read by its owner only.
    """
    place = os.path.realpath(path)
    with naming_errors(path):
        mode = _mode_of(place)
        if mode is None and private:
            mode = 0o600
        elif mode is not None and not stat.S_ISREG(mode):
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

    Only one process at a time writes to it. The constructor raises `FileExistsError` if the file exists and is to be
    neither overwritten, which happens with the first line, nor resumed, and `BlockingIOError` while another process
    writes to it. Devices and pipes are written to directly.

    A file that is resumed is written again from its first line on, which must be there already: what differs from the
    lines of the earlier run is somebody else's and is not overwritten. A new `private` file is its owner's only.
    """

    def __init__(self, path: Path, overwrite: bool = False, resume: bool = False, private: bool = False) -> None:
        self.path, self._resumed = path, resume
        flags = (os.O_RDWR if resume else os.O_WRONLY) | os.O_APPEND | _BINARY
        with naming_errors(path):
            special = os.path.exists(path) and not os.path.isfile(path)
            create = 0 if special else os.O_CREAT | (0 if overwrite or resume else os.O_EXCL)
            self._file = os.open(path, flags | create, 0o600 if private else 0o666)
            self._length: int | None = None if special else 0
            if not special:
                try:
                    lock(self._file)
                except OSError as problem:
                    if problem.errno in (errno.EAGAIN, errno.EACCES):  # others: this file system has no locks
                        os.close(self._file)
                        said = "another run is writing to this file. Wait until it is over, or give another name."
                        raise BlockingIOError(errno.EAGAIN, said) from None

    def keep(self, length: int) -> None:
        """Continue a resumed file after that many bytes, which the caller has looked at, and cut off the rest."""
        with naming_errors(self.path):
            os.ftruncate(self._file, length)
        self._length, self._resumed = length, False

    def add(self, line: str) -> None:
        """Append a line. Raises `OSError`, and leaves the file unchanged, if it cannot be written completely.

        Raises `FileExistsError` where a resumed file has something else there.
        """
        data = memoryview(f"{line}\n".encode())
        with naming_errors(self.path):
            if not self._is_there(data):
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

    def _is_there(self, data: memoryview) -> bool:
        """Return whether a resumed file has this line already; from where it ends on, lines are written again."""
        if not self._resumed or self._length is None:
            return False
        os.lseek(self._file, self._length, os.SEEK_SET)
        found = os.read(self._file, len(data))
        if found == data:
            return True
        if found != data[: len(found)]:
            self._resumed = False
            said = "this is not what the interrupted run wrote. Move it away, then repeat the command."
            raise FileExistsError(errno.EEXIST, said)
        self.keep(self._length)
        return False

    @property
    def regular(self) -> bool:
        """Whether this is a file, not a device or a pipe."""
        return self._length is not None

    def close(self) -> None:
        """Flush and close the file; a new file without lines is removed."""
        with naming_errors(self.path):
            try:
                if self._length and self._resumed:
                    self.keep(self._length)
                if self._length is not None:
                    os.fsync(self._file)
                empty = self._length == 0 and os.fstat(self._file).st_size == 0
            finally:
                os.close(self._file)
        if empty:
            with suppress(OSError):
                self.path.unlink()


@contextmanager
def naming_errors(path: Path | str) -> Iterator[None]:
    """Make every `OSError` raised within name this file."""
    try:
        yield
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror or str(problem), str(path)) from None


def _write_draft(draft: str, data: bytes, mode: int | None, durable: bool) -> None:
    with open(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600 if mode == 0o600 else 0o666), "wb"
    ) as file:
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
    """Return the mode of a writable file; None if the file does not exist."""
    try:
        with open(place, "r+b", buffering=0) as file:
            return os.fstat(file.fileno()).st_mode
    except FileNotFoundError:
        return None
