"""What a person at the terminal can ask about; how a computer seat rates the options is found out on any thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.cli.commands.play import thinking
from rulewright.players.foresight import best_first
from rulewright.players.search.settings import budget_of
from rulewright.players.seats import make_adviser
from rulewright.report.layout import fold
from rulewright.report.table.advice import TableAdvice

if TYPE_CHECKING:
    from rulewright.engine import Game, Program
    from rulewright.players.foresight import Adviser, Rated
    from rulewright.players.search.seat import Progress


@dataclass(slots=True)
class Advice(TableAdvice):
    """Answers for one session; the adviser is made when it is first asked for."""

    plain: Callable[[], Program] | None = None
    """Returns the program of the plain build, which advisers play on."""
    progress: Progress | None = None
    """What advisers that search call while they think."""
    _advisers: dict[str, Adviser] = field(default_factory=dict, init=False)
    _slow: str = field(default="", init=False)
    """What is to be said once about searches in Python."""

    def notices_before(self, kind: str) -> list[str]:
        """Return what is to be said before a kind of seat rates options for the first time: that rules are compiled."""
        return thinking.compile_notice(self.plain()) if budget_of(kind) and self.plain is not None else []

    def rating_of(self, game: Game, kind: str) -> Callable[[], Sequence[Rated]]:
        """Return what finds out, on any thread, how a kind of seat rates the options, the best first."""
        program = self.plain() if self.plain is not None else game.program
        codes = [choice.code for choice in game.question.choices] if game.question else []
        state, made = list(game.state), len(game.decisions)

        def found() -> Sequence[Rated]:
            return best_first(self._adviser_of(kind, program).rate_options(state, codes, made))

        return found

    def _adviser_of(self, kind: str, program: Program) -> Adviser:
        if kind not in self._advisers:
            self._slow = thinking.search_speed_notice(program) if budget_of(kind) else ""
            self._advisers[kind] = make_adviser(kind, program, self.progress)
        return self._advisers[kind]

    def rated_lines(self, game: Game, kind: str, rated: Sequence[Rated]) -> list[str]:
        """Return how a kind of seat rates the options, and once how fast searches are here."""
        said, self._slow = self._slow, ""
        return [*self.rating_lines(game, kind, rated), *(fold(said) if said else [])]
