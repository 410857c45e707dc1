"""Spaces of a grid as sets of bits: which lie near others, and whether some lie in a row.

The spaces of a grid without a rim are numbered down each column, so a step in one direction moves all bits of a set by
the same number at once; bits that would leave the grid are taken out first, or never get into it.
"""

from __future__ import annotations

from rulewright.check.types import Domain

STEPS = {"above": (0, -1), "below": (0, 1), "left of": (-1, 0), "right of": (1, 0)}
"""By direction, columns and rows to go."""

ROWS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The ways in which a row goes on: across, down, slantwise down and up."""


def near_table(domain: Domain, how: str) -> list[int]:
    """For each space of a grid, the set of the spaces that lie so to it: up to 8 around, 4 beside, 1 in a direction."""
    spots = [_spot(name) for name in domain.members]
    return [sum(1 << j for j, b in enumerate(spots) if _is_near(how, b[0] - a[0], b[1] - a[1])) for a in spots]


def _is_near(how: str, across: int, down: int) -> bool:
    if how in STEPS:
        return (across, down) == STEPS[how]
    return max(abs(across), abs(down)) == 1 and abs(across) + abs(down) <= (1 if how == "beside" else 2)


def _spot(name: str) -> tuple[int, int]:
    return ord(name[0]), int(name[1:])


def is_whole(domain: Domain) -> bool:
    """Tell whether a grid has all spaces of its columns and rows, which one with a rim has not."""
    return domain.size == domain.width * domain.height


def shifted(domain: Domain, how: str, things: str) -> str:
    """Return the expression for the spaces in a direction of a set of spaces, on a whole grid."""
    across, down = STEPS[how]
    from_ = [i for i, to in enumerate(near_table(domain, how)) if to]
    stay = sum(1 << i for i in from_)
    by = across * domain.height + down
    return f"(({things} & {stay}) {'<<' if by > 0 else '>>'} {abs(by)})"


def row_text(domain: Domain, length: int) -> str:
    """Return the function that tells whether so many spaces of a set lie in a row, without its name."""
    if is_whole(domain):
        return "(s):\n" + "".join(_row_lines(domain, length, *way) for way in ROWS) + "    return False"
    rows = tuple(row for way in ROWS for row in _rows(domain, length, *way))
    return f"(s):\n    return any([1 for row in {rows!r} if not row & ~s])"


def _rows(domain: Domain, length: int, across: int, down: int) -> list[int]:
    """Return the sets of so many spaces in a row that go on in one way."""
    number = {_spot(name): i for i, name in enumerate(domain.members)}
    lines = [[(x + n * across, y + n * down) for n in range(length)] for x, y in number]
    return [sum(1 << number[spot] for spot in line) for line in lines if all(spot in number for spot in line)]


def _row_lines(domain: Domain, length: int, across: int, down: int) -> str:
    """Write the test for one way: the set is laid over itself, moved on, until only the beginnings of rows are left."""
    begin = sum({row & -row for row in _rows(domain, length, across, down)})
    if not begin:
        return ""
    by, lines, over, name = across * domain.height + down, "", 1, "s"
    while 2 * over < length:
        lines += f"    t = {name} & {name} >> {over * by}\n"
        over, name = 2 * over, "t"
    return f"{lines}    if {name} & {name} >> {(length - over) * by} & {begin}: return True\n"
