"""Finds the turns of phrase of `habits` in lines that cannot be read, and says what the language has for them."""

from __future__ import annotations

import re
from itertools import accumulate

from rulewright.syntax.case import Case, Mistake, Pieces
from rulewright.syntax.habits import HABITS, HEADINGS, Habit
from rulewright.syntax.lines import Line, cut_line


def heading(line: Line) -> tuple[Mistake, Pieces] | None:
    """Return what is wrong with the first line of a declaration whose block does not fit it, and the line meant."""
    text = " ".join(piece.text for piece in line.pieces)
    for each in HEADINGS:
        if found := each.said.search(text):
            groups = ["", *(group or "" for group in found.groups())]
            meant = cut_line(line.number, each.meant.format(*groups)).pieces
            end = line.pieces[-1].column
            remedy = (each.remedy.format(*groups),)
            return Mistake(each.code, line.pieces[0].column, end, each.message, remedy, meant), meant
    return None


def said_otherwise(case: Case) -> Mistake | None:
    """The line is said as people say it elsewhere."""
    pieces = case.line.pieces
    shown = ['""' if piece.kind == "STRING" else piece.text for piece in pieces]
    text, starts = " ".join(shown), [0, *accumulate(len(part) + 1 for part in shown)]
    for each in HABITS:
        found = each.said.search(text)
        if found is None:
            continue
        first = sum(start <= found.start("at") for start in starts) - 1
        last = sum(start < found.end("at") for start in starts) - 1
        if not first - 1 <= case.at <= max(last, sum(start < found.end() for start in starts) - 1) + 1:
            continue
        groups = ["", *(_spoken(group or "") for group in found.groups())]
        message, remedy = each.message.format(*groups), each.remedy.format(*groups)
        return Mistake(
            each.code, pieces[first].column, pieces[min(last, len(pieces) - 1)].end, message, (remedy,),
            _meant(case, each, found),
        )  # fmt: skip
    return None


def _spoken(text: str) -> str:
    return text.replace(" 's", "'s").replace("( ", "(").replace(" )", ")")


def _meant(case: Case, each: Habit, found: re.Match[str]) -> Pieces | None:
    """Return the line as it was meant, if that is known and can be read."""
    if not each.meant:
        return None
    text = each.meant.format("", *(group or "" for group in found.groups()))
    pieces = cut_line(case.line.number, text).pieces
    return pieces if case.passes(pieces) else None
