"""Games as bare vectors: no log, no prompts, no names of decisions; for those who play very many.

    games = BareGames(program)
    vector, codes = games.opening(number=1)
    while not games.is_over(vector):
        vector, codes = games.after(vector, codes[0])
    games.points(vector), games.ranking(vector)

A vector is never changed: what comes after it is another one. Nobody but the engine looks into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from rulewright.backends import ExecutionError, Program
from rulewright.backends.playing import SEED
from rulewright.backends.ranking import sides_of, worths_of
from rulewright.engine.game import Game
from rulewright.engine.runtime_errors import explained
from rulewright.engine.scoring import ranking

BareDecision: TypeAlias = tuple[list[int], Sequence[int]]
"""A vector, and the codes of the choices there; none at the end."""


class BareGames:
    """Plays the games of a program. What plays on raises `RulesError` if the rules cannot go on."""

    def __init__(self, program: Program) -> None:
        self.program, self.seats = program, program.seats
        self.is_over, self.site_asked, self.seat_asked = program.is_over, program.site_asked, program.seat_asked
        self._counters = [entry.start for entry in program.entries if entry.what == "chance"]

    @property
    def ruleset(self) -> str:
        """The name of the ruleset; of rules without one the title."""
        return self.program.tables.ruleset or self.program.tables.title

    @property
    def open_questions(self) -> list[str]:
        """The names of the questions that are not asked in secret."""
        return [site.name for site in self.program.tables.sites if not site.secret]

    @property
    def questions(self) -> int:
        """How many questions there are in the rules."""
        return len(self.program.tables.sites)

    @property
    def has_pieces(self) -> bool:
        """Whether anything is kept in places."""
        return bool(self.program.tables.pieces)

    @property
    def has_secrets(self) -> bool:
        """Whether anything is not for all eyes."""
        return any(entry.seen != "all" and entry.name != "seed" for entry in self.program.entries)

    def beginning(self) -> list[int]:
        """Return the vector before set-up."""
        return self.program.initial(0)

    def opening(self, number: int) -> BareDecision:
        """Return the first decision of the game of a number."""
        try:
            vector, codes = self.program.opening(number)
        except ExecutionError as error:
            raise explained(self.program, error, number, 0) from None
        return vector, codes or []

    def after(self, vector: list[int], code: int) -> BareDecision:
        """Return what comes after a choice."""
        after = vector.copy()
        try:
            codes = self.program.take(after, code)
        except ExecutionError as error:
            raise explained(self.program, error, after[SEED], 0) from None
        return after, codes or []

    def after_without_chance(self, vector: list[int], code: int) -> BareDecision | None:
        """Return what comes after a choice; None if that depends on chance, or the rules cannot go on."""
        after = vector.copy()
        try:
            codes = self.program.take(after, code)
        except ExecutionError:
            return None
        same = [after[counter] for counter in self._counters] == [vector[counter] for counter in self._counters]
        return (after, codes or []) if same else None

    def held(self, vector: list[int]) -> list[int]:
        """Return a vector that another program of these rules has arrived at as one of these games."""
        machine = self.program.machine
        return vector if machine is None else cast("list[int]", machine.state(vector))

    def game_at(self, vector: list[int], codes: Sequence[int] | None = None) -> Game:
        """Return the game at a vector, for its words; with `codes` only these are its choices."""
        vector = list(vector)
        own = self.program.choices(vector) if codes is None else codes
        return Game(self.program, vector, [*own], vector, 0)

    def points(self, vector: list[int]) -> list[int]:
        """Return the points of each seat, as if the game ended there."""
        return [self.program.points(vector, seat) for seat in range(self.seats)]

    def worths(self, vector: list[int]) -> list[int]:
        """Return what the points of the side of each seat are worth: more is better."""
        return worths_of(self.program, self.points(vector), sides_of(self.program, vector))

    def ranking(self, vector: list[int]) -> list[list[int]]:
        """Return the seats by rank, the winners first, as if the game ended there."""
        return ranking(self.program, vector)
