"""Seats outside at a table: a decision function that knows which seat of which game it asks."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.backends import Program
from rulewright.engine.game import question_at
from rulewright.engine.scoring import ranking
from rulewright.engine.seat_view import SeatView
from rulewright.players.external.conversation import GRACE_SECONDS, MOST_TRIES, Conversation, open_link
from rulewright.players.external.fallible import FallibleSeats
from rulewright.players.external.kinds import Outside
from rulewright.players.external.messages import PROTOCOL, Hello, Over, SeatOption, SeatQuestion

if TYPE_CHECKING:
    from rulewright.engine import LogLine


def greeting_for(program: Program, seat: int, limit: float) -> Hello:
    """Return the greeting for a seat of a game; the conversation numbers it."""
    names = rule_names_of_seats(program)
    return Hello(PROTOCOL, 0, program.ruleset, dict(program.settings), names, names[seat], limit)


def rule_names_of_seats(program: Program) -> list[str]:
    """Return the seats by their names in the rules, as views and options call them."""
    return list(program.domains["player"].index)


def question_for(
    program: Program, state: list[int], codes: list[int], limit: float | None, log: Sequence[LogLine] = ()
) -> tuple[SeatQuestion, dict[str, int]]:
    """Return what the seat is asked that decides at a vector, and the codes of its options by name."""
    vector = list(state)
    question = question_at(program, vector, codes)
    view = SeatView(program, vector, question.seat)
    options = [
        SeatOption(
            each.name, each.option, each.label or None, each.menu or None, each.value, each.also or None,
            view.piece_of(each),
        )
        for each in question.choices
    ]  # fmt: skip
    told = readable_lines(log, question.seat) if program.traced else None
    prompt, pieces = question.prompt or None, view.pieces or None
    found = SeatQuestion(0, question.name, options, view.facts, limit, prompt, told, pieces, view.standing)
    return found, {choice.name: choice.code for choice in question.choices}


def readable_lines(log: Sequence[LogLine], seat: int) -> list[str]:
    """Return the lines of a log that a seat may read."""
    return [line.text for line in log if line.private is None or seat in line.private]


def result_of(program: Program, state: list[int] | None, log: list[str] | None = None) -> Over:
    """Return the result of a game; without a vector, of one that broke."""
    if state is None:
        return Over(None, None, log)
    points = {name: program.points(state, seat) for seat, name in enumerate(rule_names_of_seats(program))}
    ranks: dict[str, int] = {}
    for place, seats in enumerate(ranking(program, state)):
        rank = max(place, len(ranks)) + 1  # where nobody wins, nobody is first
        ranks |= dict.fromkeys((rule_names_of_seats(program)[seat] for seat in seats), rank)
    return Over(points, {name: ranks[name] for name in points}, log)


class OutsideSeats(FallibleSeats):
    """Decides for all seats of a kind, each with a process or connection of its own, so that none sees two hands."""

    tries = MOST_TRIES

    def __init__(self, program: Program, kind: Outside) -> None:
        super().__init__(program, kind.kind)
        self.outside = kind
        self.talks: dict[int, Conversation] = {}
        """By seat, as long as it can be asked."""
        self._read = [0] * program.seats
        """By seat: how many lines of the log were there at its last question."""
        self.close = weakref.finalize(self, _close_all, self.talks)
        """Ends all seats; done by itself when nobody asks them any more, at the latest when this process ends."""

    def begin_game(self, seat: int) -> None:
        """Greet a seat, which is started or connected to first if need be. Raises `FaultError`."""
        self._read[seat] = 0
        if seat not in self.talks:
            self.talks[seat] = Conversation(open_link(self.outside))
        self.talks[seat].greet(greeting_for(self.program, seat, self.outside.limit))

    def ask_seat(self, seat: int, state: list[int], codes: list[int]) -> int:
        """Return the code of the option that the seat names. Raises `FaultError` after the last try."""
        question, by_name = question_for(self.program, state, codes, self.outside.limit, self.log[self._read[seat] :])
        self._read[seat] = len(self.log)
        return by_name[self.talks[seat].ask_question(question)]

    def tell_result(self, seat: int, state: list[int] | None) -> None:
        """Send a seat the result of a game."""
        log = readable_lines(self.log[self._read[seat] :], seat) if self.program.traced else None
        self.talks[seat].tell_result(result_of(self.program, state, log))

    def abandon_seat(self, seat: int) -> None:
        """End the process or the connection of a seat."""
        if (talk := self.talks.pop(seat, None)) is not None:
            talk.close(0)


def _close_all(talks: Mapping[int, Conversation]) -> None:
    """Say goodbye to all seats at once, then end them."""
    for talk in talks.values():
        talk.say_goodbye()
    for talk in talks.values():
        talk.link.close(GRACE_SECONDS)
