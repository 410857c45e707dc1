"""Remarks with reasons why a mutant may survive: `# survives: reason`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.playtest.mutants.model import Mutant
from rulewright.source import RulesetSource
from rulewright.source.text import text_shown
from rulewright.syntax.remarks import Remark, remarks

VERB = "survives"


def reasons(source: RulesetSource, rules: Composed, findings: Findings) -> list[Remark]:
    """Return the reasons in a ruleset's own files, of rules and of tables."""
    own = {file.path for file in source.rules}
    written = [remark for remark in rules.remarks if remark.span.file in own]
    written += [remark for file, text in _tables(source) for remark in remarks(file, text, findings)]
    return [remark for remark in written if remark.verb == VERB]


def _tables(source: RulesetSource) -> Iterator[tuple[str, str]]:
    files = [figure.name.span.file for figure in source.figures] + [part.span.file for part in source.inventories]
    for file in dict.fromkeys(files):
        yield file, text_shown(file)


def explains(reason: Remark, mutant: Mutant) -> bool:
    """Return whether a reason applies to a change: same line, and same words if it names any."""
    return (reason.span.file, reason.line) == (mutant.span.file, mutant.span.line) and reason.words in mutant.words


def reason_for(mutant: Mutant, written: Iterable[Remark]) -> Remark | None:
    """Return the first reason that applies to a change; None if there is none."""
    return next((reason for reason in written if explains(reason, mutant)), None)


def stale(written: Iterable[Remark], survivors: list[Mutant], untried: list[Mutant]) -> list[Remark]:
    """Return reasons that apply to no survivor, where all changes have been tried."""
    return [r for r in written if not any(explains(r, mutant) for mutant in [*survivors, *untried])]
