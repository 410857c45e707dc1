"""A game in which several things are chosen at once: alike cards of a secret hand, and spaces of a board."""

from __future__ import annotations

from pathlib import Path

MANIFEST = """\
ruleset: baskets
title: Baskets
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {book: {title: Book, passages: [Rules]}}
"""
CARDS = """\
kind: inventory
pieces: card
rows:
  - {name: "{fruit}", rule: plain, label: "{fruit}", facts: {fruit: "{fruit}"}, each: {fruit: [apple, fig, plum]},
     count: 3, source: 'book "Rules"'}
"""
RULES = """\
names fruit / fruits: apple, fig, plum
grid bed / beds: 3 by 2

piece card / cards:
    printed fruit: fruit
    starts in deck
    discarded to deck

the game has:
    place deck: stack of cards, hidden

each player has:
    place hand: cards, secret
    planted: set of bed

game "Baskets":
    shuffle deck
    for each player in players:
        draw 4 cards from deck to player's hand
    repeat 3 times:
        for each player in players:
            do turn

step turn:
    choose 2 to 3 cards from player's hand "Which go?"
    move cards under deck
    choose up to 2 places from beds "Plant where?"
    set player's planted to places
    draw (4 - number of player's hand) cards from deck to player's hand

scoring planted "Planted":
    score number of player's planted points
"""


def baskets(folder: Path) -> str:
    """Write the game into a folder, and return its name."""
    for name, text in {"ruleset.yaml": MANIFEST, "data/cards.yaml": CARDS, "rules/game.rules": RULES}.items():
        path = folder / "baskets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return str(folder / "baskets")
