"""The passes between lowering and the code generators: each makes a program that does the same, in less time.

Leaving one out, running one twice, or another order keeps a program correct; what each saves stands in its module.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.eliminate import eliminate
from rulewright.compile.passes.forward import forward
from rulewright.compile.passes.hoist import hoist
from rulewright.compile.passes.inline import inline
from rulewright.compile.passes.narrow import narrow
from rulewright.compile.passes.share import share
from rulewright.compile.passes.simplify import simplify
from rulewright.compile.passes.tabulate import tabulate
from rulewright.compile.passes.whole import whole

__all__ = [
    "PASSES", "TRACED", "Pass", "eliminate", "forward", "hoist", "inline", "narrow", "optimized", "share", "simplify",
    "tabulate", "whole",
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
    eliminate,
)
"""For the plain build, which plays many games.

What a check guards is not moved, also after narrowing has removed the check; so narrowing comes late.
"""

NATIVE: tuple[Pass, ...] = (simplify, narrow, tabulate, hoist, share)
"""For the plain build in C, whose compiler does the rest itself."""

TRACED: tuple[Pass, ...] = (simplify, inline)
"""For the traced build, in which people play: an edited rule is to be played soon, and no event may get lost."""


def optimized(program: ir.Program, passes: tuple[Pass, ...] | None = None) -> ir.Program:
    """Return what passes, by default those for its build, make of a program."""
    for change in (TRACED if program.traced else PASSES) if passes is None else passes:
        program = change(program)
    return program
