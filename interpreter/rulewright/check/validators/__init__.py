"""What must hold of the rules as a whole, once every name is resolved: one function for each, in the order they run.

A validator looks at the rules and adds findings; it changes nothing, and none knows of another. To add one, write it
and put it into one of the tuples. The groups depend on one another: what follows rules into those that they lead to
needs rules without errors, and rules that come to an end.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check.core import CheckedRules
from rulewright.check.resolve.context import Resolved
from rulewright.check.validators.circles import report_circles
from rulewright.check.validators.distance import report_reach
from rulewright.check.validators.hints import report_hints
from rulewright.check.validators.imagined import report_imagined, report_together
from rulewright.check.validators.labels import report_labels
from rulewright.check.validators.nobody import report_nobody
from rulewright.check.validators.plans import report_plans
from rulewright.check.validators.satisfiability import report_never
from rulewright.check.validators.search import report_search
from rulewright.check.validators.showing import report_showing
from rulewright.check.validators.targets import report_targets
from rulewright.check.validators.termination import report_endless
from rulewright.check.validators.unreached import drop_echoes, report_empty_menus, report_unreached
from rulewright.check.validators.unused import report_unused
from rulewright.check.validators.visibility import report_peeking
from rulewright.check.validators.weights import report_weights
from rulewright.diagnostics import Findings

OfReach = Callable[[Resolved, Findings], None]
OfRules = Callable[[CheckedRules, Findings], None]

OF_REACH: tuple[OfReach, ...] = (
    report_unreached, drop_echoes, report_labels, report_weights, report_hints, report_search, report_plans,
    report_targets,
)  # fmt: skip
"""What is written for nothing: also where rules have mistakes."""

OF_TERMINATION: tuple[OfRules, ...] = (
    report_circles, report_imagined, report_together, report_endless, report_reach,
)  # fmt: skip
"""Whether the rules come to an end."""

OF_PLAY: tuple[OfRules, ...] = (
    report_nobody, report_peeking, report_showing, report_empty_menus, report_never, report_unused,
)  # fmt: skip
"""What would go wrong, give something away or be idle while it is played."""

OF_TEXTS: tuple[OfRules, ...] = (
    report_nobody, report_showing,
)  # fmt: skip
"""What texts in another language may do wrong in rules that are right."""

Groups = tuple[tuple[OfRules, ...], ...]
GROUPS: Groups = (OF_TERMINATION, OF_PLAY)


def validate(resolved: Resolved, findings: Findings, groups: Groups = GROUPS) -> None:
    """Add what the validators find; a group runs where those before it have found no errors."""
    for of_reach in OF_REACH:
        of_reach(resolved, findings)
    for group in groups:
        if resolved.checked is None or findings.errors:
            return
        for validator in group:
            validator(resolved.checked, findings)
