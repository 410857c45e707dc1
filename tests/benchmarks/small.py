"""Small games, each against the same game somewhere else: in OpenSpiel, and written by hand in Python."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.play import Play, own, peer, run, spread

from rulewright.workspace import compiled_program

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = [[tuple(space for space in line if space != here) for line in LINES if here in line] for here in range(9)]


@dataclass(frozen=True, slots=True)
class Match:
    """A small game of ours and what it is measured against."""

    name: str
    ruleset: str
    other: Play | None
    goal: float


def matches() -> list[Match]:
    return [
        Match("tic-tac-toe against OpenSpiel", "tic-tac-toe", peer("tic_tac_toe"), 1.5),
        Match("tic-tac-toe against plain Python", "tic-tac-toe", by_hand, 1),
        Match("tic-tac-toe against quick Python", "tic-tac-toe", by_hand_quickly, 1),
        Match("connect four against OpenSpiel", "connect-four", peer("connect_four"), 0.7),
    ]


def by_hand(chance: random.Random, number: int) -> int:
    """Tic-tac-toe as one writes it: a list of who marked each space, and all lines looked at after each move."""
    board: list[int | None] = [None] * 9
    choice, player, moves = chance.choice, 0, 0
    while True:
        free = [space for space in range(9) if board[space] is None]
        if not free:
            return moves
        board[choice(free)] = player
        moves += 1
        for a, b, c in LINES:
            if board[a] == player and board[b] == player and board[c] == player:
                return moves
        player = 1 - player


def by_hand_quickly(chance: random.Random, number: int) -> int:
    """Tic-tac-toe written for speed: the free spaces are kept, and only lines through the new mark looked at."""
    board: list[int | None] = [None] * 9
    free = list(range(9))
    choice, player, moves = chance.choice, 0, 0
    while free:
        space = choice(free)
        free.remove(space)
        board[space] = player
        moves += 1
        for a, b in THROUGH[space]:
            if board[a] == player and board[b] == player:
                return moves
        player = 1 - player
    return moves


def small_rows(rounds: int, seconds: float) -> list[tuple[str, str, str]]:
    """A line for each match: how many of our games are played in the time of one of theirs."""
    rows = []
    for match in matches():
        if match.other is None:
            continue
        ours, ratios = own(compiled_program(str(EXAMPLES / match.ruleset), seats=2)), []
        for side in (match.other, ours):
            run(side, seconds / 2, 1)
        for i in range(rounds):
            theirs, mine = run(match.other, seconds, 1 + i), run(ours, seconds, 1 + i)
            ratios.append(mine.games / mine.seconds / (theirs.games / theirs.seconds))
        rows.append((match.name, spread(ratios, "{:.2f}"), f"at least {match.goal}"))
    return rows
