"""Two worlds that a seat cannot tell apart, in which somebody else makes the same choice.

RULEWRIGHT_PAIRS is the number of pairs that are compared for each ruleset; without it there are 50.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hiding import seen_by, standing_at
from looking import NAMES, came_to_light, positions, remembered, rulesets, said

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.compile.tables import argument_of, option_of
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.log import LogLine

PAIRS = int(os.environ.get("RULEWRIGHT_PAIRS", "50"))
TRIES = 100
"""At most so many positions are looked at for each pair that is wanted."""

QUIETLY = 20
"""So many questions a seat may answer without visible effect before the other world is as far."""

INFERRED = {"package-auction", "sealed-bid"}
"""Games in which others can infer all that those who choose keep to themselves, so there are no two worlds."""

Secrets = tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One position as it is, and as it might be for all that the onlooker knows, and what is chosen in each.

    Both choices are the same for the onlooker: one that everybody may know, or one that is told to nobody else.
    """

    number: int
    onlooker: int
    worlds: tuple[Game, Game]
    codes: tuple[int, int]


def paired() -> list[Path]:
    """Return the rulesets in which there are pairs."""
    return [folder for folder in rulesets() if folder.name not in INFERRED]


def compared(folder: Path, most: int) -> Iterator[tuple[Pair, str]]:
    """Yield pairs with what tells them apart, mostly nothing; a pair that the table tells apart does not count."""
    left = most
    for number, game in positions(folder, most * TRIES):
        onlooker = (game.seat + 1 + number % (game.program.seats - 1)) % game.program.seats
        pair = _pair(game, onlooker, number)
        told = told_apart(pair) if pair is not None else None
        if pair is not None and told is not None:
            yield pair, told
            left -= 1
            if not left:
                return


def _pair(game: Game, onlooker: int, number: int) -> Pair | None:
    """Return a pair in which what the one who chooses keeps from the onlooker really differs, if there is one."""
    dealt = game.program.playing.sample(game.state, onlooker, number)
    dealt[1] = game.state[1]
    if secrets(game.program, dealt, game.seat) == secrets(game.program, game.state, game.seat):
        return None
    worlds = standing_at(game, list(game.state)), standing_at(game, dealt)
    alike = [(code, same) for code in worlds[0].codes for same in worlds[1].codes if _alike(worlds, code, same)]
    return Pair(number, onlooker, worlds, alike[pick(number, 0, len(alike))]) if alike else None


def _alike(worlds: tuple[Game, Game], code: int, other: int) -> bool:
    secret = is_secret(worlds[0], code), is_secret(worlds[1], other)
    return secret[0] == secret[1] and (option_of(code) == option_of(other) if all(secret) else code == other)


def is_secret(game: Game, code: int) -> bool:
    """Say whether a choice itself is told to nobody else, worked out here once more."""
    tables, state = game.program.tables, game.state
    argument = tables.choice(code).argument
    pieces = tables.pieces.get(argument.domain) if argument is not None else None
    hidden = pieces is not None and argument_of(code) >= 0
    unknown = hidden and pieces is not None and pieces.known_to(state, argument_of(code)) != pieces.everyone
    return tables.asked_at(state).secret or unknown


def secrets(program: Program, state: list[int], seat: int) -> Secrets:
    """Return what a seat keeps from others: pieces in secret places, those that are alike as one, and numbers.

    In a game in which players have no secrets it is what lies in the hidden stacks.
    """
    found: list[tuple[object, ...]] = []
    for entry in program.entries:
        if entry.what == "fact" and entry.seen == "owner" and entry.name.count(".") == 1:  # declared, and no answer
            found += [(entry.name, i, state[entry.start + i]) for i, o in enumerate(entry.owners) if o == seat]
    places = [(at, place, program.tables.pieces[place.domain]) for at, place in enumerate(program.tables.places)]
    own = [each for each in places if each[1].seen == "owner" and each[2].sees[each[0]] == 1 << seat]
    for at, place, pieces in own or ([] if found else [each for each in places if each[1].seen == "nobody"]):
        classes = [pieces.classes[piece] for piece in place.contents(state)]
        found.append((at, *(classes if place.order else sorted(classes))))
    return tuple(found)


def told_apart(pair: Pair) -> str | None:
    """Play the choice in both worlds; return in what the onlooker's log or question differs then, empty if in nothing.

    None if the onlooker may tell the worlds apart by now: something has come to light, or another seat decides.
    """
    worlds = pair.worlds
    secret = is_secret(worlds[0], pair.codes[0])
    before = [list(world.state) for world in worlds]
    try:
        for world, code in zip(worlds, pair.codes, strict=True):
            world.choose(code)
        _come_as_far(worlds, pair.onlooker)
    except RulesError:  # with other numbers somebody may owe more than there is: no such world can be
        return None
    seen = [_seen(world, state, pair.onlooker) for world, state in zip(worlds, before, strict=True)]
    if seen[0] != seen[1] or (not secret and said(worlds[0], pair.onlooker) != said(worlds[1], pair.onlooker)):
        return None
    for shown in (read_by, asked):
        one, other = (shown(world, pair.onlooker) for world in worlds)
        if one != other:
            return f"{one}\nand {other}"
    return ""


def _come_as_far(worlds: tuple[Game, Game], onlooker: int) -> None:
    """Where only one world still asks somebody, let it be answered without visible effect until both are as far."""
    for _ in range(QUIETLY):
        if len({(world.state[0], world.over or world.seat) for world in worlds}) == 1:
            return
        ways = [(world, code) for world in worlds if (code := _quiet_way(world, onlooker)) is not None]
        if not ways:
            return
        world, code = ways[0]
        world.choose(code)


def _quiet_way(world: Game, onlooker: int) -> int | None:
    """Return an answer of another seat that changes nothing that the onlooker sees, if there is one."""
    if world.over or world.seat == onlooker:
        return None
    before = world.view(onlooker)
    for code in reversed(world.codes):
        trial = world.copy()
        trial.choose(code)
        if trial.view(onlooker) == before:
            return code
    return None


def _seen(world: Game, before: list[int], onlooker: int) -> tuple[object, ...]:
    where = world.state[0], world.over or world.seat
    aloud = tuple(line.text for line in world.log if not line.phrase and not line.heading)
    return *where, aloud, world.view(onlooker), _turned_up(world, before, onlooker), remembered(world, onlooker)


def _turned_up(world: Game, before: list[int], onlooker: int) -> list[tuple[str, int, int, int]]:
    """Return what has come to light, where it lay, and, if that is a stack or row, at which place in it."""
    places = world.program.tables.places
    found = []
    for domain, piece, at in came_to_light(world, before, onlooker):
        spot = places[at].contents(before).index(piece) if places[at].order else -1
        found.append((domain, piece, at, spot))
    return found


def read_by(world: Game, onlooker: int) -> list[LogLine]:
    """Return the lines that the onlooker may read, without who else may."""
    return [replace(line, private=None) for line in world.log if line.private is None or onlooker in line.private]


def asked(world: Game, onlooker: int) -> str:
    """Return what the onlooker is asked and shown, or only that somebody else is asked."""
    if world.over:
        return ""
    standing = standing_at(world, list(world.state))
    standing.decisions.clear()  # the names to ask for hang on how many there are, and one world may have one more
    return seen_by(standing, onlooker, NAMES)
