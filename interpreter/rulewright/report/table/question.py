"""A question as a value: its options with their numbers, and what each of them is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.engine.options import options_of
from rulewright.engine.position import Position
from rulewright.engine.words import member_name
from rulewright.report.question_text import numbered, picked_text
from rulewright.report.table.context import context
from rulewright.report.table.model import Asked, Option

if TYPE_CHECKING:
    from rulewright.engine import Question


def asked(position: Position, question: Question, mine: bool = True) -> Asked:
    """Return a question with its options, as offered; if it is another's, only whose it is."""
    if not mine:
        return Asked(question.seat, "", ())
    numbers = {choice.code: number for number, choice in enumerate(numbered(question), 1)}
    options = tuple(
        Option(
            choice.code, choice.name, choice.label, numbers.get(choice.code), choice.menu or "", choice.also,
            choice.amount, _target_of(position, choice.code),
        )
        for choice in question.choices
    )  # fmt: skip
    about = (*context(position, question.seat, question.prompt), *picked_text(question))
    picked = tuple(_target_of(position, choice.code) for choice in question.picked)
    return Asked(question.seat, question.prompt, options, about, question.amount, question.several, picked)


def _target_of(position: Position, code: int) -> str:
    """Return what a choice is about: the first thing that comes with it, or the piece to whose rule it belongs."""
    parts = options_of(position.program).parts(code)
    named = parts.thing or parts.owner
    if named is None:
        return ""
    domain, thing = next(iter(position.program.domains[named.domain].things_in(named.number)), named)
    return f"{domain} {member_name(position.program, domain, thing)}"
