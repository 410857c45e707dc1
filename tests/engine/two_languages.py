"""A small ruleset in two languages: something counted, a menu, a die, a secret place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright.backends import Program
from rulewright.diagnostics import Findings
from rulewright.source.loading import load
from rulewright.workspace import Ruleset

RULES = """
names fruit / fruits: apple, plum
piece card / cards:
    printed worth: 1 to 9
    starts in deck
    discarded to heap
    options live in hand
each player has:
    amount coin / coins
    place hand: cards, secret
    wealth for each fruit: 0 to 9
the game has:
    place deck: stack of cards, hidden
    place heap: cards
game "Market":
    shuffle deck
    for each day from 1 to 3:
        do day with day
phase day (day) "Day {day}":
    roll luck from 1 to 5
    for each player in players:
        take (luck) coins
        draw 1 card from deck to player's hand
        choose fruit from fruits "Which fruit?"
        raise player's wealth for fruit by 1
        offer doings
        tell "{player} has done {fruit}."
menu doings "What now?"
option wait "Do nothing" on doings:
    set player's wealth for plum to 0
option earn on doings:
    take 2 coins
card red "Red":
    option sell on doings:
        take (this card's worth) coins
        discard this card
card blue "Blue":
    option sell on doings:
        take 1 coin
        discard this card
scoring money "Money":
    score player's coins + player's wealth for apple points
"""
LABELS = """language: pl
labels:
  card.blue: "Niebieska"
  card.red: "Czerwona"
  card.worth: {one: punkt, few: punkty, many: punktów}
  fruit.apple: "Jabłko"
  fruit.plum: "Śliwka"
  game.deck: "talia"
  game.game: "Targ"
  game.heap: "kupka"
  menu.doings: "Co teraz?"
  option.earn: "Zarób"
  option.wait: "Nic nie rób"
  phase.day: "Dzień {day}"
  phase.day.fruit: "Jaki owoc?"
  phase.day.luck: "los"
  phase.day.told: "{player}: gotowe, {fruit}."
  piece.card: {one: kartę, few: karty, many: kart}
  player.ann: "Anna"
  player.ben: "Benedykt"
  player.coin: {one: monetę, few: monety, many: monet}
  player.hand: "ręka"
  player.wealth: "majątek"
  scoring.money: "Pieniądze"
"""
MANIFEST = """ruleset: market
title: "Market"
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {book: {title: "Rules", passages: [{passage: "Rule", no rule: "an example"}]}}
"""
DATA = """kind: inventory
pieces: card
rows:
  - {rule: red, count: 4, facts: {worth: 5}, assumed: "an example"}
  - {rule: blue, count: 4, facts: {worth: 2}, assumed: "an example"}
"""


def write(folder: Path, labels: str = LABELS, rules: str = RULES) -> Path:
    """Write the ruleset and return its folder."""
    texts = {
        "ruleset.yaml": MANIFEST,
        "rules/market.rules": rules, "data/cards.yaml": DATA, "labels/pl.yaml": labels,
    }  # fmt: skip
    for name, text in texts.items():
        path = folder / "market" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / "market"


def program(ruleset: str, language: str = "", seats: int = 2, traced: bool = True) -> Program:
    """Compile a ruleset in a language."""
    findings = Findings()
    source = load(ruleset, findings)
    findings.stop_on_errors()
    return Ruleset.of(replace(source, language=language)).program(seats, traced=traced)
