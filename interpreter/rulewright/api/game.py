"""A running game: questions, choices, views, saves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import Game as Running
from rulewright.engine.game import Choice, NotOfferedError, Question
from rulewright.engine.seat_view import SeatView

if TYPE_CHECKING:
    from rulewright.api.rules import Rules


class Game:
    """A game of some rules; `Rules.start` makes one.

    >>> import random
    >>> import rulewright as rw
    >>> game = rw.load("./examples/tic-tac-toe").start(seed=3, words=False)
    >>> while not game.over:
    ...     game.choose(random.choice(game.question.choices))
    >>> len(game.totals)
    2
    """

    def __init__(self, rules: Rules, running: Running) -> None:
        self.rules = rules
        self._running = running

    def __repr__(self) -> str:
        stands = "over" if self.over else f"{self.seats[self._running.seat]} is asked"
        return f"<game {self._running.seed} of {self.rules.name}: {stands}>"

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._running.over

    @property
    def seats(self) -> list[str]:
        """The players, as they are called in the language of the game."""
        return list(self._running.program.domains["player"].labels)

    @property
    def question(self) -> Question:
        """What somebody is asked now. Raises `RulesError` when the game is over.

        >>> import rulewright as rw
        >>> question = rw.load("./examples/kuhn-poker").start(seed=1).question
        >>> question.seat, [choice.name for choice in question.choices]
        (0, ['bet', 'pass'])
        """
        question = self._running.question
        if question is None:
            raise self._refused(Code.NOTHING_THERE, "the game is over: nobody is asked anything")
        return question

    def choose(self, choice: Choice | str) -> None:
        """Take a choice of the question, by itself or by its name, and play on to the next question.

        Raises `RulesError` when it is not offered, or when the rules cannot go on.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/kuhn-poker").start(seed=1)
        >>> game.choose("bet")
        >>> game.choose("raise")
        Traceback (most recent call last):
        rulewright.diagnostics.model.RulesError: kuhn-poker: "raise" is not offered (unknown-name)
        """
        name = choice if isinstance(choice, str) else choice.name
        try:
            self._running.choose(name)
        except NotOfferedError as problem:
            remedy = *did_you_mean(name, problem.names), f"The choices are {', '.join(problem.names)}."
            raise self._refused(Code.UNKNOWN_NAME, f'"{name}" is not offered', *remedy) from None

    @property
    def decisions(self) -> list[str]:
        """The names of the choices taken so far."""
        return list(self._running.decisions)

    @property
    def log(self) -> list[str]:
        """What has happened, in sentences; empty in a game without words."""
        return [line.text for line in self._running.log]

    def why(self, name: str) -> tuple[str, ...]:
        """Return why an option is not offered, or that it is; empty when no option has this name."""
        return self._running.why(name)

    def view(self, seat: int | None = None) -> SeatView:
        """Return what a seat may know, by names (`.facts`) and by labels (`.labels`); None sees everything.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/kuhn-poker").start(seed=1)
        >>> game.view(seat=0).facts["player.hand other"]
        ['hidden']
        """
        return SeatView(self._running.program, self._running.state, seat)

    @property
    def scores(self) -> list[dict[str, int]]:
        """The points of each seat by their sources, as if the game ended now."""
        return self._running.scores()

    @property
    def totals(self) -> list[int]:
        """The points of each seat, as if the game ended now."""
        return self._running.totals()

    @property
    def ranking(self) -> list[list[int]]:
        """The seats by rank; those that nothing sets apart share one."""
        return self._running.ranking()

    def copy(self) -> Game:
        """Return a game that goes its own way from here."""
        return Game(self.rules, self._running.copy())

    def playout(self, seed: int = 1) -> Game:
        """Return a copy played on to its end by random seats; the same seed always plays the same game.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/tic-tac-toe").start(seed=1)
        >>> game.playout(seed=5).over, game.over
        (True, False)
        """
        from rulewright.backends.playing import SEED
        from rulewright.compile.chance import pick

        game = self.copy()
        running = game._running
        running.state[SEED] = seed
        while not running.over:
            running.choose(running.codes[pick(seed, len(running.decisions), len(running.codes))])
        return game

    def save(self, path: str | Path) -> None:
        """Write the game to a file; `Rules.resume` reads it. Raises `OSError` when it cannot be written."""
        from rulewright.engine.savefile.games import save

        save(self._running, Path(path))

    def _refused(self, code: Code, message: str, *remedy: str) -> Exception:
        from rulewright.api.rules import refusal

        return refusal(self.rules.name, code, message, *remedy)

    def _repr_html_(self) -> str:
        from rulewright.api.notebook import game_html

        return game_html(self)
