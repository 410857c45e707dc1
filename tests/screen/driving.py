"""A table in the application, driven by keys, and what its screen shows as text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path

from textual.pilot import Pilot

from rulewright.cli import opening
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.app.table_app import TableApp
from rulewright.cli.commands.play.keeping import Keeper
from rulewright.cli.commands.play.loop import Loop
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.engine import Game
from rulewright.players.seats import RANDOM
from rulewright.players.table import TableGame
from rulewright.report.wording import speak

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL, LARGE = (80, 24), (140, 40)

Play = Callable[[Pilot[None]], Awaitable[None]]


@cache
def program(name: str, seats: int, language: str = ""):
    """Return a traced build; a folder below `examples/` is named by itself."""
    folder = EXAMPLES / name
    return opening.program(str(folder) if folder.exists() else name, seats, {}, language=language)


def started(name: str, seats: int, number: int = 5) -> Game:
    """Start a game."""
    return Game.start(program(name, seats), number)


def app_for(game: TableGame, kinds: Sequence[str] = (PERSON,), language: str = "", keep: Path = Path()) -> TableApp:
    """Return the application for a game; seats without a kind are random."""
    seats = [*kinds, *[RANDOM] * (game.program.seats - len(kinds))]
    speak(language)
    session = Session(game, opening.shown_names(game.program), seats)
    return TableApp(Loop(session, Keeper(opening.save, ["rulewright", "play"], "game", folder=keep), Paper()), "Game")


def text_of(app: TableApp) -> list[str]:
    """Return the screen as lines of text."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def shows(app: TableApp, text: str) -> bool:
    """Tell whether a text stands on the screen."""
    return any(text in line for line in text_of(app))


async def driven(app: TableApp, play: Play, size: tuple[int, int] = SMALL) -> TableApp:
    """Run an application, do something with its keys, and leave it."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await play(pilot)
        await pilot.pause()
    return app
