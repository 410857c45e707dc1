"""Looks for secrets that show, at many positions of every ruleset that has secrets, with the eyes of one seat.

RULEWRIGHT_POSITIONS is the number of positions for each ruleset; without it there are 150.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

from hiding import CHECKOUT, seen_by, standing_at, with_other_hands, with_other_order, with_other_values
from test_determinization import lines_after, stands
from tests.tiers import without_variants

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.compile.tables import ValueType
from rulewright.diagnostics import Findings
from rulewright.engine import Game
from rulewright.source.loading import load
from rulewright.workspace import compiled_program

POSITIONS = int(os.environ.get("RULEWRIGHT_POSITIONS", "150"))
FOLDERS = sorted(path.parent for path in CHECKOUT.glob("*/*/ruleset.yaml"))
PROBES = sorted(path.parent for path in (CHECKOUT / "tests" / "probes").glob("*/ruleset.yaml"))
EVERY = 5
"""The sampling interval for positions of a game with many decisions; the offset moves on with each game."""

NAMES = 40
"""The sampling interval for names that are asked about at a position."""


@cache
def tables(folder: Path) -> tuple[int, ...]:
    """Return the numbers of seats with which a ruleset is played."""
    players = load(str(folder), Findings()).manifest.players
    return tuple(range(players.low, players.high + 1)) if players else (1,)


@cache
def program(folder: Path, seats: int) -> Program:
    """Return a compiled game, traced, each once."""
    return compiled_program(str(folder), seats=seats, traced=True)


OPEN = {
    "backgammon", "breakthrough", "changing-sides", "chess", "connect-four", "echoing-bells", "fire-watch", "go",
    "going-round", "hedge-race", "hex", "joined-sides", "last-standing", "low-marks", "nested-harvest", "pearl-divers",
    "railways", "ring-camps", "stone-chains", "tic-tac-toe", "walled-yards",
}  # fmt: skip
"""The games without secrets; a test compares them with `has_secrets`, which has to compile the rules."""


def has_secrets(folder: Path) -> bool:
    """Whether something in a game is not seen by everybody."""
    return any(e.seen != "all" and e.name != "seed" for e in program(folder, tables(folder)[-1]).entries)


def rulesets() -> list[Path]:
    """Return every shipped ruleset, example and probe that has secrets, in `pytest --all` without variants."""
    return without_variants(folder for folder in (*FOLDERS, *PROBES) if folder.name not in OPEN)


def positions(folder: Path, most: int) -> Iterator[tuple[int, Game]]:
    """Yield numbered positions of random games with every number of seats."""
    seen, seats = 0, tables(folder)
    for number in count(1):
        game = Game.start(program(folder, seats[number % len(seats)]), number)
        while not game.over:
            if len(game.decisions) % EVERY == number % EVERY or number % EVERY == 0 and len(game.decisions) < EVERY:
                yield seen, game
                seen += 1
                if seen == most:
                    return
            game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])


def watching(game: Game, number: int) -> int:
    """Return who looks: at every other position the one who is asked, else one of the others."""
    return (game.seat + (number // 2 % (game.program.seats - 1) + 1) * (number % 2)) % game.program.seats


def shows(game: Game, seat: int, number: int) -> list[str]:
    """Return what looks otherwise to a seat when all that it does not see or know is something else."""
    found = []
    before = seen_by(game, seat, NAMES)
    dealt = game.program.playing.sample(game.state, seat, number)
    if seen_by(standing_at(game, _other(game.program, dealt, seat)), seat, NAMES) != before:
        found.append("what it sees")
    if seat != game.seat and _told(game, dealt, seat, number):
        found.append("what it reads")
    return found


def _other(program: Program, state: list[int], seat: int) -> list[int]:
    """Change everything else that a seat is not shown."""
    for change in (with_other_values, with_other_order, with_other_hands):
        state = change(program, state, seat)
    return state


def _told(game: Game, dealt: list[int], seat: int, number: int) -> bool:
    """Somebody else takes the same option, perhaps with another piece: whether an onlooker who then sees the same has
    read something else.
    """
    before = [game.state, dealt]
    pair = [standing_at(game, list(state)) for state in before]
    codes = [each.codes[number % len(game.codes)] for each in pair if len(each.codes) == len(game.codes)]
    if len({code >> 32 for code in codes}) != 1 or len(codes) != 2:
        return False
    read, again = (lines_after(each, code, seat) for each, code in zip(pair, codes, strict=True))
    same = all(told(pair[0], seat) == told(pair[1], seat) for told in (stands, said, remembered))
    shown = [came_to_light(each, state, seat) for each, state in zip(pair, before, strict=True)]
    return same and shown[0] == shown[1] and read != again


def said(game: Game, seat: int) -> list[int]:
    """What was decided aloud and is under way: what rules have kept for themselves, except for unknown pieces."""
    tables, state = game.program.tables, game.state
    types = {slot.slot: slot.type for slot in tables.frames}
    found = []
    for entry in (e for e in game.program.entries if e.what == "frame"):
        type_ = types.get(entry.start, ValueType("number"))
        pieces, numbers = tables.pieces.get(type_.domain), state[entry.start : entry.start + entry.count]
        known = pieces is not None and type_.how == "one" and numbers[0] >= 0 and pieces.known_to(state, numbers[0])
        if pieces is None or known >> seat & 1:
            found += numbers
    return found


def came_to_light(game: Game, before: list[int], seat: int) -> list[tuple[str, int, int]]:
    """The pieces that a seat has got to know, and the places where they lay before."""
    return [
        (domain, piece, pieces.place_of(before, piece))
        for domain, pieces in game.program.tables.pieces.items()
        for piece in range(pieces.count)
        if (pieces.known_to(game.state, piece) & ~pieces.known_to(before, piece)) >> seat & 1
    ]


def remembered(game: Game, seat: int) -> list[list[list[int]]]:
    """What pieces a seat has seen, and lost sight of together: by their classes, as alike pieces are one for it."""
    found = []
    for pieces in game.program.tables.pieces.values():
        groups: dict[int, list[int]] = {}
        for piece in range(pieces.count):
            if not pieces.known_to(game.state, piece) >> seat & 1:
                groups.setdefault(pieces.group_of(game.state, piece, seat), []).append(pieces.classes[piece])
        found.append(sorted(sorted(group) for group in groups.values()))
    return found
