"""Positions that a seat cannot distinguish have the same screen, help, preview, hint, reasons and page, byte for byte.

RULEWRIGHT_PAIRS is the number of pairs for each ruleset; without it there are 2. A pair counts only if somebody who
sees everything could tell its positions apart.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import replace

import pytest
from driving import LARGE, app_for, drawn, driven, played, started
from tests.secrets.hiding import standing_at

from rulewright.cli.commands.play.app.table_app import TableApp
from rulewright.cli.commands.play.lines import LinesOfPlay
from rulewright.cli.commands.play.screen import screen_lines
from rulewright.engine import Game
from rulewright.engine.position import CellReader
from rulewright.players.search import seat as seats_that_search
from rulewright.players.search.settings import settings_of
from rulewright.report.renderers import html
from rulewright.report.replay_steps import PositionCollector
from rulewright.report.table import look

pytestmark = pytest.mark.slow

PAIRS = int(os.environ.get("RULEWRIGHT_PAIRS", "2"))
GAMES = [
    ("kuhn-poker", 2), ("leduc-poker", 2), ("goofspiel", 2), ("liars-dice", 2), ("sealed-bid-auction", 3),
    ("hearts", 4), ("goa", 3), ("batavia", 3), ("borneo", 3),
]  # fmt: skip
ASKED = ("what {}", "why", "hint", "hint 20", "help", "log all", "log rules")
"""What a person can ask about a position; the first is asked about one of the options."""

Pair = tuple[Game, Game]


def pairs(name: str, seats: int, seat: int, most: int) -> Iterator[Pair]:
    """Yield positions, each with one that differs and that a seat cannot distinguish from it; half of them ask it."""
    number = 0
    while most:
        number += 1
        game = played(started(name, seats, number), number * 7 % 60)
        if game.over or (number % 2 and game.seat != seat):
            continue
        other = _alike(game, seat, number)
        if _whole(game) != _whole(other):
            most -= 1
            yield game, other


def _alike(game: Game, seat: int, number: int) -> Game:
    """Return the game with other hidden pieces and amounts, as far as the seat cannot tell."""
    other = standing_at(game, game.program.playing.sample(game.state, seat, number))
    other.log = list(game.log)
    return other


def _whole(game: Game) -> str:
    return repr(look(game, None, everything=True))


async def screens(name: str, seats: int, seat: int, most: int) -> list[list[dict[str, str]]]:
    """Return what is shown to a seat at each pair: the screens, the plain text and the page."""
    found: list[list[dict[str, str]]] = []
    every = list(pairs(name, seats, seat, most))
    kinds = ["random"] * seats
    kinds[seat] = "person"
    app = app_for(every[0][0], kinds, held=True)

    async def play(pilot) -> None:
        first, advice = every[0][0], app.session.advice
        advice.rated_lines(
            first, "search:20", advice.rating_of(first, "search:20")()
        )  # says once what it has to compile
        for pair in every:
            found.append([await _shown(pilot, app, world, seat) for world in pair])

    await driven(app, play, LARGE)
    return found


async def _shown(pilot, app: TableApp, world: Game, seat: int) -> dict[str, str]:
    app.session.lines = LinesOfPlay(world)
    app.go_on()
    await pilot.pause()
    app.pane("table").scroll_to(y=0, animate=False, immediate=True)
    app.pane("log").scroll_end(animate=False, immediate=True)
    await pilot.pause()
    shown = {"screen": drawn(app), "text": "\n".join(screen_lines(app.session)), "page": _page(world, seat)}
    question = app.session.question
    if question is not None:
        name = question.choices[len(world.log) % len(question.choices)].name
        for asked in ASKED:
            app.loop.do_typed(asked.format(name))
            shown[asked] = "\n".join(app.paper.take_lines())
        await pilot.press("f2")
        await pilot.pause()
        shown["screen with a preview"] = drawn(app)
        await pilot.press("escape")
    return shown


def _page(game: Game, reader: int) -> str:
    steps = PositionCollector(reader)
    steps.add(game)
    return html(steps.report("A game", [], []))


def differing(name: str, seats: int, most: int) -> list[set[str]]:
    """Return for each pair what differs."""
    shown = [pair for seat in range(seats) for pair in asyncio.run(screens(name, seats, seat, -(-most // seats)))]
    return [{what for what in one if one[what] != other.get(what)} for one, other in shown]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_a_seat_cannot_distinguish_looks_the_same(name: str, seats: int) -> None:
    found = differing(name, seats, PAIRS)
    assert len(found) >= PAIRS
    assert not any(found)


def test_the_first_positions_look_the_same() -> None:
    found = differing("sealed-bid-auction", 3, 2)
    assert found and not any(found)


def test_a_planted_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engine.position.is_visible", lambda *_: True)
    monkeypatch.setattr("rulewright.engine.position._reader", CellReader)
    assert any(differing("kuhn-poker", 2, 12))


def test_a_hint_by_a_search_that_peeks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats_that_search, "settings_of", lambda program: replace(settings_of(program), peeking=True))
    assert {"hint", "hint 20"} in differing("liars-dice", 2, 4)
