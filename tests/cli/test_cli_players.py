"""`--players` and `--seat` that do not fit the game: every command says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import cli
from rulewright.phrasing import from_to

CHECKOUT = Path(__file__).parents[2]
GRID = "./examples/connect-four"
IS_FOR = "Connect four is for 2 players."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", GRID, "--players", "3"), IS_FOR),
        (("simulate", GRID, "--players", "3"), IS_FOR),
        (("show", GRID, "--expanded", "--players", "3"), IS_FOR),
        (("compare", GRID, GRID, "--players", "3"), "are for 2 players."),
        (("play", GRID, "--players", "2", *["--seat", "person"] * 3), "--seat is given 3 times, for 2 players."),
        (("simulate", GRID, *["--seat", "greedy"] * 3), "--seat is given 3 times, for 2 players."),
    ],
)
def test_a_table_that_does_not_fit(words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_range_of_one_number_is_that_number() -> None:
    assert [from_to(2, 4, "player"), from_to(2, 2, "player"), from_to(1, 1, "player")] == [
        "2 to 4 players", "2 players", "1 player",
    ]  # fmt: skip
