"""The settings that are tried, and a file of kind search with what was found."""

from __future__ import annotations

from itertools import count

from rulewright.chance import name_key, pick
from rulewright.engine.automatic_seats import Setting, SettingValues

TO_THE_END = -1
"""The length of playouts that go on to the end of the game."""
TRIED_VALUES: dict[str, tuple[Setting, ...]] = {
    "reward": ("points", "margin", "place"), "playouts": (TO_THE_END, 0, 10, 20, 40),
    "finish_phase": (False, True), "choose": (1, 2, 3, 5),
    "explore": (0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4), "prior": (0, 1, 2, 4, 8), "widen": (0.0, 1.0, 2.0, 4.0),
    "opponents": ("informed", "uninformed"),
}  # fmt: skip
"""The values that are tried, by setting. Opponents that bluff are not: in long games that takes far too long."""
MOST_CHANGED = 3
"""A candidate differs from the current settings in at most this many."""
_CHOICE = name_key("candidates")


def draw_candidates(current: SettingValues, number: int, seed: int) -> tuple[SettingValues, ...]:
    """Return different settings that are not the current ones; equal seeds give equal settings."""
    found = [{name: current[name] for name in TRIED_VALUES}]
    turns = (pick(seed ^ _CHOICE, turn, 1 << 32) for turn in count())
    while len(found) <= number:
        tried = dict(found[0])
        for _ in range(1 + next(turns) % MOST_CHANGED):
            name = [*TRIED_VALUES][next(turns) % len(TRIED_VALUES)]
            tried[name] = TRIED_VALUES[name][next(turns) % len(TRIED_VALUES[name])]
        if tried not in found:
            found.append(tried)
    return tuple(found[1:])


def changed_settings(values: SettingValues, current: SettingValues) -> dict[str, str]:
    """Return the settings that differ from the current ones, as files have them."""
    return {name.replace("_", "-"): _as_written(values[name]) for name in TRIED_VALUES if values[name] != current[name]}


def _as_written(value: Setting) -> str:
    """Return a value as files have it: fractions in hundredths."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(round(value * 100))
    return "end" if value == TO_THE_END else str(value)


def search_file(values: SettingValues, current: SettingValues, command: str) -> str:
    """Return a file of kind search with what differs from the current settings, which a command has found."""
    lines = [f"{name}: {value}" for name, value in changed_settings(values, current).items()]
    return "\n".join([f"# Found by: {command}", "kind: search", *lines, ""])
