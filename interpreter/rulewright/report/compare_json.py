"""The comparison of two rulesets by games, for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from rulewright.comparison.statistics import Results
from rulewright.comparison.statistics.each import Toggled
from rulewright.comparison.statistics.effects import Effect, pairs_for
from rulewright.comparison.statistics.outcome import POINTS, Key
from rulewright.players.seats import RANDOM
from rulewright.report.compare_words import CHANCE, POINT_SIZES, at_random

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def compare_json(
    names: Sequence[str], who: Sequence[str], seats: int, numbers: range, results: Results,
    effects: dict[Key, Effect], each: Sequence[tuple[Toggled, dict[Key, Effect]]],
) -> str:  # fmt: skip
    """Return the document."""
    points = effects.get((POINTS, "a player"))
    document: dict[str, object] = {
        "version": VERSION,
        "who": list(who or [RANDOM] * seats),
        "note": CHANCE if at_random(who) else "",
        "a": names[0],
        "b": names[1],
        "first": numbers.start,
        "games": len(numbers),
        "pairs": len(results.pairs(0, 1)),
        "method": "paired differences, normal 95 % intervals; Wilson intervals for shares of one ruleset",
        "effects": _groups(effects),
        "pairsFor": {f"{size:g}": pairs_for(size, points.spread) for size in POINT_SIZES} if points else {},
        "broken": [_broken(said, games, names) for said, games in results.broken.items()],
    }  # fmt: skip
    if results.faults:
        document["replaced"] = [_broken(said, games, names) for said, games in results.faults.items()]
    if each:
        document["differences"] = [_difference(one, found) for one, found in each]
    return json.dumps(document, indent=2, ensure_ascii=False)


def _broken(said: str, games: Sequence[tuple[int, int]], names: Sequence[str]) -> dict[str, object]:
    return {"said": said, "games": [{"ruleset": names[which], "game": game} for which, game in games]}


def _difference(one: Toggled, effects: dict[Key, Effect]) -> dict[str, object]:
    said = asdict(one)
    return {"row": said.pop("number"), **said, "effects": _groups(effects)}


def _groups(effects: dict[Key, Effect]) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for (group, name), one in effects.items():
        found.setdefault(group, {})[name] = asdict(one) | {"clear": one.clear}
    return found
