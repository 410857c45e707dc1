"""Runs the command of a seat, and ends every process that it has started.

Run as a script between the process that plays and the seat, with the standard library only: `guard.py SOCKET COMMAND`.
It sends the number of the error with which the command could not be started (0 for none) and its process. At the end of
the command, or of the socket, whatever has ended the process at the other end, it ends what is left.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

with suppress(ImportError):  # not every Python has it
    import ctypes

ADOPT_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER: processes whose parent has ended become children of this one, even daemons."""


def main(control: int, command: list[str]) -> None:
    """Run the command, end what it leaves, and end as it did."""
    ignored = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    with suppress(NameError, OSError, AttributeError):  # only Linux has it
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    try:
        heard = (*ignored, signal.SIGPIPE, signal.SIGXFSZ)  # Python ignores the last two
        seat = os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=heard)
    except OSError as problem:
        os.write(control, f"{problem.errno} 0".encode())
        return
    with suppress(OSError):
        os.write(control, f"0 {seat}".encode())
    os.closerange(0, 3)  # the seat alone may hold its pipes open
    threading.Thread(target=_end_at_last, args=(control, seat), daemon=True).start()
    ended, status = 0, 0
    while ended != seat:  # orphans end here, too
        ended, status = os.wait()
    end_group(seat)
    _end_children()
    _end_like(os.waitstatus_to_exitcode(status))


def end_group(leader: int) -> None:
    """Kill a process with its group, where there are groups."""
    with suppress(ProcessLookupError, PermissionError, AttributeError):
        os.killpg(leader, signal.SIGKILL)


def _end_at_last(control: int, seat: int) -> None:
    with suppress(OSError):
        os.read(control, 1)
    os.kill(seat, signal.SIGKILL)


def _end_children() -> None:
    """Kill all children; theirs become children of this process, until none is left."""
    with suppress(ChildProcessError):
        while True:
            for process in _own_children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            os.wait()


def _own_children() -> list[int]:
    found, own = [], str(os.getpid()).encode()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if file.read_bytes().rpartition(b")")[2].split()[1] == own:
                found.append(int(file.parent.name))
    return found


def _end_like(code: int) -> None:
    if code < 0:
        with suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
