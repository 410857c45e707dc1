"""`--compiler`: the same games sooner, and a clear word where there is no compiler or it refuses."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulewright.compile.in_c.library import compiler

from rulewright.cli.main import cli
from rulewright.playtest import quick

ROOT = Path(__file__).parents[2]
GAME = str(ROOT / "examples/connect-four")

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


@needs_compiler
def test_the_games_are_the_same(tmp_path: Path) -> None:
    result, in_c = simulated(tmp_path / "a", "--compiler")
    assert result.exit_code == 0 and "Compiling the rules in C" in result.output
    again, ready = simulated(tmp_path / "b")
    assert "Compiling" not in again.output
    assert in_c == ready == simulated(tmp_path / "c", "--no-compiler")[1]


@needs_compiler
def test_many_games_are_compiled_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Compiling" not in simulated(tmp_path / "a")[0].output
    monkeypatch.setattr(quick, "MANY", 60)
    assert "Compiling" not in simulated(tmp_path / "a", "--no-compiler")[0].output
    assert "Compiling" in simulated(tmp_path / "a")[0].output


@needs_compiler
@pytest.mark.parametrize("seats", [(), ("--seat", "greedy")])
def test_a_comparison_is_the_same(seats: tuple[str, ...]) -> None:
    said = [
        run("compare", GAME, GAME, "--games", "4", "--jobs", "1", "--format", "json", *seats, how).stdout
        for how in ("--compiler", "--no-compiler")
    ]
    assert said[0] == said[1] != ""


@needs_compiler
def test_it_works_where_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    result, games = simulated(tmp_path / "a", "--compiler")
    assert result.exit_code == 0 and games.count("\n") == 60
    assert not own_cache.exists()


@needs_compiler
def test_a_damaged_library_is_made_anew(tmp_path: Path, own_cache: Path) -> None:
    _, games = simulated(tmp_path / "a", "--compiler")
    (made,) = own_cache.glob("*.so")
    made.unlink()
    made.write_text("no library")
    result, again = simulated(tmp_path / "b", "--compiler")
    assert result.exit_code == 0 and again == games


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(quick, "MANY", 60)
    assert simulated(tmp_path / "a")[0].exit_code == 0
    result, _ = simulated(tmp_path / "a", "--compiler")
    assert result.exit_code == 2
    assert "--compiler: there is no C compiler here: none is called cc, gcc, clang, and CC names none." in result.output


@needs_compiler
def test_a_compiler_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = tmp_path / "refusing"
    refusing.write_text("#!/bin/sh\necho 'x.c:1: error: no numbers of 128 bits' >&2\nexit 1\n")
    refusing.chmod(refusing.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CC", str(refusing))
    monkeypatch.setattr(quick, "MANY", 60)
    assert simulated(tmp_path / "a")[0].exit_code == 0
    result, _ = simulated(tmp_path / "a", "--compiler")
    assert result.exit_code == 2
    assert f"the C compiler {refusing} refuses the program: x.c:1: error: no numbers of 128 bits." in result.output
