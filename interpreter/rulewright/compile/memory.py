"""What everybody can know of the values that are hidden from others: which facts need a memory, and where it is kept.

The log tells everybody how much of an amount is taken, paid or given, so anybody who counts knows amounts that nothing
else changes: these need no memory. For every other hidden fact the vector keeps beside each value what could be known
of it without seeing it: the least and the greatest possible number, or, of a set, which members are in doubt.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import body_of, inner, units_of


def remembered(rules: c.CheckedRules) -> list[c.Stored]:
    """Return the hidden facts that some rule changes in a way which the log does not tell everybody."""
    changed = set[int]()
    for unit in units_of(rules):
        for action in inner(body_of(unit)):
            if isinstance(action, c.Assign):
                changed.add(id(action.target.stored))
            elif isinstance(action, c.MarkAll):
                changed.add(id(action.stored))
    return [stored for stored in rules.stored if stored.seen != "all" and id(stored) in changed]


def is_set(stored: c.Stored) -> bool:
    """Return whether the values of a fact are kept as sets: of owners that are marked, or of things."""
    return stored.as_mask or stored.type.how == "set"
