"""What lies where on a grid, and what lies in a row, worked out with bits, against looking at every space."""

from __future__ import annotations

import random

import pytest

from rulewright.backends.python.expressions import ExpressionPrinter
from rulewright.backends.python.listing import Bits
from rulewright.backends.python.statements import FunctionPrinter, Shared
from rulewright.check.core.things import Domain
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set
from rulewright.compile.lowering.grids import is_whole, moved, near_table, row_function
from rulewright.compile.lowering.scope import TableCollector
from rulewright.diagnostics import NOWHERE

STEPS = {
    "": {"above": (0, -1), "below": (0, 1), "left of": (-1, 0), "right of": (1, 0), "above left of": (-1, -1),
         "above right of": (1, -1), "below left of": (-1, 1), "below right of": (1, 1)},
    "hexagons": {"left of": (-1, 0), "right of": (1, 0), "above left of": (0, -1), "above right of": (1, -1),
                 "below left of": (-1, 1), "below right of": (0, 1)},
}  # fmt: skip
WAYS = {"": ((1, 0), (0, 1), (1, 1), (1, -1)), "hexagons": ((1, 0), (0, 1), (1, -1))}
NO_PROGRAM = ir.Program(False, 1, (), (), {}, (), (), (), (), (), ())
PRINTER = ExpressionPrinter(NO_PROGRAM, ir.Function("none", "value", (), None, ()))
SIZES = [(1, 1), (3, 3), (7, 6), (6, 7), (8, 8), (1, 9), (9, 1), (2, 20), (11, 11)]


def grid(width: int, height: int, rim: bool = False, shape: str = "") -> Domain:
    """Return a grid as the rules declare it; the rim is counted in, its corners are missing."""
    corners = {(x, y) for x in (0, width - 1) for y in (0, height - 1)} if rim else set()
    spots = [(x, y) for x in range(width) for y in range(height) if (x, y) not in corners]
    names = [f"{chr(ord('a') + x)}{y + (not rim)}" for x, y in spots]
    return Domain("field", "fields", "grid", names, names, NOWHERE, width, height, shape, spots)


def spots(domain: Domain, things: int) -> set[tuple[int, int]]:
    return {(ord(n[0]), int(n[1:])) for i, n in enumerate(domain.members) if things >> i & 1}


def some_sets(domain: Domain) -> list[int]:
    """Return full, empty and random sets of spaces, thin and dense ones."""
    chance, full = random.Random(domain.size), domain.everything
    dense = [chance.getrandbits(domain.size) | chance.getrandbits(domain.size) for _ in range(40)]
    return [0, full, *dense, *(chance.getrandbits(domain.size) for _ in range(40))]


def is_row(domain: Domain, things: int, length: int) -> bool:
    """Tell by looking from every space in every way whether so many lie in a row."""
    have = spots(domain, things)
    return any(
        all((x + n * across, y + n * down) in have for n in range(length))
        for x, y in have
        for across, down in WAYS[domain.shape]
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["", "rim", "hexagons"])
@pytest.mark.parametrize("length", [2, 3, 4, 5, 7])
def test_rows(size: tuple[int, int], kind: str, length: int) -> None:
    rim = 2 if kind == "rim" else 0
    domain = grid(size[0] + rim, size[1] + rim, bool(rim), "hexagons" if kind == "hexagons" else "")
    tables = TableCollector()
    function = row_function("row", domain, length, tables)
    found: dict[str, object] = {"BITS": Bits(), **{t.name: t.values for t in tables.by_values.values()}}
    exec("\n".join(FunctionPrinter(NO_PROGRAM, function, Shared()).print()), found)  # noqa: S102 - what we generate
    row = found["row"]
    assert callable(row)
    for things in some_sets(domain):
        assert bool(row([], things)) == is_row(domain, things, length), spots(domain, things)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("shape", "how"), [(shape, how) for shape, steps in STEPS.items() for how in steps])
def test_a_set_moved_on_is_each_of_its_spaces_moved_on(size: tuple[int, int], shape: str, how: str) -> None:
    domain = grid(*size, shape=shape)
    across, down = STEPS[shape][how]
    table = near_table(domain, how)
    everywhere = spots(domain, domain.everything)
    text = PRINTER.value(moved(domain, across, down, ir.Local("things", Set(domain.size))))
    for things in some_sets(domain):
        there = eval(text, {"things": things})  # noqa: S307 - what we generate
        assert spots(domain, there) == {(x + across, y + down) for x, y in spots(domain, things)} & everywhere
        assert there == sum(table[i] for i in range(domain.size) if things >> i & 1)


def test_a_rim_has_no_corners() -> None:
    domain = grid(4, 4, rim=True)
    assert not is_whole(domain)
    assert is_whole(grid(4, 4))
    at = domain.members.index("b1")
    assert spots(domain, near_table(domain, "left of")[at]) == {(ord("a"), 1)}
    assert spots(domain, near_table(domain, "above")[at]) == {(ord("b"), 0)}
    assert len(spots(domain, near_table(domain, "around")[at])) == 7


def test_hexagons_have_six_neighbours_at_most() -> None:
    domain = grid(3, 3, shape="hexagons")
    beside, names = near_table(domain, "beside"), domain.members
    assert beside == near_table(domain, "around")
    near = {name: {names[i] for i in range(9) if beside[at] >> i & 1} for at, name in enumerate(names)}
    assert near["b2"] == {"b1", "c1", "a2", "c2", "a3", "b3"}
    assert near["a1"] == {"b1", "a2"} and near["c1"] == {"b1", "b2", "c2"}
