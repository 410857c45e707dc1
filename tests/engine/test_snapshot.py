"""The fingerprint of a decision: names and nothing else make it, and nothing that counts is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import blake2b

import pytest

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.compile.tables import Entry
from rulewright.engine import Game
from rulewright.engine.snapshot import Snapshot, SnapshotReader, changed, changes
from rulewright.engine.words import choice_names
from rulewright.workspace import compiled_program


@cache
def program() -> Program:
    return compiled_program("goa", seats=3)


def played(decisions: int, seed: int = 5) -> Game:
    game = Game.start(program(), seed)
    while len(game.decisions) < decisions and not game.over:
        game.choose(game.codes[pick(seed, len(game.decisions), len(game.codes))])
    return game


def snapshot(game: Game) -> Snapshot:
    return SnapshotReader(game.program).snapshot(game.state, game.names())


def test_it_is_made_as_its_description_says() -> None:
    text = "asked red\noffers bid 4\noffers pass\nchosen pass\nplayer.coin red = 3\nseed = 7\n"
    stands = Snapshot("red", ("bid 4", "pass"), {"seed": 7, "player.coin red": 3})
    assert stands.fingerprint("pass") == blake2b(text.encode(), digest_size=6).hexdigest() == "18dc6f562bb9"


def test_everything_in_it_counts() -> None:
    stands = Snapshot("red", ("bid 4", "pass"), {"seed": 7, "player.coin red": 3})
    others = [
        replace(stands, asked="blue"), replace(stands, offered=("pass", "bid 4")), replace(stands, offered=("pass",)),
        replace(stands, values={"seed": 7}), replace(stands, values={"seed": 7, "player.coin red": 4}),
    ]  # fmt: skip
    prints = {stands.fingerprint("pass"), stands.fingerprint("bid 4"), *(other.fingerprint("pass") for other in others)}
    assert len(prints) == 7


def counting(entry: Entry) -> bool:
    """Whether the numbers of a stretch are part of what a game is, and not of how the interpreter goes about it."""
    return entry.what in ("fact", "marks", "place", "known", "supply", "chance") or entry.name == "seed"


def other_numbers(entry: Entry, state: list[int]) -> Iterator[tuple[int, int]]:
    """Yield slots of a stretch with another number that could stand there."""
    row = "number" in entry.names
    for at, name in enumerate(entry.names):
        slot = entry.start + at
        filled = state[entry.start] if row else 0
        if row and name.isdigit() and int(name) <= filled:
            yield slot, (state[slot] + 1) % 30
        elif entry.what == "known":
            yield slot, state[slot] ^ 1
        elif not row:
            yield slot, state[slot] ^ 1 if entry.low >= 0 else -1 if state[slot] >= 0 else 0


@pytest.mark.slow
@pytest.mark.parametrize("decisions", [0, 40, 150])
def test_no_change_of_a_position_leaves_it_as_it_was(decisions: int) -> None:
    game = played(decisions)
    reader, before = SnapshotReader(program()), snapshot(game)
    tried = 0
    for entry in filter(counting, program().entries):
        for slot, number in other_numbers(entry, game.state):
            state = list(game.state)
            state[slot] = number
            if number == game.state[slot] or (entry.what == "place" and not in_domain(reader, state)):
                continue
            tried += 1
            assert reader.values(state) != before.values, (entry.name, slot - entry.start)
    assert tried > 500


def in_domain(reader: SnapshotReader, state: list[int]) -> bool:
    """Whether places hold only pieces that there are."""
    try:
        reader.values(state)
    except IndexError:
        return False
    return True


def moved(by: int) -> Program:
    """The same rules with every number of the vector elsewhere, and other numbers for all choices."""
    old = program()
    tables = replace(
        old.tables,
        facts=[replace(fact, slot=fact.slot + by) for fact in old.tables.facts],
        places=[replace(place, slot=place.slot + by) for place in old.tables.places[::-1]],
        pieces={
            name: replace(pieces, located=pieces.located + by, known=pieces.known + by, sees=pieces.sees[::-1])
            for name, pieces in old.tables.pieces.items()
        },
        choices=old.tables.choices[::-1],
    )
    entries = [replace(entry, start=entry.start + by if entry.start else 0) for entry in old.entries]
    return replace(old, tables=tables, entries=entries, seats_of=[slot + by for slot in old.seats_of])


@pytest.mark.parametrize("decisions", [0, 40, 150])
def test_another_layout_and_other_numbers_of_choices_leave_it_as_it_was(decisions: int) -> None:
    game, other, by = played(decisions), moved(7), 7
    state = [*game.state[:1], *range(by), *game.state[1:]]
    for pieces in program().tables.pieces.values():
        places = len(program().tables.places) - 1
        for piece in range(pieces.count):
            slot = pieces.located + by + piece
            state[slot] = places - state[slot]
    most = len(program().tables.choices) - 1
    codes = [(most - (code >> 32)) << 32 | code & 0xFFFFFFFF for code in game.codes]
    assert SnapshotReader(other).snapshot(state, choice_names(other, codes)) == snapshot(game)


@pytest.mark.slow
def test_what_changed_leads_from_one_standing_to_the_next() -> None:
    game = played(0)
    before = snapshot(game)
    while not game.over:
        game.choose(game.codes[0])
        after = snapshot(game)
        assert changed(before.values, changes(before.values, after.values)) == after.values
        before = after
