"""Every statement does the same in C and in the reference, and the driver goes the same way."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.backends.small import Both, Small, needs_compiler, number, slot, store, things

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import WIDE, Int, Set

small = Small(seats=3)
A = small.field("a", Int(-1, 9), 6)
OUT = small.field("out", WIDE)
SEATS = small.field("seats", Set(3), 2)
LONG = small.field("long", Set(200))
LINE = small.field("line", Int(0, 199), 8)
TURN = small.field("turn", Int(-1, 3))
COUNTER = small.field("counter", Int(0, (1 << 62) - 1))
FRAME = small.field("frame", Int(1, 300), 2, circle=0)
FRAMES = small.field("frame set", Set(70), circle=0)
DEPTH = small.field("depth", Int(0, 2))
KEPT = small.field("kept", WIDE, 2 * 5)
small.circles.append(ir.Circle(FRAME.start, 4, DEPTH, KEPT, 2))

N = Int(-1000, 1_000_000)
x, y, r = ir.Local("x", Int(-1, 199)), ir.Local("y", Int(-5, 50)), ir.Local("r", WIDE)
a, b = slot(A, 0), slot(A, 1)
worth = ir.Arith("%", ir.Arith("*", x, ir.Arith("+", a, number(3), N), N), number(7), Int(0, 6))


def plus(left: ir.Expr, right: ir.Expr | int) -> ir.Expr:
    return ir.Arith("+", left, number(right) if isinstance(right, int) else right, N)


def add(expr: ir.Expr) -> ir.Stmt:
    """Remember a number in the order in which they come."""
    mixed = ir.Arith("%", plus(ir.Arith("*", r, number(31), N), expr), number(1_000_003), Int(0, 1_000_002))
    return ir.Let(r, mixed)


start = ir.Let(r, number(0))
keep = store(OUT, r)
low = ir.Join("&", slot(LONG), things(1, 2, 3, 70, 130, 199, size=200), Set(200))
step = small.function(
    "step", "procedure", store(A, ir.Choose(ir.Compare("<", x, number(9)), plus(x, 1), number(0), N), 2), params=[x]
)
other = small.function("other", "procedure", store(A, x, 3), params=[x])
deep = ir.Local("deep", Int(0, 400))
seat = ir.Local("seat", Int(0, 2))
rank = ir.Arith("%", ir.Arith("*", seat, plus(x, 2), N), number(5), Int(0, 4))
order = plus(ir.Arith("*", slot(OUT), number(31), N), plus(seat, x))
noted = store(OUT, ir.Arith("%", order, number(1_000_003), Int(0, 1_000_002)))
inside = (plus(x, -1), ir.Invoke("deeper", "", (deep, number(0)), deep.type))
again = small.function(
    "again",
    "procedure",
    ir.If(((ir.Compare(">", x, number(0)), (
        ir.For(seat, slot(SEATS, 0), (noted, ir.Perform("again", inside), noted), None, rank),
    )),), ()),
    params=[x, deep],
)  # fmt: skip
note = ir.Do("note_lap", "", tuple(ir.Address(f, number(0), f.type) for f in (COUNTER, TURN, SEATS, A)))
leave = ir.If(((ir.Compare(">", x, number(100)), (ir.Break(),)),), ())
skip = ir.If(((ir.Compare("==", x, number(2)), (ir.Continue(),)),), ())

BODIES: dict[str, tuple[ir.Stmt, ...]] = {
    "several at once": (ir.Store((slot(A, 0), slot(A, 1)), (b, a)), ir.Store((slot(A, a), slot(A, 2)), (b, number(4)))),
    "store outside": (store(A, plus(a, b), 1),),
    "clear": (ir.Clear(LONG), ir.Clear(A)),
    "check": (ir.Check(plus(a, b), 0, 12, "a", 0), store(OUT, 5)),
    "if": (
        ir.If(
            ((ir.Compare("<", a, b), (store(OUT, 1),)), (ir.Compare("==", a, b), (store(OUT, 2),))), (store(OUT, 3),)
        ),
    ),
    "for": (start, ir.For(x, low, (leave, skip, add(x))), keep),
    "for by key": (start, ir.For(x, low, (leave, skip, add(x)), None, worth), keep),
    "around": (start, ir.For(x, slot(SEATS, 0), (add(plus(x, 1)), skip), a), keep),
    "around by key": (start, ir.For(x, slot(SEATS, 0), (add(plus(x, 1)),), a, worth), keep),
    "nested": (
        start,
        ir.For(x, slot(SEATS, 0), (ir.For(y, slot(SEATS, 1), (add(plus(x, y)), ir.Break())), add(x))),
        keep,
    ),
    "count": (start, ir.Count(y, a, ir.Arith("*", b, number(3), N), (add(y),), False), keep),
    "count with a budget": (start, ir.Count(y, a, b, (add(y), ir.Break()), True), keep),
    "once": (
        start,
        ir.Once((add(number(1)), ir.If(((ir.Compare("<", a, b), (ir.Break(),)),), ()), add(number(2)))),
        keep,
    ),
    "note lap": (
        store(COUNTER, 5),
        note,
        ir.If(((ir.Compare("<", a, b), (store(A, 2, 3),)),), ()),
        note,
        store(OUT, ir.Choose(ir.Compare("==", slot(COUNTER), number(0)), number(1), number(2), N)),
        store(COUNTER, 0),
    ),
    "roll": (ir.Roll(r, a, ir.Arith("*", b, number(5), N), COUNTER, "dice", 0), keep),
    "next seat": (ir.NextSeat(slot(A, 5), slot(TURN), slot(SEATS, 0)),),
    "line up": (ir.LineUp(LINE, x, low, worth),),
    "line up too many": (ir.LineUp(LINE, x, slot(LONG), worth),),
    "perform": (ir.Perform(step, (a,)),),
    "dispatch": (ir.Let(x, a), ir.Dispatch(x, (step, None, other, step), (b,))),
    "does itself": (store(OUT, 1), ir.Perform(again, (ir.Arith("%", a, number(5), Int(0, 4)), number(0)))),
    "too deep": (store(OUT, 1), ir.Perform(again, (ir.Arith("%", a, number(5), Int(0, 4)), number(397)))),
    "push": (
        store(FRAME, 7, 1),
        ir.Push(0, number(1)),
        store(FRAME, plus(ir.NonNull(a, 0, N), 1), 1),
        ir.Store((slot(FRAMES),), (things(0, 69, size=70),)),
    ),
    "pop": (ir.Pop(0, r), keep),
    "big sum": (store(OUT, ir.Arith("*", slot(OUT), slot(OUT), N)),),
}
GOES = {
    "end": (ir.Go(number(0)),),
    "to another": (ir.Go(number(2)),),
    "where it says": (ir.Go(ir.Arith("min", ir.NonNull(a, 0, N), number(2), N)),),
    "no choices": (ir.Ask(1),),
    "forced": (ir.Ask(2),),
    "menu": (ir.Ask(3),),
    "given": (store(OUT, ir.Invoke("given", "", (ir.Local("code", WIDE),), N)), ir.Go(ir.Local("back", Int(0, 50)))),
    "nothing given": (store(OUT, ir.Invoke("given_or_nothing", "", (ir.Local("code", WIDE),), N)), ir.Go(number(1))),
    "piece": (store(OUT, ir.Invoke("piece_of", "", (ir.Local("code", WIDE),), N)), ir.Go(number(1))),
}
LONG_ONES: dict[str, tuple[ir.Stmt, ...]] = {
    "too far": (ir.Count(r, number(0), number(2_000_000), (), 10), ir.Go(number(1))),
    "round and round": (ir.Go(number(3)),),
}
NAMES = [*BODIES, *GOES]
GIVEN = {"given": 65_535, "nothing given": 65_535, "piece": 12 << 16}


def made() -> Both:
    small.block("asks", ir.Ask(0))
    small.block("next", store(OUT, 99), ir.Go(number(1)))
    small.block("round", ir.Go(number(4)))
    small.block("and round", ir.Go(number(3)))
    small.question(
        ir.OfferRange(0, None, number(1), number(2)),
        answers=[*((*body, ir.Go(number(1))) for body in BODIES.values()), *GOES.values(), *LONG_ONES.values()],
    )
    small.question(empty=-1, answers=[])
    small.question(ir.Offer(0), answers=[(store(OUT, 77), ir.Go(number(1)))])
    menu = small.function("menu", "menu", ir.OfferEach(64, plus(x, 3), low), params=[x])
    small.question(
        ir.If(((ir.Offered(), (ir.Offer(1000),)),), ()),
        ir.ListMenu(menu, (number(5),)),
        ir.Offer(500, a),
        ir.If(((ir.Offered(), (ir.Offer(2000),)),), ()),
        ir.OfferRange(0, b, a, number(4)),
        answers=[()],
    )
    return Both(small.program(), streams={"dice": 12345})


@pytest.fixture(scope="module")
def both() -> Both:
    return made()


def packed(members: set[int], words: int) -> list[int]:
    return [sum(1 << m - 62 * w for m in members if m // 62 == w) for w in range(words)]


@st.composite
def vectors(draw: st.DrawFn) -> list[int]:
    vector = [-1, draw(st.integers(0, (1 << 64) - 1)), 0, *(draw(st.integers(-1, 9)) for _ in range(6))]
    vector += [draw(st.sampled_from([0, 5, 1 << 40])), draw(st.integers(0, 7)), draw(st.integers(0, 7))]
    vector += packed(draw(st.sets(st.sampled_from([1, 2, 3, 60, 62, 64, 70, 130, 150, 199]), max_size=10)), 4)
    vector += [*(draw(st.integers(0, 199)) for _ in range(8)), draw(st.integers(-1, 3)), draw(st.integers(0, 1 << 40))]
    depth = draw(st.integers(0, 2))
    vector += [draw(st.integers(1, 300)), 1, *packed(draw(st.sets(st.integers(0, 69))), 2), depth]
    for level in range(2):
        frames = [draw(st.integers(1, 300)), 9, *packed(draw(st.sets(st.integers(0, 69))), 2), draw(st.integers(0, 4))]
        vector += frames if level < depth else [0] * 5
    return vector


MAY_BAIL = {"big sum"}


@pytest.mark.slow
@needs_compiler
def test_the_same_effects(both: Both) -> None:
    worked = dict.fromkeys(NAMES, 0)

    @settings(max_examples=80, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(vectors())
    def compare(vector: list[int]) -> None:
        for code, name in enumerate(NAMES):
            found = both.step(vector, "take", code << 32 | GIVEN.get(name, 0), name)
            worked[name] += not both.bailed
            assert found == "failed" or not both.bailed or name in MAY_BAIL, f"{name} bails out without need"

    compare()
    never = {name for name, times in worked.items() if not times}
    assert never == {"no choices"}


@pytest.mark.slow
@needs_compiler
def test_budgets_are_those_of_python(both: Both) -> None:
    vector = [-1, *[0] * (small.length - 1)]
    vector[FRAME.start : FRAME.start + 2] = [1, 1]
    for code, name in enumerate(LONG_ONES, len(NAMES)):
        assert both.step(vector, "take", code << 32, name) == "failed"
