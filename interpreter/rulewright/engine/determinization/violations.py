"""Which `always` rules do not hold in worlds that were drawn: repairing a world may end before all of them hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.backends.failure import ExecutionError
from rulewright.compile.tables import Invariant

if TYPE_CHECKING:
    from rulewright.backends.program import Program, Promise

Violations = Counter[Invariant]
"""In how many worlds `always` rules are violated."""


def violated_rules(program: Program, state: list[int], worlds: Iterable[list[int]]) -> Violations:
    """Return in how many worlds each `always` rule is violated that holds in the given vector."""
    found = Violations()
    for world in worlds if program.strains else ():
        rules = zip(program.tables.invariants, program.always, strict=True)
        found.update(row for row, rule in rules if not _holds(rule, world) and _holds(rule, state))
    return found


def _holds(rule: Promise, state: list[int]) -> bool:
    try:
        return bool(rule(state))
    except ExecutionError:
        return False
