"""Spaces of a grid as sets of bits: which lie near others, and whether some lie in a row.

The spaces of a grid without a rim are numbered down each column, so a step in one direction moves all members of a set
by the same number at once; members that would leave the grid are taken out first, or never get into it.
"""

from __future__ import annotations

from functools import reduce

from rulewright.check import core as c
from rulewright.check.core.things import Domain
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Set
from rulewright.compile.ir.walk import everything
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope, TableCollector

ROWS = {"": ((1, 0), (0, 1), (1, 1), (1, -1)), "hexagons": ((1, 0), (0, 1), (1, -1))}
"""By shape of the spaces, the directions of rows: across, down, diagonally down and up; columns of hexagons slant."""
_SLANTS = "above left of", "above right of", "below left of", "below right of"
_DIRECTIONS = {
    "": {
        "above": (0, -1), "below": (0, 1), "left of": (-1, 0), "right of": (1, 0),
        **dict(zip(_SLANTS, ((-1, -1), (1, -1), (-1, 1), (1, 1)), strict=True)),
    },
    "hexagons": {
        "left of": (-1, 0), "right of": (1, 0),
        **dict(zip(_SLANTS, ((0, -1), (1, -1), (-1, 1), (0, 1)), strict=True)),
    },
}  # fmt: skip
"""By shape and direction, columns and rows to go."""


def nearby(scope: LoweringScope, v: c.Nearby) -> ir.Expr:
    """Lower the spaces in a relation to a space, or to any of a set."""
    grid = v.type.domain
    assert grid is not None
    thing, result = scope.expr(v.thing), Set(grid.size, grid.name)
    if v.thing.type.how == "set" and is_whole(grid):
        ways = _ways(grid, v.how)
        if len(ways) > 1 and any(isinstance(part, ir.Call | ir.Fold) for part in everything(thing)):
            return _call_near(scope, grid, v.how, thing)
        return _moved_each_way(grid, ways, thing)
    table = scope.whole.tables.of(near_table(grid, v.how), result)
    if v.thing.type.how != "set":
        return ir.Entry(table, thing, result)
    var = scope.code.local(scope.whole.tables.of(range(grid.size)).type, "i")
    return ir.Fold("union", var, thing, None, ir.Entry(table, var, result), result)


def _moved_each_way(grid: Domain, ways: list[tuple[int, int]], things: ir.Expr) -> ir.Expr:
    return reduce(make.union, [moved(grid, across, down, things) for across, down in ways])


def _call_near(scope: LoweringScope, grid: Domain, how: str, things: ir.Expr) -> ir.Expr:
    """Return the call of a function for the spaces near a set that takes long to find, so that it is found only once.

    `share` would do that for statements, but there is nothing that keeps a value for each member of a fold.
    """
    name, spaces = f"{how}_{grid.name.replace('-', '_')}", ir.Local("s", Set(grid.size, grid.name))
    body = (ir.Return(_moved_each_way(grid, _ways(grid, how), spaces)),)
    scope.whole.functions.setdefault(name, ir.Function(name, "value", (spaces,), spaces.type, body))
    return ir.Call(name, (things,), spaces.type)


def moved(grid: Domain, across: int, down: int, things: ir.Expr) -> ir.Expr:
    """Return the spaces so many columns and rows from those of a set, on a whole grid."""
    spots = set(grid.spots)
    stay = sum(1 << i for i, (x, y) in enumerate(grid.spots) if (x + across, y + down) in spots)
    return make.shifted(make.meet(things, make.constant_set(stay, grid.size)), across * grid.height + down, grid.size)


def in_row(scope: LoweringScope, v: c.InRow) -> ir.Expr:
    """Lower whether enough of a set of spaces lie in a row, to the call of a function for the grid and the length."""
    grid = v.things.type.domain
    assert grid is not None
    name = f"in_row_{v.length}_{grid.name.replace('-', '_')}"
    if name not in scope.whole.functions:
        scope.whole.functions[name] = row_function(name, grid, v.length, scope.whole.tables)
    return ir.Call(name, (scope.expr(v.things),), BOOL)


def row_function(name: str, grid: Domain, length: int, tables: TableCollector) -> ir.Function:
    """Return the function that tests whether `length` of a set of spaces lie in a row."""
    spaces = ir.Local("s", Set(grid.size, grid.name))
    body = _whole_grid(grid, length, spaces) if is_whole(grid) else _rim_grid(tables, grid, length, spaces)
    return ir.Function(name, "value", (spaces,), BOOL, body)


def _rim_grid(tables: TableCollector, grid: Domain, length: int, spaces: ir.Local) -> ir.Body:
    """Test every possible row."""
    rows = [row for way in ROWS[grid.shape] for row in rows_of(grid, length, *way)]
    if not rows:
        return (ir.Return(make.NO),)
    table = tables.of(rows, spaces.type)
    var = ir.Local("i", tables.of(range(len(rows))).type)
    missing = make.without(ir.Entry(table, var, spaces.type), spaces)
    return (ir.Return(ir.Fold("any", var, make.everything(len(rows)), None, make.empty(missing), BOOL)),)


def _whole_grid(grid: Domain, length: int, spaces: ir.Local) -> ir.Body:
    """Intersect the set with shifted copies of itself until only the beginnings of rows are left."""
    lines: list[ir.Stmt] = []
    for number, (across, down) in enumerate(ROWS[grid.shape]):
        begin = sum({row & -row for row in rows_of(grid, length, across, down)})
        if begin:
            lines += _one_way(grid, length, across * grid.height + down, begin, spaces, number)
    return (*lines, ir.Return(make.NO))


def _one_way(grid: Domain, length: int, by: int, begin: int, spaces: ir.Local, number: int) -> list[ir.Stmt]:
    lines: list[ir.Stmt] = []
    over, now = 1, spaces
    while 2 * over < length:
        name = ir.Local(f"t{number}_{over}", spaces.type)
        lines.append(ir.Let(name, make.meet(now, make.shifted(now, -over * by, grid.size))))
        over, now = 2 * over, name
    last = make.meet(now, make.shifted(now, -(length - over) * by, grid.size))
    found = make.filled(make.meet(last, make.constant_set(begin, grid.size)))
    return [*lines, ir.If(((found, (ir.Return(make.YES),)),), ())]


def near_table(domain: Domain, how: str) -> list[int]:
    """Return for each space of a grid the spaces in a relation to it: around, beside, or in a direction."""
    number, ways = {spot: 1 << i for i, spot in enumerate(domain.spots)}, _ways(domain, how)
    return [sum(number.get((x + across, y + down), 0) for across, down in ways) for x, y in domain.spots]


def _ways(domain: Domain, how: str) -> list[tuple[int, int]]:
    """Return how many columns and rows it is to each of those near: all are around, those that share a side beside."""
    directions = _DIRECTIONS[domain.shape]
    if how in directions:
        return [directions[how]]
    return sorted(way for way in directions.values() if how == "around" or domain.shape or 0 in way)


def is_whole(domain: Domain) -> bool:
    """Return whether a grid has all spaces of its columns and rows, unlike one with a rim."""
    return domain.size == domain.width * domain.height


def rows_of(domain: Domain, length: int, across: int, down: int) -> list[int]:
    """Return the sets of `length` spaces in a row in one direction."""
    number = {spot: i for i, spot in enumerate(domain.spots)}
    lines = [[(x + n * across, y + n * down) for n in range(length)] for x, y in number]
    return [sum(1 << number[spot] for spot in line) for line in lines if all(spot in number for spot in line)]
