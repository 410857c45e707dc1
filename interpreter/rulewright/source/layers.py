"""A ruleset and all that it stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.diagnostics import Findings
    from rulewright.source.ruleset import RulesetSource


def layers(source: RulesetSource) -> list[RulesetSource]:
    """Return a ruleset and all that it stands on, the lowest first."""
    chain = [source]
    while chain[0].base is not None:
        chain.insert(0, chain[0].base)
    return chain


def tell_chain(source: RulesetSource, findings: Findings) -> None:
    """Let findings in inherited files say how the ruleset that is looked at stands on them."""
    chain = layers(source)
    steps: list[str] = []
    for upper, lower in zip(reversed(chain[1:]), reversed(chain[:-1]), strict=True):
        extends = upper.manifest.extends
        where = f" ({extends.span.file}:{extends.span.line})" if extends is not None else ""
        steps.append(f"{upper.name} stands on {lower.name}{where}")
        for file in lower.rules:
            findings.notes[file.path] = f"{', '.join(steps)}."
