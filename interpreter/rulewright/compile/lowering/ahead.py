"""Whether lookahead is needed for some actions, and what it has to try."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.check import core as c
from rulewright.compile.feasible import DEEPEST


def _deciding(actions: Sequence[c.Action]) -> tuple[c.Action | None, Sequence[c.Action]]:
    """Return the first action that matters for lookahead, and what follows it."""
    for at, action in enumerate(actions):
        if not isinstance(action, c.Say | c.Let | c.Pass):
            return action, actions[at + 1 :]
    return None, []


def _ways(action: c.Action | None, rest: Sequence[c.Action], depth: int) -> list[list[c.Action]]:
    """Return the continuations of an action that only leads to others; none for an action that decides by itself."""
    if isinstance(action, c.Branch):
        return [[*body, *rest] for body in [*(body for _, body in action.cases), action.otherwise]]
    if isinstance(action, c.Perform) and action.step.can is None and depth < DEEPEST:
        return [[*action.step.body, *action.step.after, *rest]]
    return []


def at_once(actions: Sequence[c.Action], depth: int = 0) -> bool:
    """Return whether actions can always be done up to their first effect, so that no lookahead is needed."""
    action, rest = _deciding(actions)
    if ways := _ways(action, rest, depth):
        return all(at_once(way, depth + isinstance(action, c.Perform)) for way in ways)
    if isinstance(action, c.Perform):
        return action.step.can is None
    if isinstance(action, c.Question):
        return action.loop or action.stop is not None
    return not (isinstance(action, c.Gain | c.Transfer) and action.due and not _is_taken(action))


def _is_taken(action: c.Gain | c.Transfer) -> bool:
    return isinstance(action, c.Gain) and action.sign > 0


def needs_loops(actions: Sequence[c.Action], depth: int = 0) -> bool:
    """Return whether lookahead tries candidates one by one."""
    action, rest = _deciding(actions)
    if ways := _ways(action, rest, depth):
        return any(needs_loops(way, depth + isinstance(action, c.Perform)) for way in ways)
    return isinstance(action, c.Question) and not action.loop and action.stop is None
