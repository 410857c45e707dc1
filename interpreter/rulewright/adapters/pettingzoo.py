"""Games as PettingZoo environments: `env` where seats decide one after the other, `parallel_env` where all do at once.

Needs `pip install "rulewright[pettingzoo]"`. An observation is the vector of `rulewright.adapters.observation`; the
actions that may be chosen are in `infos[agent]["action_mask"]` of the seat that decides. Rewards come at the end.
"""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo import AECEnv

from rulewright.adapters.actions import Offered
from rulewright.adapters.position import RETURNS, Adapted, AdaptedPosition
from rulewright.adapters.reading import Numbers
from rulewright.adapters.simultaneous import only_secret_questions
from rulewright.adapters.spaces import (
    RENDER_MODES,
    GameNumbers,
    Mask,
    action_mask,
    action_spaces,
    checked_render_mode,
    drawn_table,
    observation_boxes,
)
from rulewright.adapters.zoo_rounds import RoundsEnv
from rulewright.api.rules import Rules

Info = dict[str, Mask]


def env(
    rules: Rules | str, players: int | None = None, returns: str = RETURNS[0], render_mode: str | None = None,
    most: int | None = None,
) -> RulesEnv:  # fmt: skip
    """Return an environment of a ruleset, by default for the most players.

    `returns` says what the end is worth: `ranks`, `points` or `margins`. After `most` decisions a game is truncated.
    Raises `RulesError` when the rules have mistakes, or for a value that is not allowed.
    """
    return RulesEnv(Adapted(rules, players, returns), render_mode, most)


def parallel_env(
    rules: Rules | str, players: int | None = None, returns: str = RETURNS[0], render_mode: str | None = None,
) -> RoundsEnv:  # fmt: skip
    """Return an environment of a ruleset in which all seats decide at once: every question is asked in secret.

    Raises `RulesError` for other rulesets, and as `env` does.
    """
    return RoundsEnv(only_secret_questions(Adapted(rules, players, returns)), render_mode)


class RulesEnv(AECEnv):
    """A game in which seats decide one after the other: the agents are `player_0`, `player_1` and so on.

    `reset(seed=…)` starts the game of that number; without a seed the numbers go on at random.
    """

    def __init__(self, adapted: Adapted, render_mode: str | None, most: int | None) -> None:
        super().__init__()
        self.adapted, self.render_mode, self.most = adapted, checked_render_mode(adapted, render_mode), most
        self.metadata = {"name": adapted.rules.name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(adapted.seats)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = observation_boxes(adapted, self.possible_agents)
        self.action_spaces = action_spaces(adapted, self.possible_agents)
        self.agents: list[str] = []
        self._numbers = GameNumbers()

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """Return the space of observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the space of actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. No options are known."""
        number, self.adapted = self._numbers.next_number(seed), self.adapted.for_next_game()
        self.agents, self.made = self.possible_agents[:], 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._stand_at(self.adapted.first_position(number))

    def _stand_at(self, position: AdaptedPosition) -> None:
        """Go to a position; at the end every seat learns what it was worth."""
        self.infos[self.agent_selection] = {}
        self.position, self.offered, seat = position, Offered(), position.seat
        if seat < 0:
            self._finish_game(self.terminations, self.adapted.returns(position.state))
        elif self.made == self.most:
            self._finish_game(self.truncations, [0.0] * self.adapted.seats)
        else:
            self.offered = position.offered
            self.agent_selection = self.possible_agents[seat]
            self.infos[self.agent_selection] = {"action_mask": action_mask(self.adapted, self.offered)}

    def _finish_game(self, ends: dict[str, bool], worth: list[float]) -> None:
        for agent, seat in self.seats.items():
            ends[agent], self.rewards[agent] = True, worth[seat]
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """Take an action of the agent that decides; None for one whose game is over.

        Raises `RulesError` for an action that its mask does not allow.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.made += 1
        self._stand_at(self.position.after(-1 if action is None else int(action), self.offered))

    def observe(self, agent: str) -> Numbers:
        """Return what an agent may know."""
        return self.position.observed_by(self.seats[agent])

    def render(self) -> str | None:
        """Return the table as everybody sees it, as lines of text; None without a render mode."""
        return drawn_table(self.position) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""
