"""Seats that think ahead, and hints that take time, while the application answers."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from driving import app_for, driven, shows, started, until
from textual import app as app_of_textual
from textual import pilot as pilot_of_textual
from textual._wait import wait_for_idle

from rulewright.cli.commands.play.app.table_app import TableApp
from rulewright.report.screen import text_of as line_text

pytestmark = pytest.mark.slow

LONG = "search:999999999"
"""More than anybody waits for."""


@pytest.fixture(autouse=True)
def _keys_come_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each key a pilot waits until the process rests, at most a second; while a seat thinks, it never rests."""
    for module in (app_of_textual, pilot_of_textual):
        monkeypatch.setattr(module, "wait_for_idle", partial(wait_for_idle, max_sleep=0.1))


def thinking(app: TableApp) -> bool:
    return bool(app.session.computers.thinking.text)


def answer(app: TableApp) -> str:
    """Return the whole answer beside the options; its end may have to be scrolled to."""
    return " ".join(line_text(line) for line in app.pane("side").lines)


def test_the_table_answers_while_a_seat_thinks_and_esc_has_it_decide() -> None:
    app = app_for(started("tic-tac-toe", 2), ["person", LONG])

    async def play(pilot) -> None:
        await pilot.press(*"b2", "enter")
        await until(pilot, lambda: shows(app, "thinks ahead: "))
        assert app.session.game.decisions == ["b2"]
        await pilot.press(*"view b2", "enter")
        await until(pilot, lambda: shows(app, "whose: "))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.session.game.decisions) == 2)
        assert not thinking(app) and shows(app, "Mark which space?")

    asyncio.run(driven(app, play))


def test_what_is_taken_back_is_not_thought_about_any_more() -> None:
    app = app_for(started("tic-tac-toe", 2), ["person", LONG])

    async def play(pilot) -> None:
        await pilot.press(*"b2", "enter")
        await until(pilot, lambda: thinking(app))
        await pilot.press("f5")
        await until(pilot, lambda: not thinking(app))
        assert app.session.game.decisions == []
        await pilot.press(*"a1", "enter")
        await until(pilot, lambda: thinking(app))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.session.game.decisions) == 2)
        assert app.session.game.decisions[0] == "a1"

    asyncio.run(driven(app, play))


def test_leaving_ends_what_is_being_thought(tmp_path) -> None:
    app = app_for(started("tic-tac-toe", 2), [LONG, "person"], keep=tmp_path)

    async def play(pilot) -> None:
        await until(pilot, lambda: thinking(app))
        await pilot.press("ctrl+c")

    asyncio.run(driven(app, play))  # waits for the thread
    assert not thinking(app)
    assert [path.suffix for path in tmp_path.iterdir()] == [".save"]


def test_a_hint_takes_its_time_beside_the_table_and_esc_shows_what_is_known_by_then() -> None:
    app = app_for(started("tic-tac-toe", 2), ["person", "person"])

    async def play(pilot) -> None:
        await pilot.press("enter", *"hint 999999999", "enter")
        await until(pilot, lambda: shows(app, "The adviser thinks"))
        await pilot.press("escape")
        await until(pilot, lambda: "The lead over" in answer(app))
        await pilot.press("f4")
        await until(pilot, lambda: "200 games" in answer(app))

    asyncio.run(driven(app, play, (100, 40)))


def test_a_seat_that_is_held_thinks_when_it_is_stepped() -> None:
    app = app_for(started("tic-tac-toe", 2), ["search:30", "search:30"], held=True)

    async def play(pilot) -> None:
        for made in (1, 2):
            await pilot.press(*"step", "enter")
            await until(pilot, lambda made=made: len(app.session.game.decisions) == made)

    asyncio.run(driven(app, play))


def test_esc_ends_continue_after_the_decision_of_who_thinks() -> None:
    app = app_for(started("tic-tac-toe", 2), [LONG, LONG], held=True)

    async def play(pilot) -> None:
        await pilot.press(*"continue", "enter")
        await until(pilot, lambda: shows(app, "thinks ahead: "))
        await pilot.press(*"view b2", "enter")
        await until(pilot, lambda: shows(app, " B2."))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.session.game.decisions) == 1)
        await pilot.pause(0.2)
        assert not thinking(app) and not app.running and app.pace == 0

    asyncio.run(driven(app, play))


@pytest.mark.parametrize(("keys", "made"), [(["f5"], 0), (["ctrl+p", "escape"], 2)])
def test_taking_back_and_holding_end_continue(keys: list[str], made: int) -> None:
    app = app_for(started("tic-tac-toe", 2), ["search:30", LONG], held=True)

    async def play(pilot) -> None:
        await pilot.press(*":continue", "enter")
        await until(pilot, lambda: len(app.session.game.decisions) == 1 and thinking(app))
        await pilot.press(*keys)
        await until(pilot, lambda: len(app.session.game.decisions) == made and not thinking(app))
        await pilot.pause(0.2)
        assert len(app.session.game.decisions) == made and not thinking(app) and app.pace == 0

    asyncio.run(driven(app, play))


def test_continue_goes_on_past_a_stop_to_the_person() -> None:
    app = app_for(started("tic-tac-toe", 2), ["search:30", "person"], held=True)

    async def play(pilot) -> None:
        await pilot.press(*"stop at mark", "enter", *"continue", "enter")
        await until(pilot, lambda: len(app.session.game.decisions) == 1 and app.session.stopped == "")
        await until(pilot, lambda: app.option is not None)
        assert not app.running

    asyncio.run(driven(app, play))
