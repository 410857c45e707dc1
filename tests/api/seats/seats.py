"""Seats as somebody else writes them."""

from __future__ import annotations

from rulewright import Choice, Question, SeatView


class First:
    """Takes the first choice."""

    def choose(self, question: Question, view: SeatView) -> Choice:
        return question.choices[0]


class Stranger:
    """Takes a choice of its own invention."""

    def choose(self, question: Question, view: SeatView) -> Choice:
        return Choice(-1, "win", "Win", None, False, None, "win", None)


class Mute:
    """Has no method for it."""
