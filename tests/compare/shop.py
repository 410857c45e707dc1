"""A tiny game for comparing by playing, and changes of it whose shortest games one can find by thinking."""

from __future__ import annotations

from pathlib import Path

from rulewright.comparison.divergence import SearchProgress, search_divergence
from rulewright.comparison.divergence.distance import distances_by_option, rule_distances
from rulewright.comparison.divergence.lockstep import Lockstep
from rulewright.comparison.toggles import RulesetPair, single_difference, whole_pair
from rulewright.workspace import load

SHOP = """ruleset: shop
title: The shop
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {book: {title: A book, passages: [One]}}
"""
RULES = """piece card / cards:
    starts in box
    options live in hand

figure pay: 0 to 20

each player has:
    amount coin / coins
    place hand: cards

the game has:
    place box: cards
    place deck: stack of cards, hidden

card king "King":
    cites book "One"

card queen "Queen":
    cites book "One"

menu day "Your day"

option work "Work" on day:
    cites book "One"
    take pay coins

option buy "Buy a card" on day when player's coins is at least 3 and number of deck is above 0:
    cites book "One"
    pay 3 coins
    draw 1 card from deck to player's hand

option rest "Rest" on day:
    cites book "One"
    rests on long-days
    tell "A quiet day."

ruling long-days:
    cites book "One"
    asks "How long is a day?"
    decides "As long as it takes."

scoring coins "Coins":
    cites book "One"
    score (player's coins) points

phase day-of "A day of {player}":
    cites book "One"
    offer day

game "The shop":
    cites book "One"
    move cards to deck
    shuffle deck
    repeat 5 times:
        for each player in players:
            do day-of
"""
FIGURES = """kind: figures
figures: {pay: {value: 1, source: 'book "One"'}}
"""
CARDS = """kind: inventory
pieces: card
rows:
  - {name: king, rule: king, source: 'book "One"'}
  - {name: queen, rule: queen, source: 'book "One"'}
"""
NEW = """ruleset: new-shop
title: The shop
edition: new
extends: shop
sources: {new: {title: A new book, passages: [Two]}}
"""
CHANGES = """difference more-pay "Work brings two coins.":
    cites new "Two"
    change pay from 1 to 2

difference cheap-cards "Cards are for sale from two coins on.":
    cites new "Two"
    replace option buy "Buy a card" on day when player's coins is at least 2 and number of deck is above 0:
        cites new "Two"
        pay 2 coins
        draw 1 card from deck to player's hand

difference rich-coins "A coin is worth two points.":
    cites new "Two"
    replace scoring coins "Coins":
        cites new "Two"
        score (2 times player's coins) points

difference no-rest "Nobody rests.":
    cites new "Two"
    remove option rest

difference short-days "The book says how long a day is.":
    cites new "Two"
    replace ruling long-days:
        cites new "Two"
        asks "How long is a day?"
        decides "Not long."

difference joker "There is a joker.":
    cites new "Two"
    card joker "Joker":
        cites new "Two"

difference two-jokers "The jokers are worth a point.":
    cites new "Two"
    needs joker
    card second "Second joker":
        cites new "Two"
        at the end:
            score 1 points
difference clown "There is a clown, who can be seen off for two coins.":
    cites new "Two"
    card clown "Clown":
        cites new "Two"
        option dismiss on day:
            take 2 coins
            move this card to box
"""
JOKERS = """kind: inventory
pieces: card
difference: NAME
rows:
  - {name: ROW, rule: ROW, source: 'new "Two"'}
"""


def write(folder: Path) -> None:
    """Write both editions into a folder."""
    files = {
        "shop/ruleset.yaml": SHOP, "shop/rules/all.rules": RULES, "shop/data/figures.yaml": FIGURES,
        "shop/data/cards.yaml": CARDS, "new-shop/ruleset.yaml": NEW, "new-shop/rules/changes.rules": CHANGES,
        "new-shop/data/joker.yaml": JOKERS.replace("NAME", "joker").replace("ROW", "joker"),
        "new-shop/data/clown.yaml": JOKERS.replace("NAME", "clown").replace("ROW", "clown"),
        "new-shop/data/second.yaml": JOKERS.replace("NAME", "two-jokers").replace("ROW", "second"),
    }  # fmt: skip
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def alone(folder: Path, name: str) -> RulesetPair:
    """Return the pair that differs by one difference."""
    return single_difference(whole_pair(load(str(folder / "shop")), load(str(folder / "new-shop"))), name)


def searched(pair: RulesetPair, games: int = 60, seed: int = 1) -> SearchProgress:
    """Return what comes of a search."""
    first, second = pair.first.program(2), pair.second.program(2)
    near = distances_by_option(first, rule_distances(pair.rules[0], pair.changed_targets))
    return list(search_divergence(Lockstep(first, second), near, seed, range(games)))[-1]
