"""Of pieces that a seat has lost sight of, it remembers which ones they are together and where these lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hiding import CHECKOUT

from rulewright.backends import Program
from rulewright.backends.python import piece_knowledge, pieces
from rulewright.backends.python.loading import load_program
from rulewright.chance import pick
from rulewright.compile.tables import PieceTable
from rulewright.engine import Game
from rulewright.engine.savefile.format import read, write
from rulewright.engine.savefile.games import load, saved
from rulewright.workspace import compiled_program

PASSED = str(CHECKOUT / "tests" / "probes" / "passed-hands")
MARKET = str(CHECKOUT / "examples" / "night-market")
GAMES, WORLDS = 2, 3
"""How many games are looked at, and how many worlds of a position."""
Patch = pytest.MonkeyPatch


def program(folder: str, seats: int) -> Program:
    """Return a program whose functions are made anew, as a test may have changed what makes them."""
    return load_program(compiled_program(folder, seats=seats).compiled)


def cards(program: Program) -> PieceTable:
    return program.tables.pieces["card"]


def positions(program: Program, number: int) -> Iterator[list[int]]:
    state, codes = program.opening(number)
    made = 0
    while codes is not None:
        yield list(state)
        codes = program.take(state, codes[pick(number, made, len(codes))])
        made += 1


def others_hands(program: Program, seat: int) -> list[int]:
    own = program.domains["player"].members[seat]
    rows = enumerate(program.tables.places)
    return [number for number, row in rows if row.name == "hand" and row.owner_key != own]


def lying_in(program: Program, state: list[int], place: int) -> list[int]:
    return program.tables.places[place].contents(state)


def lying(program: Program, state: list[int], some: tuple[int, ...]) -> list[int]:
    return sorted(cards(program).place_of(state, card) for card in some)


# ---- a hand that was passed on


def scattered(program: Program) -> tuple[int, int]:
    """Count the worlds in which cards that a seat has passed on lie elsewhere than it knows, and all worlds."""
    found = looked = 0
    for number in range(1, 1 + GAMES):
        passed: list[set[tuple[int, ...]]] = [set() for _ in range(program.seats)]
        for at, state in enumerate(positions(program, number)):
            for seat, mine in enumerate(passed):
                hands = [tuple(lying_in(program, state, place)) for place in others_hands(program, seat)]
                mine |= {hand for hand in hands if all(cards(program).known_to(state, c) >> seat & 1 for c in hand)}
                for world in (program.playing.sample(state, seat, at * WORLDS + n) for n in range(WORLDS)):
                    found += any(lying(program, world, hand) != lying(program, state, hand) for hand in mine)
                    looked += bool(mine)
    return found, looked


def test_cards_that_were_passed_on_lie_where_the_seat_knows() -> None:
    found, looked = scattered(program(PASSED, 4))
    assert not found and looked > 100


def test_a_seat_that_forgets_them_would_be_noticed(monkeypatch: Patch) -> None:
    made = piece_knowledge.make_lose

    def forgetful(table: PieceTable) -> object:
        lose, known = made(table), table.known

        def forget(S: list[int], some: list[int], seats: int) -> None:
            for piece in some:
                S[known + piece] &= ~seats

        return forget if table.groups >= 0 else lose

    monkeypatch.setattr(piece_knowledge, "make_lose", forgetful)
    assert scattered(program(PASSED, 4))[0]


def test_which_of_them_was_kept_stays_open() -> None:
    """After three cards were passed on, and one of them was kept, it is each of the three about as often."""
    four = program(PASSED, 4)
    state = list(positions(four, 1))[4 + 2]  # Anna's first hand has come to Ben, who has kept one of it
    kept = next(n for n, row in enumerate(four.tables.places) if (row.name, row.owner_key) == ("kept", "ben"))
    worlds = Counter(tuple(lying_in(four, four.playing.sample(state, 0, n), kept)) for n in range(240))
    seen = Counter(card for world in worlds.elements() for card in world)
    often = [count for _, count in seen.most_common(3)]
    assert min(often) > 60 and sum(often) == 240


# ---- a deck that was built of what lay open


def holdings(program: Program, state: list[int]) -> list[Counter[int]]:
    """Return by seat how many cards of each sort somebody has, wherever they lie."""
    found = [Counter[int]() for _ in range(program.seats)]
    for card, sort in enumerate(cards(program).classes):
        owner = program.tables.places[cards(program).place_of(state, card)].owner_key
        if owner:
            found[program.domains["player"].members.index(owner)][sort] += 1
    return found


@pytest.mark.slow
def test_a_deck_is_of_the_cards_that_went_into_it() -> None:
    three, looked = program(MARKET, 3), 0
    for number in range(1, 1 + GAMES):
        for at, state in enumerate(positions(three, number)):
            for seat in range(3):
                assert holdings(three, three.playing.sample(state, seat, at)) == holdings(three, state)
                looked += three.playing.sample(state, seat, at)[2:] != state[2:]
    assert looked > 100


# ---- what is remembered follows from what was seen


def remembered(table: PieceTable, program: Program, state: list[int], seat: int) -> list[object]:
    """Return what a seat has in mind of each place: known cards by sort, others by group."""

    def mind(card: int) -> tuple[bool, int]:
        known = bool(table.known_to(state, card) >> seat & 1)
        return known, table.classes[card] if known else table.group_of(state, card, seat)

    return [
        [mind(card) for card in row.contents(state)] if row.order else Counter(map(mind, row.contents(state)))
        for row in program.tables.places
    ]


def told_by_memory(program: Program) -> int:
    """Count the cards of others that, laid out, leave another memory than one that looks the same in the same hand."""
    table, found = cards(program), 0
    alike, move = table.alike(), program.names["move_card"]
    played = {row.owner_key: n for n, row in enumerate(program.tables.places) if row.name == "played"}
    for number in range(1, 1 + GAMES):
        for state in positions(program, number):
            for hand in others_hands(program, 0):
                lying_there = lying_in(program, state, hand)
                for card in lying_there:
                    for other in set(alike[card]) & set(lying_there):
                        minds = []
                        for each in (card, other):
                            world = list(state)
                            move(world, each, played[program.tables.places[hand].owner_key])
                            minds.append(remembered(table, program, world, 0))
                        found += minds[0] != minds[1]
    return found


def test_which_of_two_alike_was_laid_out_shows_in_no_memory() -> None:
    assert not told_by_memory(program(MARKET, 2))


def test_a_memory_that_tells_would_be_noticed(monkeypatch: Patch) -> None:
    for module in (pieces, piece_knowledge):
        monkeypatch.setattr(module, "make_leave", lambda *_: lambda *_: None)
    assert told_by_memory(program(MARKET, 2))


def told_by_a_swap(program: Program) -> int:
    """Count the hands of others of which it shows in the memory which card was swapped for one that was kept."""
    table, found = cards(program), 0
    kept = {row.owner_key: n for n, row in enumerate(program.tables.places) if row.name == "kept"}
    for number in range(1, 1 + GAMES):
        for state in positions(program, number):
            for hand in others_hands(program, 0):
                minds = []
                owned = lying_in(program, state, kept[program.tables.places[hand].owner_key])
                for card in lying_in(program, state, hand) if owned else []:
                    world = list(state)
                    program.names["swap_card"](world, card, owned[0])
                    minds.append(remembered(table, program, world, 0))
                found += any(mind != minds[0] for mind in minds)
    return found


def test_which_card_was_swapped_unseen_shows_in_no_memory() -> None:
    assert not told_by_a_swap(program(PASSED, 4))


def test_a_swap_that_tells_would_be_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(pieces, "make_leave_unseen", lambda *_: lambda *_: None)
    assert told_by_a_swap(program(PASSED, 4))


# ---- saves


def with_groups() -> Game:
    game = Game.start(compiled_program(PASSED, seats=4, traced=True), 1)
    for made in range(6):
        game.choose(game.codes[pick(1, made, len(game.codes))])
    assert "card.groups of" in (saved(game).vector or {})
    return game


def test_what_is_remembered_is_saved(tmp_path: Path) -> None:
    game = with_groups()
    write(tmp_path / "a.save", saved(game))
    assert load(tmp_path / "a.save", game.program).state == game.state


def test_a_save_from_before_there_were_groups_is_resumed(tmp_path: Path) -> None:
    game = with_groups()
    kept = saved(game)
    assert kept.vector is not None
    del kept.vector["card.groups of"]
    write(tmp_path / "a.save", kept)
    assert "groups of" not in str(read(tmp_path / "a.save").vector)
    assert load(tmp_path / "a.save", game.program).state == game.state
