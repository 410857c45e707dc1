"""A small ruleset that is written by a seed: its names and figures are drawn, its rules are those of a fair.

Players earn coins, gather goods, and buy cards with them; all sorts of cards cost and score alike, so none is better.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

GOODS = ("barley", "cider", "flax", "honey", "linen", "salt", "tallow", "wool")
CARDS = ("barn", "bell", "ferry", "forge", "garden", "lantern", "mill", "orchard", "tower", "well")
DAYS, PRICE = range(7, 10), range(3, 5)

MANIFEST = """\
ruleset: fair
title: Fair
edition: generated
players: {from: 2, to: 4, names: [North, East, South, West]}
sources:
  drawn: {title: Drawn by chance, passages: [Rules]}
"""

RULES = """\
names good / goods: GOODS

piece card / cards:
    starts in deck

each player has:
    amount coin / coins: 0 to 9999
    stock for each good: 0 to 99
    place table: cards

the game has:
    place deck: stack of cards, hidden
    place show: row of cards
    day: 0 to 99

game "Fair":
    cites drawn "Rules"
    do set-up
    repeat until day is DAYS:
        do round

step set-up:
    cites drawn "Rules"
    shuffle deck
    draw 4 cards from deck to show
    for each player in players:
        take COINS coins

phase round "Day {day + 1}":
    cites drawn "Rules"
    for each player in players:
        do turn
    raise day by 1

phase turn "Turn of {player}":
    cites drawn "Rules"
    ask player "How do you earn?":
        option work "Work":
            take WAGE coins
        option peddle "Peddle":
            roll gain from LEAST to MOST
            take gain coins
    offer spending

menu spending "What do you spend?"

option buy "Buy {card}" on spending with card from show when player's coins is at least PRICE:
    cites drawn "Rules"
    pay PRICE coins
    move card to player's table
    draw 1 card from deck to show

option gather "Gather {good}" on spending with good from goods when player's coins is at least FEE:
    cites drawn "Rules"
    pay FEE coins
    raise player's stock for good by 1

option save "Save" on spending:
    cites drawn "Rules"
    take 1 coin

scoring purse "Coins":
    cites drawn "Rules"
    score player's coins points

scoring goods "Goods":
    cites drawn "Rules"
    for each good in goods:
        score (player's stock for good) times (player's stock for good + GROWTH) points
"""

CARD = """
card NAME "TITLE":
    cites drawn "Rules"
    at the end:
        score POINTS points
"""

INVENTORY = """\
kind: inventory
pieces: card
rows:
"""

WEIGHTS = """\
kind: weights
worth:
  coins: [30, 30, 30, 30, 0]
"""


def write(folder: Path, seed: int) -> Path:
    """Write the ruleset of a seed to a folder; return it."""
    chance = Random(seed)
    goods, sorts = chance.sample(GOODS, 3), chance.sample(CARDS, 4)
    price = chance.choice(PRICE)
    figures = {"DAYS": chance.choice(DAYS), "PRICE": price, "FEE": price - 1, "GROWTH": price + 2, "WAGE": 3,
               "LEAST": 1, "MOST": 5, "COINS": price, "POINTS": 2 * price + 1}  # fmt: skip
    rules = RULES.replace("GOODS", ", ".join(goods))
    rules += "".join(CARD.replace("NAME", sort).replace("TITLE", sort.title()) for sort in sorts)
    for name, value in figures.items():
        rules = rules.replace(name, str(value))
    rows = "".join(f"  - {{rule: {sort}, count: 9, source: 'drawn \"Rules\"'}}\n" for sort in sorts)
    files = {"ruleset.yaml": MANIFEST, "rules/fair.rules": rules, "data/cards.yaml": INVENTORY + rows,
             "data/weights.yaml": WEIGHTS}  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder
