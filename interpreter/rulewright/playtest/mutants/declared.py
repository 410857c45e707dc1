"""Mutations of declarations with limits: facts, amounts, places, pieces, the grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change
from rulewright.playtest.mutants.values import neighbours
from rulewright.syntax import declarations as d


def fact_range(node: d.Fact) -> Iterator[Change[d.Fact]]:
    """A fact begins one higher or ends one lower; it is not cleared when its piece moves.

    The upper bound is not raised: exceeding it is an error, which correct rules never reach.
    """
    kind = node.type
    if kind.how == "range" and kind.low < kind.high:
        lower, higher = replace(kind, low=kind.low + 1), replace(kind, high=kind.high - 1)
        yield kind.span, f"from {lower.low} instead of {kind.low}", replace(node, type=lower)
        yield kind.span, f"to {higher.high} instead of {kind.high}", replace(node, type=higher)
    if node.cleared:
        yield node.span, "it stays when the piece moves", replace(node, cleared=False)


def amount_in_all(node: d.Amount) -> Iterator[Change[d.Amount]]:
    """There is one more or one less of it."""
    for other in neighbours(node.in_all) if node.in_all is not None else ():
        yield node.span, f"{other} instead of {node.in_all} in all", replace(node, in_all=other)


def place_limit(node: d.Place) -> Iterator[Change[d.Place]]:
    """One more or one less lies there; it is not filled again."""
    for other in filter(None, neighbours(node.limit) if node.limit is not None else ()):
        yield node.span, f"{other} instead of at most {node.limit}", replace(node, limit=other)
    if node.refilled is not None:
        yield node.refilled.span, "it is not filled again", replace(node, refilled=None)


def piece_limit(node: d.Piece) -> Iterator[Change[d.Piece]]:
    """One more or one less may be played."""
    if node.limit is not None:
        most, phase = node.limit
        for other in filter(None, neighbours(most)):
            yield phase.span, f"{other} instead of at most {most}", replace(node, limit=(other, phase))
        yield phase.span, "as many as one likes", replace(node, limit=None)


def grid_size(node: d.Grid) -> Iterator[Change[d.Grid]]:
    """The grid is one wider or narrower, higher or lower, with a rim or without; there is a ring more or less."""
    if node.shape == "rings":
        for rings in neighbours(node.rings):
            side = 2 * rings - 1
            yield node.span, f"{rings} instead of {node.rings} rings", replace(node, width=side, height=side)
        return
    for width in neighbours(node.width):
        yield node.span, f"{width} instead of {node.width} wide", replace(node, width=width)
    for height in neighbours(node.height):
        yield node.span, f"{height} instead of {node.height} high", replace(node, height=height)
    if node.shape:
        return
    yield node.span, "without its rim" if node.rim else "with a rim", replace(node, rim=not node.rim)


def menu_nesting(node: d.Menu) -> Iterator[Change[d.Menu]]:
    """It may be reached from itself once more or less. The order of a menu is how it is shown, no more."""
    for nests in neighbours(node.nests) if node.nests > 1 else ():
        yield node.span, f"{nests} instead of nests {node.nests}", replace(node, nests=nests)
