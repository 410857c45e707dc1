"""Looks up names in scenarios: seats, things, facts and places of a compiled game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from rulewright.backends import Program
from rulewright.diagnostics import NOWHERE, Code, Findings, Span, Suggestion
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine.cells import FactRow
from rulewright.engine.rule_names import DeclaredValue, RuleNames, Typed, names_of
from rulewright.scenarios.reading import listed_nodes
from rulewright.source import Scalar, YamlNode
from rulewright.source.languages import possessive_of

GAME_WORD = "game"
PLAYER = "player"
"""The domain of the seats."""

NOTHING_WORDS = ("nothing", "nobody")


@dataclass(frozen=True, slots=True)
class Owner:
    """Whatever has facts and places: the game (no domain), a seat, a piece, any other thing."""

    domain: str
    index: int
    label: str


OF_GAME = Owner("", 0, "the game")


@dataclass(frozen=True, slots=True)
class OwnedFact:
    """A fact of one owner: its value, or one for each further key."""

    label: str
    cells: list[FactRow]

    @property
    def keys(self) -> list[str]:
        """The names of the further key."""
        return [" ".join(cell.further) for cell in self.cells if cell.further]


@dataclass(frozen=True, slots=True)
class OwnedPlace:
    """A place of one owner; with a further key there are several of one name. `fitting` are the pieces it is for."""

    label: str
    number: int
    domain: str
    order: str
    key: str
    fitting: range
    limit: int


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """What a word of a scenario means: its kind, what it belongs to, and the word.

    The kinds are thing (of a domain), many (a domain by its plural), fact (of a domain; also an amount, a place or a
    computed value), step, parameter (of a step), always, die and choice.
    """

    span: Span
    kind: str
    owner: str
    word: str


class ScenarioNames:
    """Looks up names of rules; unknown names become findings."""

    def __init__(self, rules: RuleNames, findings: Findings) -> None:
        self.rules, self.findings = rules, findings
        self.meant: list[WordMeaning] | None = None
        """Where every word that is looked up is noted with what it means, if anybody wants to know."""
        self._facts: dict[Owner, dict[str, OwnedFact]] = {}
        self._places: dict[Owner, dict[str, list[OwnedPlace]]] = {}
        self._alike: dict[str, dict[str, list[int]]] = {}

    def reporting_to(self, findings: Findings, meant: list[WordMeaning] | None = None) -> Self:
        """Return the same names, with other findings and notes; what was looked up is shared."""
        other = copy(self)
        other.findings, other.meant = findings, meant
        return other

    def note_meaning(self, node: YamlNode, kind: str, owner: str = "") -> None:
        """Note what a word means."""
        if self.meant is not None and isinstance(node, Scalar) and node.span != NOWHERE:
            self.meant.append(WordMeaning(node.span, kind, owner, node.text))

    def report_unknown(self, node: YamlNode, text: str, what: str, known: Iterable[str]) -> None:
        """Report an unknown name."""
        names = sorted(set(known))
        remedy = did_you_mean(text, names) or ((f"Known here: {', '.join(names)}.",) if 0 < len(names) < 30 else ())
        self.findings.add(Code.UNKNOWN_NAME, node.span, f'there is no {what} "{text}"', *remedy)

    # -- owners

    @cached_property
    def seats(self) -> dict[str, int]:
        """The number of each seat, by name."""
        return {name: seat for seat, name in enumerate(self.rules.seat_names)}

    def seat_number(self, node: Scalar) -> int | None:
        """Return the number of a seat."""
        self.note_meaning(node, "thing", PLAYER)
        if node.text not in self.seats:
            self.report_unknown(node, node.text, "seat", self.seats)
        return self.seats.get(node.text)

    @cached_property
    def things(self) -> dict[str, tuple[str, int]]:
        """Every thing but the seats: its domain and number by name."""
        others = [info for info in self.rules.domains.values() if info.how != "player"]
        return {name: (info.name, index) for info in others for index, name in enumerate(info.members)}

    def domain_with(self, members: Sequence[str]) -> str:
        """Return the domain to which some things belong; nothing where these are numbers."""
        known = (info for info in self.rules.domains.values() if members and members[0] in self.member_names(info.name))
        return next((info.name for info in known if set(members) <= {*info.members, *self.member_names(info.name)}), "")

    def domain_by_plural(self, text: str) -> str | None:
        """Return the domain whose things are called by this plural."""
        for info in self.rules.domains.values():
            if text == info.plural and info.how != "player":
                return info.name
        return None

    def pieces_alike(self, domain: str, text: str) -> list[int]:
        """Return the pieces that a name denotes: one, or all numbered ones with this name."""
        if domain not in self._alike:
            self._alike[domain] = _by_name(self.rules.domains[domain].members)
        return self._alike[domain].get(text, [])

    def pieces_named(self, place: OwnedPlace, node: Scalar) -> list[int]:
        """Return the pieces that a name denotes in a place; report it if there are none."""
        self.note_meaning(node, "thing", place.domain)
        found = [piece for piece in self.pieces_alike(place.domain, node.text) if piece in place.fitting]
        if not found:
            members = self.rules.domains[place.domain].members
            self.report_unknown(
                node, node.text, f"piece for {place.label}", [members[piece] for piece in place.fitting]
            )
        return found

    # -- facts and places

    def facts_of(self, owner: Owner) -> dict[str, OwnedFact]:
        """Every fact of an owner by each of its names."""
        if owner not in self._facts:
            found = self._facts[owner] = {}
            for cells in self.rules.facts_of(owner.domain, owner.index):
                fact = OwnedFact(possessive_of(owner.label, cells[0].spoken_name), cells)
                found.setdefault(cells[0].declared.name, fact)
                found.setdefault(cells[0].declared.plural, fact)
        return self._facts[owner]

    def places_of(self, owner: Owner) -> dict[str, list[OwnedPlace]]:
        """Every place of an owner by name, one for each further key."""
        if owner not in self._places:
            found = self._places[owner] = {}
            for row in self.rules.places_of(owner.domain, owner.index):
                place, label = row.declared, possessive_of(owner.label, row.declared.name)
                held = row.at, place.domain, place.order, place.further_key, place.possible, place.limit
                found.setdefault(place.name, []).append(OwnedPlace(label, *held))
        return self._places[owner]

    def values_of(self, owner: Owner) -> dict[str, DeclaredValue]:
        """Return every declared value of an owner by name."""
        return {row.name: row for row in self.rules.values_of(owner.domain, owner.index)}

    # -- values

    def read_value(self, what: Typed, node: YamlNode) -> int | None:
        """Return the value that is written for something, as positions have it: a set as a set of bits."""
        how, domain = what.type.how, what.type.domain
        if how == "set":
            parts = [self.thing_number(domain, part) for part in listed_nodes(node)]
            return None if None in parts else sum(1 << part for part in set(parts) if part is not None)
        if not isinstance(node, Scalar):
            self.findings.add(Code.WRONG_KIND, node.span, "a single value belongs here")
            return None
        if how == "one":
            return -1 if node.text in NOTHING_WORDS else self.thing_number(domain, node)
        return self.read_number(node) if how == "number" else self._read_truth(node)

    def read_number(self, node: YamlNode) -> int | None:
        """Return a whole number; digits in quotation marks are a text."""
        number = node.number if isinstance(node, Scalar) else None
        if number is None:
            quoted = node.quoted_number if isinstance(node, Scalar) else None
            bare = Suggestion(f"Write {quoted}, without quotation marks.", f'"{quoted}"', str(quoted), safe=True)
            remedy = () if quoted is None else (bare,)
            self.findings.add(Code.WRONG_KIND, node.span, "a whole number belongs here", *remedy)
        return number

    def _read_truth(self, node: Scalar) -> int | None:
        if node.text in ("yes", "no"):
            return int(node.text == "yes")
        self.findings.add(Code.WRONG_KIND, node.span, '"yes" or "no" belongs here')
        return None

    def member_names(self, domain: str) -> list[str]:
        """Return the names of the things of a domain."""
        return self.rules.seat_names if domain == PLAYER else self.rules.domains[domain].members

    def thing_number(self, domain: str, node: YamlNode) -> int | None:
        """Return the number of a thing; an ambiguous name denotes the first piece."""
        info = self.rules.domains[domain]
        text = node.text if isinstance(node, Scalar) else ""
        self.note_meaning(node, "thing", domain)
        if info.how == "player" and text in self.seats:
            return self.seats[text]
        alike = self.pieces_alike(domain, text)
        if not alike:
            self.report_unknown(node, text, info.name, self.member_names(domain))
        return alike[0] if alike else None


class PlayedNames(ScenarioNames):
    """Names of a program that is played.

    `vocabulary`: the programs of all rulesets that a scenario is about. A choice may be called by any name that one of
    them knows, so that it can be missing where another one has it; without any program by any name.
    """

    def __init__(self, program: Program, findings: Findings, vocabulary: Sequence[Program] = ()) -> None:
        super().__init__(names_of(program), findings)
        self.program = program
        self.vocabulary = [PlayedNames(one, findings) for one in vocabulary]


def _by_name(members: Sequence[str]) -> dict[str, list[int]]:
    """Return the numbers of things by name; numbered pieces also have the name without a number."""
    found: dict[str, list[int]] = {}
    for number, name in enumerate(members):
        found.setdefault(unnumbered_name(name), []).append(number)
    return found | {name: [number] for number, name in enumerate(members)}


def unnumbered_name(name: str) -> str:
    """Return a piece's name without its distinguishing number."""
    stem, _, number = name.rpartition("-")
    return stem if number.isdigit() else name
