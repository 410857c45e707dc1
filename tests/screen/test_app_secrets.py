"""Positions that a seat cannot distinguish have the same screen, with the same preview and hint, byte for byte.

RULEWRIGHT_PAIRS is the number of pairs for each ruleset; without it there are 12.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest
from driving import LARGE, app_for, drawn, driven, played, started

from rulewright.cli.commands.play.lines import Lines
from rulewright.engine import Game
from rulewright.report.table.reading import Reader

PAIRS = int(os.environ.get("RULEWRIGHT_PAIRS", "12"))
GAMES = [("kuhn-poker", 2), ("goa", 3), ("batavia", 3), ("borneo", 3)]


def pairs(name: str, seats: int) -> Iterator[tuple[Game, Game, int]]:
    """Yield positions with others that a seat cannot distinguish from them."""
    made, number = 0, 0
    while made < PAIRS:
        number += 1
        game = played(started(name, seats, number), number * 7 % 60)
        if game.over:
            continue
        for seat in range(seats):
            state = game.program.playing.sample(game.state, seat, number)
            other = Game(game.program, state, game.program.choices(state), game.origin, game.seed)
            other.decisions, other.log = list(game.decisions), list(game.log)
            yield game, other, seat
            made += 1


async def screens(name: str, seats: int) -> list[tuple[str, str]]:
    """Return the screens of all pairs, as their seat sees them."""
    found: list[tuple[str, str]] = []
    for game, other, seat in pairs(name, seats):
        kinds = ["random"] * seats
        kinds[seat] = "person"
        shown = []
        for world in (game, other):
            app = app_for(world, kinds, held=True)
            assert isinstance(app.session.lines, Lines)

            async def play(pilot, app=app, shown=shown) -> None:
                screen = drawn(app)
                if app.session.question is not None:
                    await pilot.press("down", "f2")
                    await pilot.pause()
                    screen += drawn(app)
                    await pilot.press("escape", "f4")
                    await pilot.pause()
                    screen += drawn(app)
                shown.append(screen)

            await driven(app, play, LARGE)
        found.append((shown[0], shown[1]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_a_seat_cannot_distinguish_looks_the_same(name: str, seats: int) -> None:
    for one, other in asyncio.run(screens(name, seats)):
        assert one == other


@pytest.mark.slow
def test_a_planted_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "sees", lambda *_: True)
    assert any(one != other for one, other in asyncio.run(screens("kuhn-poker", 2)))
