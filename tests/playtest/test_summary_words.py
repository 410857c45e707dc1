"""The words of many games: results that all share, broken games first, commands that can be typed."""

from __future__ import annotations

import shlex

import pytest

from rulewright.playtest.rows import GameRows, RowColumns
from rulewright.playtest.summary import Summary
from rulewright.report.renderers import terminal
from rulewright.report.simulate_report import simulate_report


def summary_of(*ranks: tuple[int, int]) -> Summary:
    """Return the summary of games of two seats, given the rank of each seat in each game."""
    summary = Summary(2)
    for first in (ranks[:2], ranks[2:]):  # in two parts, as games come from several processes
        rows = GameRows(RowColumns(2, (), ()))
        for number, (one, other) in enumerate(first):
            rows.data.extend([number, 4, 2, 2, 7, 7, one, other])
        summary.add_rows(rows)
    return summary


def told(summary: Summary, repeat: str = "rulewright simulate fake") -> str:
    return "\n".join(terminal(simulate_report("3 games.", summary, ["Ann", "Ben"], repeat)))


def test_who_always_share_their_place_win_together() -> None:
    said = " ".join(told(summary_of((0, 0), (1, 1), (0, 0), (0, 0))).split())
    assert said.count("75.0%") == 2 and "50.0%" not in said and "37.5%" not in said
    assert "All have the same place in every game." in said and "games that they win: 24.9% to 98.7%." in said


@pytest.mark.parametrize("ranks", [((0, 0), (0, 1), (0, 0)), ((0, 0), (0, 0), (1, 0))])
def test_one_game_in_which_they_part_makes_them_rivals(ranks: tuple[tuple[int, int], ...]) -> None:
    said = told(summary_of(*ranks))
    assert "same place" not in said and "95% interval of wins:" in said and "66.7%" in said


def test_broken_games_come_first_with_a_command_in_one_line() -> None:
    summary, long = summary_of((0, 1)), shlex.join(["rulewright", "simulate", "./my game", "--seat", "search:200 " * 9])
    summary.failures["a rule does not hold"] = [7, 9]
    lines = told(summary, long).split("\n")
    assert lines[0] == "2 games broken: a rule does not hold"
    (again,) = (line for line in lines if line.startswith("  again:  "))
    assert shlex.split(again.removeprefix("  again:  "))[2:] == [
        "./my game",
        "--seat",
        "search:200 " * 9,
        "--seed",
        "7",
    ]
