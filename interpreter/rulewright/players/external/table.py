"""Seats outside at a table: a decision function that knows which seat of which game it asks."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.compile.chance import pick
from rulewright.engine.game import Choice, question_at
from rulewright.engine.scoring import ranking
from rulewright.engine.seat_view import SeatView
from rulewright.players.external.conversation import GRACE, TRIES, Conversation, opened
from rulewright.players.external.faults import FaultError
from rulewright.players.external.kinds import Outside
from rulewright.players.external.messages import PROTOCOL, Hello, Option, Over, Question
from rulewright.players.table import TableLine

GAMES = 3
"""After this number of games in a row that a seat could not finish, it is not asked any more."""


def hello(program: Program, seat: int, limit: float) -> Hello:
    """Return the greeting for a seat of a game; the conversation numbers it."""
    tables = program.tables
    names = seats_of(program)
    return Hello(PROTOCOL, 0, tables.ruleset, dict(tables.settings), names, names[seat], limit)


def seats_of(program: Program) -> list[str]:
    """Return the seats by their names in the rules, as views and options call them."""
    return list(program.domains["player"].index)


def asked(
    program: Program, state: list[int], codes: list[int], limit: float | None, log: Sequence[TableLine] = ()
) -> tuple[Question, dict[str, int]]:
    """Return what the seat is asked that decides at a vector, and the codes of its options by name."""
    vector = list(state)
    question = question_at(program, vector, codes)
    options = [_option(choice) for choice in question.choices]
    facts = SeatView(program, vector, question.seat).facts
    told = readable(log, question.seat) if program.traced else None
    found = Question(0, question.name, options, facts, limit, question.prompt or None, told)
    return found, {choice.name: choice.code for choice in question.choices}


def _option(choice: Choice) -> Option:
    return Option(
        choice.name, choice.option, choice.label or None, choice.menu or None, choice.value, choice.also or None
    )


def readable(log: Sequence[TableLine], seat: int) -> list[str]:
    """Return the lines of a log that a seat may read."""
    return [line.text for line in log if line.private is None or seat in line.private]


def over(program: Program, state: list[int] | None, log: list[str] | None = None) -> Over:
    """Return the result of a game; without a vector, of one that broke."""
    if state is None:
        return Over(None, None, log)
    points = {name: program.points(state, seat) for seat, name in enumerate(seats_of(program))}
    ranks: dict[str, int] = {}
    for seats in ranking(program, state):
        ranks |= dict.fromkeys((seats_of(program)[seat] for seat in seats), len(ranks) + 1)
    return Over(points, {name: ranks[name] for name in points}, log)


@dataclass(slots=True)
class Sitting:
    """A seat of the current game: how far the game has come, and what was wrong with the seat in it."""

    number: int = -1
    made: int = -1
    read: int = 0
    """How many lines of the log were there at the last question."""
    fault: str = ""
    lost: int = 0
    """How many games in a row it could not finish."""
    talk: Conversation | None = None


class OutsideSeats:
    """Decides for all seats of a kind, each with a process or connection of its own, so that none sees two hands.

    A seat that has used up its tries is ended; chance decides for it for the rest of the game, as for a random seat.
    """

    def __init__(self, program: Program, kind: Outside) -> None:
        self.program, self.kind = program, kind
        self.log: Sequence[TableLine] = ()
        """The log of the game so far, where there is one; whoever has it puts it here before a seat is asked."""
        self._news: list[str] = []
        self._sitting = [Sitting() for _ in range(program.seats)]
        self.close = weakref.finalize(self, _close_all, self._sitting)
        """Ends all seats; done by itself when nobody asks them any more, at the latest when this process ends."""

    def __call__(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of a choice; see `Decider`."""
        seat = state[self.program.seats_of[~state[0]]]
        sitting, code = self._sitting[seat], codes[pick(number, made, len(codes))]
        try:
            if number != sitting.number or made <= sitting.made:
                self._begin(sitting, seat, number)
            if not sitting.fault:
                code = self._asked(sitting, state, codes)
        except FaultError as fault:
            self._lose(sitting, seat, fault)
        sitting.made = made
        return code

    def _begin(self, sitting: Sitting, seat: int, number: int) -> None:
        sitting.number, sitting.read, sitting.fault = number, 0, ""
        if sitting.lost >= GAMES:
            sitting.fault = f"{self._called(seat)} was not asked: it could not finish {GAMES} games in a row"
            self._news.append(sitting.fault)
            return
        if sitting.talk is None:
            sitting.talk = Conversation(opened(self.kind))
        sitting.talk.greet(hello(self.program, seat, self.kind.limit))

    def _asked(self, sitting: Sitting, state: list[int], codes: list[int]) -> int:
        assert sitting.talk is not None, "a seat without a fault has been greeted"
        question, by_name = asked(self.program, state, codes, self.kind.limit, self.log[sitting.read :])
        sitting.read = len(self.log)
        return by_name[sitting.talk.ask(question)]

    def _lose(self, sitting: Sitting, seat: int, fault: FaultError) -> None:
        tries = "" if fault.final else f" after {TRIES} tries"
        sitting.fault = f"{self._called(seat)} was replaced by chance{tries}: {fault.reason}. {fault.remedy}"
        self._news.append(sitting.fault)
        sitting.lost += 1
        if sitting.talk is not None:
            sitting.talk.close(0)
            sitting.talk = None

    def _called(self, seat: int) -> str:
        return f"{self.program.seat_names[seat]} ({self.kind.kind})"

    def news(self) -> list[str]:
        """Return what was wrong with seats since this was last asked."""
        news, self._news = self._news, []
        return news

    def ended(self, state: list[int] | None) -> list[str]:
        """Tell the seats the result of a game; return what was wrong with them in it. None: the game broke."""
        self._news.clear()
        faults = []
        for seat, sitting in enumerate(self._sitting):
            if sitting.number < 0:
                continue
            if sitting.fault:
                faults.append(sitting.fault)
            elif sitting.talk is not None:
                sitting.lost = 0
                log = readable(self.log[sitting.read :], seat) if self.program.traced else None
                sitting.talk.over(over(self.program, state, log))
            sitting.number, sitting.made = -1, -1
        return faults


def _close_all(sitting: Sequence[Sitting]) -> None:
    """Say goodbye to all seats at once, then end them."""
    talks = [each.talk for each in sitting if each.talk is not None]
    for talk in talks:
        talk.goodbye()
    for talk in talks:
        talk.link.close(GRACE)
