"""Sheets of pieces to cut out: every piece as often as it is there, on faces made of what is printed on it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.report.face_pictures import card, tile

ROOT = Path(__file__).parents[2]


def run(ruleset: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["sheets", str(ROOT / ruleset), "--html", "-"])


def test_every_piece_is_there_as_often_as_in_the_game() -> None:
    text = run("tests/probes/laying-cards").output
    for heading, number in re.findall(r'<h2>(.+?) <span class="no">(\d+)</span></h2>', text):
        sheet = text[text.index(f"<h2>{heading} <span") :].partition("</section>")[0]
        assert sheet.count("<use ") == int(number) > 0
    named = re.findall(r'role="img" aria-label="([^"]*)"', text)
    assert len(named) > len(re.findall("<symbol ", text)), "equal faces are drawn once"


def test_a_game_without_pieces_has_nothing_to_cut_out() -> None:
    done = run("examples/tic-tac-toe")
    assert done.exit_code == 2
    assert "has no pieces with an inventory, so there is nothing to cut out" in done.output


def test_a_face_shows_its_facts_and_its_rule_from_top_to_bottom() -> None:
    face = card("Lamp", [("Cost", "3")], ["It gives light to whoever pays for it."], "Card", 2)
    assert [(line.text, line.heading) for line in face.lines] == [
        ("Lamp", True), ("Cost: 3", False), ("It gives light to whoever", False), ("pays for it.", False),
    ]  # fmt: skip
    assert [line.y for line in face.lines] == sorted({line.y for line in face.lines})


def test_what_finds_no_room_on_a_face_is_cut_off_and_says_so() -> None:
    face = card("Long", [], ["word " * 400], "Card", 1)
    assert face.lines[-1].text.endswith(" …") and face.lines[-1].y < 2 * face.height
    assert tile("Long " * 30, [("Name", "value " * 60)], "Tile", 1).lines[-1].text.endswith(" …")
