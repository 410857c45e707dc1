"""Texts in other languages: a text of something that is not there, and something without a text."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.rules import Rules
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax import declarations as d

OWN = "en"
"""The language of the rule files: a text that is not given in it stands where the thing is declared."""

MOST_NAMED = 6
"""So many things without a text are named in a message."""


def report_labels(reader: Rules, rules: Composed, findings: Findings) -> None:
    """Add a finding for each text of nothing, and one for each language in which texts are missing."""
    known = {*_everything(reader, rules)}
    for labels in rules.labels:
        for name, _ in labels.texts:
            if name.text not in known:
                message, near = "nothing has this full name", did_you_mean(name.text, known)
                remedy = near or ("A full name is a kind and a name: step.sell, fruit.apple.",)
                findings.add("unknown-name", name.span, message, *remedy)
    _report_missing(reader, rules, findings)


def _report_missing(reader: Rules, rules: Composed, findings: Findings) -> None:
    shown = sorted({*_shown(reader, rules)})
    for language, labels in {labels.language.text: labels.language for labels in rules.labels}.items():
        given = {name.text for each in rules.labels if each.language.text == language for name, _ in each.texts}
        missing = [name for name in shown if name not in given and language != OWN]
        if missing:
            rest = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
            message = f"{len(missing)} of {len(shown)} texts are missing in this language"
            named = f"Without a text: {', '.join(missing[:MOST_NAMED])}{rest}."
            remedy = f"{named} They would be shown as they stand in the rules."
            findings.add("label-missing", labels.span, message, remedy, severity="warning")


def _everything(reader: Rules, rules: Composed) -> Iterator[str]:
    """Yield every full name."""
    world = reader.world
    yield from (full_name(decl) for decl in rules.declarations)
    yield from (f"{domain.name}.{member}" for domain in world.domains.values() for member in domain.members)
    yield from (f"{kind.name}.{m}" for kind in world.kinds.values() for m in world.home[kind.name].members)
    yield from (f"{kind}.{rule}" for kind, rule in world.piece_rules)
    yield from (f"{owner or 'game'}.{name}" for owner, name in [*world.stored, *world.places, *world.printed])


def _shown(reader: Rules, rules: Composed) -> Iterator[str]:
    """Yield the full names of what players read: what has a text in quotes, the names of lists, the pieces."""
    for decl in rules.declarations:
        if isinstance(decl, d.Step | d.Menu | d.PieceRule | d.Scoring | d.TieBreak) and decl.label is not None:
            yield full_name(decl)
        if isinstance(decl, d.MenuOption) and decl.option.label is not None:
            yield full_name(decl)
    world = reader.world
    lists = (known for known in world.domains.values() if known.how == "names")
    yield from (f"{known.name}.{member}" for known in lists for member in known.members)
    yield from (f"{kind}.{rule}" for kind, rule in world.piece_rules)
