"""Whole games in C: as the reference plays them, in slices, many, on several threads; nothing runs for ever."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable

import pytest
from tests.backends.reference import Failed
from tests.backends.small import Both, Small, needs_compiler, number, slot, store
from tests.work import not_forever

from rulewright.backends.c.playing import PlayoutInC
from rulewright.backends.c.runtime import State
from rulewright.backends.playing import End
from rulewright.chance import pick
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, LARGEST, WIDE, Int, Set

SEATS, GOAL, MOST = 3, 60, 1000
pytestmark = needs_compiler


def made(overflow: int = 0, limit: int = 10_000, never: bool = False) -> Both:
    """Return a race. With `overflow`, one choice in so many calculates with numbers that only Python has."""
    small = Small(seats=SEATS)
    score, rolls = small.field("score", Int(0, 10_000), SEATS), small.field("rolls", Int(0, 9_999))
    counter, big = small.field("counter", Int(0, LARGEST)), small.field("big", WIDE)
    seat, code, r = slot(small.seat), ir.Local("code", WIDE), ir.Local("r", Int(1, 6))
    mine = slot(score, ir.NonNull(seat, 0, Int(0, SEATS - 1)))
    follow = ir.Arith("%", ir.Arith("+", seat, number(1), WIDE), number(SEATS), Int(0, SEATS - 1))
    ahead = ir.Compare(">=", mine, number(GOAL))

    def plus(value: ir.Expr) -> ir.Stmt:
        return ir.Store((mine,), (ir.Arith("+", mine, value, WIDE),))

    huge = ir.Arith("*", ir.Arith("+", slot(big), number(LARGEST), WIDE), number(4), WIDE)
    every = ir.Arith("%", slot(rolls), number(overflow or 1), WIDE)
    strange = ir.If(
        (
            (
                ir.And((number(int(overflow > 0)), ir.Compare("==", every, number(0)))),
                (store(big, ir.Arith("%", huge, number(1000), WIDE)),),
            ),
        ),
        (),
    )
    small.block("asks", ir.If(((ahead, (ir.Go(number(0)),)),), ()), store(small.seat, follow), ir.Ask(0))
    small.question(
        ir.OfferRange(0, None, number(1), number(3)),
        ir.Offer(1 << 32),
        answers=[
            (plus(ir.Invoke("given", "", (code,), Int(0, 3))), ir.Go(number(1))),
            (
                ir.Roll(r, number(1), number(6), counter, "dice", 0),
                plus(r),
                strange,
                store(rolls, ir.Arith("+", slot(rolls), number(1), WIDE)),
                ir.Go(number(1)),
            ),
        ],
    )
    who, x = ir.Local("who", Int(0, SEATS - 1)), ir.Local("x", Int(0, SEATS - 1))
    points = ir.Arith("%", slot(score, who), number(7), WIDE)
    small.scores = [
        small.function("points", "value", ir.Return(points), params=[who], result=WIDE),
        small.function(
            "more", "value", ir.Return(ir.Arith("%", slot(score, who), number(2), WIDE)), params=[who], result=WIDE
        ),
    ]
    small.ties = [
        small.function(
            "tie", "value", ir.Return(ir.Arith("%", slot(score, who), number(3), WIDE)), params=[who], result=WIDE
        )
    ]
    seats = ir.Const((1 << SEATS) - 1, Set(SEATS))
    low = ir.Fold("every", x, seats, None, ir.Compare("<", slot(score, x), number(limit)), BOOL)
    small.always = [
        small.function("few", "value", ir.Return(ir.Compare("<", slot(rolls), number(limit))), result=BOOL),
        small.function("low", "value", ir.Return(low), result=BOOL),
    ]
    return Both(small.program(), streams={"dice": 77})


def by_hand(both: Both, game: int) -> tuple[list[int], int, list[int]]:
    """Play a game in the reference; return the vector at its end, its decisions, and those of each seat."""
    state, asked, count = both.start.copy(), [0] * SEATS, 0
    state[1], state[2] = game, 0
    codes = both.reference.advance(state, 1)
    while codes is not None:
        asked[state[2]] += 1
        codes = both.reference.take(state, codes[pick(game, count, len(codes))])
        count += 1
    return state, count, asked


def start(both: Both, game: int) -> State:
    state = both.machine.initial(game)
    state[2] = 0
    return state


@pytest.mark.parametrize("overflow", [0, 1, 3])
def test_games_are_those_of_python(overflow: int) -> None:
    both = made(overflow)
    for game in (1, 2, 3, 1 << 63, (1 << 64) - 1):
        playout, (end, count, asked) = PlayoutInC(start(both, game), game, MOST, True), by_hand(both, game)
        assert playout.on() is End.OVER
        assert (playout.state.vector, playout.made, playout.asked) == (end, count, asked)
    assert bool(both.plain.replayed) == bool(overflow)


def test_a_game_goes_on_after_a_slice() -> None:
    both = made()
    playout, slices = PlayoutInC(start(both, 5), 5, 10_000_000, False), 0
    playout.state[3:6] = [0, 0, 0]
    while playout.on(1e-9) is End.SLICE:
        slices += 1
    assert (playout.state.vector, playout.made) == by_hand(both, 5)[:2]
    stopped = PlayoutInC(start(both, 5), 5, MOST, False)
    both.machine.run.stop()
    assert stopped.on() in (End.SLICE, End.OVER)
    both.machine.run.stop(False)
    assert stopped.on() is End.OVER


@pytest.mark.slow
def test_a_limit_of_decisions_and_a_broken_rule() -> None:
    playout = PlayoutInC(start(made(), 5), 5, 4, True)
    assert (playout.on(), playout.made) == (End.LIMIT, 4)
    both = made(limit=9)
    playout = PlayoutInC(start(both, 5), 5, MOST, True)
    assert playout.on() is End.BROKEN
    assert (playout.broken, playout.state.broken()) == (1, 1)
    assert PlayoutInC(start(both, 5), 5, MOST, False).on() is End.OVER


def rows(both: Both, numbers: range) -> tuple[list[list[int]], list[int]]:
    """Play games in one call; return their rows, and the numbers of those that are left to Python."""
    found = array("q")
    left = list(both.machine.play_many(numbers, MOST, True, found))
    width = both.machine.c.rw_row_length()
    return [found[at : at + width].tolist() for at in range(0, len(found), width)], left


@pytest.mark.slow
@pytest.mark.parametrize(("overflow", "limit"), [(0, 10_000), (4, 10_000), (0, 62), (4, 15)])
def test_many_games_in_one_call(overflow: int, limit: int) -> None:
    both = made(overflow, limit)
    both.machine.start[2] = 0
    found, left = rows(both, range(3, 300))
    assert sorted([row[0] for row in found] + left) == list(range(3, 300))
    assert bool(left) == bool(overflow or limit < GOAL + 5)
    for game, made_, *rest in found[:20]:
        end, count, asked = by_hand(both, game)
        assert (made_, rest[:SEATS]) == (count, asked)
        scores = [score(end, seat) for score in both.plain.score for seat in range(SEATS)]
        points = [both.plain.points(end, seat) for seat in range(SEATS)]
        keys = [(points[seat], both.plain.tie[0](end, seat)) for seat in range(SEATS)]
        ranks = [sorted(set(keys), reverse=True).index(key) for key in keys]
        assert rest[SEATS:] == [*points, *ranks, *scores]


def test_games_on_several_threads() -> None:
    both = made()
    both.machine.start[2] = 0
    alone, parts = rows(both, range(400))[0], dict[int, list[list[int]]]()

    def play(part: int) -> None:
        parts[part] = rows(both, range(100 * part, 100 * part + 100))[0]

    threads = [threading.Thread(target=play, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row for part in range(4) for row in parts[part]] == alone


@pytest.mark.slow
def test_always_rules_are_looked_at_when_what_they_read_was_written() -> None:
    both = made(limit=5)
    state = start(both, 1)
    codes = state.advance(1)
    assert codes is not None and state.broken() is None
    while codes is not None and state.broken() is None:
        codes = state.take(codes[2])
    assert state.broken() == state.copy().broken() == 1


ENDLESS: dict[str, Callable[[ir.Local], ir.Stmt]] = {
    "counting": lambda n: ir.Count(n, number(0), number(LARGEST), (), False),
    "counting backwards and forwards": lambda n: ir.Count(
        n, number(0), number(1 << 40), (ir.Count(ir.Local("m", WIDE), number(0), number(9), (), False),), False
    ),
    "calling": lambda n: ir.Let(n, ir.Call("value 40", (number(1),), WIDE)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
def test_nothing_runs_for_ever(name: str) -> None:
    """C bails out in the end, however the time is spent; then it is up to Python."""
    small, n, x = Small(), ir.Local("n", WIDE), ir.Local("x", WIDE)
    small.function("value 0", "value", ir.Return(x), params=[x], result=WIDE)
    for i in range(40):
        twice = ir.Arith("max", ir.Call(f"value {i}", (x,), WIDE), ir.Call(f"value {i}", (x,), WIDE), WIDE)
        small.function(f"value {i + 1}", "value", ir.Return(twice), params=[x], result=WIDE)
    small.block("goes on", ENDLESS[name](n), store(small.seat, ir.Arith("min", n, number(1), WIDE)), ir.Go(number(0)))
    both = Both(small.program())
    state, run = both.machine.state(both.start), both.machine.run
    assert state.in_c()
    with not_forever():
        assert both.machine.c.rw_advance(run.held, state.held, 1) == -1
    state.changed()
    assert state.vector == both.start


@pytest.mark.slow
def test_what_goes_wrong_in_python_is_raised() -> None:
    small = Small()
    small.block("asks", ir.Ask(small.question(ir.Offer(0), ir.Offer(1), answers=[(ir.Go(number(2)),)])))
    small.block("fails", ir.Check(number(5), 0, 4, "it", 0), ir.Go(number(0)))
    both = Both(small.program())
    state = both.machine.state(both.start)
    assert state.advance(1) == [0, 1]
    with pytest.raises(Failed):
        state.copy().take(1)
    assert rows(both, range(1)) == ([], [0])
