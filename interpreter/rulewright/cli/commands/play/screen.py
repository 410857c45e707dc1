"""One screen of play: what happened, the table, and the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli import opening
from rulewright.cli.commands.play.session import Session
from rulewright.report.board import board_lines
from rulewright.report.layout import fold
from rulewright.report.log_text import recent, story, trace
from rulewright.report.question_text import question_lines
from rulewright.report.scores_text import score_lines
from rulewright.report.table.model import Table
from rulewright.report.wording import word
from rulewright.rulebook.spaces import grid_position

if TYPE_CHECKING:
    from rulewright.engine import Question

LAST_LINES = 30
"""How many lines of the log are shown unless all are asked for."""


def screen_lines(session: Session) -> list[str]:
    """Return everything that the person who is asked sees before the prompt."""
    news = recent(session.new_lines(), session.reader, session.game.headings())
    return [*news, *([""] if news else []), *table_lines(session), "", *question_or_scores(session)]


def table_lines(session: Session) -> list[str]:
    """Return the phase and the table."""
    first, *inner = [*session.game.headings(), ""]
    heading = f"{first}: {', '.join(inner[:-1])}" if inner[:-1] else first
    seen = table_shown(session)
    context = list(seen.asked.context) if seen.asked is not None else []
    about = ["", *(line for sentence in context for line in fold(sentence))] if context else []
    return [*(fold(heading) if heading else []), *board_lines(seen), *about]


def table_shown(session: Session) -> Table:
    """Return what the person sees for whom the screen is."""
    return opening.table_of(session.game, session.reader, session.reader_game_before(), session.is_open)


def still_hidden(session: Session) -> list[str]:
    """Return how to ask for what a finished game never revealed; nothing where all is known."""
    if session.seat_asked is not None or session.game.alone or session.is_open:
        return []
    seen, whole = (opening.table_of(session.game, session.reader, None, everything) for everything in (False, True))
    return fold(word("still-hidden")) if seen != whole else []


def question_or_scores(session: Session) -> list[str]:
    """Return the question, or the final scores."""
    if session.is_waiting and session.seat_asked is not None:
        stopped = [*fold(session.stopped)] if session.stopped else []
        return [*stopped, *fold(word("waits", who=session.names[session.seat_asked]))]
    question = session.question
    if question is None:
        return score_lines(session.game, session.names, session.summary())
    return question_lines(question, session.names, example_name(question, session.game.spaces()))


def example_name(question: Question, spaces: Sequence[str]) -> str:
    """Return a name worth asking about: a space that is not offered, else NAME."""
    offered = {c.name for c in question.choices}
    if not any(grid_position(name) for name in offered):
        return "NAME"
    missing = [space for space in spaces if space not in offered]
    return missing[len(missing) // 2] if missing else "NAME"


def log_lines(session: Session, how: str) -> list[str]:
    """Return the log as it was asked for: its end, all of it, or with the rules."""
    if how in ("rules", "trace"):
        return trace(session.game.log, session.reader)
    told = story(session.game.log, session.reader)
    if how == "all" or len(told) <= LAST_LINES:
        return told or [word("nothing-yet")]
    return [*told[-LAST_LINES:], word("last-lines", shown=str(LAST_LINES), all=str(len(told)))]


def why_lines(session: Session, name: str) -> list[str]:
    """Return why an option is not offered, or everything that is not offered."""
    question = session.question
    if question is None:
        return [word("game-over" if session.seat_asked is None else "ask-own")]
    return session.advice.why_lines_for(session.game, question, name)
