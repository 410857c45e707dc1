"""The passes between lowering and the code generators: each makes a program that does the same, in less time.

Leaving one out, or running one twice, keeps a program correct; what each saves stands in its module.
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

What can fail is not moved, and narrowing leaves the same reads without the checks around them: it comes late.
"""

NATIVE: tuple[Pass, ...] = (simplify, narrow, tabulate)
"""For the plain build in C, whose compiler does the rest itself."""

TRACED: tuple[Pass, ...] = (simplify, inline)
"""For the traced build, in which people play: an edited rule is to be played soon, and no event may get lost."""


def optimized(program: ir.Program, passes: tuple[Pass, ...] | None = None) -> ir.Program:
    """Return what passes, by default those for its build, make of a program."""
    for change in (TRACED if program.traced else PASSES) if passes is None else passes:
        program = change(program)
    return program
