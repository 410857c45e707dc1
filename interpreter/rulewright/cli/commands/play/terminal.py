"""The table's paper: where lines are written and typed ones are read, on a terminal or through a pipe."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from math import inf
from time import monotonic

from rulewright.cli import late
from rulewright.cli.streams import is_read
from rulewright.report.layout import WIDTH, fold, shorten, use_width
from rulewright.report.wording import word

SOON, LATER = 0.3, 1.0
"""Seconds after which it is shown, and said, that somebody thinks."""
WIDEST_LINE = 160
"""Sentences are hard to read on wider lines."""


@cache
def has_editing() -> bool:
    """Load what edits lines at a prompt; some systems have none."""
    try:
        late.readline.parse_and_bind("set enable-bracketed-paste off")
    except ImportError:
        return False
    return True


class Terminal:
    """Reads and writes for one session; `plain` keeps the screen uncleared."""

    def __init__(self, plain: bool = False) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="surrogateescape")  # what is no UTF-8 is typed wrongly, and answered as such
        self.reading = sys.stdin.isatty()
        self.clearing = self.reading and sys.stdout.isatty() and not plain
        self.shown = False
        self._noted = 0.0
        """Since when somebody thinks; 0 where nobody does, infinite where that was said."""
        self._wiping = False

    def write_lines(self, lines: Iterable[str]) -> None:
        """Write lines."""
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def write_sentences(self, sentences: Iterable[str]) -> None:
        """Write sentences, broken into lines."""
        self.write_lines(line for sentence in sentences for line in fold(sentence))

    def show_progress(self, said: str) -> None:
        """Show how far somebody is who thinks, in a line that is overwritten; an empty one wipes it out.

        Where lines stay, it is said once until something is typed, and through a pipe not at all.
        """
        if not said or not sys.stdout.isatty():
            self._wipe_progress()
        elif not self._noted:
            self._noted = monotonic()
        elif self.clearing and monotonic() - self._noted > SOON:
            self._wiping = True
            sys.stdout.write(f"\r{shorten(said, shutil.get_terminal_size().columns - 1)}\x1b[K")
            sys.stdout.flush()
        elif not self.clearing and 0 < self._noted < monotonic() - LATER:
            self._noted = inf
            self.write_lines([said])

    def _wipe_progress(self) -> None:
        if self._wiping:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
        self._noted, self._wiping = self._noted if self._noted == inf else 0.0, False

    def measure_width(self) -> None:
        """Fill the width of the terminal from now on; through a pipe lines keep their width."""
        if self.reading and sys.stdout.isatty():
            use_width(min(shutil.get_terminal_size().columns, WIDEST_LINE))

    def read_line(self, prompt: str = "> ") -> str | None:
        """Return the line that was typed, or None when nothing more comes or nobody reads any more."""
        self._noted = 0.0
        line = self._typed_line(prompt) if is_read() else None
        if line is None:
            self.write_lines([""])
            return None
        if not self.reading:
            self.write_lines([line])
        return line.strip()

    def _typed_line(self, prompt: str) -> str | None:
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
            self.write_lines(["", f"----- {name} ".ljust(WIDTH, "-")])
            return True
        if self.shown and self.clearing:
            sys.stdout.write("\x1b[2J\x1b[H")
        elif self.shown:
            self.write_lines(["-" * WIDTH])
        self.shown = True
        sys.stdout.write(word("press-enter", who=name))
        sys.stdout.flush()
        return bool(sys.stdin.readline())
