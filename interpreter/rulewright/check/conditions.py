"""Finds the meaning of conditions."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.members import Members
from rulewright.check.scope import Scope
from rulewright.check.types import TRUTH, Domain
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x

ORDER = {"is": "==", "is-not": "!=", "at-least": ">=", "at-most": "<=", "above": ">", "below": "<"}


class Conditions(Members):
    """Reads conditions; `can pay` and `can do` are added with the rules they speak of."""

    def condition(self, node: x.Cond, scope: Scope) -> c.Value:
        """Return the meaning of a condition."""
        method = getattr(self, f"_if_{type(node).__name__.lower()}")
        return method(node, scope)  # type: ignore[no-any-return]

    def _if_joined(self, node: x.Joined, scope: Scope) -> c.Value:
        return c.Logic(node.how, tuple(self.condition(p, scope) for p in node.parts), TRUTH)

    def _if_not(self, node: x.Not, scope: Scope) -> c.Value:
        return c.Logic("not", (self.condition(node.condition, scope),), TRUTH)

    def _if_empty(self, node: x.Empty, scope: Scope) -> c.Value:
        test = c.NonEmpty(self.things(node.things, scope), TRUTH, node.span)
        return c.Logic("not", (test,), TRUTH) if node.empty else test

    def _if_inrow(self, node: x.InRow, scope: Scope) -> c.Value:
        things = self.some_things(node.things, scope)
        grid = things.type.domain
        assert grid is not None
        if grid.how != "grid":
            message = f"this is {things.type}; spaces of a grid belong here"
            self.fail(Code.WRONG_KIND, node.things.span, message, "Only spaces lie in rows.")
        return c.InRow(self._row_length(node.length, grid, scope), things, TRUTH, node.span)

    def _row_length(self, node: x.Expr, grid: Domain, scope: Scope) -> int:
        """How long a row is stands written, as a number or as a figure."""
        length = self.number(node, scope)
        if isinstance(length, c.Lookup) and not length.figure.keys:
            length = c.Const(length.figure.values[0], length.type)
        if not isinstance(length, c.Const):
            self.fail(Code.WRONG_KIND, node.span, "how long a row is never changes", "Write a number, or a figure.")
        assert isinstance(length, c.Const)
        self.in_range(length, 2, max(grid.width, grid.height), node.span)
        return length.value

    def _if_quantified(self, node: x.Quantified, scope: Scope) -> c.Value:
        things = self.some_things(node.things, scope)
        inner, var = self.bind(node.variable, things.type.as_one(), scope)
        return c.Quantified(node.every, var, things, self.condition(node.condition, inner), TRUTH, node.span)

    def _if_compare(self, node: x.Compare, scope: Scope) -> c.Value:
        if node.operator in ("in", "not-in"):
            return self._is_in(node, scope)
        if node.operator in ("is", "is-not") and isinstance(node.right, x.Name):
            truth = self._truth_member(node, node.right, scope)
            if truth is not None:
                return c.Logic("not", (truth,), TRUTH) if node.operator == "is-not" else truth
        if node.operator in ("is", "is-not"):
            return self._equal(node, scope)
        return c.Test(
            ORDER[node.operator], self.number(node.left, scope), self.number(node.right, scope), TRUTH, node.span
        )

    def _is_in(self, node: x.Compare, scope: Scope) -> c.Value:
        left = self.thing(node.left, scope)
        right = self.things(node.right, scope, left.type)
        self._same_domain(left, right, node.span)
        test = c.Member(left, right, TRUTH, node.span)
        return test if node.operator == "in" else c.Logic("not", (test,), TRUTH)

    def _truth_member(self, node: x.Compare, name: x.Name, scope: Scope) -> c.Value | None:
        """`tile is used`, `column is open`: a yes-or-no fact or value of the thing on the left."""
        if name.text in scope.names:
            return None
        left = self.value(node.left, scope)
        domain = left.type.domain
        if domain is None or left.type.how == "number":
            return None
        for prefix in self.world.owners(domain, left.type.kind):
            of = x.Of(node.span, node.left, x.Word(name.span, name.text))
            stored = self.world.stored.get((prefix, name.text)) or self.world.printed.get((prefix, name.text))
            if (stored is not None and stored.type.how == "truth") or (prefix, name.text) in self.value_declarations():
                value = self.member(of, [], scope)
                if value.type.how == "truth":
                    return c.Test("!=", value, c.Const(0, TRUTH), TRUTH, node.span)
        return None

    def _equal(self, node: x.Compare, scope: Scope) -> c.Value:
        left = self.value(node.left, scope)
        right = self.value(node.right, scope, left.type)
        operator = ORDER[node.operator]
        if left.type.how == right.type.how == "number":
            return c.Test(operator, left, right, TRUTH, node.span)
        if isinstance(left, c.Contents) and left.place.limit == 1:
            left = c.One("first", left, left.type.as_one(True))
        if left.type.how == "one" and right.type.how == "set":
            self._same_domain(left, right, node.span)
            test = c.Member(left, right, TRUTH, node.span)
            return test if operator == "==" else c.Logic("not", (test,), TRUTH)
        if left.type.how != right.type.how:
            remedy = "Compare things of one kind."
            if left.type.how == "set" and right.type.how == "number":
                remedy = 'How many there are is "number of ...".'
            self.fail(Code.WRONG_KIND, node.span, f"{left.type} is never {right.type}", remedy)
        self._same_domain(left, right, node.span)
        return c.Test(operator, left, right, TRUTH, node.span)

    def _if_canpay(self, node: x.CanPay, scope: Scope) -> c.Value:
        cost = self.cost_rule(node.cost)
        assert cost.can is not None
        return c.Call(cost.can, self.arguments(node.cost, cost.params, node.arguments, scope), node.span)

    def _if_cando(self, node: x.CanDo, scope: Scope) -> c.Value:
        step = self.step_rule(node.step)
        return c.Doable(step, self.arguments(node.step, step.params, node.arguments, scope), TRUTH, node.span)

    # -- given by the class built on this one

    def cost_rule(self, name: x.Word) -> c.Procedure:
        """Return the rule of a cost; defined in `costs.py`."""
        raise NotImplementedError

    def step_rule(self, name: x.Word) -> c.Procedure:
        """Return the rule of a step; defined in `steps.py`."""
        raise NotImplementedError

    def arguments(
        self, name: x.Word, params: list[c.Var], nodes: tuple[x.Expr, ...], scope: Scope
    ) -> tuple[c.Value, ...]:
        """Return the arguments of a rule, checked; defined in `parameters.py`."""
        raise NotImplementedError
