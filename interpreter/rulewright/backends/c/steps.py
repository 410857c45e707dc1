"""A bound on the work of one decision: where a budget of steps is charged, and how much.

A step is roughly the evaluation of one node. Cheap work is charged together with its surroundings; a loop or function
that may take longer is charged for each iteration or call. So every run terminates, and charging costs little time.

For instance, a loop over 60 things with 5 nodes in its body is 60 * 6 steps, below `FEW`, and is added to what is
around it. Inside a loop over 100 things it comes to 36,000: the outer loop is charged 360 steps in each of its
rounds, and counts as one step itself. (`compile/budget.py` charges what rules may do between decisions, which players
are told of.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import range_of, width_of
from rulewright.compile.ir.walk import bodies, parts, read_by

FEW = 4000
"""Work of at most this many steps is charged together with its surroundings."""
_HELPER = 10


class StepCharges:
    """The charges of a program's nodes."""

    def __init__(self, program: ir.Program, order: Iterable[str], pieces: Mapping[str, int]) -> None:
        self.pieces, self.state = pieces, sum(field.count for field in program.fields) // 8
        self.charges: dict[int, int] = {}
        self.functions: dict[str, int] = {}
        """Not of one that is being added up: recursive ones charge each call to the budget of the rules."""
        for name in order:
            function = program.functions[name]
            copied = self.state if function.kind == "would" else 0
            self.functions[name] = self._charge_each(function, 1, copied + self._body_steps(function.body))

    def charge(self, node: ir.Function | ir.Stmt | ir.Expr) -> int:
        """Return the charge for each iteration or call; 0 if the node is charged elsewhere."""
        return self.charges.get(id(node), 0)

    def _charge_each(self, node: ir.Function | ir.Stmt | ir.Expr, most: int, inner: int) -> int:
        """Charge `inner` steps each time if the total is large; return what remains for the surroundings."""
        if most * inner <= FEW:
            return most * inner + 1
        self.charges[id(node)] = inner
        return 1

    def _body_steps(self, body: ir.Body) -> int:
        return sum(map(self._statement_steps, body))

    def _statement_steps(self, stmt: ir.Stmt) -> int:
        inside = sum(map(self._body_steps, bodies(stmt)))
        match stmt:
            case ir.For(_, things, _, start, key):
                around = 0 if start is None else self._expression_steps(start)
                each = inside + 1 + (0 if key is None else self._expression_steps(key) + _HELPER)
                return around + self._expression_steps(things) + self._charge_each(stmt, width_of(things.type), each)
            case ir.LineUp(_, _, things, key):
                each = self._expression_steps(key) + _HELPER
                return self._expression_steps(things) + self._charge_each(stmt, width_of(things.type), each)
            case ir.Count(_, low, high):
                most = range_of(high.type)[1] - range_of(low.type)[0] + 1
                return (
                    self._expression_steps(low)
                    + self._expression_steps(high)
                    + self._charge_each(stmt, max(0, most), inside + 1)
                )
        return 1 + inside + sum(map(self._expression_steps, read_by(stmt))) + self._called_steps(stmt)

    def _called_steps(self, stmt: ir.Stmt) -> int:
        match stmt:
            case ir.Perform(function) | ir.ListMenu(function):
                return self.functions.get(function, 0)
            case ir.Dispatch(_, functions):
                return max((self.functions.get(f, 0) for f in functions if f is not None), default=0)
            case ir.OfferEach(_, _, things):
                return width_of(things.type)
            case ir.Do(_, domain):
                return _HELPER + self.pieces.get(domain, self.state)
            case ir.Push() | ir.Pop():
                return self.state
            case _:
                return 0

    def _expression_steps(self, expr: ir.Expr) -> int:
        match expr:
            case ir.Fold(_, _, things, test, value):
                each = 1 + sum(self._expression_steps(part) for part in (test, value) if part is not None)
                return self._expression_steps(things) + self._charge_each(expr, width_of(things.type), each)
            case ir.Call(function, args):
                return 1 + self.functions.get(function, 0) + sum(map(self._expression_steps, args))
            case ir.Invoke("occurs"):
                return _HELPER + range_of(expr.type)[1]
            case ir.Invoke(_, domain, args):
                return _HELPER + self.pieces.get(domain, 0) + sum(map(self._expression_steps, args))
        return 1 + sum(map(self._expression_steps, parts(expr)))
