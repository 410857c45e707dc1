"""Games in which all seats decide at once, as parallel environments of PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import ParallelEnv

from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.adapters.reading import Numbers
from rulewright.adapters.simultaneous import Round
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

IDLE_ACTION = (0,)
"""What a seat that is not asked may choose: nothing depends on it."""

Seen = dict[str, Numbers | Mask]
Step = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Mask]]]


class RoundsEnv(ParallelEnv):
    """A game in which the seats decide at once. An observation has an `observation` and an `action_mask`."""

    def __init__(self, adapted: Adapted, render_mode: str | None) -> None:
        self.adapted, self.render_mode = adapted, checked_render_mode(adapted, render_mode)
        self.metadata = {"name": adapted.rules.name, "render_modes": list(RENDER_MODES)}
        self.possible_agents = [f"player_{seat}" for seat in range(adapted.seats)]
        self.agents: list[str] = []
        self.action_spaces = action_spaces(adapted, self.possible_agents)
        masks = Box(0, 1, (len(adapted.actions.names),), dtype=action_mask(adapted, IDLE_ACTION).dtype)
        seen = observation_boxes(adapted, self.possible_agents)
        self.observation_spaces = {a: Dict({"observation": seen[a], "action_mask": masks}) for a in seen}
        self._numbers = GameNumbers()

    def observation_space(self, agent: str) -> Dict:
        """Return the space of observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Mask]]]:
        """Start the game of a number, or of any. No options are known."""
        self.agents, self.adapted = self.possible_agents[:], self.adapted.for_next_game()
        self.round = Round.round_at(self.adapted.first_position(self._numbers.next_number(seed)))
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Seen]:
        position: AdaptedPosition = self.round.first
        return {
            agent: {
                "observation": position.observed_by(seat),
                "action_mask": action_mask(self.adapted, self.round.offered.get(seat, IDLE_ACTION)),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: Mapping[str, int]) -> Step:
        """Let all seats act. Raises `RulesError` for an action that a mask does not allow."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen = {seat: int(actions.get(agent, -1)) for seat, agent in enumerate(self.possible_agents)}
        self.round = Round.round_at(self.round.position_after(chosen))
        over, last = self.round.first.over, self.agents
        worth = self.adapted.returns(self.round.first.state) if over else [0.0] * len(last)
        self.agents = [] if over else last
        rewards, infos = dict(zip(last, worth, strict=True)), {agent: dict[str, Mask]() for agent in last}
        return self._observations(), rewards, dict.fromkeys(last, over), dict.fromkeys(last, False), infos

    def render(self) -> str | None:
        """Return the table as everybody sees it, as lines of text; None without a render mode."""
        return drawn_table(self.round.first) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""
