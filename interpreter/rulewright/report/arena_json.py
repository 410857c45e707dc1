"""The result of an arena, for other programs."""

from __future__ import annotations

import json
from dataclasses import asdict

from rulewright.comparison.arena.deals import Deals
from rulewright.comparison.arena.standings import Standings
from rulewright.report.arena_words import method

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def arena_json(ruleset: str, found: Standings | None, deals: Deals, until: float | None) -> str:
    """Return the document; `until` is the wanted precision in percentage points."""
    schedule = deals.schedule
    document: dict[str, object] = {
        "version": VERSION, "ruleset": ruleset, "players": schedule.seats, "first": schedule.deals.start,
        "games": deals.played, "until": until, "method": method(deals),
        "broken": [_broken(said, [game.record.as_data() for game in games]) for said, games in deals.failures.items()],
    }  # fmt: skip
    if deals.faults:
        faults = deals.faults.items()
        document["replaced"] = [_broken(said, [game.record.as_data() for game in games]) for said, games in faults]
    if found is not None:
        document |= {
            "deals": found.deals, "counted": found.games,
            "kinds": [asdict(one) for one in found.kinds],
            "above": [{"kind": one, "other": other} | asdict(above) for (one, other), above in found.above.items()],
            "seats": [asdict(seat) for seat in found.seats],
            "tables": [asdict(table) for table in found.tables],
            "cycle": list(found.cycle),
        }  # fmt: skip
    return json.dumps(document, indent=2, ensure_ascii=False)


def _broken(said: str, games: list[dict[str, object]]) -> dict[str, object]:
    return {"said": said, "games": [{"game": one["game"], "who": one["who"]} for one in games]}
