"""Whether the application can be used here: on a terminal that can be drawn on, with textual installed."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec


def is_usable(plain: bool) -> bool:
    """Tell whether the table is drawn as an application, and not printed line by line."""
    return not plain and is_screen() and find_spec("textual") is not None


def is_screen() -> bool:
    """Tell whether a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")
