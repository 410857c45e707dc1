"""Rules that go wrong on purpose do so alike in Python and in C: the same is said, and the vector is left the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compile.side_by_side import answered, needs_compiler, played
from tests.fuzz.seeds import base
from tests.fuzz.stages import write
from tests.tiers import sampled, slow_unless

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.playtest.game import play_one
from rulewright.workspace import compiled_program

pytestmark = needs_compiler

WRONG = """
each player has:
    partner: player or nothing

step play:
    shuffle deck
    draw 3 cards from deck to table
    let judge be first of players
    let rival be last of players
    judge takes 3 coins
    rival takes 5 coins
    ask judge "What goes wrong?":
        option over "Too high":
            raise judge's level for apple by 2 times judge's coins
        option under "Too low":
            lower rival's level for plum by 1
        option debt "Too little":
            judge pays 4 coins to rival
        option full "Full":
            for each card in table:
                move card to a1's lot
        option nobody "Nobody":
            set rival to judge's partner
            rival takes 1 coin
        option nothing "Nothing":
            move first of judge's hand to table
        option die "Die":
            roll number from judge's coins + 2 to 3
        option far "Far":
            let high be (number of table) times 1000000000
            set high to high times high
            set high to high times high
        option round "Round":
            in laps for each player in players:
                roll luck from 1 to 6
                set day to luck
                if luck is 7:
                    drop out
        option count "Count":
            for each n from 1 to (number of table) times 1000000:
                if n is 7:
                    judge takes 1 ticket
        option some-of "Some of them":
            if for some friend in players (friend's partner's level for apple is 1):
                judge takes 1 ticket
        option some-one "The first of them":
            if for some friend in players (friend is judge or friend's partner's level for apple is 1):
                judge takes 1 ticket
        option each-one "Not the first of them":
            if for every friend in players (friend is not judge and friend's partner's level for apple is 1):
                judge takes 1 ticket
        option dead-end "Dead end":
            judge takes 1 ticket
            ask judge "Which?":
                option card "{card}" with card from judge's shop:
                    discard card
        option well "Nothing at all"
"""
GOES = {
    "out-of-range": 5, "place-full": 1, "nothing-there": 3, "limit-exceeded": 2, "dead-end": 1, None: 3,
}  # fmt: skip
"""By code, how many of the options go wrong so."""


def both(folder: Path, rules: str, data: str = "", seats: int = 2) -> tuple[Program, Program]:
    files = base() | {"game/rules/case.rules": rules} | ({"game/data/more.yaml": data} if data else {})
    plain = compiled_program(str(write(files, folder)), seats)
    return plain, native(plain)


@pytest.mark.slow
def test_the_same_goes_wrong(tmp_path: Path) -> None:
    plain, quick = both(tmp_path, WRONG)
    state, codes = plain.opening(1)
    other, same = quick.opening(1)
    assert codes is not None and same == codes
    ends: dict[object, int] = {}
    for code in codes:
        mine, theirs = state.copy(), other.copy()
        expected = answered(plain.take, mine, code)
        assert answered(quick.take, theirs, code) == expected
        assert list(theirs) == mine
        end = expected[1] if isinstance(expected, tuple) else expected
        ends[end] = ends.get(end, 0) + 1
    assert ends == GOES
    for number in range(8):
        record = play_one(quick, number)
        assert record == play_one(plain, number)
        assert record.failure or record.decisions == [1, 0]


STONES = """
piece stone / stones:
    starts in quarry

the game has:
    place quarry: stones, hidden
    place heap: stones, hidden
    place pit: at most 5 stones

stone pebble "Pebble":
    at the end:
        score 1 points

step play:
    let judge be first of players
    in laps for each stone in quarry:
        ask judge "Where to with {stone}?":
            option heap "The heap":
                move stone to heap
                drop out
            option pit "The pit":
                move stone to pit
                drop out
"""


def stones(number: int) -> str:
    return f"kind: inventory\npieces: stone\nrows:\n  - {{rule: pebble, count: {number}, source: 'book \"Set-up\"'}}\n"


@pytest.mark.slow
@pytest.mark.parametrize("number", slow_unless(lambda number: number == 63, [62, 63, 124, 127, 250, 999]))
def test_places_of_many_pieces_are_full_as_others_are(number: int, tmp_path: Path) -> None:
    plain, quick = both(tmp_path, STONES, stones(number))
    for seed in range(3):
        made, end = played(plain, quick, seed)
        assert isinstance(end, tuple) and end[1] == "place-full"
        assert made > 5
    state, codes = plain.opening(1)
    other, _ = quick.opening(1)
    for _ in range(number):
        assert codes is not None
        assert quick.take(other, codes[0]) == (found := plain.take(state, codes[0]))
        assert list(other) == state
        codes = found
    assert codes is None


BOARD = """
grid field / fields: 9 by 9

piece stone / stones:
    starts in quarry

each field has:
    place spot: at most 1 stone

the game has:
    place quarry: stones

stone pebble "Pebble":
    at the end:
        score 1 points

value free:
    fields where its spot is empty

step play:
    let player be first of players
    repeat 81 times:
        choose field from free "Where?"
        move first of quarry to field's spot
"""

RIM = """
grid field / fields: 7 by 7 with a rim

the game has:
    mine: set of field
    bag: set of field

scoring levels "Levels":
    score sum of (player's level for fruit) for each fruit in fruits points

step play:
    let judge be first of players
    set bag to fields
    repeat 30 times:
        ask judge "Where?":
            option put "At {field}" with field from bag:
                set bag to bag - field
                set mine to mine + field
                judge takes (number of (fields around mine) + number of (fields beside mine within bag)) coins
                judge pays (number of (fields around mine)) coins
                if there is a row of 3 in mine:
                    judge takes 2 tickets
"""

GROWING = """
step play:
    let judge be first of players
    let large be 1
    repeat 200 times:
        ask judge "Which way?":
            option up "Up":
                raise large by large
            option down "Down":
                lower large by 3 times large
            option on "On":
                set large to large times 7 - 3
    judge takes (lesser of large and 5) coins
"""


@pytest.mark.slow
@pytest.mark.parametrize("rules", sampled(2, [GROWING, RIM]), ids=["a number that grows", "a grid with a rim"])
def test_large_sets_and_numbers_are_the_same(rules: str, tmp_path: Path) -> None:
    plain, quick = both(tmp_path, rules)
    for seed in range(10):
        played(plain, quick, seed)
        assert play_one(quick, seed) == play_one(plain, seed)


@pytest.mark.slow
def test_a_board_of_many_places_knows_which_are_empty(tmp_path: Path) -> None:
    plain, quick = both(tmp_path, BOARD, stones(81))
    assert [played(plain, quick, seed) for seed in range(3)] == [(80, None)] * 3
