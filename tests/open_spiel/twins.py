"""Makes of a history another one that looks the same to a seat there: two cards have changed places unseen.

In a game with many cards, random histories hardly ever look equal to anybody; with their twins they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

TRIES = 30


def twin(state: Any, seat: int, cards: range, first: int, chance: Random) -> list[int] | None:
    """Return the actions of another history that a seat cannot tell from this one; None if none was found.

    The first action with one of the `cards` has the number `first`.
    """
    known = state.information_state_string(seat)
    for _ in range(TRIES):
        one, other = chance.sample(list(cards), 2)
        kept, moved = state.history()[:first], state.history()[first:]
        history = kept + [{one: other, other: one}.get(action, action) for action in moved]
        found = played(state.get_game(), history)
        if found is not None and history != state.history() and found.information_state_string(seat) == known:
            return history
    return None


def played(game: Any, history: Sequence[int]) -> Any:
    """Return the state after these actions; None if one of them is not legal."""
    state = game.new_initial_state()
    for action in history:
        if action not in state.legal_actions():
            return None
        state.apply_action(action)
    return state
