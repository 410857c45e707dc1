"""The differences of a ruleset from its base, each switched on alone."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.comparison import late
from rulewright.diagnostics import NOWHERE, Code, Diagnostic, RulesError
from rulewright.source import RulesetSource
from rulewright.workspace import Ruleset


@dataclass(frozen=True, slots=True)
class ToggledDifference:
    """A difference: its row in `diff`, its name, what it means to play, the ruleset with it alone, what it needs."""

    number: int
    name: str
    sentence: str
    ruleset: str
    needs: tuple[str, ...]


def one_by_one(below: Ruleset, ruleset: Ruleset, called: str) -> list[ToggledDifference]:
    """Return the differences of a ruleset, in the order of `diff`; raise `RulesError` when its base is another one.

    `called` is what the ruleset is called on the command line.
    """
    source = ruleset.source
    base = source.base
    if base is None or base.folder.resolve() != below.source.folder.resolve() or base.name != below.name:
        raise _wrong_base(below.name, source)
    number = {row.name: row.number for row in late.diff.difference_rows(below, ruleset)}
    own = late.toggles.own_differences(ruleset.composed_rules, below.composed_rules)
    own = [one for one in own if one.layer == source.manifest.name.text]
    plain = called.partition(":")[0] if source.only is not None else called
    found = [
        ToggledDifference(number.get(one.name, len(number) + 1), one.name, one.sentence or "", f"{plain}:{one.name}",
              tuple(word.text for word in one.needs))
        for one in own
    ]  # fmt: skip
    return sorted(found, key=lambda one: one.number)


def _wrong_base(below: str, source: RulesetSource) -> RulesError:
    stands = f'it stands on "{source.base.name}"' if source.base else "it stands on nothing"
    place = source.manifest.extends.span if source.manifest.extends else NOWHERE
    message = f'"{source.name}" does not stand right on "{below}": {stands}'
    remedy = "Differences one by one are those from the ruleset right below."
    return RulesError((Diagnostic(Code.ANOTHER_GAME, place, message, (remedy,)),))
