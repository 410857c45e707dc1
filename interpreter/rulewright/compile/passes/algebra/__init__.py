"""Rewrite rules that simplify one node whose parts are already simple.

They preserve everything that can fail or sets a mark, and its order of evaluation. A rule is a function
from a node to a simpler equivalent one, or to the node itself; `simpler` applies the rule for the type of a
node. The functions are grouped by the kind of value: `numbers`, `conditions`, `sets`. To add one, extend
the function for its type of node, or register a new function in `RULES`; `tests/passes/` has a case for
each rewrite, with the representation before and after.

For instance `size(things) > 0` becomes `things != {}`, `(x + 2) - 3` becomes `x - 1`, and `x * 0` becomes 0
if `x` can be dropped, which means that it neither fails nor sets a mark. A check of a range, or for
nothing, is dropped if the type of its value already implies it.
"""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.algebra import conditions, numbers, sets
from rulewright.compile.passes.algebra.base import FALSE, OPPOSITE, RULES, TRUE, droppable, opposite, simpler, truth
from rulewright.compile.passes.algebra.conditions import MIRRORED
from rulewright.compile.passes.algebra.sets import without_members

__all__ = [
    "FALSE", "MIRRORED", "OPPOSITE", "TRUE", "droppable", "opposite", "simpler", "truth", "without_members",
]  # fmt: skip

RULES |= {
    ir.Arith: numbers.arith, ir.Entry: numbers.entry, ir.NonNull: numbers.non_null, ir.InRange: numbers.in_range,
    ir.Compare: conditions.compare, ir.Not: conditions.negated, ir.And: conditions.joined, ir.Or: conditions.joined,
    ir.Choose: conditions.choose, ir.Join: sets.join, ir.Shift: sets.shift, ir.Has: sets.has, ir.Single: sets.single,
    ir.Size: sets.size, ir.Pick: sets.pick, ir.Fold: sets.fold,
}  # fmt: skip
