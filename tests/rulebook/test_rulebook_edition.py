"""The rulebook of an edition: the rules as they stand after its changes, and what these are."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook_made import book

from rulewright.report.rulebook_markdown import rulebook_markdown

MANIFEST = """
ruleset: poor-goa
title: Poor Goa
extends: goa
sources:
  house:
    title: Our own
    passages: [Money, Cards, {passage: Thanks, no rule: nothing to play}]
"""
RULES = """
# Everybody goes home earlier.
rule early-night at the end of round:
    cites house "Cards"
    for each player in players:
        if player's ducats is 0:
            end game

difference poorer-start "Everybody starts with less money, and is given a ship for it.":
    cites house "Money"
    change other-ducats from 10 to 8
    change first-ducats from 7 to 6 because house "Cards" assumed "the card is torn"

    # The ship comes before anything else.
    rule gift before player-actions:
        cites house "Cards"
        for each player in players:
            take 1 ship
"""


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, words in (("ruleset.yaml", MANIFEST), ("rules/changes.rules", RULES)):
        path = tmp_path / "poor-goa" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words.lstrip(), "utf-8")
    monkeypatch.chdir(tmp_path)
    return " ".join(rulebook_markdown(book("poor-goa")).split())


@pytest.mark.slow
def test_its_changes_are_named(text: str) -> None:
    assert "2 What this edition changes - **Poorer start**: Everybody starts with less money" in text
    assert "given a ship for it. [house](#source.house) \u201cMoney\u201d" in text


@pytest.mark.slow
def test_a_changed_figure_reads_as_it_is_now(text: str) -> None:
    assert "Otherwise: take [8](#figure.other-ducats) ducats." in text
    assert "10 became 8" in text
    assert "7 became 6: [house](#source.house) \u201cCards\u201d ([assumed" in text
    assert "the card is torn" in text


def test_rules_beside_others_say_when_they_are_done(text: str) -> None:
    assert "The ship comes before anything else." in text
    assert "Each time before [Player actions](#phase.player-actions): each player in turn: take 1 ship." in text
    assert "At the end of [A round](#phase.round): each player in turn: if you have no ducats: the game ends" in text


def test_passages_without_a_rule_say_why(text: str) -> None:
    assert "| Thanks | no rule: nothing to play |" in text
