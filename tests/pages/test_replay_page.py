"""The page of a recorded game: a step for every decision, parts of the table that are there once, a seat's own view."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.main import cli

ROOT = Path(__file__).parents[2]
REPLAY = ROOT / "examples" / "tic-tac-toe" / "replays"


def page(file: Path, *words: str) -> str:
    opening.space.cache_clear()
    done = CliRunner().invoke(cli, ["replay", str(file), "--html", "-", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_there_is_a_step_for_every_decision_and_one_for_the_end() -> None:
    file = min(REPLAY.glob("*.replay"))
    decisions = CliRunner().invoke(cli, ["replay", str(file), "--trace"]).output
    text = page(file)
    steps = re.findall(r'<li id="decision-(\d+)"', text)
    assert steps == [str(number) for number in range(len(steps))]
    assert f"{len(steps) - 1} decisions" in decisions


def test_every_part_of_the_table_that_a_step_names_is_there_once() -> None:
    text = page(min(REPLAY.glob("*.replay")))
    parts = re.findall(r'<template id="part-(\d+)"', text)
    named = {number for listed in re.findall(r'data-parts="([^"]*)"', text) for number in re.findall(r"\d+", listed)}
    why = set(re.findall(r'data-why="(\d+)"', text)) - {"0"}
    assert len(parts) == len(set(parts))
    assert named | why == set(parts)
    assert "<svg" in text, "the grid is drawn"


def test_a_seat_reads_its_own_options_only_and_not_the_number_of_the_game() -> None:
    file = min((ROOT / "examples" / "kuhn-poker" / "replays").glob("*.replay"))
    seat = opening.ruleset(str(ROOT / "examples" / "kuhn-poker")).about.names[0]
    everything, own = page(file), page(file, "--as", seat)
    assert "with all secrets" in everything and "Game number" not in own
    assert own.count('class="options"') < everything.count('class="options"')
    assert f"As {seat} saw it." in own
