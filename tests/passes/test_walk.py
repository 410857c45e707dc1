"""Traversals reach every expression and body of every kind of node, and rebuild only what has changed."""

from __future__ import annotations

from dataclasses import fields
from itertools import count
from typing import get_args

import pytest

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, WIDE, node
from rulewright.compile.ir.walk import _part_finder, bodies, bound_by, mapped, parts, read_by, rebuilt, with_locals

EXPRESSIONS, STATEMENTS = get_args(ir.Expr), get_args(ir.Stmt)
FIELD = ir.Field("f", 0, 1, WIDE)
PLAIN = {
    "int": 1, "str": "a", "bool": False, "Type": WIDE, "Bool": BOOL, "Field": FIELD, "Table": ir.Table("t", (1,), WIDE),
    "Local": ir.Local("own", WIDE), "Reference": ir.Local("own", WIDE), "tuple[str | None, ...]": ("g", None),
    "Body": (ir.Break(),),
}  # fmt: skip


class Sample:
    """Makes nodes whose expressions are locals called x0, x1, … in the order of the fields."""

    def __init__(self) -> None:
        self.numbers = count()

    def local(self) -> ir.Local:
        return ir.Local(f"x{next(self.numbers)}", WIDE)

    def value(self, declared: str) -> object:
        """Return a value for a field of this type."""
        if declared.endswith(", ...]") and declared not in PLAIN:
            one = declared.removeprefix("tuple[").removesuffix(", ...]")
            return self.value(one), self.value(one)
        if declared == "Slot":
            return ir.Slot(FIELD, self.local(), WIDE)
        if declared == "Case":
            return self.local(), (ir.Break(),)
        if declared == "Part":
            return ir.Text(("word", ir.Shown("one", self.local())))
        return PLAIN[declared] if declared in PLAIN else self.local()

    def node(self, kind: type) -> ir.Expr | ir.Stmt:
        """Return a node of a class."""
        made: ir.Expr | ir.Stmt = kind(*[self.value(str(field.type)) for field in fields(kind)])
        return made


def names(exprs: tuple[ir.Expr, ...]) -> list[str]:
    return [expr.name for expr in exprs if isinstance(expr, ir.Local) and expr.name != "own"]


def renamed(expr: ir.Expr) -> ir.Expr:
    return ir.Local(f"new {expr.name}", WIDE) if isinstance(expr, ir.Local) else expr


def emptied(body: ir.Body) -> ir.Body:
    return ()


@pytest.mark.parametrize("kind", EXPRESSIONS)
def test_all_parts_of_an_expression_are_reached(kind: type) -> None:
    sample = Sample()
    expr = sample.node(kind)
    found = names(parts(expr))
    assert found == [f"x{n}" for n in range(next(sample.numbers))]
    assert rebuilt(expr, lambda part: part) is expr
    assert names(parts(rebuilt(expr, renamed))) == [f"new {name}" for name in found]


@pytest.mark.parametrize("kind", STATEMENTS)
def test_all_expressions_and_bodies_of_a_statement_are_reached(kind: type) -> None:
    sample = Sample()
    stmt = sample.node(kind)
    assert not isinstance(stmt, EXPRESSIONS)
    found = names(read_by(stmt))
    assert found == [f"x{n}" for n in range(next(sample.numbers))]
    new = mapped(stmt, renamed, emptied)
    assert names(read_by(new)) == [f"new {name}" for name in found]
    assert bodies(new) == ((),) * len(bodies(stmt))
    assert len(bodies(stmt)) == sum(field.type == "Body" for field in fields(kind)) + 2 * (kind is ir.If)


@pytest.mark.parametrize("kind", STATEMENTS)
def test_locals_that_a_statement_names_are_replaced(kind: type) -> None:
    stmt = Sample().node(kind)
    new = with_locals(stmt, lambda local: ir.Local("other", local.type))
    named = [field.name for field in fields(kind) if field.type in ("Local", "Reference")]
    assert [getattr(new, name).name for name in named] == ["other"] * len(named)
    local = bound_by(new)
    assert (local is not None and local.name == "other") == bool(named and kind is not ir.Dispatch)


def test_a_field_of_an_unknown_type_is_refused() -> None:
    @node
    class Odd:
        value: set[ir.Expr]

    with pytest.raises(KeyError):
        _part_finder(Odd)
