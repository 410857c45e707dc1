"""Every number that is accepted gives the same game with and without C; others are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.backends.native import compiler
from rulewright.cli.main import cli
from rulewright.diagnostics.limits import GAME_NUMBER

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "tic-tac-toe")
MOST = GAME_NUMBER.most


def simulated(*options: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["simulate", EXAMPLE, "--jobs", "1", *options])
    return done.exit_code, done.output


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
@pytest.mark.parametrize("first", [(1 << 63) - 2, 1 << 63, MOST - 2])
def test_games_of_high_numbers_are_the_same_in_c(first: int, tmp_path: Path) -> None:
    written = []
    for build in ("--compiler", "--no-compiler"):
        out = tmp_path / f"{build}.jsonl"
        assert simulated("--games", "3", "--seed", str(first), "--out", str(out), build)[0] == 0
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert all(f'"game": {first + at},'.encode() in written[0] for at in range(3))


@pytest.mark.parametrize("command", ["simulate", "compare", "diverge", "try"])
def test_a_range_of_games_that_goes_too_far_is_refused(command: str) -> None:
    rulesets = [EXAMPLE] * (1 if command in ("simulate", "try") else 2)
    done = CliRunner().invoke(cli, [command, *rulesets, "--seed", str(MOST - 3), "--games", "5"])
    assert done.exit_code == 2 and f"the highest game number is {MOST}" in " ".join(done.output.split())


def test_a_number_that_no_game_has_is_refused() -> None:
    code, said = simulated("--seed", str(MOST + 1))
    assert code == 2 and str(MOST) in said


@pytest.mark.parametrize("typed", ["+5", " 7", "1_000", "\u0663", "7.0", ""])
def test_numbers_are_written_in_digits(typed: str) -> None:
    for option in ("--seed", "--games", "--players"):
        code, said = simulated(option, typed)
        assert code == 2 and f"{typed!r} is not a whole number: write it in the digits 0 to 9." in said
    code, said = simulated("--set", f"first-money={typed}")
    assert code == 2 and f'"{typed}" is not a whole number: write it in the digits 0 to 9.' in said


@pytest.mark.parametrize("typed", ["nan", "1_0", "\u0663", "+3"])
def test_decimal_numbers_are_written_in_digits_and_with_a_point(typed: str) -> None:
    done = CliRunner().invoke(cli, ["arena", EXAMPLE, "--seat", "greedy", "--seat", "random", "--until", typed])
    assert (
        done.exit_code == 2 and f"{typed!r} is not a number: write it in the digits 0 to 9, as in 2.5." in done.output
    )
