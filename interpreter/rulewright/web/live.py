"""A table that is played at: its game in each language that somebody reads, who sits where, and what is agreed on."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from sqlite3 import Error
from typing import TYPE_CHECKING

from rulewright.diagnostics import RulesError
from rulewright.engine.game import NotOfferedError
from rulewright.engine.several_things import belong_together
from rulewright.players.foresight import WORLDS_TRIED, worlds_of
from rulewright.report.table import look
from rulewright.source.seat_kinds import GREEDY, RANDOM
from rulewright.web.course import Course
from rulewright.web.store import MOST_SAID, PERSON, Said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.engine import Game, Question
    from rulewright.report.table.advice import TableAdvice
    from rulewright.report.table.model import Table
    from rulewright.web.store import Store, TableRow
    from rulewright.workspace import Ruleset


class RefusedError(Exception):
    """What a page asked for and does not get: the name of a text of the pages, and what it is filled in with.

    Nothing has changed then.
    """

    def __init__(self, name: str, /, **filled: str) -> None:
        super().__init__(name)
        self.name, self.filled = name, filled


@dataclass(slots=True)
class Proposal:
    """Somebody wants to take decisions back until so many are left; these seats have agreed."""

    seat: int
    left: int
    agreed: set[int]


class LiveTable:
    """One table. Every change is in the store before it is made here."""

    def __init__(self, row: TableRow, rules: Ruleset, advice: TableAdvice, store: Store) -> None:
        self.row, self.rules, self.advice, self.store = row, rules, advice, store
        self.version = 0
        """Counts the changes of what somebody might see."""
        self.proposal: Proposal | None = None
        self.trouble = ""
        """Why a computer player does not decide: the name of a text; empty if it does."""
        self._rounds: dict[str, dict[int, Game]] = {}
        self._courses: dict[str, Course] = {}
        self.main = self.course("")
        with suppress(Error):
            self.take_ahead()

    # -- what there is

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.main.game

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None at the end."""
        return None if self.game.over else self.game.seat

    @property
    def usual_kind(self) -> str:
        """The kind of computer player that sits where nobody else does."""
        return GREEDY if self.main.program.has_weights else RANDOM

    @property
    def persons(self) -> list[int]:
        """The seats at which persons sit."""
        return [seat for seat, kind in enumerate(self.row.kinds) if kind == PERSON]

    def course(self, language: str) -> Course:
        """Return the game in a language, "" for that of the rules.

        Raises `RulesError` or `ValueError` where its decisions do not fit.
        """
        if language not in self._courses:
            row = self.row
            program = self.rules.in_language(language).program(len(row.kinds), row.settings, traced=True)
            course = Course(program, row.number)
            for name in row.decisions:
                course.go_on(course.after(name))
            self._courses[language] = course
        return self._courses[language]

    def round(self, language: str = "") -> dict[int, Game]:
        """Return the seats that a person can answer for now, each with the game at its question.

        Several seats decide at the same time where a secret question comes to one after the other and none can tell
        what those before it have answered. That is found out once for each decision.
        """
        if language not in self._rounds:
            self._rounds[language] = _round_at(self.course(language).game)
        return {seat: game for seat, game in self._rounds[language].items() if self.row.kinds[seat] == PERSON}

    def waits_for(self, seat: int) -> bool:
        """Return whether a seat has a question to answer."""
        return seat in self.round() and seat not in self.row.ahead

    def question_number(self, seat: int) -> str:
        """Return the number of the question of a seat, which no other question to it at this table ever has.

        It tells the seat nothing: how often it has decided itself, and how often everybody saw something taken back.
        """
        return f"{seat}.{self.row.undone}.{self.main.decisions_of(seat)}"

    # -- what changes it

    def choose(self, *names: str) -> None:
        """Make a decision for the seat that is asked: of several things in turn, all or none.

        Where the rules break, raises `RulesError`; where something is not offered, `NotOfferedError`.
        """
        games = self.main.after_all(names)
        answered = {self.game.seat, *self._lost_ahead(games[-1])}
        self.store.add_decisions(self.row.id, len(self.row.decisions), names, answered)
        for seat in answered:
            self.row.ahead.pop(seat, None)
        self.row.taken_back.clear()
        self._go_on(names, games)
        self._changed()
        with suppress(Error):  # tried again with the next message
            self.take_ahead()

    def _go_on(self, names: Sequence[str], games: Sequence[Game]) -> None:
        self.row.decisions += names
        for name, game in zip(names, games, strict=True):
            for course in self._courses.values():
                course.go_on(game if course is self.main else course.after(name))

    def take_ahead(self) -> None:
        """Decide for a seat that has answered before it was asked."""
        asked = -1 if self.asked is None else self.asked
        names = self.row.ahead.get(asked)
        if names is None:
            return
        try:
            if asked in self.round():
                self.choose(*names)
                return
        except (RulesError, NotOfferedError):  # asked anew: whoever sits there is to know
            pass
        self._forget_ahead(asked)

    def _lost_ahead(self, game: Game) -> list[int]:
        """Return the seats whose answer ahead does not fit a later or earlier position: they are asked anew."""
        if not self.row.ahead:
            return []
        now, then = _round_at(self.game), _round_at(game)
        return [
            seat for seat in self.row.ahead
            if seat not in now or seat not in then or _asks(now[seat], seat) != _asks(then[seat], seat)
        ]  # fmt: skip

    def answer(self, seat: int, names: Sequence[str]) -> None:
        """Take an answer of a seat: decide, or keep it until those before it have answered."""
        if seat == self.asked:
            self.choose(*names)
            return
        self.store.answer_ahead(self.row.id, seat, names)
        self.row.ahead[seat] = [*names]
        self.version += 1

    def _forget_ahead(self, seat: int) -> None:
        self.store.forget_ahead(self.row.id, seat)
        del self.row.ahead[seat]

    def undo(self, seat: int) -> None:
        """Take back the last decision of a seat, or propose to: nobody may lose by it what he has not agreed to."""
        if seat in self.row.ahead:
            self._forget_ahead(seat)
            self.version += 1
            return
        left = self.main.last_decision_of(seat)
        if left < 0:
            raise RefusedError("nothing-to-undo")
        end = len(self.row.decisions)
        if self.main.end_of_decision(left) == end and not any(map(self.main.is_final, range(left, end))):
            self._take_back(left)
            return
        self.proposal = Proposal(seat, left, {seat})
        self.version += 1
        self._undo_if_agreed()

    def answer_proposal(self, seat: int, agrees: bool) -> None:
        """Agree to what somebody wants to take back, or refuse it."""
        if self.proposal is None:
            raise RefusedError("nothing-proposed")
        self.version += 1
        if not agrees:
            self.proposal = None
            return
        self.proposal.agreed.add(seat)
        self._undo_if_agreed()

    def _undo_if_agreed(self) -> None:
        if self.proposal is not None and self.proposal.agreed >= set(self.persons):
            self._take_back(self.proposal.left)

    def _take_back(self, left: int) -> None:
        lost = self._lost_ahead(self.main.game_at(left))
        taken = self.row.decisions[left:]
        self.store.take_back(self.row.id, left, taken, lost)
        self.row.taken_back.append(taken)
        for seat in lost:
            del self.row.ahead[seat]
        self.row.undone += 1
        del self.row.decisions[left:]
        for course in self._courses.values():
            course.back_to(left)
        self._changed()

    def redo(self) -> None:
        """Put back what was taken back last, for the seat that is asked; nobody else learns that it might be.

        Where another seat has answered anew meanwhile, its answer counts.
        """
        if not self.row.taken_back:
            raise RefusedError("nothing-to-redo")
        names = self.row.taken_back[-1]
        games = self.main.after_all(names)
        if self.row.ahead:
            steps = enumerate(zip([self.game, *games], names, games, strict=False), 1)
            first = next((at for at, step in steps if not belong_together(*step)), len(names))
            self.choose(*names[:first])
            return
        self.store.put_back(self.row.id, len(self.row.decisions), names)
        self.row.taken_back.pop()
        self._go_on(names, games)
        self._changed()

    def say(self, seat: int, text: str) -> None:
        """Add a line to the chat."""
        line = Said(self.row.said[-1].number + 1 if self.row.said else 0, seat, text)
        self.store.say(self.row.id, line)
        self.row.said = [*self.row.said, line][-MOST_SAID:]
        self.version += 1

    def unsay(self, number: int) -> None:
        """Take a line out of the chat."""
        self.store.unsay(self.row.id, number)
        self.row.said = [line for line in self.row.said if line.number != number]
        self.version += 1

    def seat(self, seat: int, kind: str) -> None:
        """Let another kind decide for a seat from now on."""
        kinds = [*self.row.kinds]
        kinds[seat] = kind
        self.store.update_seats(self.row.id, kinds, self.row.names)
        self.row.kinds = kinds
        if seat in self.row.ahead:
            self._forget_ahead(seat)
        self.version += 1
        self.trouble = ""
        self._undo_if_agreed()

    def name(self, seat: int, name: str) -> None:
        """Call the person in a seat by a name."""
        names = [*self.row.names]
        names[seat] = name
        self.store.update_seats(self.row.id, self.row.kinds, names)
        self.row.names = names
        self.version += 1

    def _changed(self) -> None:
        self.version += 1
        self.proposal, self.trouble = None, ""
        self._rounds.clear()


def seat_that_answers(table: LiveTable, seats: tuple[int, ...], at: str) -> int:
    """Return the seat whose question has a number; refuse an older question, or that of somebody else."""
    seat = next((seat for seat in seats if at == table.question_number(seat) and table.waits_for(seat)), None)
    if seat is None:
        raise RefusedError("stale")
    return seat


def checked_choice(table: LiveTable, seats: tuple[int, ...], at: str, name: str) -> int:
    """Return the seat whose question is answered by a choice; refuse as `seat_that_answers` does."""
    seat = seat_that_answers(table, seats, at)
    if name not in table.round()[seat].names():
        raise RefusedError("not-offered-here")
    return seat


def _round_at(game: Game) -> dict[int, Game]:
    """Return the seats that decide at the same time, each with the game at its question."""
    if game.over or (question := game.question) is None:
        return {}
    others = [seat for seat in range(game.program.seats if question.secret else 0) if seat != game.seat]
    ahead = {seat: _asked_ahead(game, seat) for seat in others}
    return {game.seat: game} | {seat: found for seat, found in ahead.items() if found is not None}


def _asked_ahead(game: Game, seat: int) -> Game | None:
    """Return a game in which a seat is asked what it will be asked whatever those before it answer; None if it may not.

    This is judged by what the seat knows, in worlds that it cannot tell apart, so that the time at which it is asked
    tells it nothing of the options that others have.
    """
    found: Game | None = None
    for number in range(WORLDS_TRIED // 4):
        vector = worlds_of(game.program).sample(game.state, seat, number)
        for at in (0, -1):
            one = _led_to(game.earlier(list(vector), len(game.decisions), len(game.log)), seat, at)
            if one is None or (found is not None and _asks(one, seat) != _asks(found, seat)):
                return None
            found = found or one
    return found


def _led_to(game: Game, seat: int, at: int) -> Game | None:
    """Return the game at the question of a seat after all before it have answered the same question."""
    question, asked = game.question, set[int]()
    name = question.name if question is not None else ""
    while question is not None and question.secret and question.name == name and game.seat not in asked:
        if game.seat == seat:
            return game
        asked.add(game.seat)
        try:
            game.choose(game.codes[at])
        except (RulesError, IndexError):
            return None
        question = None if game.over else game.question
    return None


def _asks(game: Game, seat: int) -> tuple[Question | None, Table]:
    return game.question, look(game, seat)
