"""What the decisions of a recorded game cost: a total for each player, and the most expensive ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

from rulewright.engine.game import Game, question_at
from rulewright.engine.position import Position
from rulewright.players.foresight import Expected
from rulewright.playtest.analysis import JudgedDecision, significant_mistakes, standard_error_of_losses
from rulewright.report.model import Column, Report, Section, Sentence, Table
from rulewright.report.search_text import expected_text, measure
from rulewright.report.table.context import context
from rulewright.report.wording import word

MOST = 10
"""How many mistakes are listed."""

Line = Callable[[JudgedDecision], tuple[Expected, ...]]
"""Returns what is expected to follow the best choice."""


def analysis_report(
    game: Game, judged: Sequence[JudgedDecision], games: str, line: Line, look: Sequence[str]
) -> Report:
    """Return the totals and the mistakes; `games` says how long each decision was considered.

    `game` belongs to the traced build of the same rules, `look` says how to look at a decision.
    """
    doubt, found = standard_error_of_losses(judged), significant_mistakes(judged)
    said = word("mistakes", doubt=_points_text(doubt)) if found else word("no-mistakes")
    more = [Sentence(word("more-mistakes", number=str(len(found) - MOST)), "  ")] if len(found) > MOST else []
    told = [block for one in found[:MOST] for block in _mistake_sentences(game, one, line(one))]
    return Report([
        Section([word("analysed-by", games=games, what=measure(game))]),
        Section([_totals_table(game, judged, doubt)]), Section([said, *told, *more]), Section(look),
    ])  # fmt: skip


def _totals_table(game: Game, judged: Sequence[JudgedDecision], doubt: float) -> Table:
    rows = []
    for seat, name in enumerate(game.program.domains["player"].labels):
        own = [one for one in judged if one.seat == seat]
        others = [one for one in own if not one.agrees]
        lost = _points_text(sum(one.lost for one in others))
        about = f"± {_points_text(doubt * sqrt(len(others)))}" if others else ""
        rows += [(name, str(len(own)), str(len(own) - len(others)), lost, about)] if own else []
    numbers = [Column(word("decisions")), Column(word("same-choice")), Column(word("lost"))]
    return Table([Column(right=False), *numbers, Column(right=False)], rows, gap=2, indent="  ")


def _mistake_sentences(game: Game, one: JudgedDecision, line: Sequence[Expected]) -> Iterator[Sentence]:
    question = question_at(game.program, one.state, one.codes)
    labels = {choice.code: choice.label for choice in question.choices}
    who = game.program.domains["player"].labels[one.seat]
    what = {"number": str(one.number), "who": who, "chosen": labels[one.chosen], "best": labels[one.best]}
    yield Sentence(word("mistake", lost=_points_text(one.lost), **what), "  ", "    ")
    about = context(Position(game.program, one.state), one.seat, question.prompt or "")
    if about:
        yield Sentence(" ".join(about), "    ")
    if line:
        yield Sentence(expected_text(game, line), "    ")


def _points_text(hundredths: float) -> str:
    return f"{hundredths / 100:.1f}"
