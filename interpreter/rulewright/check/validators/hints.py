"""How the table is drawn: whether there is what the hints name, and whether everybody may see what they show."""

from __future__ import annotations

from rulewright.check.core.things import Stored
from rulewright.check.resolve.context import Resolved
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Scalar
from rulewright.source.figures import Hints
from rulewright.syntax import declarations as d

BLANKS = ("{what}", "{value}", "{from}", "{to}")
"""What a sentence under `say` may leave open."""


def report_hints(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each hint about something that there is not. Rulesets below are judged by themselves."""
    rules = resolved.rules
    own = rules.manifest.name.text
    for layer, hints in rules.hints:
        if layer == own:
            _Hints(resolved, rules, findings).all(hints)


class _Hints:
    def __init__(self, resolved: Resolved, rules: Composed, findings: Findings) -> None:
        table = resolved.table
        self.findings = findings
        domains = [*table.domains.values(), *table.home.values()]
        self.domains = {name for domain in domains for name in (domain.name, *(kind.name for kind in domain.kinds))}
        self.stored = {f"{owner or 'game'}.{name}": stored for (owner, name), stored in table.stored.items()}
        self.places = {f"{owner or 'game'}.{name}" for owner, name in table.places}
        self.printed = {f"{owner}.{name}" for owner, name in table.printed}
        self.values = {f"{decl.of.text if decl.of else 'game'}.{decl.name.text}" for decl in rules.of(d.Value)}

    def all(self, hints: Hints) -> None:
        """Check the entries of one file."""
        held = {*self.stored, *self.places, *self.printed}
        for word in hints.names("first"):
            self.known(word, {*self.domains, *held, *self.values, "player", "game"})
        for word in hints.names("show"):
            self.known(word, self.values, "declared value")
        for word in hints.names("hide"):
            self.known(word, {*self.domains, *held})
        for word in hints.names("total"):
            self.known(word, {name for name, stored in self.stored.items() if len(stored.keys) > 1}, "fact with a key")
        for word, value in hints.pairs("path"):
            self.known(word, self.domains, "kind of thing")
            self.known(value, {name for name, stored in self.stored.items() if _is_position(name, stored)}, "number")
        for word, text in hints.pairs("say"):
            self.known(word, held)
            self.sentence(text)

    def known(self, word: Scalar, names: set[str], what: str = "thing") -> None:
        """Report a name that is none of those that belong here."""
        if word.text in names:
            return
        pool = sorted(names)
        remedy = did_you_mean(word.text, pool) or ((f"Known here: {', '.join(pool[:12])}.",) if pool else ())
        self.findings.add(Code.UNKNOWN_NAME, word.span, f'there is no {what} called "{word.text}"', *remedy)

    def sentence(self, text: Scalar) -> None:
        """Report braces that nothing is filled into."""
        left = text.text
        for blank in BLANKS:
            left = left.replace(blank, "")
        if "{" in left or "}" in left:
            message = "braces in this sentence that nothing is filled into"
            self.findings.add(Code.WRONG_FORM, text.span, message, f"Write {', '.join(BLANKS[:-1])} or {BLANKS[-1]}.")


def _is_position(name: str, stored: Stored) -> bool:
    return name.startswith("player.") and stored.type.how == "number" and len(stored.keys) == 1
