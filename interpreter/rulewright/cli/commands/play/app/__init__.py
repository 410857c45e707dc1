"""The table as an application in the terminal, on textual, the extra `table`.

It shows what the plain mode prints, by the same functions, and every command of the plain mode can be typed in it.
Only `table_app` and what it is made of import textual, and `play` imports them only for a table of this kind.

    paper.py          where commands write in place of the terminal
    look.py           what the styles of spans look like
    panes.py          a pane of lines, a list of options
    screens.py        the hand-over between persons, and other screens above the table
    view.py           one screen of the table
    background.py     what takes long while the table answers
    course.py         the course of play: the decisions of others, hints that take time
    hanging_up.py       the end of it when its terminal has gone
    table_app.py      the application: keys, the mouse, typed lines, rules that change
    table.tcss        its layout

Tests: `tests/screen/`.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec


def is_usable(plain: bool) -> bool:
    """Tell whether the table is drawn as an application, and not printed line by line."""
    can_draw = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")
    return not plain and can_draw and find_spec("textual") is not None
