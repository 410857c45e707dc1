"""Vectors become what C holds and vectors again, whatever the fields are; what does not fit is left to Python."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.backends.small import Both, Small, needs_compiler, number

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, LARGEST, WIDE, Int, Set, Type
from rulewright.compile.tables import WORD

RANGES = [(0, 0), (-1, 0), (0, 127), (0, 128), (-128, 127), (-129, 0), (0, 40_000), (-(1 << 31), 1 << 31), (5, 9)]
SIZES = [1, 8, 9, 31, 33, 62, 63, 64, 65, 124, 125, 128, 129, 620, 1024, 1500]
TYPES: list[Type] = [BOOL, WIDE, *(Int(low, high) for low, high in RANGES), *(Set(size) for size in SIZES)]


def made() -> tuple[Small, Both]:
    small = Small()
    for i, type_ in enumerate(TYPES):
        small.field(f"one {i}", type_)
        small.field(f"several {i}", type_, 3)
    small.field("row", Int(0, 300), 2, 7)
    first = small.field("frame", Int(2, 5), 2, circle=0)
    small.field("frame set", Set(130), circle=0)
    small.field("frame row", Int(0, 9), 1, 3, circle=0)
    depth = small.field("depth", Int(0, 3))
    length = depth.start - first.start
    kept = small.field("kept", WIDE, 3 * (length + 1))
    small.circles.append(ir.Circle(first.start, length, depth, kept, 3))
    small.block("asks", ir.Ask(small.question(ir.Offer(0), ir.Offer(1), answers=[(ir.Go(number(1)),)])))
    return small, Both(small.program())


def a_value(type_: Type) -> st.SearchStrategy[int]:
    match type_:
        case Set(size):
            return st.one_of(st.integers(0, (1 << size) - 1), st.just((1 << size) - 1), st.just(0))
        case Int(low, high):
            return st.one_of(st.integers(low, high), st.sampled_from([low, high]))
        case _:
            return st.integers(0, 1)


@st.composite
def a_field(draw: st.DrawFn, f: ir.Field) -> list[int]:
    found: list[int] = []
    for _ in range(f.count):
        if f.room:
            pieces = draw(st.lists(a_value(f.type), max_size=f.room))
            found += [len(pieces), *pieces, *[0] * (f.room - len(pieces))]
        else:
            value = draw(a_value(f.type))
            words = f.words if isinstance(f.type, Set) else 1
            found += [value >> WORD * w & LARGEST for w in range(words)] if words > 1 else [value]
    return found


@st.composite
def vectors(draw: st.DrawFn, small: Small) -> list[int]:
    vector: list[int] = []
    (circle,) = small.circles
    for f in small.fields:
        if f.name != "kept":
            vector += draw(a_field(f))
    frames = [f for f in small.fields if f.circle == 0]
    for level in range(3):
        if level < vector[circle.depth.start]:
            vector += [number for f in frames for number in draw(a_field(f))] + [draw(st.integers(0, 50))]
        else:
            vector += draw(st.sampled_from([[0] * (circle.length + 1)]))
    return vector


QUICK = settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
@needs_compiler
def test_vectors_there_and_back() -> None:
    small, both = made()

    @QUICK
    @given(vectors(small))
    def there_and_back(vector: list[int]) -> None:
        state = both.machine.state(vector)
        assert state.in_c()
        state.changed()
        parts = [state[at] for at in range(small.length)], [state[at : at + 3] for at in range(small.length - 3)]
        assert parts == (vector, [vector[at : at + 3] for at in range(small.length - 3)])
        assert state.vector == vector
        assert state.copy().vector == vector

    there_and_back()


@pytest.mark.slow
@needs_compiler
def test_what_is_out_of_range_is_left_to_python() -> None:
    small, both = made()
    plain = start_of(small)
    assert both.machine.state(plain).in_c()
    for f in small.fields:
        for wrong in beyond(f):
            vector = plain.copy()
            vector[f.start : f.start + len(wrong)] = wrong
            state = both.machine.state(vector)
            assert not state.in_c(), (f.name, wrong)
            assert state.vector == vector


def start_of(small: Small) -> list[int]:
    found = [number for f in small.fields if f.name != "kept" for number in lowest(f)]
    return found + [0] * (small.length - len(found))


def lowest(f: ir.Field) -> list[int]:
    low = f.type.low if isinstance(f.type, Int) and not f.room else 0
    return [0 if f.start == 0 else low] * (f.count * f.stride)


def beyond(f: ir.Field) -> list[list[int]]:
    """Return what a field cannot begin with."""
    if f.start == 1 or f.name == "kept":
        return []
    match f.type:
        case _ if f.room:
            return [[-1], [f.room + 1], [1, -1], [1, 301], [0, 1]]
        case Int(low, high):
            return [[low - 1], [high + 1], [1 << 70]]
        case Set(size):
            last = size - WORD * (f.words - 1)
            return [[-1], [1 << WORD], [*[0] * (f.words - 1), 1 << last]]
    return [[2], [-1]]


@needs_compiler
def test_a_state_is_read_and_changed_like_a_vector() -> None:
    small, both = made()
    state = both.machine.state(start_of(small))
    large = (1 << 64) - 1
    state[1] = large
    assert state.in_c()
    state.changed()
    other = state.copy()
    assert (state[1], state[0:3], len(state)) == (large, [0, large, -1], small.length)
    other[2] = 1
    assert (state[2], other[2], other.copy()[2], other.index(1, 2, 9)) == (-1, 1, 1, 2)
