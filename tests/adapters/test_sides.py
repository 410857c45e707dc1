"""What the end of a game is worth to each seat where sides win, or fewest points."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy")

from rulewright.adapters.position import Adapted

PROBES = Path(__file__).parents[1] / "probes"
LOW, TEAMS = ("low-marks", {"mark": [3, 1, 2]}), ("changing-sides", {"mark": [4, 6, 3, 1], "side": [0, -1, 0, -1]})
WON, LOST = ("fire-watch", {"fires": [0], "water": [2]}), ("fire-watch", {"fires": [1], "water": [2]})


@pytest.mark.parametrize(
    ("end", "kind", "returns"),
    [
        (LOW, "ranks", [-1, 1, 0]),
        (LOW, "points", [-3, -1, -2]),
        (TEAMS, "points", [7, 6, 7, 1]),
        (WON, "ranks", [1, 1, 1]),
        (LOST, "ranks", [-1, -1, -1]),
        (WON, "margins", [6, 6, 6]),
        (LOST, "margins", [0, 0, 0]),
    ],
)
def test_sides_share_what_the_end_is_worth(
    end: tuple[str, dict[str, list[int]]], kind: str, returns: list[float]
) -> None:
    name, numbers = end
    adapted = Adapted(str(PROBES / name), len(returns), kind)
    program = adapted.games.program
    state = program.initial(1)
    for entry in program.entries:
        given = numbers.get(entry.name.partition(".")[2], [])
        state[entry.start : entry.start + len(given)] = given
    assert adapted.returns(state) == returns
