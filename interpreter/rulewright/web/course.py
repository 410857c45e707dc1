"""The course of one game in one language: its position now, and what it takes to show and undo earlier ones."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.seat_view import reveals
from rulewright.players.foresight import WORLDS_TRIED, worlds_of
from rulewright.report.log_text import readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.engine import Choice, Program


@dataclass(frozen=True, slots=True)
class Moment:
    """A position: the seat whose decision led to it (-1 for the first one), the length of the log, the vector."""

    seat: int
    lines: int
    vector: bytes


class Course:
    """A game with its earlier positions, each packed into some hundred bytes."""

    def __init__(self, program: Program, number: int) -> None:
        self.program = program
        self.game = Game.start(program, number)
        self.moments = [moment_of(self.game, -1)]

    def after(self, name: str) -> Game:
        """Return the game after a choice. Raises `NotOfferedError` or `RulesError`; nothing has changed then."""
        return self.after_all([name])[0]

    def after_all(self, names: Sequence[str]) -> list[Game]:
        """Return the games after each of several choices. Raises as `after` does."""
        games = [self.game]
        for name in names:
            games.append(games[-1].copy())
            games[-1].choose(name)
        return games[1:]

    def go_on(self, game: Game) -> None:
        """Take over the game after a choice."""
        self.moments.append(moment_of(game, self.game.seat))
        self.game = game

    def back_to(self, number: int) -> None:
        """Go back to the position after a number of decisions."""
        self.game = self.game_at(number)
        del self.moments[number + 1 :]

    def game_at(self, number: int) -> Game:
        """Return the game as it was after a number of decisions."""
        moment = self.moments[number]
        return self.game.earlier(json.loads(zlib.decompress(moment.vector)), number, moment.lines)

    def last_decision_of(self, seat: int) -> int:
        """Return the number of decisions before the last one of a seat; -1 if it has made none."""
        made = (at for at in range(len(self.moments) - 1, 0, -1) if self.moments[at].seat == seat)
        return next(made, 0) - 1

    def decisions_of(self, seat: int) -> int:
        """Return how many decisions a seat has made."""
        return sum(moment.seat == seat for moment in self.moments)

    def told_to(self, seat: int | None) -> dict[int, int]:
        """Return after how many decisions a seat had first read so many lines of the log, by these numbers of lines.

        Numbers of decisions would tell that somebody has decided in secret; these tell what the seat has read.
        """
        found, read, at = dict[int, int](), 0, 0
        for number, moment in enumerate(self.moments):
            read += len(readable(self.game.log[at : moment.lines], seat))
            at = moment.lines
            found.setdefault(read, number)
        return found

    def is_final(self, number: int) -> bool:
        """Return whether the decision with this number, from 0, might have shown what its seat could not foresee.

        Whether it has tells what the seat knew: who calls with the highest card learns nothing by the result. So it is
        final if it would be in any world of which somebody has to reckon that somebody reckons with it.
        """
        before, name = self.game_at(number), self.game.decisions[number]
        made = next(choice for choice in before.question.choices if choice.name == name)  # type: ignore[union-attr]
        sample, vector = worlds_of(self.program).sample, list(before.state)
        for step in range(WORLDS_TRIED):
            alike = sample(vector, before.seat, step)
            one, other = (before.earlier(list(each), number, 0) for each in (vector, alike))
            if _is_telling(one, other, made):
                return True
            vector = sample(vector, (before.seat + step) % self.program.seats, step)
        return False


def _is_telling(one: Game, other: Game, made: Choice) -> bool:
    """Return whether a decision, or one for the same option, tells its seat anything, or others about a piece.

    That is so where chance decides, somebody gets to know a piece, or two positions that the seat cannot tell apart
    look different afterwards.
    """
    before, choices = list(one.state), one.question.choices if one.question else ()
    same = [choice.code for choice in choices if choice.option == made.option]
    code = made.code if made.code in same else next(iter(same), made.code)
    try:
        for world in (one, other):
            world.choose(code)
    except (RulesError, ValueError):  # nobody could have decided so here
        return False
    if reveals(one.program, before, one.state, made_by := one.program.seat_asked(before), range(one.program.seats)):
        return True
    asked = [(world.over, world.seat if not world.over else -1, world.view(made_by)) for world in (one, other)]
    return asked[0] != asked[1]


def moment_of(game: Game, seat: int) -> Moment:
    """Return the position of a game as a moment of it."""
    return Moment(seat, len(game.log), zlib.compress(json.dumps(game.state).encode(), 1))
