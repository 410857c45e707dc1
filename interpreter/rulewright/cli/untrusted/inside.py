"""The confined process, which is started with a folder of its own and what was typed.

Limits on time, memory and the size of files hold from the start. Before it reads rules, the command calls
`enter_confinement`: from then on nothing is written outside of the folder and the places that the command names, no
process is started and no connection opened. Python itself refuses that (an audit hook), and on Linux the kernel does
as well (Landlock).
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rulewright.cli import late


class ProcessLimits(NamedTuple):
    """What a command may take."""

    seconds: int
    """Seconds of computing."""
    waits: bool = True
    """Whether that is the time by the clock as well; false where a person is waited for."""
    memory: int = 2 << 30
    """Bytes of address space."""
    file: int = 256 << 20
    """Bytes of each file that is written."""


COMMAND_LIMITS = {
    "check": ProcessLimits(60),
    "test": ProcessLimits(300),
    "simulate": ProcessLimits(600),
    "play": ProcessLimits(600, waits=False),
    "serve": ProcessLimits(36_000, waits=False),
}
"""The commands that can be confined."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGING = frozenset({
    "os.chflags", "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.removexattr", "os.rename", "os.rmdir",
    "os.setxattr", "os.symlink", "os.truncate", "os.utime",
})  # fmt: skip
"""Events of which every path must lie where may be written."""
_FORBIDDEN = frozenset({
    "ctypes.dlopen", "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn", "os.spawn",
    "os.system", "pty.spawn", "socket.bind", "socket.connect", "socket.getaddrinfo", "subprocess.Popen",
})  # fmt: skip

_STARTING = "multiprocessing.popen_"
"""The modules with which multiprocessing starts processes; that raises no audit event of its own."""

_folder: list[Path] = []


def is_confined() -> bool:
    """Return whether this is the confined process."""
    return bool(_folder)


def enter_confinement(named: Iterable[str], writable: Iterable[Path] = ()) -> None:
    """Confine this process for good, if it is to be confined. Nothing of a ruleset may have been read before.

    `named` are the rulesets that the user named; `writable` are folders, and files that are there already.
    """
    if not _folder or _guards:
        return
    late.folders.reach_only(named)
    places = [Path(os.devnull), *_folder, *writable]
    late.landlock.write_only_below(places)
    _guards.append(_Guard([os.path.realpath(place) for place in places]))
    sys.addaudithook(_guards[0])


class _Guard:
    """The audit hook: raises `PermissionError` for what a confined process may not do."""

    def __init__(self, places: list[str]) -> None:
        self.places = places

    def __call__(self, event: str, given: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = given
            if isinstance(flags, int) and flags & _WRITING:
                self.check_path(path)
        elif event in _CHANGING:
            for path in given:
                if isinstance(path, str | bytes | os.PathLike):
                    self.check_path(path)
        elif event in _FORBIDDEN or (event == "import" and str(given[0]).startswith(_STARTING)):
            raise PermissionError(errno.EACCES, f"--untrusted allows no {event}")

    def check_path(self, path: object) -> None:
        """Refuse a path outside of the places."""
        if not isinstance(path, str | bytes | os.PathLike):  # a file that is open already
            return
        real = os.path.realpath(os.fsdecode(path))
        if not any(real == place or real.startswith(place + os.sep) for place in self.places):
            raise PermissionError(errno.EACCES, "--untrusted writes nowhere but in its folder", os.fsdecode(path))


_guards: list[_Guard] = []


def _set_limits(limits: ProcessLimits) -> None:
    """Limit this process and all that it may start."""
    resource = late.resource
    wanted = {
        resource.RLIMIT_CPU: limits.seconds, resource.RLIMIT_AS: limits.memory, resource.RLIMIT_FSIZE: limits.file,
        resource.RLIMIT_CORE: 0,
    }  # fmt: skip
    for what, most in wanted.items():
        known, last = resource.getrlimit(what)[1], most + (what == resource.RLIMIT_CPU)  # a signal, then the end
        hard = last if known == resource.RLIM_INFINITY else min(last, known)
        resource.setrlimit(what, (min(most, hard), hard))


def main() -> None:
    """Run the command line of a confined process."""
    folder, *typed = sys.argv[1:]
    _set_limits(COMMAND_LIMITS[typed[0]])
    os.environ |= {"RULEWRIGHT_CACHE": os.path.join(folder, "cache"), "TMPDIR": folder}
    _folder.append(Path(folder))
    sys.argv[1:] = typed
    late.landlock.end_with_parent()
    late.main.main()
