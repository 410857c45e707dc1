"""Landlock: on Linux from 5.13 a process can give up for good its right to write, except below some places.

The kernel holds that for everything the process does, and for all processes that it starts.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""System calls, the same on all processors."""
_VERSION = 1
_NO_NEW_PRIVILEGES = 38
_WITH_PARENT = 1

_WRITE_FILE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_CHANGE_FOLDER = sum(1 << bit for bit in range(4, 13))
"""Removing and making files, folders, links, sockets, pipes and devices."""


def landlock_version() -> int:
    """Return the version of Landlock that the kernel has; 0 for none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_system_call(_CREATE, None, 0, _VERSION)))


def write_only_below(places: Iterable[Path]) -> bool:
    """Forbid to write anywhere but below folders and to files; return whether the kernel holds that.

    Without Landlock nothing is done. Raises `OSError` when it is there and refuses.
    """
    known = landlock_version()
    if not known:
        return False
    handled = _WRITE_FILE | _CHANGE_FOLDER | (_REFER if known >= 2 else 0) | (_TRUNCATE if known >= 3 else 0)
    ruleset = _checked_result(_system_call(_CREATE, ctypes.create_string_buffer(struct.pack("=Q", handled), 8), 8, 0))
    for place in places:
        opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
        folder = stat.S_ISDIR(os.fstat(opened).st_mode)
        allowed = handled if folder else handled & (_WRITE_FILE | _TRUNCATE)
        _checked_result(
            _system_call(_ADD, ruleset, 1, ctypes.create_string_buffer(struct.pack("=Qi", allowed, opened), 12), 0)
        )
        os.close(opened)
    libc = ctypes.CDLL(None, use_errno=True)
    _checked_result(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _checked_result(_system_call(_RESTRICT, ruleset, 0))
    os.close(ruleset)
    return True


def end_with_parent() -> None:
    """Let this process end when the one that started it does, where the kernel can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_WITH_PARENT, 9, 0, 0, 0)


def _system_call(number: int, *given: object) -> int:
    """Make a system call; numbers are passed as long ones."""
    libc = ctypes.CDLL(None, use_errno=True)
    return int(libc.syscall(number, *(ctypes.c_long(one) if isinstance(one, int) else one for one in given)))


def _checked_result(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), "Landlock")
    return result
