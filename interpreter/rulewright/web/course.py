"""The course of one game in one language: its position now, and what it takes to show and undo earlier ones."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.determinization.walking import pairs_alike
from rulewright.engine.seat_view import reveals
from rulewright.engine.several_things import belong_together
from rulewright.players.foresight import worlds_of
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
        """Return the number of decisions before the last one of a seat; -1 if it has made none.

        Several things that were chosen at once are one decision.
        """
        made = (at for at in range(len(self.moments) - 1, 0, -1) if self.moments[at].seat == seat)
        last = next(made, 0) - 1
        while last > 0 and self._goes_on_at(last):
            last -= 1
        return last

    def end_of_decision(self, number: int) -> int:
        """Return the number of decisions after the one that begins at a number: more than one for several things."""
        number += 1
        while number < len(self.moments) - 1 and self._goes_on_at(number):
            number += 1
        return number

    def _goes_on_at(self, number: int) -> bool:
        """Return whether the decisions before and after a number are about several things that are chosen at once."""
        if self.moments[number].seat != self.moments[number + 1].seat:
            return False
        return belong_together(self.game_at(number - 1), self.game.decisions[number - 1], self.game_at(number))

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

        It is where chance decided or somebody got to know a piece. Whether the seat learned anything else tells what it
        knew: who calls with the highest card learns nothing by the result. So that counts in worlds that do not depend
        on what is true, and not in the true one.
        """
        before, name = self.game_at(number), self.game.decisions[number]
        made = next(choice for choice in before.question.choices if choice.name == name)  # type: ignore[union-attr]
        if _is_revealing(before.earlier(list(before.state), number, 0), made):
            return True
        sample, seats = worlds_of(self.program).sample, self.program.seats
        return any(
            _is_telling(before.earlier(one, number, 0), before.earlier(other, number, 0), made)
            for one, other in pairs_alike(sample, list(before.state), seats, before.seat)
        )


def _is_telling(one: Game, other: Game, made: Choice) -> bool:
    """Return whether a decision, or one for the same option, reveals anything, or tells its seat two positions apart
    that looked alike to it. Both games go on."""
    choices = one.question.choices if one.question else ()
    same = [choice for choice in choices if choice.option == made.option]
    made = next((choice for choice in same if choice.code == made.code), same[0] if same else made)
    seat = one.seat
    try:
        other.choose(made.code)
        if _is_revealing(one, made):
            return True
    except (RulesError, ValueError):  # nobody could have decided so here
        return False
    asked = [(world.over, world.seat if not world.over else -1, world.view(seat)) for world in (one, other)]
    return asked[0] != asked[1]


def _is_revealing(game: Game, made: Choice) -> bool:
    """Make a decision; return whether chance decides or somebody gets to know a piece that its seat did not show."""
    program, before, seat = game.program, list(game.state), game.seat
    game.choose(made.code)
    return reveals(program, before, game.state, seat, range(program.seats))


def moment_of(game: Game, seat: int) -> Moment:
    """Return the position of a game as a moment of it."""
    return Moment(seat, len(game.log), zlib.compress(json.dumps(game.state).encode(), 1))
