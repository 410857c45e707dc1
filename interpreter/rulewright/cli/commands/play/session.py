"""A game with its persons: decisions made, taken back and made again. Nothing here reads or prints.

Every step works on a copy of the game, so whatever interrupts it leaves the game at the question where it stood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rulewright.cli.commands.play.advice import Advice
from rulewright.players.seats import RANDOM, decide
from rulewright.players.table import TableChoice, TableGame, TableLine, TableQuestion
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.backends.playing import Decider
    from rulewright.report.table.summary import Summary

PERSON = "person"


class Turn(NamedTuple):
    """A decision of a person: the game as it stood before, and what was chosen there."""

    game: TableGame
    label: str


@dataclass(slots=True)
class Session:
    """A table: the game, who sits where, and the persons' decisions so far."""

    game: TableGame
    names: Sequence[str]
    seats: Sequence[str]
    deciders: Mapping[str, Decider] = field(default_factory=dict)
    """What decides for kinds of seat that do not play at random."""
    history: list[Turn] = field(default_factory=list)
    future: list[Turn] = field(default_factory=list)
    advice: Advice = field(default_factory=Advice)
    course: dict[int, Sequence[int]] = field(default_factory=dict)
    """The points of each seat as if the game ended, by number of decisions."""
    latest: TableGame | None = None
    """The game before its last decision."""

    @property
    def persons(self) -> list[int]:
        """The seats at which persons sit."""
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON]

    @property
    def asked(self) -> int | None:
        """The seat that is asked now."""
        return self.game.question.seat if self.game.question else None

    @property
    def reader(self) -> int | None:
        """The seat whose eyes the screen is for: who is asked, or the only person, or everybody."""
        if self.game.question is not None:
            return self.game.question.seat
        return self.persons[0] if len(self.persons) == 1 else None

    def begin(self) -> None:
        """Let the other seats decide until a person is asked."""
        self.game = self._others(self.game.copy())

    def decide(self, choice: TableChoice) -> None:
        """Take a choice for the person who is asked, then let the others decide."""
        self._take(choice)
        self.future.clear()

    def _take(self, choice: TableChoice) -> None:
        work = self.game.copy()
        self._step(work, choice.code)
        work = self._others(work)
        self.history.append(Turn(self.game, choice.label))
        self.game = work

    def _others(self, game: TableGame) -> TableGame:
        while (question := game.question) is not None and self.seats[question.seat] != PERSON:
            self._step(game, self._decided(game, question))
        return game

    def _step(self, game: TableGame, code: int) -> None:
        """Make a decision, and note how it stands then."""
        before = game.copy()
        game.choose(code)
        self.course[len(game.decisions)] = game.totals()
        if game.question is None:
            self.latest = before

    def summary(self) -> Summary | None:
        """Return the summary of a game that is over; None where it was not played here to its end."""
        if self.game.question is not None or self.latest is None or self.game.alone:
            return None
        course = {number: totals for number, totals in self.course.items() if number <= len(self.game.decisions)}
        return self.advice.summed_up(self.game, course, self.latest)

    def _decided(self, game: TableGame, question: TableQuestion) -> int:
        """Return the code of what a seat takes that plays by itself."""
        kind, made = self.seats[question.seat], len(game.decisions)
        if kind == RANDOM:
            return decide(question, game.seed, made)
        return self.deciders[kind](list(game.state), [choice.code for choice in question.choices], game.seed, made)

    def before(self) -> TableGame | None:
        """Return the game at the reader's last decision; None if there was none."""
        reader = self.reader
        for turn in reversed(self.history):
            question = turn.game.question
            if question is not None and (reader is None or question.seat == reader):
                return turn.game
        return None

    def news(self) -> Sequence[TableLine]:
        """Return the log since the reader's last decision."""
        before = self.before()
        return self.game.log[len(before.log) :] if before else self.game.log

    def undo(self) -> tuple[bool, str]:
        """Go back to the reader's previous decision; says what was taken back, or why not."""
        reader, back = self.reader, len(self.history) - 1
        while back >= 0 and reader is not None and _seat(self.history[back]) != reader:
            if _is_secret(self.history[back]):
                name = self.names[_seat(self.history[back])]
                return False, word("secret-since", who=name)
            back -= 1
        if back < 0:
            return False, word("nothing-to-undo")
        said = self._taken_back(self.history[back:])
        self._go_to(back)
        return True, said

    def _go_to(self, back: int) -> None:
        while len(self.history) > back:
            turn = self.history.pop()
            self.future.append(Turn(self.game, turn.label))
            self.game = turn.game

    def _taken_back(self, turns: Sequence[Turn]) -> str:
        others = sorted({_seat(turn) for turn in turns} - {_seat(turns[0])})
        said = word("taken-back", what=turns[0].label)
        for seat in others:
            count = sum(_seat(turn) == seat for turn in turns)
            said += word("also-back", who=self.names[seat], number=str(count))
        return said

    def redo(self) -> tuple[bool, str]:
        """Make the decision again that was taken back last; says which."""
        if not self.future:
            return False, word("nothing-to-redo")
        turn = self.future.pop()
        self.history.append(Turn(self.game, turn.label))
        self.game = turn.game
        return True, word("done-again", what=turn.label)

    def replay(self, decisions: Sequence[str]) -> bool:
        """Make the decisions of a saved game from its start, so that they can be taken back; False if they differ."""
        work = self.game.copy()
        for name in decisions:
            question = work.question
            choice = next((c for c in question.choices if c.name == name), None) if question else None
            if question is None or choice is None:
                return False
            if self.seats[question.seat] == PERSON:
                self.history.append(Turn(work, choice.label))
                work = work.copy()
            work.choose(choice.code)
        self.game = work
        return True


def _seat(turn: Turn) -> int:
    return turn.game.question.seat if turn.game.question else -1


def _is_secret(turn: Turn) -> bool:
    return turn.game.question is not None and turn.game.question.secret
