"""Ends the processes of seats, also when the process that started them was killed.

Run as a script, with the standard library only: it reads lines `+ID TOKEN` and `-ID TOKEN` on its input (the ID is 0
while a process is being started), and at the end of the input, whatever has ended the process at the other end, it ends
the seats that are left.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

TOKEN = "RULEWRIGHT_SEAT"
"""The environment variable by which the processes of a seat are found, also those that have left its group."""

ROUNDS = 10
"""How often the processes of a seat are looked for, while there are any."""


def end_all(leader: int, token: str) -> None:
    """Kill a process with its group, and on Linux every process that inherited its environment."""
    if leader and hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
    for _ in range(ROUNDS):  # one that is found may just have started another
        for process in (found := _with(f"{TOKEN}={token}".encode())):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def _with(setting: bytes) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if setting in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def main() -> None:
    """Follow which seats there are, and end those that are left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    left: dict[str, int] = {}
    for line in sys.stdin:
        leader, _, token = line[1:].strip().partition(" ")
        if line[0] == "+":
            left[token] = int(leader)
        else:
            left.pop(token, None)
    for token, leader in left.items():
        end_all(leader, token)


if __name__ == "__main__":
    main()
