"""The page of a recorded game: a step for every decision, lines of the table that are there once, a seat's own view."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.engine import Game
from rulewright.engine.table_rules import table_rules_of
from rulewright.report.drawing import draw_table, styles_of
from rulewright.report.log_text import EVERYTHING
from rulewright.report.model import Report, Section
from rulewright.report.renderers import html
from rulewright.report.replay_steps import PositionCollector
from rulewright.report.table import look

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


def tables_of(text: str) -> list[list[str]]:
    """Return the lines of each table, as the script of the page puts them together."""
    kept = re.search(r'<script type="text/plain" id="lines">(.*?)</script>', text, re.DOTALL)
    assert kept is not None
    lines, numbers = kept[1].split("\n"), list[int]()
    assert len(lines) == len(set(lines)), "every line is there once"
    found = []
    for splices in re.findall(r'data-splices="([^"]*)"', text):
        for start, end, put in json.loads(splices):
            numbers[start:end] = put
        found.append([lines[number] for number in numbers])
    return found


def test_the_page_puts_the_tables_together_from_lines_that_are_there_once() -> None:
    game = Game.start(opening.ruleset(str(ROOT / "examples" / "tic-tac-toe")).program(2, traced=True), 1)
    found, drawn, before = PositionCollector(EVERYTHING), list[list[str]](), None
    while game.question is not None:
        found.add(game)
        table = look(game, None, before, everything=True)
        drawn.append(draw_table(table, styles_of(table_rules_of(game.program))).splitlines())
        before = list(game.state)
        game.choose(game.question.choices[-1].name)
    assert tables_of(html(found.report("A game", [], []))) == drawn
    assert len(drawn) > 4 and all("<svg" in "".join(lines) for lines in drawn), "the grid is drawn"


def test_only_pages_with_pictures_have_their_style() -> None:
    style = "Needs the variables of"
    assert style in page(min(REPLAY.glob("*.replay")))
    assert style not in html(Report([Section(["A line."])], "A report", kind="compare"))


def test_a_seat_reads_its_own_options_only_and_not_the_number_of_the_game() -> None:
    file = min((ROOT / "examples" / "kuhn-poker" / "replays").glob("*.replay"))
    seat = opening.ruleset(str(ROOT / "examples" / "kuhn-poker")).about.names[0]
    everything, own = page(file), page(file, "--as", seat)
    assert "with all secrets" in everything and "Game number" not in own
    assert own.count('class="options"') < everything.count('class="options"')
    assert f"As {seat} saw it." in own
