"""Conditions as sets: all things that satisfy one, where no test of each thing is needed.

For instance, `cards in hand where card is red and card's price <= 4` is the intersection of three sets of bits: the
hand, the cards with a mark `red`, as they are kept in the vector, and the constant set of the cards with such a price,
which is printed on them. If a third condition, `card's owner = leader`, is not a set, the others still are: only what
they have in common is tested one by one.
"""

from __future__ import annotations

from functools import reduce

from rulewright.check import core as c
from rulewright.compile.inline import may_fail, uses
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.operators import COMPARISONS
from rulewright.compile.ir.types import Set
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope, members


def split(scope: LoweringScope, condition: c.Value, var: c.Var) -> tuple[ir.Expr | None, c.Value | None]:
    """Split a condition into the set of all things that satisfy part of it, and what must be tested for each thing.

    What stands behind a part that may go wrong is tested behind it: it could hide what goes wrong.
    """
    whole = set_of(scope, condition, var)
    if whole is not None:
        return whole, None
    if not isinstance(condition, c.Logic) or condition.operator != "and":
        return None, condition
    found, safe = list[tuple[c.Value, ir.Expr | None]](), True
    for part in condition.parts:
        found.append((part, set_of(scope, part, var) if safe else None))
        safe = safe and (found[-1][1] is not None or not may_fail(part))
    rest = [part for part, things in found if things is None]
    sets = [things for _, things in found if things is not None]
    left = rest[0] if len(rest) == 1 else c.Logic("and", tuple(rest), condition.type)
    return (reduce(make.meet, sets) if sets else None), left


def set_of(scope: LoweringScope, condition: c.Value, var: c.Var) -> ir.Expr | None:
    """Return the set of all things that satisfy a condition; None if each thing must be tested."""
    match condition:
        case c.Member() if _is_use(condition.thing, var) and not uses(condition.things, var):
            return scope.expr(condition.things)
        case c.Logic():
            return _of_logic(scope, condition, var)
        case c.NonEmpty():
            if not isinstance(condition.things, c.Contents) or len(condition.things.keys) != 1:
                return None
            occupied = scope.whole.layout.of_place(condition.things.place).occupied
            if occupied is None or not _is_use(condition.things.keys[0], var) or condition.things.place.keys[0].start:
                return None
            return scope.kept(occupied)
        case c.Test():
            match condition.left:
                case c.Read() as read if (
                    read.stored.as_mask and isinstance(condition.right, c.Const) and condition.operator == "!="
                ):
                    if _is_use(read.keys[0], var) and not any(uses(key, var) for key in read.keys[1:]):
                        return make.shifted(
                            scope.stored(read.stored, read.keys), read.stored.keys[0].start, members(var.type)
                        )
                case c.Lookup() as printed if len(printed.keys) == 1 and not uses(condition.right, var):
                    if _is_use(printed.keys[0], var):
                        return _of_printed(scope, printed.figure, condition, members(var.type))
                case _:
                    pass
            return None
        case _:
            return None


def _is_use(value: c.Value, var: c.Var) -> bool:
    return isinstance(value, c.Use) and value.var is var


def _of_logic(scope: LoweringScope, condition: c.Logic, var: c.Var) -> ir.Expr | None:
    sets: list[ir.Expr] = []
    for part in condition.parts:
        things = set_of(scope, part, var)
        if things is None:
            return None
        sets.append(things)
    if condition.operator == "not":
        return make.without(make.everything(members(var.type)), sets[0])
    if condition.operator == "and":
        return reduce(make.meet, sets)
    return reduce(make.union, sets)


def _of_printed(scope: LoweringScope, figure: c.Figure, test: c.Test, things: int) -> ir.Expr | None:
    right = test.right
    if isinstance(right, c.Const):
        return make.constant_set(printed(figure, test.operator, right.value), things)
    if test.operator != "==" or figure.type.how not in ("number", "one"):
        return None
    if right.type.how == "number" or right.type.domain is None or figure.keys[0].domain is None:
        return None
    sets = [printed(figure, "==", value) for value in range(-1, right.type.domain.size)]
    table = scope.whole.tables.of(sets, Set(things))
    return ir.Entry(table, make.plus(scope.expr(right), make.number(1)), table.type)


def printed(figure: c.Figure, operator: str, value: int) -> int:
    """Return the set of things whose printed fact satisfies a comparison with a value."""
    start = figure.keys[0].start
    return sum(1 << start + i for i, have in enumerate(figure.values) if COMPARISONS[operator](have, value))
