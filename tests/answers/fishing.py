"""A tiny game in which the answers of a report can be computed, and changes of it: faults, and degenerate rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HEAD = """ruleset: fishing
title: Fishing
players: {from: 1, to: 4, names: [Ann, Ben, Cem, Dee]}
sources: {book: {title: A book, passages: [One]}}
"""
RULES = """each player has:
    amount coin / coins

the game has:
    tide: 0 to 20

scoring coins "Coins":
    cites book "One"
    score (player's coins) points

step set-up:
    cites book "One"
    set tide to 0

phase day "A day of {player}":
    cites book "One"
    ask player "What do you do?":
        option fish "Fish":
            roll die from 1 to 6
            take die coins
        option sing "Sing":
            roll die from 1 to 6
            take die coins

phase tide-round "Round":
    cites book "One"
    for each player in players:
        do day

game "Fishing":
    cites book "One"
    do set-up
    repeat 4 times:
        do tide-round
"""

SETUP, PAID = "    set tide to 0\n", "            roll die from 1 to 6\n            take die coins\n"
SING = '        option sing "Sing":\n'
FOUR = "    repeat 4 times:\n        do tide-round\n"

CHANGES: Mapping[str, tuple[str, str]] = {
    "sound": ("", ""),
    "gift": (SETUP, f"{SETUP}    for each player in players:\n        if player is first of players:\n"
                    "            take 9 coins\n"),
    "small gift": (
        SETUP,
        f"{SETUP}    for each player in players:\n        if player is first of players:\n            take 3 coins\n",
    ),
    "early end": ("            take die coins\n        option sing",
                  "            take die coins\n            if player's coins is at least 1:\n                end game\n"
                  "        option sing"),
    "dead option": ('        option sing "Sing":', '        option fly "Fly" when player\'s coins is above 900:\n'
                    '            take 1 coin\n        option sing "Sing":'),
    "better option": (f"{SING}{PAID}", f"{SING}            take 0 coins\n"),
    "no points": ('scoring coins "Coins":\n    cites book "One"\n    score (player\'s coins) points\n\n', ""),
    "dead scoring": ("step set-up:", 'scoring tide "Tide":\n    cites book "One"\n    score tide points\n\n'
                     "step set-up:"),
    "ties only": ("            roll die from 1 to 6\n            take die coins\n", "            take 1 coin\n"),
    "together": ('scoring coins "Coins":', 'all players win together if tide is 0:\n    cites book "One"\n\n'
                 'scoring coins "Coins":'),
    "together lose": ('scoring coins "Coins":', 'all players win together if tide is 9:\n    cites book "One"\n\n'
                      'scoring coins "Coins":'),
    "no end": (FOUR, "    repeat until tide is 20:\n        do tide-round\n        raise tide by 1\n"
               "        lower tide by 1\n"),
    "two ends": (FOUR, "    repeat until tide is 4 or (players where its coins is at least 15) is not empty:\n"
                 "        do tide-round\n        raise tide by 1\n"),
    "one label": (SING, '        option sing "Fish":\n'),
    "longer": (FOUR, FOUR.replace("4", "8")),
}  # fmt: skip
"""By name, what is replaced by what; the first says nothing new."""


def write_fishing(folder: Path, change: str) -> str:
    """Write the game with a change of it, and return its folder."""
    before, after = CHANGES[change]
    assert before in RULES
    (folder / "rules").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(HEAD, "utf-8")
    (folder / "rules" / "fishing.rules").write_text(RULES.replace(before, after) if before else RULES, "utf-8")
    return str(folder)
