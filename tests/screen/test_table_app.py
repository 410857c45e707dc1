"""The table as an application: keys, the mouse and what is typed, on a real event loop without a terminal."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from driving import EXAMPLES, app_for, driven, shows, started, text_of, until
from tests.web.baskets import baskets

from rulewright.cli import opening
from rulewright.cli.commands.play.app import table_app

pytestmark = pytest.mark.slow


def test_an_option_is_taken_by_enter_by_name_by_number_and_by_the_mouse(tmp_path: Path) -> None:
    app = app_for(started("tic-tac-toe", 2), ["person", "person"], keep=tmp_path)

    async def play(pilot) -> None:
        await pilot.press("enter", *"b2", "enter")
        assert app.session.game.decisions == ["b2"]
        await pilot.press("enter", "down", "enter")
        assert len(app.session.game.decisions) == 2
        await pilot.press("enter")
        assert await pilot.click("#options", offset=(6, 0))
        assert len(app.session.game.decisions) == 3
        await pilot.press("enter", "f5")
        assert len(app.session.game.decisions) == 1

    asyncio.run(driven(app, play))


def test_what_is_chosen_with_other_things_has_a_sign_in_the_list_and_on_the_table(tmp_path: Path) -> None:
    app = app_for(started(baskets(tmp_path), 2, 7), keep=tmp_path)

    async def play(pilot) -> None:
        await pilot.press("enter", "enter")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert [shows(app, text) for text in ("✓  1 Fig", "✓  2 Fig", "✓  3 Plum")] == [True, True, False]
        assert app.pane("table").ticked == {"card fig"}
        await pilot.press(*", plum", "enter")
        await until(pilot, lambda: shows(app, "plant where?"))
        assert not app.pane("table").ticked
        await pilot.press(*"b2,")
        await pilot.pause()
        assert any("✓" in line for line in text_of(app)[:12]), "on the space"

    asyncio.run(driven(app, play))


def test_between_two_persons_nothing_is_shown_until_the_next_one_confirms() -> None:
    app = app_for(started("kuhn-poker", 2), ["person", "person"])

    async def play(pilot) -> None:
        assert [line for line in text_of(app) if line.strip()] == [f"  {app.session.names[0]}, press Enter"]
        await pilot.press("enter")
        await pilot.pause()
        assert shows(app, f"{app.session.names[0]}'s")

    asyncio.run(driven(app, play))


@pytest.mark.parametrize("size", [(80, 24), pytest.param((140, 40), marks=pytest.mark.slow)])
def test_the_table_follows_the_size_of_the_terminal(size: tuple[int, int]) -> None:
    app = app_for(started("tic-tac-toe", 2))

    async def play(pilot) -> None:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert len(text_of(app)) == size[1]
        assert app.screen.has_class("wide") == (size[0] > 100)

    asyncio.run(driven(app, play, (100, 30)))


def test_a_typed_beginning_leaves_the_options_that_fit() -> None:
    app = app_for(started("tic-tac-toe", 2))

    async def play(pilot) -> None:
        await pilot.press("a")
        await pilot.pause()
        assert [option.name for option in app.shown] == ["a1", "a2", "a3"]
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.shown) == 9

    asyncio.run(driven(app, play))


def test_a_line_of_the_log_shows_the_table_as_it_was_then() -> None:
    app = app_for(started("connect-four", 2), ["person"])

    async def play(pilot) -> None:
        for made in (2, 4, 6):
            await pilot.press("down", "enter")
            await until(pilot, lambda made=made: len(app.session.game.decisions) == made)
        assert await pilot.click("#log", offset=(4, 1))
        await pilot.pause()
        assert app.past and shows(app, "As it was after decision") and shows(app, ".rules:")
        await pilot.press("escape")
        await pilot.pause()
        assert not app.past and not shows(app, "As it was")
        await pilot.press("tab", "tab", "up", "up", "up")
        await pilot.pause()
        assert app.past and app.pane("log").lit

    asyncio.run(driven(app, play))


def test_changed_rule_files_are_announced_and_one_key_loads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pearl-divers"
    shutil.copytree(EXAMPLES / "pearl-divers", folder)
    opening.space.cache_clear()
    monkeypatch.setattr(table_app, "SECONDS_BETWEEN_LOOKS", 0.02)
    app = app_for(started(str(folder), 2), ["person"], rules=str(folder))

    async def play(pilot) -> None:
        await pilot.pause(0.1)
        assert not shows(app, "Rule files have changed")
        numbers = folder / "data" / "numbers.yaml"
        numbers.write_text(numbers.read_text("utf-8").replace("value: 20", "value: 60"), "utf-8")
        await until(pilot, lambda: shows(app, "Rule files have changed: F9"))
        await pilot.press("f9")
        await until(pilot, lambda: shows(app, "The changed rules hold from here on"))
        assert not shows(app, "Rule files have changed")

    asyncio.run(driven(app, play))
    opening.space.cache_clear()
