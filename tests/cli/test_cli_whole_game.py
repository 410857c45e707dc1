"""The commands on the rules of a whole game, through a pipe as a person would use them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli_fakes import environment
from tests.tiers import sampled

pytestmark = pytest.mark.slow


def typed(folder: Path, words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulewright.cli", *words.split()],
        input=lines, text=True, capture_output=True, cwd=folder, env=environment(), timeout=120,
    )  # fmt: skip


def last_screen(out: str) -> str:
    """From what happened last to the prompt."""
    return out[out.rindex("\nPart ") :].split("\n> ")[0]


def test_the_first_screen(tmp_path: Path) -> None:
    done = typed(tmp_path, "play goa --seed 41827 --set first-ducats=9")
    assert done.returncode == 0 and done.stderr == ""
    assert "You are Yellow. Red, Green and Blue play greedily, one step ahead. Game number" in done.stdout
    assert "Set for this game: first-ducats 9." in done.stdout
    assert "Yellow, where do you lay the flag?    a1-a5, g1-g5, b0-f0, b6-f6 (20 spaces)" in done.stdout
    lines = done.stdout.split("\n")
    assert (
        sum(line.startswith(("    Red ", "    Green ", "    Blue ")) and " 10, counted" in line for line in lines) == 3
    )
    assert max(len(line) for line in lines if not line.startswith(("Rules read", "Go on with"))) <= 80
    assert len(lines) <= 48


@pytest.mark.parametrize("seats", sampled(2, ["", " --seat person --seat person --players 3"]))
def test_after_resume_the_screen_is_the_one_before(seats: str, tmp_path: Path) -> None:
    first = typed(tmp_path, f"play goa --seed 7{seats}", "g4\nb1\nc3\np\np\n7\np\np\n1\n")
    (saved,) = tmp_path.glob("*.save")
    again = typed(tmp_path, f"play goa{seats} --resume {saved.name}")
    assert "Something went wrong" not in first.stderr + again.stderr
    assert last_screen(again.stdout) == last_screen(first.stdout)


def test_a_saved_game_stands_behind_its_ruleset(tmp_path: Path) -> None:
    typed(tmp_path, "play goa --seed 7", "g4\n")
    (saved,) = tmp_path.glob("*.save")
    assert last_screen(typed(tmp_path, f"play goa {saved.name}").stdout) == last_screen(
        typed(tmp_path, f"play goa --resume {saved.name}").stdout
    )
    twice = typed(tmp_path, f"play goa {saved.name} --resume {saved.name}")
    alone = typed(tmp_path, f"play {saved.name}")
    assert twice.returncode == alone.returncode == 2
    assert "Two saved games: leave out --resume." in twice.stderr
    assert f"behind its ruleset: rulewright play goa {saved.name}" in alone.stderr


def test_a_whole_game_can_be_played_by_its_numbers(tmp_path: Path) -> None:
    answers = "p\n1\n2\nb1\nc1\nd1\n0\n" * 400
    done = typed(tmp_path, "play goa --players 2 --seed 3", answers + "quit\n")
    assert done.returncode == 0 and done.stderr == "" and "Traceback" not in done.stdout
    assert max(len(line) for line in done.stdout.split("\n") if not line.startswith(("Rules read", "Go on with"))) <= 80


def test_undo_and_redo_come_back_to_the_same_screen(tmp_path: Path) -> None:
    done = typed(tmp_path, "play goa --seed 7", "g4\nc3\nundo\nredo\n")
    screens = done.stdout.split("\n> ")
    board = [screen[screen.rindex("\nPart ") :] for screen in screens if "\nPart " in screen]
    assert "Taken back: c3." in done.stdout and "Done again: c3." in done.stdout
    assert board[1] == board[3] and board[2] == board[4]


def test_a_step_of_a_scenario_ends_without_a_winner(tmp_path: Path) -> None:
    done = typed(tmp_path, "play goa --from the")
    assert done.returncode == 2 and "several scenarios" in done.stderr
    done = typed(tmp_path, "play goa --from bidder,", "4\n")
    assert "The step is over: step.sell was all that this scenario plays." in done.stdout
    assert "The game is over" not in done.stdout and "wins" not in done.stdout


def test_one_folder_is_as_good_as_another(tmp_path: Path) -> None:
    assert "goa-quick-start" in typed(tmp_path, "list").stdout
    assert "first-ducats: {value: 7" in typed(tmp_path, "show first-ducats").stdout
    assert typed(tmp_path, "check goa").returncode == 0
    assert "2 games with 3 players" in typed(tmp_path, "simulate goa --players 3 --games 2").stdout
