"""The targets of a ruleset, with those of the rulesets below it."""

from __future__ import annotations

from rulewright.compose.composed import Composed
from rulewright.source.nodes import texts_of
from rulewright.source.targets import Target, typed_target


def combined_targets(rules: Composed) -> list[Target]:
    """Return the targets of checked rules; of those on the same measure by the same seats, the topmost."""
    files = (data.entries.get("targets") for _, data in rules.seat_data if data.kind == "targets")
    targets = [typed_target(word.text) for file in files for word in texts_of(file)]
    return list({(target.subject, target.kinds): target for target in targets}.values())
