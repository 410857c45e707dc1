"""The settings that are tried, and a file of kind search with what was found."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.chance import name_key, pick
from rulewright.compile.tables import END, SearchSettings

Values = dict[str, str | int | float]
"""Settings by name."""
SPACE: dict[str, tuple[str | int | float, ...]] = {
    "reward": ("points", "margin", "place"), "playouts": (END, 0, 10, 20, 40),
    "finish_phase": (False, True), "choose": (1, 2, 3, 5),
    "explore": (0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4), "prior": (0, 1, 2, 4, 8), "widen": (0.0, 1.0, 2.0, 4.0),
    "opponents": ("informed", "uninformed"),
}  # fmt: skip
"""The values that are tried, by setting. Opponents that bluff are not: in long games that takes far too long."""
MOST_CHANGED = 3
"""A candidate differs from the current settings in at most this many."""
_CHOICE = name_key("candidates")


def values(settings: SearchSettings) -> Values:
    """Return the settings that are tried, by name."""
    return {name: getattr(settings, name) for name in SPACE}


def candidates(current: SearchSettings, number: int, seed: int) -> tuple[SearchSettings, ...]:
    """Return different settings that are not the current ones; equal seeds give equal settings."""
    found, turns = [values(current)], _turns(seed)
    while len(found) <= number:
        tried = dict(found[0])
        for _ in range(1 + next(turns) % MOST_CHANGED):
            name = [*SPACE][next(turns) % len(SPACE)]
            tried[name] = SPACE[name][next(turns) % len(SPACE[name])]
        if tried not in found:
            found.append(tried)
    return tuple(_settings(one, current) for one in found[1:])


def _settings(tried: Values, current: SearchSettings) -> SearchSettings:
    """Return settings with what is tried; nothing else changes."""
    return SearchSettings(
        str(tried["reward"]), int(tried["playouts"]), bool(tried["finish_phase"]), int(tried["choose"]),
        float(tried["explore"]), int(tried["prior"]), float(tried["widen"]), str(tried["opponents"]), current.levels,
        current.weights,
    )  # fmt: skip


def _turns(seed: int) -> Iterator[int]:
    turn = 0
    while True:
        yield pick(seed ^ _CHOICE, turn, 1 << 32)
        turn += 1


def changed(settings: SearchSettings, current: SearchSettings) -> dict[str, str]:
    """Return the settings that differ from the current ones, as files have them."""
    before = values(current)
    return {
        name.replace("_", "-"): _written(value) for name, value in values(settings).items() if value != before[name]
    }


def _written(value: str | int | float) -> str:
    """Return a value as files have it: fractions in hundredths."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(round(value * 100))
    return "end" if value == END else str(value)


def as_file(settings: SearchSettings, current: SearchSettings, given: str) -> str:
    """Return a file of kind search with what differs from the current settings; `given` says how it was found."""
    lines = [f"{name}: {value}" for name, value in changed(settings, current).items()]
    return "\n".join([f"# Found by: {given}", "kind: search", *lines, ""])
