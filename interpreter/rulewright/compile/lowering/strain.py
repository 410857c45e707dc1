"""By how much a condition is violated, as an expression: what leads a repair to a world in which it holds.

For instance, `coins <= 10` becomes `max(coins - 10, 0)`: with 13 coins the violation is 3, and an exchange that leaves
12 is an improvement, although the rule still does not hold. Parts of a conjunction are added, the least part of a
disjunction counts, and where no distance is known a condition that does not hold counts 1.
"""

from __future__ import annotations

from collections.abc import Collection

from rulewright.check import core as c
from rulewright.check.core.walk import everything_in
from rulewright.check.secret_reading import SecretFinder
from rulewright.check.validators.termination import rule_inside, values_inside
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, range_of, width_of
from rulewright.compile.ir.walk import everything
from rulewright.compile.lowering import make
from rulewright.diagnostics import NOWHERE

FIRST = 1_000
"""What the first part of a conjunction counts more where the others must not be evaluated without it."""


def strain(condition: ir.Expr) -> ir.Expr:
    """Return an integer that is 0 if a condition holds, and above that the greater the more it is violated."""
    match condition:
        case ir.And((first, *rest)):
            return _strain_of_both(first, ir.And(tuple(rest))) if rest else strain(first)
        case ir.Or((first, *rest)):
            others = strain(ir.Or(tuple(rest))) if rest else make.number(FIRST)
            return make.arith("min", strain(first), others)
        case ir.Fold("every", var, things, None, value) if value is not None:
            each = strain(value)
            type_ = Int(0, max(0, range_of(each.type)[1]) * width_of(things.type))
            return ir.Fold("sum", var, things, None, each, type_)
        case ir.Compare(op, left, right):
            return _strain_of_comparison(op, left, right) or _strain_of_truth(condition)
    return _strain_of_truth(condition)


def _strain_of_truth(condition: ir.Expr) -> ir.Expr:
    return ir.Choose(condition, make.number(0), make.number(1), Int(0, 1))


def _strain_of_both(first: ir.Expr, rest: ir.Expr) -> ir.Expr:
    """Return the sum for two conditions; the second is evaluated without the first only if it cannot fail."""
    if not any(isinstance(part, ir.NonNull | ir.InRange | ir.Call | ir.Entry | ir.Slot) for part in everything(rest)):
        return make.plus(strain(first), strain(rest))
    mine, others = make.plus(strain(first), make.number(FIRST)), strain(rest)
    most = max(range_of(mine.type)[1], range_of(others.type)[1])
    return ir.Choose(first, others, mine, Int(0, most))


def _strain_of_comparison(op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr | None:
    """Return by how much numbers violate a comparison, or how many members a set has that must be empty."""
    if isinstance(left.type, Set):
        return ir.Size(left, Int(0, left.type.size)) if op == "==" and right == ir.Const(0, right.type) else None
    if any(isinstance(side.type, Int) and side.type.domain for side in (left, right)):
        return None
    above, below = make.minus(left, right), make.minus(right, left)
    match op:
        case "==":
            return make.arith("distance", left, right)
        case "<=" | "<":
            return _least_zero(above if op == "<=" else make.plus(above, make.number(1)))
        case ">=" | ">":
            return _least_zero(below if op == ">=" else make.plus(below, make.number(1)))
    return None


def _least_zero(value: ir.Expr) -> ir.Expr:
    return make.arith("max", value, make.number(0))


def secret_domains(condition: c.Value, look: SecretFinder, remembered: Collection[int]) -> set[str]:
    """Return the domains of the hidden pieces that a condition depends on, and "" for remembered facts."""
    found = [what for what, _ in look.secrets_read(condition, look.names, NOWHERE)]
    domains = {what.pieces.name for what in found if isinstance(what, c.Place)}
    return domains | {"" for what in found if isinstance(what, c.Stored) and id(what) in remembered}


def fact_domains(condition: c.Value, met: set[int]) -> set[str]:
    """Return the domains of pieces whose facts a condition reads; `met` are the values that were looked into."""
    found = set[str]()
    for part in everything_in(condition):
        if isinstance(part, c.Read) and part.stored.keys and part.stored.keys[0].domain is not None:
            domain = part.stored.keys[0].domain
            found |= {domain.name} if domain.how == "piece" else set()
        elif isinstance(part, c.Call | c.WouldBe):
            rule = rule_inside(part)
            if id(rule) not in met:
                met.add(id(rule))
                found |= {domain for value in values_inside(part) for domain in fact_domains(value, met)}
    return found
