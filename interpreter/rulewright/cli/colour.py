"""Colours, where the one who reads has a terminal and wants them."""

from __future__ import annotations

import os
from typing import TextIO

from rulewright.report.layout import Paint, coloured, plain


def paint(stream: TextIO) -> Paint:
    """Return colours for a terminal, none for anything else."""
    wanted = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return coloured if wanted else plain
