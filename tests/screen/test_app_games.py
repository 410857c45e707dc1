"""Whole games in the application by keys alone, against seats that play by themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from driving import EXAMPLES, LARGE, SMALL, app_for, driven, shows, started, until
from tests.tiers import LONG, slow_unless

from rulewright.chance import pick
from rulewright.diagnostics import Findings
from rulewright.source.loading import load

MOST_KEYS = 1500
SHIPPED = [("goa", 4), ("batavia", 3), ("borneo", 3)]
OTHERS = [  # a game of chess takes a minute here
    (path.parent.name, players.low)
    for path in sorted(EXAMPLES.glob("*/ruleset.yaml"))
    if path.parent.name != "goa-sack-market"
    and (LONG or path.parent.name != "chess")
    and (players := load(str(path.parent), Findings()).manifest.players)
]


@pytest.mark.parametrize(("name", "seats"), slow_unless(lambda case: case[0] == "kuhn-poker", [*SHIPPED, *OTHERS]))
def test_a_game_is_played_to_its_summary_by_arrow_keys_and_enter(name: str, seats: int, tmp_path: Path) -> None:
    app = app_for(started(name, seats), keep=tmp_path)

    async def play(pilot) -> None:
        for key in range(MOST_KEYS):
            await until(pilot, lambda: not app.session.is_waiting)
            if app.session.game.question is None:
                break
            assert app.option is not None
            await pilot.press(*["down"] * pick(11, key, min(4, len(app.shown))), "enter")
        await pilot.pause()
        best = next(seat for place in app.session.game.ranking() for seat in place)  # all together may have lost
        assert shows(app, app.session.names[best]), "the final score is shown"
        await pilot.press("escape")
        await pilot.pause()
        assert shows(app, "The game is over")

    asyncio.run(driven(app, play, SMALL if seats < 4 else LARGE))


@pytest.mark.slow
def test_watched_seats_pause_step_and_stop(tmp_path: Path) -> None:
    app = app_for(started("tic-tac-toe", 2), ["random", "random"], keep=tmp_path)
    app.loop.debugger.pace = 1

    async def play(pilot) -> None:
        assert app.pace == 1 and app.session.game.decisions == []
        await pilot.press("ctrl+p", *":step", "enter")
        await pilot.pause()
        assert app.pace == 0 and len(app.session.game.decisions) == 1
        await pilot.press(*":continue", "enter")
        await pilot.pause()
        assert app.session.game.question is None

    asyncio.run(driven(app, play))
