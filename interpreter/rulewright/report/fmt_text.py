"""What `fmt` prints: the files that change, what changes in them, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff

from rulewright.phrasing import counted
from rulewright.report.layout import fold

NO_NEWLINE = "\\ No newline at end of file"
"""The line of a patch below a last line without a line feed."""


def changed_lines(paths: Sequence[str], written: bool) -> list[str]:
    """Return a line for each file that changed, or would."""
    return [f"{'laid out' if written else 'would change'}  {path}" for path in paths]


def summary(changed: int, fine: int, left: int, written: bool) -> list[str]:
    """Return how many files changed, or would, how many need no change, and how many had to be left alone."""
    parts = [f"{counted(changed, 'file')} {'laid out' if written else 'would change'}"] if changed else []
    if fine:
        parts.append(f"{counted(fine, 'file')} {'needs' if fine == 1 else 'need'} no change")
    if left:
        parts.append(f"{counted(left, 'file')} left as {'it is' if left == 1 else 'they are'}")
    return fold(", ".join(parts) + ".") if parts else []


def diff_lines(old: str, new: str, path: str) -> list[str]:
    """Return the lines of a patch that turns one text into another."""
    found = []
    for line in unified_diff(_cut_line(old), _cut_line(new), path, path):
        found.append(line.removesuffix("\n"))
        if not line.endswith("\n"):
            found.append(NO_NEWLINE)
    return found


def _cut_line(text: str) -> list[str]:
    """Return the lines of a text, each with the line feed that ends it."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]
