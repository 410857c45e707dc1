"""Kills `play` while somebody types, and goes on with the game that is then offered."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.cli.at_a_terminal import AtATerminal
from tests.kills.processes import assert_all_ended, marked

from rulewright.engine import Game
from rulewright.engine.savefile.format import read
from rulewright.workspace import compiled_program

GAME = str(Path(__file__).parents[2] / "examples/connect-four")
COLUMNS = "abcdefg"


@dataclass
class Killed:
    """What came of the kills."""

    kills: int = 0
    taken_up: int = 0
    decisions: int = 0
    finished: int = 0
    in_between: int = 0
    """Decisions that were on the disk although their prompt was never shown."""
    typed: list[str] = field(default_factory=list)
    """The decisions of the game at hand that were answered by the next prompt, and perhaps one more."""
    answered: int = 0


def kill_play(times: int, random: Random, folder: Path) -> Killed:
    """Kill a table so often; assert that every decision that was answered is there at the next start."""
    killed = Killed()
    while killed.kills < times:
        mark = f"play-{os.getpid()}-{killed.kills}"
        environment = marked(mark) | {"RULEWRIGHT_STATE": str(folder / "state"), "TERM": "dumb"}
        words = ["play", GAME, "--seat", "person", "--seat", "person"]
        table = AtATerminal(words, environment)
        if random.random() < 0.15:
            time.sleep(random.uniform(0, 1.5))  # before anything can be typed
        else:
            _sit_down(table, killed)
            _play(table, killed, random)
        table.kill()
        killed.kills += 1
        assert_all_ended(mark)
        _look(folder, killed)
    return killed


def _sit_down(table: AtATerminal, killed: Killed) -> None:
    """Wait for the first prompt; a game that is offered must be the one that was killed."""
    table.wait()
    assert ("Unfinished games" in table.shown) == bool(killed.answered), table.shown
    if killed.answered:
        said = re.search(r"after decision (\d+),", table.shown)
        assert said is not None and int(said[1]) == killed.answered, table.shown
        table.type("1")
        killed.taken_up += 1


def _play(table: AtATerminal, killed: Killed, random: Random) -> None:
    """Type some decisions, and one more without waiting for what comes of it."""
    for _ in range(random.randrange(4)):
        table.type(_next(killed, random))
        killed.answered += 1
        killed.decisions += 1
        if "The game is over" in table.shown:
            killed.finished += 1
            killed.typed, killed.answered = [], 0
            return
    os.write(table.screen, f"{_next(killed, random)}\n".encode())
    time.sleep(random.uniform(0, 0.06))


def _next(killed: Killed, random: Random) -> str:
    """Choose a column that is not full; what was typed without an answer before counts only if it was kept."""
    del killed.typed[killed.answered :]
    killed.typed.append(random.choice([one for one in COLUMNS if killed.typed.count(one) < 6]))
    return killed.typed[-1]


def _look(folder: Path, killed: Killed) -> None:
    """Assert that what is on the disk is what was answered, or one decision more."""
    saves = sorted((folder / "state").rglob("*.save"))
    if not saves:
        assert not killed.answered or _is_over(killed.typed), f"the game is gone: {killed.typed}"
        killed.finished += bool(killed.answered)
        killed.typed, killed.answered = [], 0
        return
    (save,) = saves
    decisions = [decision.name for decision in read(save).decisions]
    if len(killed.typed) > killed.answered and len(decisions) == killed.answered + 1:
        killed.answered += 1
        killed.in_between += 1
    assert decisions == killed.typed[: killed.answered], (decisions, killed.typed, killed.answered)


def _is_over(columns: list[str]) -> bool:
    """Return whether these decisions end the game."""
    game = Game.start(compiled_program(GAME, 2), seed=1)
    for column in columns:
        game.choose(column)
    return game.over
