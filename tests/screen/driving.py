"""A table in the application, driven by keys, and what its screen shows as text."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from pathlib import Path

from textual.pilot import Pilot

from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.cli.commands.play.advice import Advice
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.app.table_app import TableApp
from rulewright.cli.commands.play.debugging.debugger import Debugger
from rulewright.cli.commands.play.debugging.rules import RunningRules
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.cli.commands.play.thinking import computers_for
from rulewright.engine import Game
from rulewright.report.wording import speak
from rulewright.source.seat_kinds import RANDOM
from rulewright.workspace import compiled_program

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL, LARGE = (80, 24), (140, 40)

PATIENCE = 60
"""Seconds to wait for what comes within one."""

Play = Callable[[Pilot[None]], Awaitable[None]]


@cache
def program(name: str, seats: int, language: str = ""):
    """Return a traced build; a folder below `examples/` is named by itself."""
    return opening.ruleset(_folder(name)).in_language(language).program(seats, traced=True)


def _folder(name: str) -> str:
    return str(EXAMPLES / name) if (EXAMPLES / name).exists() else name


def started(name: str, seats: int, number: int = 5) -> Game:
    """Start a game."""
    return Game.start(program(name, seats), number)


def app_for(
    game: Game, kinds: Sequence[str] = (PERSON,), language: str = "", keep: Path = Path(), held: bool = False,
    rules: str = "",
) -> TableApp:  # fmt: skip
    """Return the application for a game; seats without a kind are random. `held`: they wait for a command.

    `rules` is the folder from which rules are read again.
    """
    seats = [*kinds, *[RANDOM] * (game.program.seats - len(kinds))]
    speak(language)
    plain = partial(compiled_program, _folder(game.program.tables.ruleset), game.program.seats, {}, traced=False)
    others = computers_for([kind for kind in seats if kind != PERSON], plain, game.program, print)
    session = Session(game, opening.seat_labels(game.program), seats, others)
    session.advice = Advice(None, plain, others.thinking)
    debugger = Debugger(session, RunningRules(rules, game.program.seats, {}))
    debugger.pace = 0 if held else None
    keeper = GameSaver(opening.save_game, ["rulewright", "play"], "game", folder=keep)
    return TableApp(TableLoop(session, keeper, Paper(), debugger=debugger), "Game")


def played(game: Game, decisions: int) -> Game:
    """Return a copy after some random decisions, or at the end."""
    game = game.copy()
    for number in range(decisions):
        if not game.over:
            game.choose(game.codes[pick(7, number, len(game.codes))])
    return game


def text_of(app: TableApp) -> list[str]:
    """Return the screen as lines of text."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def drawn(app: TableApp) -> str:
    """Return the screen with its styles."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(repr([(part.text, str(part.style)) for part in strip]) for strip in strips)


def shows(app: TableApp, text: str) -> bool:
    """Tell whether a text stands on the screen."""
    return any(text in line for line in text_of(app))


async def until(pilot: Pilot[None], wanted: Callable[[], bool]) -> None:
    """Let the application go on until something is so."""
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end, "that never came"
        await pilot.pause(0.02)


async def driven(app: TableApp, play: Play, size: tuple[int, int] = SMALL) -> TableApp:
    """Run an application, do something with its keys, and leave it."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await play(pilot)
        await pilot.pause()
    return app
