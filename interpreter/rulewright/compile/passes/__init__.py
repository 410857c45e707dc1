"""The passes between lowering and the code generators: each returns an equivalent program that is faster.

Leaving one out, running one twice, or another order keeps a program correct; what each saves stands in its module.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.eliminate import eliminate
from rulewright.compile.passes.forward import forward
from rulewright.compile.passes.group import group
from rulewright.compile.passes.hoist import hoist
from rulewright.compile.passes.inline import inline
from rulewright.compile.passes.narrow import narrow
from rulewright.compile.passes.share import share, share_calls
from rulewright.compile.passes.simplify import simplify
from rulewright.compile.passes.tabulate import tabulate
from rulewright.compile.passes.unroll import unroll
from rulewright.compile.passes.whole import whole

__all__ = [
    "PASSES", "TRACED", "Pass", "eliminate", "forward", "group", "hoist", "inline", "narrow", "optimized", "share",
    "simplify", "tabulate", "unroll", "whole",
]  # fmt: skip

Pass = Callable[[ir.Program], ir.Program]

PASSES: tuple[Pass, ...] = (
    simplify,
    tabulate,
    whole,
    inline,
    forward,
    hoist,
    share,
    forward,
    narrow,
    unroll,
    eliminate,
    group,
)
"""For the plain build, which plays many games.

Narrowing comes late: what a check guards must not be moved, even after narrowing has removed the check.
"""

NATIVE: tuple[Pass, ...] = (
    simplify,
    narrow,
    tabulate,
    partial(hoist, nothing_fails=True),
    partial(share, nothing_fails=True),
)
"""For the plain build in C, whose compiler does the rest itself.

C checks every lookup, and leaves a decision to Python where one fails. Ahead of its guard (`line is not nothing and`)
even a lookup whose value nobody uses would fail.
"""

TRACED: tuple[Pass, ...] = (simplify, inline, share_calls)
"""For the traced build, in which people play: compiling must be fast, and no event may be lost."""


def optimized(program: ir.Program, passes: tuple[Pass, ...] | None = None) -> ir.Program:
    """Return the program after the given passes, by default those for its build."""
    for change in (TRACED if program.traced else PASSES) if passes is None else passes:
        program = change(program)
    return program
