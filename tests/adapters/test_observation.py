"""An observation contains what its seat may know, and nothing of what it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[pettingzoo]"')

from rulesets import FOLDERS, GAMES, OPEN, adapted, example, is_small, positions
from tests.secrets.hiding import with_other_amounts, with_other_hands, with_other_order
from tests.tiers import slow_unless

from rulewright.adapters import observation, pieces
from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.backends import Program
from rulewright.compile.tables import WORD
from rulewright.engine.bare_games import BareGames
from rulewright.engine.seat_view import HIDDEN, SeatView

EVERY = 10
"""The sampling interval for positions of a game with many decisions."""


def by_name(of: Adapted, here: AdaptedPosition, seat: int) -> dict[str, int]:
    return dict(zip(of.observer.names, of.observer.observe(here.state, seat).tolist(), strict=True))


def changed(of: Adapted, state: list[int], seat: int) -> list[int]:
    """Return a vector in which all that a seat does not know is something else."""
    for change in (with_other_amounts, with_other_order, with_other_hands):
        state = change(of.games.program, state, seat)
    for domain in of.games.program.tables.pieces:
        state = with_hands_exchanged(of.games.program, state, seat, domain)
    return state


def with_hands_exchanged(program: Program, state: list[int], seat: int, domain: str) -> list[int]:
    """Return a vector in which a piece of one player and a piece of another have changed places unseen."""
    table, places, state = program.tables.pieces[domain], program.tables.places, state.copy()
    own = [at for at, place in enumerate(places) if place.domain == domain and place.seen == "owner"]
    secret = [at for at in own if not places[at].order and places[at].count == table.count]
    found = [
        (next(iter(unknown)), places[at])
        for at in secret
        if (unknown := [p for p in places[at].contents(state) if not table.known_to(state, p) >> seat & 1])
    ]
    if len(found) > 1:
        (one, here), (other, there) = found[0], found[-1]
        for place, goes, comes in ((here, one, other), (there, other, one)):
            for piece in (goes, comes):
                state[place.slot + (piece - place.first) // WORD] ^= 1 << (piece - place.first) % WORD
        for slots in (table.located, table.known):
            state[slots + one], state[slots + other] = state[slots + other], state[slots + one]
    return state


def leaks(of: Adapted, games: int) -> tuple[int, int]:
    """Count the pairs of positions that differ for nobody who looks, and those whose observations differ."""
    pairs = differing = 0
    for number in range(games):
        for here in islice(positions(of, number), 0, None, EVERY if of.games.program.length > 400 else 1):
            for seat in range(of.seats):
                other = changed(of, here.state, seat)
                pairs += list(other) != list(here.state)
                seen = [of.observer.observe(state, seat) for state in (here.state, other)]
                differing += not np.array_equal(*seen)
    return pairs, differing


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_what_is_hidden_makes_no_difference(folder: Path) -> None:
    pairs, differing = leaks(adapted(str(folder)), GAMES)
    assert not differing
    assert bool(pairs) == (folder.name not in OPEN)


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_every_number_is_within_its_bounds(folder: Path) -> None:
    of = adapted(str(folder))
    assert len(set(of.observer.names)) == len(of.observer.names) == len(of.observer.low)
    for here in positions(of, 1):
        for seat in range(of.seats):
            seen = of.observer.observe(here.state, seat)
            assert (seen >= of.observer.low).all() and (seen <= of.observer.high).all()


Patch = pytest.MonkeyPatch


def hands_for_all(patch: Patch) -> None:
    original = pieces.PieceColumns.__init__

    def init(self: pieces.PieceColumns, *given: object) -> None:
        original(self, *given)  # type: ignore[arg-type]
        self.sees[:] = 3

    patch.setattr(pieces.PieceColumns, "__init__", init)


def amounts_for_all(patch: Patch) -> None:
    patch.setattr(observation, "is_visible", lambda *_: True)


@pytest.mark.parametrize(
    ("leak", "name"), [(hands_for_all, "kuhn-poker"), (amounts_for_all, "sealed-bid-auction")], ids=["hands", "amounts"]
)
def test_a_leak_would_be_noticed(leak: Callable[[Patch], None], name: str, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    assert leaks(Adapted(example(name)), 2)[1]


def test_interchangeable_pieces_are_not_told_apart(monkeypatch: Patch) -> None:
    """Two cards have changed places that look the same, and everybody knows both."""
    program = adapted(example("leduc-poker")).games.program
    table = replace(program.tables.pieces["card"], classes=[0] * program.tables.pieces["card"].count)
    program = replace(program, tables=replace(program.tables, pieces={"card": table}))
    state = adapted(example("leduc-poker")).first_position(1).state
    for piece in range(table.count):
        state[table.known + piece] = 3
    other = state.copy()
    for one, two in ((0, 1), (2, 5)):
        for slots in (table.located, table.known):
            other[slots + one], other[slots + two] = state[slots + two], state[slots + one]
    assert list(other) != list(state)
    assert np.array_equal(*(observation.Observer(BareGames(program)).observe(each, 0) for each in (state, other)))
    monkeypatch.setattr(pieces._Interchangeable, "sort_rows", lambda *_: None)
    assert not np.array_equal(*(observation.Observer(BareGames(program)).observe(each, 0) for each in (state, other)))


def test_it_says_what_the_view_of_the_seat_says() -> None:
    of = adapted(example("kuhn-poker"))
    here = of.first_position(1)
    for seat in range(2):
        numbers, facts = by_name(of, here, seat), SeatView(of.games.program, here.state, seat).facts
        for name, value in facts.items():
            if isinstance(value, list):
                assert numbers[f"{name}: pieces"] == len(value)
            elif isinstance(value, int):
                assert numbers[name] == value
            elif value == HIDDEN:
                assert numbers[name] == of.observer.hidden
        places = [value for name, value in numbers.items() if name.startswith("card ") and name.endswith(": place")]
        assert len(places) == 3 and places.count(of.observer.hidden) == 2


def places_in_stacks(
    of: Adapted, here: AdaptedPosition
) -> Iterator[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """Yield for each stack or row that all see where its pieces are, as it is and as the first seat observes it."""
    numbers, tables = by_name(of, here, 0), of.games.program.tables
    for at, place in enumerate(tables.places):
        if place.order and place.seen == "all":
            pieces = [f"{place.domain} {member}" for member in of.games.program.domains[place.domain].members]
            seen = [(numbers[f"{piece}: place"], numbers[f"{piece}: index"]) for piece in pieces]
            yield [(at, n + 1) for n in range(here.state[place.slot])], sorted(each for each in seen if each[0] == at)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "borneo"])
def test_pieces_of_several_kinds_keep_their_places_in_stacks(name: str) -> None:
    of = adapted(str(next(folder for folder in FOLDERS if folder.name == name)))
    stacks = [each for here in islice(positions(of, 1), 20, 60, 20) for each in places_in_stacks(of, here)]
    assert any(there for there, _ in stacks) and all(there == seen for there, seen in stacks)


def test_only_the_seat_that_decides_learns_the_question() -> None:
    of = adapted(example("kuhn-poker"))
    here = of.first_position(1)
    questions = [by_name(of, here, seat)["question"] for seat in range(2)]
    assert questions[here.seat] == 0 and questions[1 - here.seat] == of.observer.hidden
