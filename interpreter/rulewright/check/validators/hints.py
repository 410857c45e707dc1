"""How the table is drawn, what things look like: is there what the hints name, may everybody see what they show?"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core.things import Stored
from rulewright.check.data_keys import names_in, report_unknown
from rulewright.check.resolve.context import Resolved
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Findings
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.figures import HintsData
from rulewright.source.nodes import entries_of
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
        self.findings, self.domains = findings, table.domains
        things = [*table.domains.values(), *table.home.values()]
        domains = {name for domain in things for name in (domain.name, *(kind.name for kind in domain.kinds))}
        stored = {f"{owner or 'game'}.{name}": stored for (owner, name), stored in table.stored.items()}
        places = {f"{owner or 'game'}.{name}" for owner, name in table.places}
        held = {*stored, *places, *(f"{owner}.{name}" for owner, name in table.printed)}
        values = {f"{decl.of.text if decl.of else 'game'}.{decl.name.text}" for decl in rules.of(d.Value)}
        self.known = {
            "first": ("thing", {*domains, *held, *values, "player", "game"}),
            "show": ("declared value", values),
            "hide": ("thing", {*domains, *held}),
            "total": ("fact with a key", {name for name, fact in stored.items() if len(fact.keys) > 1}),
            "path": ("kind of thing", domains),
            "path/.*": ("number", {name for name, fact in stored.items() if _on_path(name, fact)}),
            "say": ("thing", held),
            "things": ("thing", {*domains, *held, *_full_names(resolved)}),
            "boards": ("kind of space", {domain.name for domain in things if domain.how != "piece"}),
        }
        """By keys of the file: what is named there, and the names that belong there."""

    def all(self, hints: HintsData) -> None:
        """Check the entries of one file."""
        for key, word in names_in(hints.kind, hints.entries):
            what, names = self.known.get(key.path) or ("space", set())
            if key.path in self.known and word.text not in names:
                report_unknown(word, what, names, self.findings)
        for word, board in entries_of(hints.entries.get("boards")):
            self.spaces(word.text, board)
        for _, text in hints.pairs("say"):
            self.sentence(text)

    def spaces(self, name: str, board: YamlNode) -> None:
        """Report positions of spaces that a board does not have."""
        domain = self.domains.get(name)
        for space, _ in entries_of(board.get("at") if isinstance(board, Mapping) else None):
            if domain is not None and space.text not in domain.members:
                report_unknown(space, "space", domain.members, self.findings)

    def sentence(self, text: Scalar) -> None:
        """Report braces that nothing is filled into."""
        left = text.text
        for blank in BLANKS:
            left = left.replace(blank, "")
        if "{" in left or "}" in left:
            message = "braces in this sentence that nothing is filled into"
            self.findings.add(Code.WRONG_FORM, text.span, message, f"Write {', '.join(BLANKS[:-1])} or {BLANKS[-1]}.")


def _full_names(resolved: Resolved) -> Iterator[str]:
    """Yield the names of all things, of pieces also with their kind, and of what several pieces share: their rule."""
    yield from (f"player.{name.lower()}" for name in resolved.rules.seats)
    for domain in resolved.table.domains.values():
        yield from (f"{domain.name}.{member}" for member in domain.members)
        for kind in domain.kinds:
            yield from (f"{kind.name}.{domain.members[at]}" for at in range(kind.start, kind.start + kind.size))
    yield from (f"{kind}.{name}" for kind, name in resolved.table.piece_rules)


def _on_path(name: str, stored: Stored) -> bool:
    """Tell whether a fact may say how far along a path players are, or what its names have."""
    owner = name.partition(".")[0]
    return stored.type.how == "number" and (len(stored.keys) == 1 if owner == "player" else owner != "game")
