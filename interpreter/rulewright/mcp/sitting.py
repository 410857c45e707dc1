"""The game that a model plays: it decides for one seat, kinds of seats for the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.engine import Game
from rulewright.mcp.turns import TurnWriter, result_lines
from rulewright.players.external.conversation import not_offered
from rulewright.players.external.messages import Error, Over, SeatQuestion
from rulewright.players.external.table import question_for, readable_lines, result_of
from rulewright.players.seats import end_games, game_followers
from rulewright.report.table import look


class ModelSeat:
    """A table at which a model sits. `deciders` decide for the other seats; the program is traced."""

    game: Game
    """The game, at the model's decision or over."""
    now: SeatQuestion | Over
    """The current question, or the result."""
    codes: dict[str, int]
    """The codes of the options by their names."""

    def __init__(self, program: Program, seat: int, deciders: Mapping[int, Decider], number: int) -> None:
        self.program, self.seat, self.deciders = program, seat, deciders
        self.writer = TurnWriter()
        self._next, self._asked, self._read = number, 0, 0
        self._before: set[str] = set()
        self.new_game()

    def new_game(self) -> None:
        """Begin the game with the next number."""
        number, self._next, self._read = self._next, self._next + 1, 0
        self._before.clear()
        self.writer.forget()
        self.game = Game.start(self.program, number)
        self._play_others()

    def act(self, option: str) -> Error | None:
        """Take an option by its name, and let the others decide; return why it cannot be taken, if it cannot."""
        if isinstance(self.now, Over):
            return None
        question = self.now
        if option not in self.codes:
            fault = not_offered(option, question.options, self._before)
            return Error(fault.code, fault.reason, fault.remedy, None, question.id, question.options)
        self._before |= set(self.codes)
        self.game.choose(self.codes[option])
        self._play_others()
        return None

    def told(self) -> str:
        """Return the turn as text; what of the table was told before and stays as it was is left out."""
        if isinstance(self.now, Over):
            return "\n".join(result_lines(self.now))
        return self.writer.turn(look(self.game, self.seat), self.now.options, self.now.log or [])

    def log(self) -> list[str]:
        """Return all that has happened, as far as the seat may read it."""
        return readable_lines(self.game.log, self.seat)

    def _play_others(self) -> None:
        """Let the others decide until the model is asked."""
        game = self.game
        while not game.over and game.seat != self.seat:
            decider = self.deciders[game.seat]
            for follower in game_followers([decider]):
                follower.log = game.log
            game.decide_by(decider)
        self.now = self._end_game() if game.over else self._ask_model()
        self._read = len(game.log)

    def _end_game(self) -> Over:
        self.codes = {}
        end_games(list(self.deciders.values()), self.game.state)
        return result_of(self.program, self.game.state, readable_lines(self.game.log[self._read :], self.seat))

    def _ask_model(self) -> SeatQuestion:
        self._asked += 1
        log = self.game.log[self._read :]
        question, self.codes = question_for(self.program, self.game.state, self.game.codes, None, log)
        return replace(question, id=self._asked)


def seat_model(
    program: Program, seat: int, kinds: Sequence[str], decider: Callable[[str], Decider], number: int
) -> ModelSeat:
    """Return a table with a kind for each seat; that of the model's is not used."""
    others = {at: kind for at, kind in enumerate(kinds) if at != seat}
    each = {kind: decider(kind) for kind in dict.fromkeys(others.values())}
    return ModelSeat(program, seat, {at: each[kind] for at, kind in others.items()}, number)
