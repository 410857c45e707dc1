"""Games of every ruleset for OpenSpiel: `load("./examples/kuhn-poker")`.

Needs `pip install "rulewright[openspiel]"`. Importing this module registers the game `rulewright`, so that OpenSpiel's
own functions load it, too: `pyspiel.load_game("rulewright(ruleset=./examples/kuhn-poker,returns=margins)")`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from rulewright.adapters.chance import MOST_OUTCOMES_SHOWN, Outcomes
from rulewright.adapters.history import Course, History, shared_course
from rulewright.adapters.position import RETURNS, Adapted, AdaptedPosition
from rulewright.api.rules import Rules

NAME = "rulewright"
DEFAULTS: dict[str, str | int] = {"ruleset": "", "players": 0, "returns": RETURNS[0]}
"""The parameters of the game: 0 players are the most that the rules allow."""

WIDEST_RETURN = 1e6
"""Bounds of returns that are points: the rules do not say how many there can be."""

LONGEST_GAME = 100_000
"""Bounds the decisions of a game: the rules do not say how many there can be."""

CHANCE, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
"""Who decides where no seat does."""

Parameters = dict[str, Any]


def load(ruleset: str | Rules, players: int | None = None, returns: str = RETURNS[0]) -> RulesGame:
    """Return the game of a ruleset, by default for the most players.

    `returns` says what the end is worth: `ranks`, `points` or `margins`. Raises `RulesError` when the rules have
    mistakes, or for a value that is not allowed.
    """
    given = ruleset.given if isinstance(ruleset, Rules) else ruleset
    return RulesGame({"ruleset": given, "players": players or 0, "returns": returns})


class RulesGame(pyspiel.Game):
    """A ruleset for a number of players."""

    def __init__(self, params: Parameters | None = None) -> None:
        given = DEFAULTS | (params or {})
        self.course = shared_course(str(given["ruleset"]), int(given["players"]) or None, str(given["returns"]))
        super().__init__(_type_of(self.course), _info_of(self.course), given)

    @property
    def adapted(self) -> Adapted:
        """What the next game is played with."""
        return self.course.adapted

    def new_initial_state(self, _: str | None = None) -> RulesState:
        """Return the beginning of a game."""
        self.course.prepare_game()
        return RulesState(self)

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> RulesObserver:
        """Return what describes positions: with perfect recall in words, else also as numbers."""
        return RulesObserver(self.course, kind is not None and kind.perfect_recall)


class RulesState(pyspiel.State):
    """A position in a game, with the way there. It is saved as its actions."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self._stand_at(game.course.beginning)

    def _stand_at(self, at: History) -> None:
        """Go to a history; who decides there is wanted several times, so it is worked out once."""
        self.at = at
        self._decides = CHANCE if at.draw is not None else OVER if (seat := at.position.seat) < 0 else seat

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody."""
        return self._decides

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._decides == OVER

    def is_chance_node(self) -> bool:
        """Return whether chance is next; like the next one it is here as C++ takes longer to ask Python again."""
        return self._decides == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        """Return the actions of a seat, by default of whoever decides, chance included."""
        is_asked = self._decides >= 0 and player in ((), (self._decides,))
        found: list[int] = sorted(self.at.offered) if is_asked else super().legal_actions(*player)
        return found

    def observation_tensor(self, *player: int) -> list[float]:
        """Return the numbers that a seat may know, by default whoever decides."""
        seat = player[0] if player else self._decides
        if seat not in range(self.at.course.adapted.seats):
            return list(super().observation_tensor(*player))
        return list(self.at.position.observed_by(seat).astype(np.float32).tolist())

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.offered)

    def chance_outcomes(self) -> Outcomes:
        """Return what chance may do, with the probabilities."""
        assert self.at.draw is not None
        return self.at.draw.outcomes

    def _apply_action(self, action: int) -> None:
        self._stand_at(self.at.course.history_after(self.at, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"outcome {action}"
        return self.at.course.adapted.actions.names[action]

    def returns(self) -> list[float]:
        """Return what the game was worth to each seat; 0 before its end."""
        adapted = self.at.position.adapted
        return adapted.returns(self.at.position.state) if self.is_terminal() else [0.0] * adapted.seats

    def __str__(self) -> str:
        return " ".join(map(str, self.at.actions)) or "the beginning"


class RulesObserver:
    """Describes positions to a seat: in words, and unless it remembers everything, as numbers."""

    def __init__(self, of: Course, recalls: bool) -> None:
        self.recalls, size = recalls, len(of.adapted.observer.names)
        self.tensor: NDArray[np.float32] | None = None if recalls else np.zeros(size, np.float32)
        self._observed = lru_cache(maxsize=2)(AdaptedPosition.observed_by)
        """OpenSpiel reads the first position of a game before each other one, to see how many numbers there are."""
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: RulesState, player: int) -> None:
        """Read the numbers that a seat may know of a position."""
        if self.tensor is not None:
            self.tensor[:] = self._observed(state.at.position, player)

    def string_from(self, state: RulesState, player: int) -> str:
        """Return what a seat knows, or what it sees."""
        return state.at.known_to(player) if self.recalls else state.at.seen_by(player)


def _type_of(of: Course) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    secrets, zero = of.adapted.games.has_secrets, _sums_to_zero(of.adapted)
    shared = of.adapted.is_shared and of.adapted.returns_as == "ranks"
    return _game_type(
        f"{of.adapted.rules.title} ({of.adapted.seats})",
        kinds.ChanceMode.EXPLICIT_STOCHASTIC if of.chance.any else kinds.ChanceMode.DETERMINISTIC,
        kinds.Information.IMPERFECT_INFORMATION if secrets else kinds.Information.PERFECT_INFORMATION,
        kinds.Utility.ZERO_SUM if zero else kinds.Utility.IDENTICAL if shared else kinds.Utility.GENERAL_SUM,
        range(of.adapted.seats, of.adapted.seats + 1),
    )


def _game_type(title: str, chance: Any, information: Any, utility: Any, players: range) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME, long_name=title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=chance,
        information=information, utility=utility, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0], max_num_players=players[-1], provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=True,
        default_loadable=False, parameter_specification=DEFAULTS,
    )  # fmt: skip


def _sums_to_zero(adapted: Adapted) -> bool:
    alone = adapted.returns_as == "margins" or adapted.returns_as == "ranks" and adapted.seats > 1
    return alone and not adapted.is_shared


def _info_of(of: Course) -> pyspiel.GameInfo:
    adapted = of.adapted
    most = 1.0 if adapted.returns_as == "ranks" and adapted.seats > 1 else WIDEST_RETURN
    return pyspiel.GameInfo(
        num_distinct_actions=len(adapted.actions.names),
        max_chance_outcomes=MOST_OUTCOMES_SHOWN if of.chance.any else 0,
        num_players=adapted.seats, min_utility=-most, max_utility=most,
        utility_sum=0.0 if _sums_to_zero(adapted) else None, max_game_length=LONGEST_GAME,
    )  # fmt: skip


def _register_game() -> None:
    kinds = pyspiel.GameType
    any_type = _game_type(
        "Games of rulesets", kinds.ChanceMode.EXPLICIT_STOCHASTIC, kinds.Information.IMPERFECT_INFORMATION,
        kinds.Utility.GENERAL_SUM, range(1, 33),
    )  # fmt: skip
    pyspiel.register_game(any_type, RulesGame)


_register_game()
