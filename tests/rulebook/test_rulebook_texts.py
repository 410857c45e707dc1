"""Whatever the texts of a ruleset hold, the page and the Markdown show it and nothing of it acts."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook_made import Page, book

from rulewright.report.rulebook_html import rulebook_html
from rulewright.report.rulebook_markdown import rulebook_markdown

BAD = "</style><script>alert(1)</script> & <b onclick=x> [a](javascript:y) | *z* `q` &lt;"

MANIFEST = f"""
ruleset: hostile
title: 'T {BAD}'
edition: 'E {BAD}'
players: {{from: 1, to: 1, names: [P]}}
sources:
  src:
    title: 'S {BAD}'
    passages: ['G {BAD}']
"""
RULES = f"""
# C {BAD}

names colour / colours: red "N {BAD}", blue

piece card / cards:
    printed colour: colour
    starts in deck
    discarded to deck
    options live in deck

the game has:
    place deck: cards

each player has:
    amount coin / coins

figure start: 0 to 9

# ---- G {BAD}

# D {BAD}
game "G {BAD}":
    for each player in players:
        take start coins
        ask player "Q {BAD}":
            option one "O {BAD}":
                tell "Y {BAD}"
            option two "Two"

ruling one:
    cites src "G {BAD}"
    asks "A {BAD}"
    decides "1. D {BAD}"

card ace "K {BAD}":
    cites src "G {BAD}"
    at the end:
        score 1 points

scoring coins "L {BAD}":
    rests on one
    score player's coins points
"""
DATA = f"""
kind: inventory
pieces: card
rows:
  - {{rule: ace, label: 'R {BAD}', facts: {{colour: red}}, assumed: 'W {BAD}'}}
"""
FIGURES = f"""
kind: figures
figures:
  start: {{value: 1, source: 'src "G {BAD}"', assumed: 'V {BAD}'}}
"""


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    files = {
        "ruleset.yaml": MANIFEST, "rules/game.rules": RULES, "data/cards.yaml": DATA, "data/figures.yaml": FIGURES,
        "labels/en.yaml": f"language: en\nlabels: {{colour.blue: 'B {BAD}'}}\n",
    }  # fmt: skip
    for name, text in files.items():
        path = tmp_path / "hostile" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip(), "utf-8")
    monkeypatch.chdir(tmp_path)
    return "hostile"


def test_html_shows_every_text_and_runs_none(hostile: str) -> None:
    page = Page(rulebook_html(book(hostile)))
    assert not {"script", "b", "i"} & set(page.tags)
    assert page.tags.count("style") == 1
    words = " ".join("".join(page.words).split())
    for letter in "TESGNDQOYAKLRWVB":
        assert f"{letter} {BAD}" in words, letter


def test_markdown_shows_every_text_and_makes_nothing_of_it(hostile: str) -> None:
    text = rulebook_markdown(book(hostile))
    bare = text.replace('<a id="', "").replace('"></a>', "")
    assert bare.replace("\\<", "").count("<") == 0
    assert "](javascript" not in text.replace("\\](", "")
    assert "1\\. D" in text
    joined = " ".join(text.replace("\\", "").replace("> ", " ").split())
    for letter in "TEQOY":
        assert f"{letter} </style" in joined, letter


def test_a_row_of_a_table_stays_one_row(hostile: str) -> None:
    rows = [line for line in rulebook_markdown(book(hostile)).split("\n") if line.startswith("|")]
    for row in rows:
        assert row.endswith("|")
        assert row.replace("\\|", "").count("|") in (3, 4, 5)
