"""A path in plain text: its stops side by side, equal neighbours together."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.layout import cells, fold, width
from rulewright.report.table.model import Path, Space
from rulewright.report.wording import together, word


def path_lines(path: Path, names: Sequence[str]) -> list[str]:
    """Return the stops at which something or somebody is."""
    runs: list[tuple[str, str, str]] = []
    titles = {cell.about.split(" ")[0] for stop in path.stops for cell in stop.cells}
    for stop in path.stops:
        text = _text(stop, names, len(titles) > 1)
        if not text:
            continue
        first = runs.pop()[0] if runs and runs[-1][2] == text and _follows(runs[-1][1], stop.label) else stop.label
        runs.append((first, stop.label, text))
    return side_by_side([f"{run_text(first, last)}: {text}" for first, last, text in runs])


def _text(stop: Space, names: Sequence[str], several: bool) -> str:
    """Return what lies at a stop and who stands there."""
    parts = [cell.text for cell in stop.cells if not cell.empty]
    parts += [together([names[seat] for seat in stop.seats])] if stop.seats else []
    return ", ".join(parts) + ("*" if parts and stop.changed else "")


def side_by_side(texts: Sequence[str]) -> list[str]:
    """Return as many texts in a line as there is room for, parted by semicolons."""
    lines: list[str] = []
    for text in texts:
        if lines and cells(lines[-1]) + 2 + cells(text) <= width():
            lines[-1] += f"; {text}"
        else:
            lines += fold(text, "  ", "      ")
    return lines


def run_text(first: str, last: str) -> str:
    """Return `Space 11 to 35` for numbered things, or the only one."""
    return first if first == last else f"{first} {word('to')} {last.rpartition(' ')[2]}"


def _follows(before: str, label: str) -> bool:
    """Whether two things are alike but for a number, which is one higher."""
    stem, _, number = before.rpartition(" ")
    return number.isdecimal() and label == f"{stem} {int(number) + 1}"
