"""The differences of a ruleset from the one right below it, each to be switched on alone."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.compose.compose import compose
from rulewright.diagnostics import NOWHERE, Findings, RulesError
from rulewright.source import RulesetSource


@dataclass(frozen=True, slots=True)
class Alone:
    """A difference: its name, what it means to play, the ruleset with it alone, and what it needs besides."""

    name: str
    sentence: str
    ruleset: str
    needs: tuple[str, ...]


def one_by_one(below: RulesetSource, source: RulesetSource, called: str) -> list[Alone]:
    """Return the differences of a ruleset, as they are applied; raise `RulesError` when it stands on another one.

    `called` is what the ruleset is called on the command line.
    """
    base, findings = source.base, Findings()
    if base is None or base.folder.resolve() != below.folder.resolve() or base.name != below.name:
        stands = f'it stands on "{base.name}"' if base else "it stands on nothing"
        place = source.manifest.extends.span if source.manifest.extends else NOWHERE
        message = f'"{source.name}" does not stand right on "{below.name}": {stands}'
        findings.add("another-game", place, message, "Differences one by one are those from the ruleset right below.")
        raise RulesError(tuple(findings.found))
    rules = compose(source, findings)
    findings.stop_on_errors()
    own = [one for one in rules.differences if one.layer == source.manifest.name.text]
    plain = called.partition(":")[0] if source.only is not None else called
    return [
        Alone(one.name, one.sentence or "", f"{plain}:{one.name}", tuple(word.text for word in one.needs))
        for one in own
    ]  # fmt: skip
