"""The table's paper: where lines are written and typed ones are read, on a terminal or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rulewright.cli.streams import is_read
from rulewright.report.layout import WIDTH
from rulewright.report.wording import word


class Terminal:
    """Reads and writes for one session; `plain` keeps the screen uncleared."""

    def __init__(self, plain: bool = False) -> None:
        self.reading = sys.stdin.isatty()
        self.clearing = self.reading and sys.stdout.isatty() and not plain
        self.shown = False

    def say(self, lines: Iterable[str]) -> None:
        """Write lines."""
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def read(self, prompt: str = "> ") -> str | None:
        """Return the line that was typed, or None when nothing more comes or nobody reads any more."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline() if is_read() else ""
        if not line:
            self.say([""])
            return None
        if not self.reading:
            self.say([line.rstrip("\n")])
        return line.strip()

    def hand_over(self, name: str) -> bool:
        """Hide what the last person saw and wait for the next one; False when nothing more comes."""
        if not self.reading:
            self.say(["", f"----- {name} ".ljust(WIDTH, "-")])
            return True
        if self.shown:
            self._clear()
        self.shown = True
        sys.stdout.write(word("press-enter", who=name))
        sys.stdout.flush()
        return bool(sys.stdin.readline())

    def _clear(self) -> None:
        if self.clearing:
            sys.stdout.write("\x1b[2J\x1b[H")
        else:
            self.say(["-" * WIDTH])
