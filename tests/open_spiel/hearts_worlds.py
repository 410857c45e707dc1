"""Worlds of hearts for OpenSpiel's IS-MCTS, whose own ones end in positions without a legal action.

A world agrees with everything that a player knows: its cards, what it passed on and received, all cards that were
played, and who could not follow suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

SEATS, HAND, PASSED = 4, 13, 3
DEALT = SEATS * HAND
Hands = list[list[int]]


def suit(card: int) -> int:
    return card % 4


def world(state: Any, me: int, chance: Random) -> Any:
    """Return a state of OpenSpiel that looks the same to a player."""
    history = state.full_history()
    distance = history[0].action
    dealt = [[one.action for one in history[1 + seat : 1 + DEALT : SEATS]] for seat in range(SEATS)]
    passing = history[1 + DEALT :][: SEATS * PASSED if distance else 0]
    plays = history[1 + DEALT + len(passing) :]
    passed = [[one.action for one in passing if one.player == seat] for seat in range(SEATS)]
    if len(passing) == (SEATS * PASSED if distance else 0):
        dealt, passed = after_passing(dealt, passed, distance, [(one.player, one.action) for one in plays], me, chance)
    else:
        dealt = dealt_again(dealt, me, chance)
        passed = [mine if seat == me else chance.sample(dealt[seat], len(mine)) for seat, mine in enumerate(passed)]
    found = state.get_game().new_initial_state()
    found.apply_action(distance)
    for card in (dealt[at % SEATS][at // SEATS] for at in range(DEALT)):
        found.apply_action(card)
    for card in (card for cards in passed for card in cards):
        found.apply_action(card)
    for one in plays:
        found.apply_action(one.action)
    return found


def dealt_again(dealt: Hands, me: int, chance: Random) -> Hands:
    others = [card for seat, hand in enumerate(dealt) if seat != me for card in hand]
    chance.shuffle(others)
    return [hand if seat == me else [others.pop() for _ in hand] for seat, hand in enumerate(dealt)]


def after_passing(
    dealt: Hands, passed: Hands, distance: int, plays: Sequence[tuple[int, int]], me: int, chance: Random
) -> tuple[Hands, Hands]:
    """Return the cards that each player was dealt, and those that it passed on."""
    held = exchanged(dealt, passed, distance)
    mine = (me + distance) % SEATS
    played = {card for _, card in plays}
    fixed = [set(hand) if seat == me else set(hand) & played for seat, hand in enumerate(held)]
    fixed[mine] |= set(passed[me]) if distance else set()
    guessed = completed(fixed, held, voids(plays), chance)
    if not distance:
        return guessed, passed
    given = [passed[seat] if me in (seat, (seat + distance) % SEATS) else [] for seat in range(SEATS)]
    for seat in range(SEATS):
        if not given[seat]:
            given[seat] = chance.sample(guessed[(seat + distance) % SEATS], PASSED)
    taken = [given[(seat - distance) % SEATS] for seat in range(SEATS)]
    return [
        [*(card for card in guessed[seat] if card not in taken[seat]), *given[seat]] for seat in range(SEATS)
    ], given


def exchanged(dealt: Hands, passed: Hands, distance: int) -> Hands:
    """Return the hands after passing."""
    return [
        [*(card for card in dealt[seat] if card not in passed[seat]), *passed[(seat - distance) % SEATS]]
        if distance
        else dealt[seat]
        for seat in range(SEATS)
    ]


def voids(plays: Sequence[tuple[int, int]]) -> list[set[int]]:
    """Return the suits that each player could not follow."""
    found: list[set[int]] = [set() for _ in range(SEATS)]
    for at, (seat, card) in enumerate(plays):
        led = plays[at - at % SEATS][1]
        if suit(card) != suit(led):
            found[seat].add(suit(led))
    return found


def completed(fixed: list[set[int]], held: Hands, lacking: list[set[int]], chance: Random) -> Hands:
    """Return hands with what is certain, and any cards in place of the others that the players may have."""
    known = set().union(*fixed)
    rest = [card for hand in held for card in hand if card not in known]
    while True:
        hands = [[*cards] for cards in fixed]
        chance.shuffle(rest)
        for card in sorted(rest, key=lambda card: -sum(suit(card) in suits for suits in lacking)):
            free = [seat for seat in range(SEATS) if len(hands[seat]) < HAND and suit(card) not in lacking[seat]]
            if not free:
                break
            hands[chance.choices(free, [HAND - len(hands[seat]) for seat in free])[0]].append(card)
        else:
            return hands
