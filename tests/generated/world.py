"""The declarations that all generated rule texts share, and the data that belong to them."""

from __future__ import annotations

RULESET = """\
ruleset: generated
title: Generated
players: {from: 2, to: 3, names: [Ann, Ben, Cleo]}
sources:
  book: {title: Book, passages: [The rules]}
"""
FIGURES = """\
kind: figures
figures:
  first-coins: {source: 'book "The rules"', value: 4}
  prices: {source: 'book "The rules"', value: {apple: 3, plum: 1, dragon-fruit: 7}}
  income: {source: 'book "The rules"', value: [-2, 2, 3, 5, 9]}
  upkeep: {source: 'book "The rules"', value: {apple: [1, 2, 3, 4], plum: [0, 0, 1, 9], dragon-fruit: [5, 4, 3, 2]}}
  lanes: {source: 'book "The rules"', value: {lane-1: [spot-1, spot-2], lane-2: [spot-2, spot-4],
    lane-3: [goal, spot-4], lane-4: [spot-1, spot-4], slow-lane: [spot-1, spot-4]}}
  wanted: {source: 'book "The rules"', value: [[apple], [apple, plum], [], [dragon-fruit]]}
"""
PRINTED = "source: 'book \"The rules\"'"
CARDS = f"""\
kind: inventory
pieces: card
rows:
  - {{rule: lamp, count: 3, facts: {{worth: 1, fruit: apple, heft: 2}}, {PRINTED}}}
  - {{rule: basket, count: 3, facts: {{worth: 2, fruit: plum}}, {PRINTED}}}
  - {{rule: ladder, count: 2, facts: {{worth: 3, heft: -1, origin: plum}}, {PRINTED}}}
"""
CARTS = f"""\
kind: inventory
pieces: cart
rows:
  - {{rule: small-cart, facts: {{size: 1, loads: [1, 0, 2]}}, {PRINTED}}}
  - {{rule: large-cart, facts: {{size: 9, loads: {{plum: 3}}, heft: 3, origin: apple}}, {PRINTED}}}
  - {{rule: old-cart, facts: {{size: 4}}, {PRINTED}}}
"""
DECLARATIONS = """\
names fruit / fruits: apple, plum, dragon-fruit "Dragon fruit"
names column / columns: goods, staff
names spot / spots: spot-1 to spot-6, goal
names lane / lanes: links between spots
names season / seasons in a circle: spring, summer, autumn, winter
grid field / fields: 3 by 2 with a rim
grid hex / hexes: 5 rings of hexagons
grid tile / tiles: 1 by 5 hexagons with corners and sides

figure first-coins: 0 to 99
figure prices for each fruit: 0 to 9
figure income for each 1 to 5: -2 to 99
figure upkeep for each fruit at each 1 to 4: 0 to 9
figure wanted for each 1 to 4: set of fruit

shape ware / wares:
    printed heft: -1 to 4
    printed origin: fruit or nothing

piece card / cards is ware:
    printed worth: 1 to 3
    printed fruit: fruit or nothing
    starts in deck
    discarded to discards
    options live in hand, table
    at most 2 played in each turn
    worth worth of fruit

piece cart / carts is ware:
    printed size: 1 to 9
    printed loads for each fruit: 0 to 3
    starts in queue
    discarded to yard

each card has:
    lit: yes or no
    baskets for each fruit: 0 to 3, cleared when it moves

each field has:
    place plot: at most 1 card
    weeds: 0 to 9

each hex has:
    height: 0 to 3

each tile has:
    dug: yes or no
    depth: 0 to 5

each spot has:
    place camp: carts
    toll: 0 to 5

each player has:
    amount coin / coins: 0 to 99
    amount lantern / lanterns, 10 in all
    amount gem / gems: 0 to 20, secret
    place hand: cards, secret
    place table: cards
    fruits: set of fruit
    marks: set of field
    meadow: set of hex
    sown: set of tile
    walls: set of side
    posts: set of corner
    favourite: fruit or nothing
    crop: fruit
    stands-on: spot
    harvest: season
    row for each column: 1 to 5
    level for each -1 to 3: -9 to 9
    effort: 0 to 3
    bid: 0 to 99, secret
    ready: yes or no
    debt: -9 to 5
    owed for each fruit at each player: 0 to 9

the game has:
    place deck: stack of cards, hidden, refilled from discards
    place discards: cards
    place show: row of cards
    place queue: row of carts
    place yard: carts
    leader: player or nobody
    clock: 0 to 999
    wild: set of fruit
    chosen-field: field or nothing
    windy: yes or no
    called for each spot at each 1 to 2: yes or no

value suits of card (fruit, n):
    card's fruit is fruit and card's worth is above n

value keen of player (fruit):
    player's favourite is fruit or windy

menu acts "Acts"

menu free-effects "Free effects"

game "Generated":
    cites book "The rules"
    shuffle deck
    set leader to first of players
    for each player in players:
        take first-coins coins
        take 2 lanterns
        take 3 gems
        draw 2 cards from deck to player's hand
        set player's fruits to apple + plum
    repeat 30 times:
        for each player in players:
            do turn

phase turn "Turn of {player}":
    cites book "The rules"
    set player's effort to 3
    offer acts also free-effects

option wait "Wait" on acts:
    cites book "The rules"
    raise clock by 1

card lamp "Lamp":
    cites book "The rules"
    option light on free-effects, once each turn:
        mark this card lit
    when reveal:
        take 1 coin
        unmark this card lit
    at the end:
        score 2 points if this card is lit

card basket "Basket":
    cites book "The rules"
    option sell on free-effects:
        take 1 coin
        discard this card

card ladder "Ladder":
    cites book "The rules"
    at the end:
        score 1 points

cart small-cart "Small cart":
    cites book "The rules"

cart large-cart "Large cart":
    cites book "The rules"

cart old-cart "Old cart":
    cites book "The rules"

step reveal (card):
    follow card

scoring purse "Purse":
    cites book "The rules"
    score player's coins + player's debt points

whoever has fewest points wins

players with the same favourite win together:
    cites book "The rules"
"""
FILES = {
    "ruleset.yaml": RULESET, "data/figures.yaml": FIGURES, "data/cards.yaml": CARDS, "data/carts.yaml": CARTS,
    "rules/world.rules": DECLARATIONS,
}  # fmt: skip
