"""Finds turns of phrase of everyday life in lines that cannot be read, and says what the language has for them."""

from __future__ import annotations

import re
from itertools import accumulate

from rulewright.syntax.case import Case, Mistake, Pieces
from rulewright.syntax.habit import Habit
from rulewright.syntax.habits import HABITS
from rulewright.syntax.habits_asking import ASKED, DONE
from rulewright.syntax.habits_ending import ENDING, WINNERS, WINS
from rulewright.syntax.habits_headings import HEADINGS
from rulewright.syntax.habits_taking import TAKING
from rulewright.syntax.lines import Line, cut_line

EVERY = (*WINS, *DONE, *ASKED, *TAKING, *HABITS, *ENDING)
"""Turns of phrase in the order in which they are looked for."""


def heading(line: Line) -> tuple[Mistake, Pieces] | None:
    """Return what is wrong with the first line of a declaration whose block does not fit it, and the line meant."""
    return next((found for each in HEADINGS if (found := _heading(line, each))), None)


def winner(line: Line) -> Mistake | None:
    """Return what is wrong with the first line of a declaration that says who wins."""
    return next((found[0] for each in WINNERS if (found := _heading(line, each))), None)


def _heading(line: Line, each: Habit) -> tuple[Mistake, Pieces] | None:
    found = each.search(" ".join(piece.text for piece in line.pieces))
    if found is None:
        return None
    groups = ["", *(group or "" for group in found.groups())]
    meant = _rewritten(line, each.meant.format(*groups))
    last = line.pieces[-1]
    end = last.column if last.kind == ":" else last.end
    remedy = tuple(each.remedy.format(*groups).split("\n"))
    return Mistake(each.code, line.pieces[0].column, end, each.message, remedy, meant), meant


def said_otherwise(case: Case) -> Mistake | None:
    """The line is said as people say it elsewhere."""
    pieces = case.line.pieces
    shown = ['""' if piece.kind == "STRING" else piece.text for piece in pieces]
    text, starts = " ".join(shown), [0, *accumulate(len(part) + 1 for part in shown)]
    for each in EVERY:
        found = each.search(text)
        if found is None or (each.inside and each.inside not in case.trouble.begin.fits()):
            continue
        first = sum(start <= found.start("at") for start in starts) - 1
        last = sum(start < found.end("at") for start in starts) - 1
        if not first - 1 <= case.at <= max(last, sum(start < found.end() for start in starts) - 1) + 1:
            continue
        groups = ["", *(_spoken(group or "") for group in found.groups())]
        message, remedy = each.message.format(*groups), each.remedy.format(*groups, **_here(case))
        return Mistake(
            each.code, pieces[first].column, pieces[min(last, len(pieces) - 1)].end, message,
            tuple(remedy.split("\n")), _meant(case, each, found),
        )  # fmt: skip
    return None


def _spoken(text: str) -> str:
    return text.replace(" 's", "'s").replace("( ", "(").replace(" )", ")").replace(" :", ":")


def _here(case: Case) -> dict[str, str]:
    """What the step or phase is called in which the line stands, and which of the two it is."""
    what, name, *_ = (*(piece.text for piece in case.heading), "", "")
    return {"what": what, "here": name} if what in ("step", "phase") else {"what": "step or phase", "here": "NAME"}


def _meant(case: Case, each: Habit, found: re.Match[str]) -> Pieces | None:
    """Return the line as it was meant, if that is known and can be read."""
    if not each.meant:
        return None
    text = each.meant.format("", *(group or "" for group in found.groups()), **_here(case))
    pieces = _rewritten(case.line, text)
    return pieces if case.passes(pieces) else None


def _rewritten(line: Line, text: str) -> Pieces:
    """Return the pieces of another text for a line; texts in quotes are those of the line, "x" is a name to fill in."""
    pieces = cut_line(line.number, text).pieces
    quoted = [piece for piece in line.pieces if piece.kind == "STRING"]
    missing = len(quoted) != sum(piece.kind == "STRING" for piece in pieces)
    strings = iter(quoted)
    return tuple(
        piece._replace(placeholder=missing or piece.text in ("x", "NAME"))
        if piece.kind != "STRING" or missing
        else next(strings)
        for piece in pieces
    )
