"""What is remembered of positions: two halves of a hash each time, and a search for equal ones.

Of `layout has been here 2 times`, with 400 positions remembered at most, the function is

    value been_0(times):
        one, other = digest(1, stones), digest(2, stones)
        return occurs(hashes[0], hashes[400], game.layout remembered, one, other) >= times
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, WIDE, Int
from rulewright.compile.layout import HASH
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope


def been_here(scope: LoweringScope, v: c.BeenHere) -> ir.Expr:
    """Lower a query of a history to the call of a function."""
    whole = scope.whole
    name = f"been_{whole.rules.histories.index(v.history)}"
    if name not in whole.functions:
        times = ir.Local("times", WIDE)
        whole.functions[name] = ir.Function(name, "value", (times,), BOOL, _search(scope, v.history, times), scope.rule)
    return ir.Call(name, (scope.expr(v.times),), BOOL)


def _search(scope: LoweringScope, history: c.History, times: ir.Local) -> ir.Body:
    remembered, _ = scope.whole.layout.histories[id(history)]
    halves = (ir.Local("one", HASH), ir.Local("other", HASH))
    kept = (_half(scope, history, make.number(0), which) for which in range(2))
    lines = (ir.Address(slot.field, slot.index, HASH) for slot in kept)
    found = ir.Invoke("occurs", "", (*lines, scope.kept(remembered), *halves), Int(0, history.most))
    return (
        *(ir.Let(half, _digest(scope, history, which)) for which, half in enumerate(halves)),
        ir.Return(ir.Compare(">=", found, times)),
    )


def remember(scope: LoweringScope, action: c.Remember) -> None:
    """Lower adding the hash of what facts are now, if there is room for it."""
    history = action.history
    remembered = scope.kept(scope.whole.layout.histories[id(history)][0])
    number = make.plus(remembered, make.number(1))
    site = scope.site(action.span)
    scope.code.put(ir.Check(number, 0, history.most, history.name, site, limit=True))
    slots = (*(_half(scope, history, remembered, which) for which in range(2)), remembered)
    scope.code.put(ir.Store(slots, (*(_digest(scope, history, which) for which in range(2)), number)))


def _half(scope: LoweringScope, history: c.History, at: ir.Expr, which: int) -> ir.Slot:
    hashes = scope.whole.field_at(scope.whole.layout.histories[id(history)][1])
    return ir.Slot(hashes, make.plus(at, make.number(which * history.most)), HASH)


def _digest(scope: LoweringScope, history: c.History, which: int) -> ir.Expr:
    fields = [scope.whole.field_at(scope.whole.layout.slot(fact)) for fact in history.facts]
    addresses = [ir.Address(field, make.number(0), field.type) for field in fields]
    return ir.Invoke("digest", "", (make.number(which + 1), *addresses), HASH)
