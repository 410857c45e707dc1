"""Rules in another language: which texts are put in place, those of what is counted in all their forms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.source.loading import load
from rulewright.syntax import declarations as d

FILES = {
    "ruleset.yaml": "ruleset: mill\ntitle: The mill\nplayers: {from: 1, to: 2, names: [Ann, Ben]}\nsources: {}\n",
    "rules/mill.rules": (
        'each player has:\n    amount coin / coins\n\ngame "The mill":\n    take 1 coin\n    do rest\n\n'
        'step rest:\n    choose number from 1 to 2 "How many?"\n    take number coins\n'
    ),
    "labels/pl.yaml": (
        "language: pl\nlabels:\n  player.ann: Ania\n  game.game: Młyn\n"
        "  player.coin: {one: moneta, few: monety, many: monet, alone: monety}\n"
    ),
}


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "mill" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "mill"


def composed(folder: Path, language: str) -> Composed:
    findings = Findings()
    rules = compose(replace(load(str(folder), findings), language=language), findings)
    assert [finding.code for finding in findings.errors] == []
    return rules


def test_texts_of_a_language_are_put_in_place(mill: Path) -> None:
    rules = composed(mill, "pl")
    (game,) = (step for step in rules.of(d.Step) if step.kind == "game")
    assert "Młyn" in repr(game) and "The mill" not in repr(game)
    assert rules.told["player.ann"] == "Ania"
    assert rules.told["player.coin"] == {"one": "moneta", "few": "monety", "many": "monet", "alone": "monety"}


def test_without_a_language_nothing_is_put_in_place(mill: Path) -> None:
    rules = composed(mill, "")
    assert rules.told == {} and "Młyn" not in repr(rules.declarations)


def test_what_has_no_text_in_the_language_keeps_its_own(mill: Path) -> None:
    assert "How many?" in repr(composed(mill, "pl").declarations)
