"""A game with its persons: decisions made, taken back and made again. Nothing here reads or prints.

Every step works on a copy of the game, so whatever interrupts it leaves the game at the question where it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulewright.chance import seed_of
from rulewright.cli import opening
from rulewright.cli.commands.play.advice import Advice
from rulewright.cli.commands.play.lines import LineNode, LinesOfPlay
from rulewright.cli.commands.play.thinking import ComputerSeats
from rulewright.diagnostics import NOWHERE
from rulewright.engine import Choice, Game, LogLine, Question
from rulewright.engine.runtime_errors import LimitExceeded
from rulewright.engine.several_things import answers_in_turn, whole_question
from rulewright.players.search.settings import budget_of
from rulewright.players.seats import RANDOM, random_choice
from rulewright.playtest.game import MOST_DECISIONS
from rulewright.report.wording import word
from rulewright.source.seat_kinds import USUAL_ADVISER

if TYPE_CHECKING:
    from rulewright.players.foresight import Rated
    from rulewright.report.table.summary import Summary

PERSON = "person"


Watch = Callable[[Game, Choice, Game, bool], tuple[str, bool]]
"""Given the game before a decision, the choice, the game after it, and whether it was stopped before the decision: why
to stop, empty for not at all, and whether that is before the decision rather than after it."""


class Session:
    """A table: the game, who sits where, and the lines of play that were tried."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        seats: Sequence[str],
        computers: ComputerSeats | None = None,
    ) -> None:
        self.names, self.seats = names, seats
        self.computers = computers or ComputerSeats()
        self.lines = LinesOfPlay(game)
        self._asked: tuple[Game | None, Question | None] = None, None
        self.advice = Advice()
        self.course: dict[int, Sequence[int]] = {}
        """The points of each seat as if the game ended, by number of decisions."""
        self.latest: Game | None = None
        """The game before its last decision."""
        self.eyes: int | None = None
        """The seat whose view a designer has asked for, instead of that of the person who is asked."""
        self.opened: Game | None = None
        """The finished game of which every secret was asked for."""
        self.paced = False
        """Whether seats that play by themselves wait for `advance`."""
        self.watch: Watch | None = None
        self.faults: list[str] = []
        """What was wrong with seats outside, to be shown once."""
        self._held: list[str] | None = None
        """The decisions of the game that was stopped before the next one."""
        self.stopped = ""
        """Why the game stopped before a seat that plays by itself; empty if it did not."""

    @property
    def game(self) -> Game:
        """The game at the current position."""
        return self.lines.at.game

    @game.setter
    def game(self, game: Game) -> None:
        self.lines.at.game = game

    @property
    def history(self) -> list[LineNode]:
        """The positions that decisions led to, from the first decision on."""
        return self.lines.at.path_here()[1:]

    @property
    def persons(self) -> list[int]:
        """The seats at which persons sit."""
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON]

    @property
    def seat_asked(self) -> int | None:
        """The seat that is asked now."""
        return self.game.question.seat if self.game.question else None

    @property
    def question(self) -> Question | None:
        """What a person is asked now; None at the end, and while a seat decides that plays by itself."""
        if self.is_waiting:
            return None
        if self._asked[0] is not self.game:
            self._asked = self.game, whole_question(self.game)
        return self._asked[1]

    @property
    def is_waiting(self) -> bool:
        """Whether a seat that plays by itself is to decide."""
        return self.seat_asked is not None and self.seats[self.seat_asked] != PERSON

    @property
    def reader(self) -> int | None:
        """The seat whose eyes the screen is for: the person who is asked, or the only person, or everybody."""
        if self.eyes is not None:
            return self.eyes
        if self.seat_asked is not None and not self.is_waiting:
            return self.seat_asked
        return self.persons[0] if len(self.persons) == 1 else None

    @property
    def is_open(self) -> bool:
        """Whether the screen shows every secret."""
        return self.opened is self.game

    def begin_game(self) -> None:
        """Let the other seats decide until a person is asked."""
        if not self.paced:
            self.let_others_decide()

    def take_choices(self, choices: Sequence[Choice]) -> None:
        """Take what the person who is asked has chosen, several things as one decision; then let the others decide."""
        seat = self.seat_asked
        assert seat is not None, "nobody is asked after the end"
        work, codes, why = self.game.copy(), list[int](), ""

        def take(choice: Choice) -> bool:
            nonlocal why
            codes.append(choice.code)
            _, why = self._make_decision(work, choice)
            return bool(why)

        answers_in_turn(work, choices, take)
        if not (why or self.paced):
            work, why = self._others_decide(work)
        self.stopped = why
        self.lines.add_position(work, ", ".join(one.label for one in choices), tuple(codes), seat)

    def let_others_decide(self) -> None:
        """Let the other seats decide until a person is asked, or until there is a reason to stop."""
        self.game, self.stopped = self._others_decide(self.game.copy())

    @property
    def is_thinking_ahead(self) -> bool:
        """Whether a seat that thinks ahead is to decide."""
        return self.seat_asked is not None and self.seats[self.seat_asked] in self.computers.budgets

    def think_later(self) -> Callable[[], Choice]:
        """Return what finds out, on any thread, what the seat takes that is to decide."""
        game, question = self.game.copy(), self.game.question
        assert question is not None
        return lambda: self._choice_of(game, question)

    def let_one_decide(self, choice: Choice | None = None) -> None:
        """Let one seat decide that plays by itself, as a line of its own, so that one can come back to it.

        Its choice is given where it was found out before.
        """
        question = self.game.question
        if question is None or not self.is_waiting:
            return
        work = self.game.copy()
        choice = self._choice_of(work, question) if choice is None else choice
        work, self.stopped = self._make_decision(work, choice)
        if work.decisions != self.game.decisions:
            self.lines.add_position(work, choice.label, (choice.code,), question.seat)

    def _others_decide(self, game: Game) -> tuple[Game, str]:
        most = len(game.decisions) + MOST_DECISIONS
        while (question := game.question) is not None and self.seats[question.seat] != PERSON:
            game, why = self._make_decision(game, self._choice_of(game, question))
            if why:
                return game, why
            if len(game.decisions) >= most:
                said = f"nobody at the table is asked, and the game has no end after {MOST_DECISIONS:,} decisions"
                raise LimitExceeded(said, NOWHERE, "Look at its first ones:  --pace 0")
        return game, ""

    def _make_decision(self, game: Game, choice: Choice) -> tuple[Game, str]:
        """Make a decision and note the points after it; return the game, and why to stop there, if there is a reason.

        Where that is before what a seat decides that plays by itself, it returns the game before, once.
        """
        before, why, is_before = game.copy(), "", False
        game.choose(choice.code)
        if self.watch:
            why, is_before = self.watch(before, choice, game, self._held == before.decisions)
        self._held = before.decisions if is_before and self.seats[before.seat] != PERSON else None
        if self._held is not None:
            return before, why
        self.course[len(game.decisions)] = game.totals()
        if game.question is None:
            self.latest = before
            self.computers.automatic.end_game(game)
        return game, why

    def summary(self) -> Summary | None:
        """Return the summary of a game that is over; None where it was not played here to its end."""
        if self.game.question is not None or self.latest is None or self.game.alone:
            return None
        course = {number: totals for number, totals in self.course.items() if number <= len(self.game.decisions)}
        return self.advice.summary_of(self.game, course, self.latest)

    def _choice_of(self, game: Game, question: Question) -> Choice:
        """Return what a seat takes that plays by itself."""
        kind = self.seats[question.seat]
        if kind == RANDOM:
            code = random_choice(question, seed_of(game.seed), len(game.decisions))
        else:
            with self.computers.thinking.thinking_of(self.names[question.seat], self.computers.budgets.get(kind)):
                code, faults = self.computers.automatic.choose_code(kind, game)
            self.faults += faults
        return next(choice for choice in question.choices if choice.code == code)

    def rate_later(self, kind: str) -> Callable[[], Sequence[Rated]]:
        """Return what finds out, on any thread, how a kind of seat rates the options, the best first."""
        rate, budget = self.advice.rating_of(self.game, kind), budget_of(kind) or budget_of(USUAL_ADVISER)

        def found() -> Sequence[Rated]:
            with self.computers.thinking.thinking_of(word("adviser"), budget):
                return rate()

        return found

    def reader_game_before(self) -> Game | None:
        """Return the game at the reader's last decision, if there has been one."""
        for node in reversed(self.history):
            if node.above is not None and (self.reader is None or node.seat == self.reader):
                return node.above.game
        return None

    def node_of_line(self, line: LogLine) -> LineNode | None:
        """Return the position after the decision that a line of the log belongs to."""
        return next((node for node in self.lines.at.path_here() if any(each is line for each in node.game.log)), None)

    def new_lines(self) -> Sequence[LogLine]:
        """Return the log since the reader's last decision."""
        before = self.reader_game_before()
        return self.game.log[len(before.log) :] if before else self.game.log

    def undo(self) -> tuple[bool, str]:
        """Go back to the reader's previous decision; says what was taken back, or why not."""
        turns, reader = self.history, self.reader
        back = len(turns) - 1
        while back >= 0 and reader is not None and turns[back].seat != reader:
            above = turns[back].above
            question = above.game.question if above is not None else None
            if question is not None and question.secret and turns[back].seat in self.persons:
                return False, word("secret-since", who=self.names[turns[back].seat])
            back -= 1
        above = turns[back].above if back >= 0 else None
        if above is None:
            return False, word("nothing-to-undo")
        if len(self.persons) > 1 and any(self._has_revealed(turn) for turn in turns[back:]):
            return False, word("light-since")
        said = self._undo_text(turns[back:])
        self.lines.back_to(above)
        return True, said

    def _has_revealed(self, turn: LineNode) -> bool:
        above = turn.above
        return above is not None and opening.has_revealed(above.game, turn.game, turn.seat, self.persons)

    def _undo_text(self, turns: Sequence[LineNode]) -> str:
        others = sorted({node.seat for node in turns} - {turns[0].seat})
        said = word("taken-back", what=turns[0].label)
        for seat in others:
            count = sum(node.seat == seat for node in turns)
            said += word("also-back", who=self.names[seat], number=str(count))
        return said

    def redo(self) -> tuple[bool, str]:
        """Make the decision again that was taken back last; says which."""
        node = self.lines.at.next
        if node is None:
            return False, word("nothing-to-redo")
        self.lines.at = node
        return True, word("done-again", what=node.label)

    def replay_decisions(self, decisions: Sequence[str]) -> bool:
        """Make the decisions of a saved game from its start, so that they can be taken back; False if they differ."""
        lines, work = LinesOfPlay(self.game), self.game.copy()
        turn: tuple[str, tuple[int, ...], int] | None = None
        for name in decisions:
            question = work.question
            choice = next((c for c in question.choices if c.name == name), None) if question else None
            if question is None or choice is None:
                return False
            if self.seats[question.seat] == PERSON:
                _add_node(lines, work, turn)
                turn, work = (choice.label, (choice.code,), question.seat), work.copy()
            work.choose(choice.code)
        _add_node(lines, work, turn)
        self.lines = lines
        return True


def _add_node(lines: LinesOfPlay, game: Game, turn: tuple[str, tuple[int, ...], int] | None) -> None:
    """Add a position to the tree: below the person's decision that led to it, or as the first position."""
    if turn is None:
        lines.at.game = game
    else:
        lines.add_position(game, *turn)
