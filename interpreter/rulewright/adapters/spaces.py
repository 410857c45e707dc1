"""What both kinds of environments need: spaces and masks as Gymnasium has them, and the table as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.utils import seeding
from numpy.random import Generator
from numpy.typing import NDArray

from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.api.parts import call_refusal
from rulewright.diagnostics import Code
from rulewright.report.screen import draw, text_of
from rulewright.report.table import look

Mask: TypeAlias = NDArray[np.int8]
RENDER_MODES = ("ansi",)
TABLE_WIDTH = 100
"""How many columns the table takes at most."""

LEAST_UNUSED_NUMBER = 1 << 31
"""Games without a given number have a number below this."""


class GameNumbers:
    """The numbers of the games: those that are given, and after each of them a sequence that depends on it."""

    def __init__(self) -> None:
        self._seed: int | None = None
        self._random: Generator | None = None

    def next_number(self, seed: int | None) -> int:
        """Return the number of the next game; a seed is one."""
        if seed is not None:
            self._seed, self._random = seed, None
            return seed
        if self._random is None:  # made when it is needed: that takes longer than a small game
            self._random, _ = seeding.np_random(self._seed)
        return int(self._random.integers(LEAST_UNUSED_NUMBER))


def observation_boxes(adapted: Adapted, agents: Iterable[str]) -> dict[str, Box]:
    """Return the space of observations for each agent."""
    return {agent: Box(adapted.observer.low, adapted.observer.high, dtype=np.int64) for agent in agents}


def action_spaces(adapted: Adapted, agents: Iterable[str]) -> dict[str, Discrete]:
    """Return the space of actions for each agent."""
    return {agent: Discrete(len(adapted.actions.names)) for agent in agents}


def action_mask(adapted: Adapted, offered: Iterable[int]) -> Mask:
    """Return 1 for every action that is offered."""
    found = bytearray(len(adapted.actions.names))  # filled faster than an array
    for action in offered:
        found[action] = 1
    return np.frombuffer(found, np.int8)


def checked_render_mode(adapted: Adapted, mode: str | None) -> str | None:
    """Return a render mode. Raises `RulesError` for one that does not exist."""
    if mode in (None, *RENDER_MODES):
        return mode
    message = f'there is no render mode "{mode}"'
    raise call_refusal(
        adapted.rules.name, Code.UNKNOWN_VALUE, message, f"Known are {', '.join(RENDER_MODES)} and None."
    )


def drawn_table(position: AdaptedPosition) -> str:
    """Return what everybody sees of a position."""
    table = look(position.adapted.traced_games.game_at(position.state), None)
    return "\n".join(text_of(line).rstrip() for line in draw(table, TABLE_WIDTH))
