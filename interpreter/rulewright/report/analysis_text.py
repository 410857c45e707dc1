"""What the decisions of a recorded game cost, as text: a total for each player, and the most expensive ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from rulewright.backends import Program
from rulewright.engine.game import question_at
from rulewright.players.foresight import Expected
from rulewright.playtest.analysis import Judged, mistakes, uncertainty
from rulewright.report.columns import Column, columns
from rulewright.report.layout import fold
from rulewright.report.search_text import measure, turns
from rulewright.report.wording import word

MOST = 10
"""How many mistakes are listed."""

Line = Callable[[Judged], tuple[Expected, ...]]
"""Returns what is expected to follow the best choice."""


def analysis_lines(program: Program, judged: Sequence[Judged], games: str, line: Line) -> list[str]:
    """Return the totals and the mistakes; `games` says how long each decision was considered, `program` is traced."""
    doubt, found = uncertainty(judged), mistakes(judged)
    lines = [*fold(word("analysed-by", games=games, what=measure(program))), "", *_totals(program, judged, doubt), ""]
    if not found:
        return [*lines, *fold(word("no-mistakes"))]
    lines += fold(word("mistakes", doubt=_points(doubt)))
    for one in found[:MOST]:
        lines += _mistake(program, one, line(one))
    more = len(found) - MOST
    return lines + (fold(word("more-mistakes", number=str(more)), "  ") if more > 0 else [])


def _totals(program: Program, judged: Sequence[Judged], doubt: float) -> list[str]:
    rows = [("", word("decisions"), word("same-choice"), word("lost"), "")]
    for seat, name in enumerate(program.domains["player"].labels):
        own = [one for one in judged if one.seat == seat]
        others = [one for one in own if not one.agrees]
        lost = _points(sum(one.lost for one in others))
        about = f"± {_points(doubt * sqrt(len(others)))}" if others else ""
        rows += [(name, str(len(own)), str(len(own) - len(others)), lost, about)] if own else []
    right = Column(right=True)
    return columns(rows, [Column(), right, right, right, Column()], gap=2, indent="  ")


def _mistake(program: Program, one: Judged, line: Sequence[Expected]) -> list[str]:
    question = question_at(program, one.state, one.codes)
    labels = {choice.code: choice.label for choice in question.choices}
    who = program.domains["player"].labels[one.seat]
    what = {"number": str(one.number), "who": who, "chosen": labels[one.chosen], "best": labels[one.best]}
    lines = fold(word("mistake", lost=_points(one.lost), **what), "  ", "    ")
    return lines + (fold(word("then-expected", turns="; ".join(turns(program, line))), "    ") if line else [])


def _points(hundredths: float) -> str:
    return f"{hundredths / 100:.1f}"
