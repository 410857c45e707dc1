"""Playing through a pipe and with Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_fakes import environment
from tests.interrupts import heard


def rulewright(cwd: Path, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli_fakes", *words], input=typed, cwd=cwd, text=True,
        env={**environment(), "TMPDIR": str(cwd)}, capture_output=True, timeout=60, encoding="utf-8",
    )  # fmt: skip


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    done = rulewright(tmp_path, "5\nb2\nkeep\n", "play", "fake", "--seed", "41827")
    assert done.returncode == 0 and not done.stderr
    lines = done.stdout.split("\n")
    assert lines[0] == "Fake, first printing.  14 of its figures are assumed (rulewright sources fake)."
    assert lines[1] == "You are Yellow. Red, Green and Blue play at random. Game number 41827."
    assert "Another table: rulewright play fake --players 3 --seat person --seat person" in lines
    assert "Yellow, which number?    Pick 5 to 10, or p to pass" in lines
    assert "The game is over." in lines
    assert max(map(len, lines)) <= 80


@pytest.mark.slow
def test_what_is_no_utf_8_is_answered(tmp_path: Path) -> None:
    """Where the locale is strict about it, such a byte ended the game with a report of an internal error."""
    done = subprocess.run(
        [sys.executable, "-m", "cli_fakes", "play", "fake", "--seed", "1"], input=b"\xff\n5\n", cwd=tmp_path,
        env={**environment(), "TMPDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True, timeout=60,
    )  # fmt: skip
    assert b"is not offered now" in done.stdout and b"Yellow: Pick 5." in done.stdout and not done.stderr


@pytest.mark.slow
def test_only_what_the_reader_may_see(tmp_path: Path) -> None:
    done = rulewright(tmp_path, "5\nlog all\n", "play", "fake", "--seed", "1")
    assert "Yellow: Pick 5." in done.stdout
    assert "Red: P" not in done.stdout


@pytest.mark.slow
def test_end_of_input_saves_and_the_screen_comes_back(tmp_path: Path) -> None:
    first = rulewright(tmp_path, "5\nb2\n", "play", "fake", "--seed", "3", "--players", "3")
    assert "rulewright play fake --players 3 --resume fake-3.save" in first.stdout
    again = rulewright(tmp_path, "undo\nredo\n", "play", "fake", "--players", "3", "--resume", "fake-3.save")
    before = first.stdout.split("> b2\n\n")[1].split("\n> \n")[0]
    after = again.stdout.split("--seat person\n\n")[1].split("\n> undo")[0]
    assert before == after
    assert "Taken back: b2." in again.stdout and "Done again: b2." in again.stdout


@pytest.mark.slow
def test_quit_does_not_overwrite_an_older_game(tmp_path: Path) -> None:
    rulewright(tmp_path, "quit\n", "play", "fake", "--seed", "3")
    second = rulewright(tmp_path, "5\nquit\n", "play", "fake", "--seed", "3")
    assert "Saved in fake-3-2.save" in second.stdout


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes everywhere")
def test_unwritable_folder_keeps_the_game(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    check_unwritable(rulewright(tmp_path, "save\n5\n", "play", "fake", "--seed", "3"))


@pytest.mark.slow
def test_unwritable_file_keeps_the_game(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    done = rulewright(tmp_path, "save x/y\n5\nquit\n", "play", "fake", "--seed", "3")
    check_unwritable(done)


def check_unwritable(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert "could not be written" in done.stdout
    assert "The game goes on. Another place:  save FILE" in done.stdout
    assert "Yellow: Pick 5." in done.stdout and "--resume" in done.stdout


@pytest.mark.slow
def test_two_persons_are_parted(tmp_path: Path) -> None:
    done = rulewright(
        tmp_path, "5\nundo\n6\na1\n", "play", "fake", "--seed", "3", "--seat", "person", "--seat", "person"
    )
    assert "Yellow and Red are persons at this table." in done.stdout
    assert "----- Red ---" in done.stdout and "----- Yellow ---" in done.stdout
    assert "Yellow has decided in secret since then; that cannot be taken back." in done.stdout
    red = done.stdout.split("----- Red")[1].split("----- Yellow")[0]
    assert "Yellow: Pick 5." not in red and "Red, which number?" in red


@pytest.mark.slow
def test_what_was_taken_back_is_told(tmp_path: Path) -> None:
    typed = "5\n6\na1\nb1\nundo\n"
    done = rulewright(tmp_path, typed, "play", "fake", "--seed", "3", "--seat", "person", "--seat", "person")
    assert "Taken back: a1. What Red decided since then (1) is taken back, too." in done.stdout.replace("\n", " ")


@pytest.mark.slow
def test_help_why_and_view(tmp_path: Path) -> None:
    done = rulewright(tmp_path, "?\nwhy\nwhy b2\nview red\nlog rules\n\nnonsense\n", "play", "fake", "--seed", "3")
    for part in (
        "why NAME     the reason", "spaces:\n  b2: the space is taken", "  step.lay, fake/rules/fake.rules:9",
        "Red. number: hidden", "    step.pick, fake/rules/fake.rules:3", '"nonsense" is not offered now.',
    ):  # fmt: skip
        assert part in done.stdout


@pytest.mark.slow
def test_only_random_seats(tmp_path: Path) -> None:
    done = rulewright(tmp_path, "", "play", "fake", "--seed", "3", "--seat", "random", "--seat", "random")
    assert done.returncode == 0 and "The game is over." in done.stdout
    assert "Yellow and Red play at random." in done.stdout


@pytest.mark.slow
def test_a_table_that_does_not_fit(tmp_path: Path) -> None:
    done = rulewright(tmp_path, "", "play", "fake", "--players", "5")
    assert done.returncode == 2 and "Fake is for 2 to 4 players." in done.stderr
    done = rulewright(tmp_path, "", "play", "fake", "--set", "money")
    assert done.returncode == 2 and "NAME=VALUE" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_saves(tmp_path: Path) -> None:
    with heard():
        running = subprocess.Popen(
            [sys.executable, "-u", "-m", "cli_fakes", "play", "fake", "--seed", "3"], cwd=tmp_path, text=True,
            env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
    assert running.stdout is not None
    shown = ""
    while not shown.endswith("\n> "):
        shown += running.stdout.read(1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 0 and not err
    assert "Go on with:  rulewright play fake --players 4 --resume fake-3.save" in out
    assert (tmp_path / "fake-3.save").exists()


@pytest.mark.slow
def test_rules_that_break_in_play_leave_the_game_standing(tmp_path: Path) -> None:
    done = rulewright(tmp_path, "5\nsave\n", "play", "fake", "--seed", "3", "--set", "broken=1", "--players", "2")
    assert done.returncode == 0 and "always-broken" not in done.stdout
    done = rulewright(tmp_path, "5\na1\nlog\n", "play", "fake", "--seed", "3", "--set", "broken=1", "--players", "2")
    assert done.returncode == 1 and not done.stderr
    assert "fake/rules/fake.rules:9:1  error  always-broken" in done.stdout
    assert "The game stands where it stood before that" in done.stdout
    assert "Set for this game: broken 1." in done.stdout and "--resume fake-3" in done.stdout


@pytest.mark.slow
def test_save_asks_before_it_overwrites_what_is_not_a_save(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("as it was")
    typed = "save precious.txt\nno\nsave game.save\n5\nsave game.save\nquit without saving\n"
    done = rulewright(tmp_path, typed, "play", "fake", "--seed", "3")
    assert "precious.txt is there already and is not a save. Type yes to overwrite it: no" in done.stdout
    assert "precious.txt is left as it was." in done.stdout and done.stdout.count("Saved in game.save.") == 2
    assert (tmp_path / "precious.txt").read_text() == "as it was"
    done = rulewright(tmp_path, "save precious.txt\nyes\nquit without saving\n", "play", "fake", "--seed", "3")
    assert "Saved in precious.txt." in done.stdout and (tmp_path / "precious.txt").read_text() != "as it was"
