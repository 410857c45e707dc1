"""The table's paper: where lines are written and typed ones are read, on a terminal or through a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from functools import cache

from rulewright.cli.streams import is_read
from rulewright.report.layout import WIDTH, fold, use_width
from rulewright.report.wording import word

WIDEST = 160
"""Sentences are hard to read on wider lines."""


@cache
def has_editing() -> bool:
    """Load what edits lines at a prompt; some systems have none."""
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")
    return True


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

    def tell(self, sentences: Iterable[str]) -> None:
        """Write sentences, broken into lines."""
        self.say(line for sentence in sentences for line in fold(sentence))

    def measure(self) -> None:
        """Fill the width of the terminal from now on; through a pipe lines keep their width."""
        if self.reading and sys.stdout.isatty():
            use_width(min(shutil.get_terminal_size().columns, WIDEST))

    def read(self, prompt: str = "> ") -> str | None:
        """Return the line that was typed, or None when nothing more comes or nobody reads any more."""
        line = self._line(prompt) if is_read() else None
        if line is None:
            self.say([""])
            return None
        if not self.reading:
            self.say([line])
        return line.strip()

    def _line(self, prompt: str) -> str | None:
        """Return a line; on a terminal it can be edited, and earlier ones come back by the arrow keys."""
        if self.reading and has_editing():
            try:
                return input(prompt)
            except EOFError:
                return None
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None

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
