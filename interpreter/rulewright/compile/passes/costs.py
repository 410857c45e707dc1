"""What evaluating an expression costs in Python, in units of about five nanoseconds; reading a local is one unit."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir

LOCAL = 1
"""Reading a local, or giving it a value."""
LAPS = 5
"""How often a loop is assumed to run its body."""
MAYBE = 0.5
"""How often what a condition guards is assumed to be reached."""
CHEAP = 16
OFTEN = 1.5
"""What costs more than `CHEAP` and may turn out not to be needed has to be expected to be used this often."""

COSTS: dict[type, int] = {
    ir.Const: 1, ir.Local: LOCAL, ir.Slot: 4, ir.Entry: 5, ir.Arith: 4, ir.Compare: 4, ir.Not: 2, ir.And: 2, ir.Or: 2,
    ir.Choose: 3, ir.Join: 4, ir.Shift: 4, ir.Has: 6, ir.Single: 5, ir.Size: 8, ir.Pick: 12, ir.Fold: 60,
    ir.NonNull: 4, ir.InRange: 6, ir.Call: 20, ir.Invoke: 25, ir.Address: 1, ir.Offered: 4, ir.AnyOffered: 100,
    ir.Noted: 20,
}  # fmt: skip
"""The costs of each kind of node without its parts."""
