"""Measures how costs grow with the size of a game: `python -m tests.benchmarks.growth`.

Three games of several sizes: go on 5 to 19 lines, a deck of 30 to 3,000 cards of ten kinds, 10 to 1,000 cards each with
rules of its own. Each size has a process of its own. The exponent is the slope of a line through the logarithms of
the three largest sizes and their costs: 1 where twice the size costs twice as much, 0 where it makes no difference.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from math import log
from pathlib import Path
from statistics import linear_regression
from time import process_time

from tests.benchmarks.__main__ import machine

from rulewright.backends.native import native
from rulewright.playtest.match import READY
from rulewright.playtest.simulate import SimulatedGames
from rulewright.workspace import load

ROOT = Path(__file__).parents[2]
SECONDS = 1.0
"""How long games are played for a figure."""
FITTED = 3
"""How many of the largest sizes an exponent is fitted to: fixed costs matter least there."""

MANIFEST = """ruleset: growing
title: Growing
edition: first
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {own: {title: Our own, passages: [Rules]}}
"""
DECK = """piece card / cards:
    printed worth: 0 to 9
    starts in deck

each player has:
    cites own "Rules"
    place hand: at most 5 cards, secret
    points: 0 to 9999

the game has:
    cites own "Rules"
    place deck: stack of cards, hidden, refilled from discards
    place discards: cards
    turns: 0 to 60

game "Growing":
    cites own "Rules"
    shuffle deck
    for each player in players:
        draw 5 cards from deck to player's hand
    in laps for each player in players until turns is 60:
        do turn

step turn:
    cites own "Rules"
    raise turns by 1
    ask player "Play which card?":
        option play "{card}" with card from player's hand:
            do play with card

step play (card):
    cites own "Rules"
    move card to discards
    raise player's points by card's worth
    follow card
    draw 1 card from deck to player's hand

scoring points "Points":
    cites own "Rules"
    score player's points points
"""


def go(size: int) -> dict[str, str]:
    """Return the files of go on so many lines."""
    folder = ROOT / "examples/go"
    rules = (folder / "rules/game.rules").read_text("utf-8").replace("9 by 9", f"{size} by {size}")
    return {"ruleset.yaml": (folder / "ruleset.yaml").read_text("utf-8"), "rules/game.rules": rules}


def deck(size: int) -> dict[str, str]:
    """Return the files of a game with so many cards, of ten kinds."""
    rules, rows = DECK, ""
    for worth in range(10):
        rules += f'\ncard kind-{worth} "Kind {worth}":\n    cites own "Rules"\n'
        rows += f"  - {{rule: kind-{worth}, facts: {{worth: {worth}}}, count: {size // 10}, source: 'own \"Rules\"'}}\n"
    return with_cards(rules, rows)


def card_rules(size: int) -> dict[str, str]:
    """Return the files of a game in which each of so many cards has rules of its own."""
    rules, rows = DECK, ""
    for at in range(size):
        rules += f"""
card c-{at} "Card {at}":
    cites own "Rules"
    when play:
        if player's points is at least {at % 50}:
            raise player's points by {at % 7}
"""
        rows += f"  - {{rule: c-{at}, facts: {{worth: {at % 10}}}, source: 'own \"Rules\"'}}\n"
    return with_cards(rules, rows)


def with_cards(rules: str, rows: str) -> dict[str, str]:
    """Return the files of a game with rows of an inventory."""
    data = f"kind: inventory\npieces: card\nrows:\n{rows}"
    return {"ruleset.yaml": MANIFEST, "rules/game.rules": rules, "data/cards.yaml": data}


GAMES: dict[str, tuple[Callable[[int], dict[str, str]], tuple[int, ...], Callable[[int], int]]] = {
    "go, by points": (go, (5, 7, 9, 13, 19), lambda lines: lines * lines),
    "a deck, by cards": (deck, (30, 100, 300, 1000, 3000), int),
    "card rules": (card_rules, (10, 30, 100, 300, 1000), int),
}
"""By what is measured: what writes the files for a size, the sizes, and how many things that are."""


def main() -> None:
    """Measure each game in each of its sizes, and print a table with exponents."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.growth", description=__doc__)
    asked.add_argument("--only", choices=GAMES, action="append")
    asked.add_argument("--one", nargs=2, metavar=("GAME", "SIZE"), help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.one:
        print(json.dumps(measured(options.one[0], int(options.one[1]))))
        return
    print(machine())
    for game in options.only or GAMES:
        _, sizes, things = GAMES[game]
        rows = [in_own_process(game, size) for size in sizes]
        print(f"\n{game:28}{''.join(f'{things(size):>10,}' for size in sizes)}  exponent")
        for cost in rows[0]:
            costs = [row[cost] for row in rows]
            slope, _ = linear_regression([log(things(size)) for size in sizes[-FITTED:]], [*map(log, costs[-FITTED:])])
            print(f"{cost:28}{''.join(f'{cost:10,.2f}' for cost in costs)}{slope:10.2f}")


def in_own_process(game: str, size: int) -> dict[str, float]:
    """Return the costs of a game of a size, measured in a process and a cache of its own."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "tests.benchmarks.growth", "--one", game, str(size)]
        done = subprocess.run(
            command, env=os.environ | {"RULEWRIGHT_CACHE": cache}, stdout=subprocess.PIPE, check=True, cwd=ROOT
        )
    costs: dict[str, float] = json.loads(done.stdout)
    return costs


def measured(game: str, size: int) -> dict[str, float]:
    """Return CPU times and the memory that a game of a size takes."""
    write, _, _ = GAMES[game]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in write(size).items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            (Path(folder) / name).write_text(text, "utf-8")
        begun = process_time()
        rules = load(folder)
        findings = [one for one in rules.findings if one.severity == "error"]
        assert not findings, findings
        checked = process_time()
        match = SimulatedGames((rules,), 2)
        (program,) = match.compiled()
        compiled = process_time()
        native(program)
        compiled_in_c = process_time() + cpu_of_children()
        return {
            "check, s": checked - begun,
            "compile to Python, s": compiled - checked,
            "compile to C, s": compiled_in_c - compiled,
            "a decision in Python, µs": decision_microseconds(match),
            "a decision in C, µs": decision_microseconds(replace(match, in_c=READY)),
            "memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }


def cpu_of_children() -> float:
    """Return the CPU time of processes that were waited for: the C compiler."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def decision_microseconds(match: SimulatedGames) -> float:
    """Return the CPU time of a decision in random games."""
    player = match()
    begun, decisions, first, games = process_time(), 0, 1, 1
    while process_time() - begun < SECONDS or not decisions:
        decisions += sum(player.play_rows(range(first, first + games)).column(1))
        first, games = first + games, 2 * games
    return (process_time() - begun) / decisions * 1e6


if __name__ == "__main__":
    main()
