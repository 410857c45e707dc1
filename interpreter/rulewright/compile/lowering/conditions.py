"""Lowers conditions that lead elsewhere when they fail, noting the reason in the traced build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import core as c
from rulewright.compile.ir import nodes as ir
from rulewright.compile.layout import loop_type
from rulewright.compile.lowering import make

if TYPE_CHECKING:
    from rulewright.compile.lowering.statements import Statements


class Conditions:
    """Lowers conditions, part by part."""

    def __init__(self, out: Statements) -> None:
        self.out = out

    def unmarked(self, value: c.Value) -> c.Value:
        """Return a value without the marks around it that only note that it is read; they become statements."""
        value = self.out.expanded(value)
        while isinstance(value, c.Noted) and value.yes == value.no:
            self.out.code.put(ir.Mark(value.yes))
            value = value.part
        return value

    def condition(self, condition: c.Value, fail: ir.Body) -> None:
        """Test a condition part by part; in the traced build note the first part that fails."""
        condition = self.unmarked(condition)
        if isinstance(condition, c.Logic) and condition.operator == "and":
            for part in condition.parts:
                self.condition(part, fail)
            return
        test = ir.Not(self.out.expr(condition))
        with self.out.code.inside() as failed:
            self._reason_of(condition)
            self.out.code.put_all(fail)
        self.out.code.put(ir.If(((test, failed.body),), ()))

    def reason(self, what: str, span: c.Span, *parts: ir.Part) -> None:
        """In the traced build, note why something cannot be done."""
        if self.out.whole.traced:
            self.out.code.put(ir.Reason(what, (make.number(self.out.site(span)), *parts)))

    def _reason_of(self, condition: c.Value) -> None:
        if not self.out.whole.traced:
            return
        if isinstance(condition, c.Noted):
            condition = condition.part
        if isinstance(condition, c.Test) and condition.left.type.how == "number":
            left, right = self.out.expr(condition.left), self.out.expr(condition.right)
            if isinstance(condition.left, c.Read) and condition.left.stored.amount:
                self.reason("short", condition.span, f"amount:{condition.left.stored.name}", right, left)
            else:
                self.reason("compare", condition.span, condition.operator, left, right)
        elif isinstance(condition, c.Quantified) and condition.every:
            self._reason_of_each(condition)
        else:
            denied = isinstance(condition, c.Logic) and condition.operator == "not"
            span = getattr(condition.parts[0] if isinstance(condition, c.Logic) and denied else condition, "span", None)
            if span is not None:
                self.reason("unless" if denied else "only", span)

    def _reason_of_each(self, each: c.Quantified) -> None:
        """Note for every name of which there is too little how much is needed and how much is there."""
        test = each.condition.part if isinstance(each.condition, c.Noted) else each.condition
        domain = each.things.type.domain
        if not isinstance(test, c.Test) or domain is None:
            self.reason("only", each.span)
            return
        things = self.out.expr(each.things)
        name = self.out.local(each.var, loop_type(each.var))
        with self.out.code.inside() as lacking:
            holds = self.out.expr(test)
            self.reason("lacks", each.span, domain.name, name, self.out.expr(test.right), self.out.expr(test.left))
        self.out.code.put(ir.For(name, things, (ir.If(((ir.Not(holds), lacking.body),), ()),)))
