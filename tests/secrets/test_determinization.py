"""A redeal changes only what a seat does not know."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hiding import GAMES, is_small, numbers, positions, seen_by, standing_at
from tests.tiers import slow_unless

from rulewright.backends import Program
from rulewright.compile.tables import Place
from rulewright.engine import Game
from rulewright.engine.determinization import Determinizer


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_a_redeal_looks_the_same(name: str, seats: int) -> None:
    """View, prompt, options with their order, reasons: all keep their bytes, and something else is dealt."""
    moved = 0
    for number in numbers():
        for game in positions(name, seats, number):
            for seat in range(seats):
                dealt = game.program.playing.sample(game.state, seat, number)
                assert dealt[1] != game.state[1]
                moved += dealt[2:] != game.state[2:]
                assert seen_by(standing_at(game, dealt), seat) == seen_by(game, seat), (number, len(game.decisions))
    assert moved


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_a_redeal_keeps_counts_kinds_and_rules(name: str, seats: int) -> None:
    for number in numbers():
        for game in positions(name, seats, number):
            for seat in range(seats):
                dealt = game.program.playing.sample(game.state, seat, number + 7)
                assert all(holds(dealt) for holds in game.program.always)
                for domain in game.program.tables.pieces:
                    assert held(game.program, dealt, domain) == held(game.program, game.state, domain)
                    stays(game.program, game.state, dealt, domain, seat)


def held(program: Program, state: list[int], domain: str) -> Counter[tuple[int, int, int]]:
    """Count by place, kind of piece and who knows it; the places' own contents must agree."""
    pieces = program.tables.pieces[domain]
    found: Counter[tuple[int, int, int]] = Counter()
    for at, place in enumerate(program.tables.places):
        if place.domain == domain:
            for piece in contents(state, place):
                assert pieces.place_of(state, piece) == at
                kinds = enumerate(pieces.kinds)
                kind = next(i for i, kind in kinds if kind.start <= piece < kind.start + kind.size)
                found[at, kind, pieces.known_to(state, piece)] += 1
    assert found.total() == pieces.count
    return found


def contents(state: list[int], place: Place) -> list[int]:
    """Return the pieces in a place, worked out here once more."""
    slot = place.slot
    if place.order:
        return state[slot + 1 : slot + 1 + state[slot]]
    mask = sum(state[slot + word] << 62 * word for word in range(place.width))
    return [place.first + bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def stays(program: Program, state: list[int], dealt: list[int], domain: str, seat: int) -> None:
    """What a seat knows lies where it lay."""
    pieces = program.tables.pieces[domain]
    for piece in range(pieces.count):
        if pieces.known_to(state, piece) >> seat & 1:
            assert pieces.place_of(dealt, piece) == pieces.place_of(state, piece)


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_who_sees_the_same_has_read_the_same(name: str, seats: int) -> None:
    """Somebody else chooses; if an onlooker then sees the same after a redeal as without, the log says the same."""
    same = 0
    for number in numbers():
        for game in positions(name, seats, number):
            choice = game.names()[number % len(game.codes)]
            for seat in set(range(seats)) - {game.seat}:
                dealt = game.program.playing.sample(game.state, seat, number)
                pair = [standing_at(game, list(game.state)), standing_at(game, dealt)]
                if all(choice in each.names() for each in pair):
                    read, again = (lines_after(each, choice, seat) for each in pair)
                    if stands(pair[0], seat) == stands(pair[1], seat):
                        same += 1
                        assert read == again, (number, len(game.decisions), choice)
    assert same


def stands(game: Game, seat: int) -> list[object]:
    """Where a game stands for an onlooker: at which question, to whom, and what lies on the table."""
    return [game.state[0], game.over or game.seat, game.view(seat)]


def lines_after(game: Game, choice: str, seat: int) -> list[str]:
    """Take a choice and return what a seat may read of what happened: the words, as cards may come in another order."""
    game.choose(choice)
    aloud = (line for line in game.log if line.phrase or line.heading)  # what a rule tells is for everybody to know
    read = [line.text for line in aloud if line.private is None or seat in line.private]
    return [" ".join(sorted(re.findall(r"\w+", text))) for text in read]


def test_the_same_number_deals_the_same_and_others_deal_all_there_is() -> None:
    """In Kuhn poker the other seat has one of two cards: both are dealt, and nothing else."""
    game = next(iter(positions(*GAMES[3], 1)))
    pieces, determinizer = game.program.tables.pieces["card"], Determinizer(game.program)
    group = [piece for piece in range(pieces.count) if not pieces.known_to(game.state, piece) >> game.seat & 1]
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(200):
        dealt = determinizer.sample(game.state, game.seat, number)
        assert dealt == determinizer.sample(game.state, game.seat, number)
        found[tuple(pieces.place_of(dealt, piece) for piece in group)] += 1
    assert len(group) == len(found) == 2
    assert min(found.values()) > 60


@pytest.mark.slow
def test_a_game_goes_on_from_a_redeal() -> None:
    """Whatever is dealt can be played to the end."""
    for game in positions("goa", 3, 2):
        dealt = game.program.playing.sample(game.state, game.seat, len(game.decisions))
        other = standing_at(game, dealt)
        while not other.over:
            other.choose(other.codes[len(other.decisions) % len(other.codes)])
            assert not other.broken_promises()
