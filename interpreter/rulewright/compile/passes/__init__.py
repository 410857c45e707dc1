"""The passes between lowering and the code generators: each returns an equivalent program that is faster.

Leaving one out, running one twice, or another order keeps a program correct; what each saves stands in its module.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.hoist import hoist
from rulewright.compile.passes.inline import inline, inline_for_c
from rulewright.compile.passes.narrow import narrow
from rulewright.compile.passes.share import share, share_calls
from rulewright.compile.passes.simplify import simplify
from rulewright.compile.passes.tabulate import tabulate
from rulewright.compile.passes.unread import unread

__all__ = [
    "NATIVE", "PASSES", "TRACED", "Pass", "hoist", "inline", "narrow", "optimized", "share", "simplify", "tabulate",
    "unread",
]  # fmt: skip

Pass = Callable[[ir.Program], ir.Program]

PASSES: tuple[Pass, ...] = (simplify, narrow, unread, tabulate, inline, hoist, share)
"""For the plain build in Python, which plays many games where there is no C compiler.

Others were measured (forwarding of known values, elimination of dead code, unrolled loops, grouped conditions, one
function for games of one question): each saved less than 5 % of large games, and all of them 3 %.
"""

NATIVE: tuple[Pass, ...] = tuple(inline_for_c if change is inline else change for change in PASSES)
"""For the plain build in C, whose compiler inlines more where it pays."""

TRACED: tuple[Pass, ...] = (simplify, inline, share_calls)
"""For the traced build, in which people play: compiling must be fast, and no event may be lost."""


def optimized(program: ir.Program, passes: tuple[Pass, ...] | None = None) -> ir.Program:
    """Return the program after the given passes, by default those for its build."""
    for change in (TRACED if program.traced else PASSES) if passes is None else passes:
        program = change(program)
    return program
