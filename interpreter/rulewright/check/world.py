"""The tables of everything declared, by name: what the checks look things up in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.check import core
from rulewright.check.types import Domain, Kind
from rulewright.diagnostics import NOWHERE, Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Row
from rulewright.source.languages import OWN, phrases
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def own_text(language: str, name: str, **filled: str) -> core.Text:
    """A text that the interpreter itself gives in a language, where the rules give none."""
    return core.Text((phrases(language)[name].format(**filled),))


@dataclass(slots=True)
class World:
    """All declarations by name. Members of a thing are found under (owner, name); the game's own have owner ''."""

    findings: Findings
    title: str
    seats: int
    seat_names: list[str]
    rows: dict[str, list[Row]] = field(default_factory=dict)
    """The inventories by kind of piece, without the pieces of seats at which nobody sits."""
    domains: dict[str, Domain] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    home: dict[str, Domain] = field(default_factory=dict)
    """The piece domain of each kind and shape, by singular and plural name."""
    stored: dict[tuple[str, str], core.Stored] = field(default_factory=dict)
    places: dict[tuple[str, str], core.Place] = field(default_factory=dict)
    printed: dict[tuple[str, str], core.Figure] = field(default_factory=dict)
    figures: dict[str, core.Figure] = field(default_factory=dict)
    piece_rules: dict[tuple[str, str], tuple[Domain, int]] = field(default_factory=dict)
    """The set of pieces that follow each piece rule, by kind and rule."""
    starts: list[tuple[Kind, core.Place]] = field(default_factory=list)
    discards: dict[str, core.Place] = field(default_factory=dict)
    piece_decls: dict[str, d.Piece] = field(default_factory=dict)
    language: str = OWN
    """The language of the texts that are read."""
    also: dict[str, str] = field(default_factory=dict)
    """What a name is that stands where it means nothing, in a sentence: a step, a menu, a counted thing."""
    amounts_at: Span = NOWHERE
    """Where the counted things that players have are declared."""
    numbers: int = 0
    """How many numbers facts, places and tables have so far."""

    def domain_of(self, name: str) -> tuple[Domain, Kind | None] | None:
        """Find a domain, kind or shape by its singular or plural name."""
        if name in self.domains:
            return self.domains[name], None
        if name in self.home:
            return self.home[name], self.kinds.get(name)
        return None

    def owners(self, domain: Domain, kind: Kind | None) -> Iterable[str]:
        """The names under which members of a thing are declared: its kind, then its domain."""
        if kind is not None:
            yield kind.name
        elif domain.how == "piece":
            yield from (k.name for k in domain.kinds if len(domain.kinds) == 1)
        yield domain.name

    def unknown(self, word: Word, what: str, known: Iterable[str], *more: str) -> None:
        """Report a name that nothing declares."""
        if word.text in self.also and word.text not in known:
            self.findings.add(Code.UNKNOWN_NAME, word.span, f"there is no {what} of this name", self.also[word.text])
            return
        pool = sorted(set(known))
        listed = (f"Known here: {', '.join(pool[:12])}{', …' if len(pool) > 12 else ''}.",)
        listed = listed if pool else ("None is declared.",)
        remedy = did_you_mean(word.text, pool) + listed + more
        self.findings.add(Code.UNKNOWN_NAME, word.span, f"there is no {what} of this name", *remedy)

    def amount_named(self, text: str) -> core.Stored | None:
        """Find a counted thing by either of its forms."""
        for stored in self.stored.values():
            if stored.amount and text in (stored.name, stored.plural):
                return stored
        return None

    def place_named(self, text: str) -> core.Place | None:
        """Find a place of the game, else of any owner, by name."""
        if ("", text) in self.places:
            return self.places["", text]
        return next((p for (_, name), p in self.places.items() if name == text), None)

    def report_duplicate(self, word: Word, first: Span) -> None:
        """Report a name that is declared a second time, perhaps on top of the first."""
        below = first.file.partition("/")[0] != word.span.file.partition("/")[0]
        remedy = 'To change that one write "replace" before this.' if below else "Rename one of them, or delete it."
        self.findings.add(
            Code.DECLARED_TWICE, word.span, f'"{word.text}" is declared already',
            f"The other one is in {first.file}:{first.line}. {remedy}",
        )  # fmt: skip
