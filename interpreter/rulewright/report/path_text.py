"""What lies at things that are on no grid and differ in their numbers, such as the spaces of a path."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.players.table import ViewSection, ViewValue
from rulewright.report.grid_text import is_empty, text_of
from rulewright.report.layout import WIDTH, cells, fold
from rulewright.report.wording import word

UNSEEN = re.compile(r"(\d+) hidden")


def is_numbered(owner: str, things: Sequence[ViewSection]) -> bool:
    """Tell whether a thing is one of several that differ in their numbers, such as the spaces of a path."""
    stem, _, number = owner.rpartition(" ")
    return number.isdecimal() and sum(other.rpartition(" ")[0] == stem for other, _ in things) > 1


def path_lines(path: Sequence[ViewSection]) -> list[str]:
    """Return what lies at numbered things, side by side; equal neighbours are grouped."""
    runs: list[tuple[str, str, str]] = []
    for owner, rows in path:
        told = [(name, value) for name, value in rows if not is_empty(text_of(value))]
        if not told:
            continue
        alone = len(told) == 1 and not isinstance(told[0][1], str | int)
        text = ", ".join(in_order(value) if alone else f"{name} {in_order(value)}" for name, value in told)
        first = runs.pop()[0] if runs and runs[-1][2] == text and follows(runs[-1][1], owner) else owner
        runs.append((first, owner, text))
    return side_by_side([f"{run_text(first, last)}: {text}" for first, last, text in runs])


def side_by_side(texts: Sequence[str]) -> list[str]:
    """Return as many texts in a line as there is room for, parted by bars."""
    lines: list[str] = []
    for text in texts:
        if lines and cells(lines[-1]) + 3 + cells(text) <= WIDTH:
            lines[-1] += f" | {text}"
        else:
            lines += fold(text, "  ", "      ")
    return lines


def run_text(first: str, last: str) -> str:
    """Return `Space 11 to 35` for numbered things, or the only one."""
    return first if first == last else f"{first} {word('to')} {last.rpartition(' ')[2]}"


def follows(before: str, owner: str) -> bool:
    """Tell whether two things are alike but for a number, which is one higher."""
    stem, _, number = before.rpartition(" ")
    return number.isdecimal() and owner == f"{stem} {int(number) + 1}"


def in_order(value: ViewValue) -> str:
    """Return a value, or the pieces of a place one after the other."""
    return text_of(value) if isinstance(value, str | int) else ", ".join(map(seen, value))


def seen(piece: str) -> str:
    """Return a piece as it is shown, or how many there are that are not."""
    found = UNSEEN.fullmatch(piece)
    return word("number-hidden", number=found[1]) if found else piece
