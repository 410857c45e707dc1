"""`--compiler`: the same games sooner, and a clear word where there is no compiler or it refuses."""

from __future__ import annotations

import multiprocessing
import stat
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from tests.tiers import sampled

from rulewright.backends import Program, native
from rulewright.backends.native import NoLibrary, compiler, is_ready
from rulewright.cli import compiling
from rulewright.cli.commands import simulate
from rulewright.cli.main import cli
from rulewright.cli.options import Games
from rulewright.playtest import native_builds
from rulewright.playtest.match import NEVER, SOON
from rulewright.playtest.simulate import SimulatedGames
from rulewright.workspace import load

ROOT = Path(__file__).parents[2]
GAME = str(ROOT / "examples/connect-four")
MATCH = SimulatedGames((load(GAME),), 2)


def for_ages(program: Program) -> float:
    """More seconds in Python than any compiling takes."""
    return 1e9


needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is ready yet."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def simulated(out: Path, *more: str) -> tuple[Result, str]:
    result = run("simulate", GAME, "--games", "60", "--jobs", "1", "--out", str(out), *more)
    return result, out.read_text("utf-8") if out.exists() else ""


@pytest.mark.slow
@needs_compiler
def test_the_games_are_the_same(tmp_path: Path) -> None:
    result, in_c = simulated(tmp_path / "a", "--compiler")
    assert result.exit_code == 0 and "Compiling the rules in C" in result.output
    again, ready = simulated(tmp_path / "b")
    assert "Compiling" not in again.output
    assert in_c == ready == simulated(tmp_path / "c", "--no-compiler")[1]


@pytest.mark.slow
@needs_compiler
def test_the_first_of_many_games_are_played_while_the_rules_are_compiled() -> None:
    player, declined = replace(MATCH, in_c=SOON)(), list[str]()
    assert not is_ready(player.program)
    with native_builds.compiling_meanwhile(MATCH.programs, declined.append):
        first = player.play_rows(range(1, 6))
        assert player.program.machine is None
        end = time.monotonic() + 60
        while not is_ready(player.program) and time.monotonic() < end:
            time.sleep(0.05)
    rest = player.play_rows(range(6, 11))
    assert player.program.machine is not None and declined == []
    assert first.data + rest.data == MATCH().play_rows(range(1, 11)).data


@pytest.mark.slow
@needs_compiler
def test_compiling_ends_with_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    monkeypatch.setattr(compiling, "TRIAL_SECONDS", 0)
    monkeypatch.setattr(compiling, "compiling_seconds", lambda program: 0)
    assert compiling.in_c(MATCH, Games(), 60, wait=False) == SOON
    assert compiling.in_c(MATCH, Games(compiler=False), 60, wait=False) == NEVER
    result, games = simulated(tmp_path / "a")
    assert result.exit_code == 0 and games.count("\n") == 60
    assert not multiprocessing.active_children()


@needs_compiler
def test_compiling_begins_when_the_other_games_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, passed = list[object](), iter([0, 0.1, 0.3, 0.4, 0.5])
    monkeypatch.setattr(compiling, "compiling_meanwhile", lambda *given: nullcontext(begun.append(given)))
    monkeypatch.setattr(compiling, "compiling_seconds", lambda program: 5.0)
    monkeypatch.setattr(compiling, "time", SimpleNamespace(monotonic=lambda: next(passed)))
    counts = list[int]()
    with compiling.compiling_alongside(replace(MATCH, in_c=SOON), 200) as note:
        for _ in range(
            4
        ):  # after 2 of 200 games nothing is known yet; then 3 took 0.3 seconds, so the others take 19.7
            note(1 if counts else 2)
            counts.append(len(begun))
    assert counts == [0, 1, 1, 1]


@pytest.mark.slow
@needs_compiler
def test_what_played_is_said_last(tmp_path: Path) -> None:
    assert simulated(tmp_path / "a", "--no-compiler")[0].stderr == "Played in Python.\n"
    assert simulated(tmp_path / "b", "--compiler")[0].stderr.splitlines()[-1] == "Played in C."
    assert simulate.build_line(29, 171) == "29 games played in Python, 171 games in C."
    assert simulate.build_line(0, 0) == ""


def test_what_compiling_is_worth_is_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_builds, "has_compiler", lambda: True)
    monkeypatch.setattr(native_builds, "seconds_of_game", lambda program, check: 0.1)
    (program,) = MATCH.compiled()
    enough = int(native_builds.compiling_seconds(program) / 0.1) + 1
    tried = [MATCH.programs_for_c(None, MATCH.seconds_in_python(games)) for games in (1, enough - 2, enough + 1)]
    assert tried == [[], [], [program]]
    thinking = replace(MATCH, who=("greedy",))
    assert thinking.programs_for_c(None, thinking.seconds_in_python(enough // 10)) == [program]


def test_why_games_are_played_in_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(program: Program) -> None:
        raise NoLibrary("a set of 5,000 things")

    monkeypatch.setattr(native, "prepare", refuse)
    monkeypatch.setattr(native_builds, "is_quicker", lambda program, seconds: True)
    assert compiling.in_c(MATCH, Games(), for_ages) == NEVER
    assert capsys.readouterr().err.splitlines()[-1] == (
        "These games are played in Python, not in C: a set of 5,000 things."
    )


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("seats", sampled(2, [[], ["--seat", "greedy"]]))
def test_a_comparison_is_the_same(seats: tuple[str, ...]) -> None:
    said = [
        run("compare", GAME, GAME, "--games", "4", "--jobs", "1", "--format", "json", *seats, how).stdout
        for how in ("--compiler", "--no-compiler")
    ]
    assert said[0] == said[1] != ""


@pytest.mark.slow
@needs_compiler
def test_it_works_where_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    result, games = simulated(tmp_path / "a", "--compiler")
    assert result.exit_code == 0 and games.count("\n") == 60
    assert not own_cache.exists()


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("damaged", [lambda data: b"no library", lambda data: data[:9000], lambda data: data + b" "])
def test_a_damaged_library_is_made_anew(tmp_path: Path, own_cache: Path, damaged: Callable[[bytes], bytes]) -> None:
    _, games = simulated(tmp_path / "a", "--compiler")
    (made,) = own_cache.glob("*.so")
    data = made.read_bytes()
    made.unlink()
    made.write_bytes(damaged(data))
    result, again = simulated(tmp_path / "b", "--compiler")
    assert result.exit_code == 0 and again == games
    assert made.read_bytes() != damaged(data)


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiling, "TRIAL_SECONDS", 0)
    monkeypatch.setattr(compiling, "compiling_seconds", lambda program: 0)
    assert simulated(tmp_path / "a")[0].exit_code == 0
    result, _ = simulated(tmp_path / "b", "--compiler")
    assert result.exit_code == 2
    assert "--compiler: there is no C compiler here: none is called cc, gcc, clang, and CC names none." in result.output


@pytest.mark.slow
@needs_compiler
def test_a_compiler_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = tmp_path / "refusing"
    refusing.write_text("#!/bin/sh\necho 'x.c:1: error: no numbers of 128 bits' >&2\nexit 1\n")
    refusing.chmod(refusing.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CC", str(refusing))
    monkeypatch.setattr(compiling, "TRIAL_SECONDS", 0)
    monkeypatch.setattr(compiling, "compiling_seconds", lambda program: 0)
    assert simulated(tmp_path / "a")[0].exit_code == 0
    result, _ = simulated(tmp_path / "b", "--compiler")
    assert result.exit_code == 2
    assert f"the C compiler {refusing} refuses the program: x.c:1: error: no numbers of 128 bits." in result.output
