"""Positions of games as adapters see them: whose turn it is, and which actions there are."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from time import process_time

from rulewright.adapters.actions import MOST_SINGLE_NUMBERS, Actions, Offered
from rulewright.adapters.observation import Observer
from rulewright.adapters.reading import Numbers
from rulewright.api.parts import call_refusal, program_for_games
from rulewright.api.rules import Rules, loaded_rules
from rulewright.diagnostics import Code
from rulewright.engine.bare_games import BareGames

FIRST_LOOK = 0.5
"""After how many seconds of CPU time it is asked for the first time whether C is worth compiling."""
RETURNS = ("ranks", "points", "margins")
"""What a game is worth to a seat: its rank, from 1 for the first to -1 for the last; the points of its
side; or these less the mean of all seats. Fewer points that are better are negative. Where all win or lose together,
the rank is 1 or -1, and margins are points."""


class Adapted:
    """A ruleset for a number of players, with what all adapters need of it."""

    def __init__(self, rules: Rules | str, players: int | None = None, returns: str = RETURNS[0]) -> None:
        """Raises `RulesError` when the rules have mistakes, or for a number of players that they do not allow."""
        self.rules = loaded_rules(rules)
        self.seats = self.rules.seats_for(players)
        if returns not in RETURNS:
            message = f'there are no returns "{returns}"'
            raise call_refusal(self.rules.name, Code.UNKNOWN_VALUE, message, f"Known are {', '.join(RETURNS)}.")
        self.returns_as = returns
        self._since, self._looks_again = process_time(), FIRST_LOOK
        self.games = BareGames(program_for_games(self.rules.ruleset.program(self.seats), 0))
        self.actions = Actions(self.games)

    def for_next_game(self) -> Adapted:
        """Return what plays the next game: C, once enough has been played for compiling to pay; otherwise this."""
        taken = process_time() - self._since
        if taken < self._looks_again or self.games.program.machine is not None:
            return self
        self._looks_again = 2 * taken
        return self.with_games(BareGames(program_for_games(self.games.program, taken)))

    def with_games(self, games: BareGames) -> Adapted:
        """Return the same with games of another program of these rules; positions of these stay as they are."""
        other = copy(self)
        other.__dict__.pop("observer", None)
        other.games = games
        return other

    def __deepcopy__(self, memo: object) -> Adapted:
        return self

    @property
    def is_shared(self) -> bool:
        """Whether all win or lose together."""
        return self.games.program.tables.ending.together

    @cached_property
    def observer(self) -> Observer:
        """What turns positions into vectors of numbers."""
        return Observer(self.games)

    @cached_property
    def traced_games(self) -> BareGames:
        """What plays in the traced build, which knows words, and is slower. It has the same vectors."""
        return BareGames(self.rules.ruleset.program(self.seats, traced=True))

    def first_position(self, number: int) -> AdaptedPosition:
        """Return the first position of a game, given its number. Raises `RulesError` if the rules cannot go on."""
        return AdaptedPosition(self, *self.games.opening(number))

    def returns(self, state: list[int]) -> list[float]:
        """Return what the position is worth to each seat, as if the game ended there."""
        if self.returns_as == "ranks" and (self.seats > 1 or self.is_shared):
            return _by_rank(self.games.ranking(state), self.seats, self.is_shared)
        points = [*map(float, self.games.worths(state))]
        mean = sum(points) / self.seats if self.returns_as == "margins" and not self.is_shared else 0.0
        return [own - mean for own in points]


@dataclass(slots=True, eq=False)  # not frozen, as histories are not
class AdaptedPosition:
    """A decision, or the end. Nothing changes it: `after` returns another one.

    `codes` are the choices; where a number is being composed, they are what remains of it after `added`.
    """

    adapted: Adapted
    state: list[int]
    codes: Sequence[int]
    added: int = 0

    def __deepcopy__(self, memo: object) -> AdaptedPosition:
        return self

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.adapted.games.is_over(self.state)

    @property
    def site(self) -> int:
        """The number of the question."""
        return self.adapted.games.site_asked(self.state)

    @property
    def seat(self) -> int:
        """The seat that decides; -1 at the end."""
        return self.adapted.games.seat_asked(self.state)

    @property
    def offered(self) -> Offered:
        """The actions of the seat that decides."""
        return self.adapted.actions.offered_actions(self.codes)

    def observed_by(self, seat: int) -> Numbers:
        """Return what a seat may know, as an array of its own."""
        return self.adapted.observer.observe(self.state, seat, self.added if self.added and self.seat == seat else 0)

    def refined_choice(self, action: int, offered: Offered) -> AdaptedPosition | int:
        """Return the choice that an action makes, or the position where a large number is composed further.

        Raises `RulesError` for an action that is not offered.
        """
        actions, code = self.adapted.actions, offered.get(action)
        if code is None:
            name = actions.names[action] if 0 <= action < len(actions.names) else "an action of another game"
            message = f'action {action}, "{name}", is not offered'
            remedy = f"Offered are {', '.join(f'{n} ({actions.names[n]})' for n in sorted(offered))}."
            raise call_refusal(self.adapted.rules.name, Code.UNKNOWN_NAME, message, remedy)
        if actions.is_large(code):
            return AdaptedPosition(
                self.adapted, self.state, actions.remaining_choices(self.codes, code), self.added + MOST_SINGLE_NUMBERS
            )
        return code + self.added

    def after(self, action: int, offered: Offered) -> AdaptedPosition:
        """Return the position after an action of those offered. Raises `RulesError` if the rules cannot go on."""
        code = self.refined_choice(action, offered)
        if isinstance(code, AdaptedPosition):
            return code
        return AdaptedPosition(self.adapted, *self.adapted.games.after(self.state, code))


def _by_rank(places: list[list[int]], seats: int, is_shared: bool) -> list[float]:
    """Return 1 for the first, -1 for the last, and even steps between; those who share places share their worth.

    Where all win or lose together, it is 1 or -1 for everybody.
    """
    if is_shared:
        return [1.0 if places[0] else -1.0] * seats
    found, place = [0.0] * seats, 0
    for together in places:
        mean = place + (len(together) - 1) / 2
        for seat in together:
            found[seat] = 1 - 2 * mean / (seats - 1)
        place += len(together)
    return found
