"""Sheets of pieces to cut out: every piece as often as it is there, on faces made of what is printed on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.report.drawing.printed import large
from rulewright.report.sheets_html import GOODS, MARKERS, MONEY
from rulewright.rulebook import book_of
from rulewright.rulebook.dictionary import read_dictionary
from rulewright.rulebook.faces import faces_of, kinds_with_inventory
from rulewright.rulebook.rule_text import rule_texts

ROOT = Path(__file__).parents[2]


def run(ruleset: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["sheets", str(ROOT / ruleset), "--html", "-"])


def test_every_piece_is_there_as_often_as_in_the_game() -> None:
    text = run("tests/probes/laying-cards").output
    for heading, number in re.findall(r'<h2>(.+?) <span class="no">(\d+)</span></h2>', text):
        sheet = text[text.index(f"<h2>{heading} <span") :].partition("</section>")[0]
        assert sheet.count('<use href="#face-') == int(number) > 0
    named = re.findall(r'role="img" aria-label="([^"]*)"', text)
    assert len(named) > len(re.findall("<symbol ", text)), "equal faces are drawn once"


def test_a_game_without_pieces_has_its_board_and_markers() -> None:
    text = run("examples/tic-tac-toe").output
    assert text.count('class="space"') == 9 and text.count('class="edge"') == 2 * MARKERS
    assert 'class="no"' not in text


@pytest.mark.slow
def test_there_is_money_for_every_amount_and_a_board_for_every_grid() -> None:
    text = run("rulesets/goa").output
    for amount in ("ships", "colonists", "ducats", "action cards"):
        assert all(text.count(f'aria-label="{worth} {amount}"') >= number for worth, number in MONEY.items())
    assert text.count('class="space"') == 45 and text.count('aria-label="Ginger"') == GOODS


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["rulesets/goa", "rulesets/borneo"])
def test_all_that_a_piece_says_is_printed(ruleset: str) -> None:
    """No line is cut: each fact and each sentence of every card is on its face, letter by letter."""
    opened = opening.space().ruleset(str(ROOT / ruleset))
    texts = rule_texts(book_of(opened))
    words = read_dictionary(opened.composed_rules, opened.checked_rules())
    for kind in kinds_with_inventory(words):
        for face in faces_of(words, texts, kind):
            drawn = large(face).face
            said = "".join((face.title, *(f"{name}: {value}" for name, value in face.facts), *face.text))
            assert "".join(line.text for line in drawn.lines).replace(" ", "") == said.replace(" ", "")
            assert max(line.y for line in drawn.lines) <= drawn.height
