"""A game that is broken off, however that happens, is there at the next start, up to the last decision."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_fakes import environment

if sys.platform == "win32":
    pytest.skip("terminals are different there", allow_module_level=True)

from at_a_terminal import AtATerminal
from test_cli_whole_game import typed

from rulewright.cli.commands.play.unfinished import unfinished_games

GAME = str(Path(__file__).parents[2] / "examples/tic-tac-toe")
PERSONS = ["--seat", "person", "--seat", "person"]

Play = Callable[..., AtATerminal]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_STATE", str(tmp_path / "state"))

    def started(*words: str) -> AtATerminal:
        terminal = AtATerminal(["play", GAME, *words], environment())
        terminal.wait()
        return terminal

    return started


def left(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "state").rglob("*") if path.is_file())


@pytest.mark.slow
def test_killed_and_taken_up_again(play: Play, tmp_path: Path) -> None:
    first = play("--seed", "77", *PERSONS)
    first.type("a1")
    first.type("b2")
    first.kill()
    again = play()
    assert (
        "Unfinished games" in again.shown
        and "game number 77 (players: 2), interrupted after decision 2," in again.shown
    )
    again.type("1")
    assert "This game was interrupted after decision 2 " in again.shown
    again.type("undo")
    assert "Taken back: a1. What Nought decided since then (1) is taken back, too." in again.shown
    for line in ("a1", "b1", "a2", "b2", "a3"):
        again.type(line)
    assert "The game is over" in again.shown and left(tmp_path) == []
    again.kill()


@pytest.mark.slow
@pytest.mark.parametrize("decisions", [0, 1])
def test_only_what_was_decided_is_kept(play: Play, tmp_path: Path, decisions: int) -> None:
    first = play(*PERSONS)
    for line in ("a1", "b2")[:decisions]:
        first.type(line)
    os.write(first.screen, b"c")
    first.kill()
    assert len(left(tmp_path)) == 2 * decisions


@pytest.mark.slow
def test_a_new_game_leaves_the_others_alone(play: Play, tmp_path: Path) -> None:
    for number in ("5", "6"):
        game = play("--seed", number, *PERSONS)
        if "Unfinished games" in game.shown:
            game.type("")
        game.type("a1")
        game.kill()
    last = play()
    assert last.shown.index("game number 6") < last.shown.index("game number 5")
    last.type("forget 2")
    assert "Thrown away: game number 5." in last.shown
    last.type("7")
    assert "There is no game 7 in this list." in last.shown
    last.type("")
    assert "You are Cross." in last.shown
    last.kill()
    assert len(left(tmp_path)) == 2


@pytest.mark.slow
def test_a_game_that_is_being_played_is_not_offered(play: Play) -> None:
    first = play(*PERSONS)
    first.type("a1")
    second = play()
    assert "Unfinished" not in second.shown
    second.kill()
    first.kill()


@pytest.mark.slow
def test_a_closed_terminal_loses_nothing(play: Play, tmp_path: Path) -> None:
    first = play("--seed", "77", *PERSONS)
    first.type("a1")
    first.end()
    again = play()
    assert "game number 77 (players: 2), interrupted after decision 1," in again.shown
    again.kill()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["quit", "quit without saving"])
def test_a_game_that_is_put_away_is_not_offered(play: Play, tmp_path: Path, ending: str) -> None:
    first = play(*PERSONS)
    first.type("a1")
    assert len(left(tmp_path)) == 2
    os.write(first.screen, f"{ending}\n".encode())
    os.waitpid(first.pid, 0)
    assert left(tmp_path) == []


@pytest.mark.slow
def test_where_nobody_can_be_asked_the_command_is_told(play: Play, tmp_path: Path) -> None:
    first = play("--seed", "77", *PERSONS)
    first.type("a1")
    first.kill()
    done = typed(tmp_path, f"play {GAME}", "quit without saving\n")
    command = next(line for line in done.stdout.splitlines() if "--resume" in line)
    assert command.startswith("  rulewright play ") and "--seat person --seat person" in command
    done = typed(tmp_path, command.removeprefix("  rulewright "), "quit\n")
    assert "interrupted after decision 1 " in done.stdout and "Saved in tic-tac-toe-77.save." in done.stdout
    assert left(tmp_path) == []


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_told_once(play: Play, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    game = play(*PERSONS)
    game.type("a1")
    game.type("b2")
    shown = " ".join(game.shown.split())
    assert shown.count("could not be written") == 1 and "the game is lost. Keep it elsewhere: save FILE" in shown
    game.kill()


@pytest.mark.slow
def test_a_folder_that_is_open_to_others_is_not_used(play: Play, tmp_path: Path) -> None:
    first = play("--seed", "77", *PERSONS)
    first.type("a1")
    first.kill()
    (folder,) = (tmp_path / "state" / "games").iterdir()
    folder.chmod(0o755)
    before = left(tmp_path)
    again = play("--seed", "78", *PERSONS)
    shown = " ".join(again.shown.split())
    assert f"neither kept nor offered: {folder} is open to other users; make it yours alone: chmod 700" in shown
    assert "Unfinished games, the last" not in shown
    again.type("a1")
    again.kill()
    assert left(tmp_path) == before
    folder.chmod(0o700)
    offered = play()
    assert "game number 77" in offered.shown
    offered.kill()


def test_what_killed_processes_left_is_swept_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (".rulewright-old.part", "old.table", "game.table", "game.save"):
        (tmp_path / name).write_text("[]")
        os.utime(tmp_path / name, (0, 0))
    for name in (".rulewright-new.part", "new.table"):
        (tmp_path / name).write_text("[]")
    assert unfinished_games(tmp_path) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".rulewright-new.part", "game.save", "game.table", "new.table",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_program_in_the_file_of_a_table_is_not_started_unasked(play: Play, tmp_path: Path) -> None:
    first = play("--seed", "5", *PERSONS)
    first.type("a1")
    first.kill()
    (table,) = (path for path in left(tmp_path) if path.suffix == ".table")
    seat = f"cmd:{sys.executable} -c open('started','w')"
    table.write_text(json.dumps(["--players", "2", "--plain", "--seat", "person", "--seat", seat]))
    again = play()
    again.type("1")
    assert "a program is started: cmd:" in again.shown
    again.type("no")
    assert again.shown.count("Unfinished games") > 1 and not (tmp_path / "started").exists()
    again.type("")
