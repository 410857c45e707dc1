"""Looks up names in scenarios: seats, things, facts and places of a compiled game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from rulewright.backends import Program
from rulewright.compile import tables
from rulewright.compile.tables import Computed, ProgramTables, ValueType
from rulewright.compile.vocabulary import Vocabulary
from rulewright.diagnostics import NOWHERE, Code, Findings, Span, Suggestion
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine.cells import CellRow, fact_rows, type_of
from rulewright.engine.options import DeclaredOption, declared_options
from rulewright.scenarios.reading import listed
from rulewright.source import Scalar, YamlNode
from rulewright.source.languages import owned

GAME = "game"
PLAYER = "player"
"""The domain of the seats."""

NOTHING = ("nothing", "nobody")


@dataclass(frozen=True, slots=True)
class Owner:
    """Whatever has facts and places: the game (no domain), a seat, a piece, any other thing."""

    domain: str
    index: int
    label: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of one owner: its value, or one for each further key. `supply`: where the rest of an amount is, or -1."""

    label: str
    row: tables.Fact
    values: tuple[CellRow[tables.Fact], ...]
    supply: int

    @property
    def type(self) -> ValueType:
        """The type of a value."""
        return type_of(self.row)

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the further key."""
        return tuple(" ".join(value.further) for value in self.values if value.further)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of one owner; with a further key there are several of one name. `fitting` are the pieces it is for."""

    label: str
    number: int
    domain: str
    order: str
    key: str
    fitting: range


@dataclass(frozen=True, slots=True)
class Meant:
    """What a word of a scenario means: its kind, what it belongs to, and the word.

    The kinds are thing (of a domain), many (a domain by its plural), fact (of a domain; also an amount, a place or a
    computed value), step, parameter (of a step), always, die and choice.
    """

    span: Span
    kind: str
    owner: str
    word: str


Tables = ProgramTables | Vocabulary
"""What names are looked up in: the tables of a program, or the vocabulary of rules that need not be compiled."""


class Names:
    """Looks up names in the tables of rules; unknown names become findings."""

    def __init__(self, tables: Tables, findings: Findings) -> None:
        self.tables, self.findings = tables, findings
        self.meant: list[Meant] | None = None
        """Where every word that is looked up is noted with what it means, if anybody wants to know."""
        self._facts: dict[Owner, dict[str, Fact]] = {}
        self._places: dict[Owner, dict[str, list[Place]]] = {}
        self._alike: dict[str, dict[str, list[int]]] = {}

    def reporting(self, findings: Findings, meant: list[Meant] | None = None) -> Names:
        """Return the same names, with other findings and notes; what was looked up is shared."""
        other = copy(self)
        other.findings, other.meant = findings, meant
        return other

    def note(self, node: YamlNode, kind: str, owner: str = "") -> None:
        """Note what a word means."""
        if self.meant is not None and isinstance(node, Scalar) and node.span != NOWHERE:
            self.meant.append(Meant(node.span, kind, owner, node.text))

    def unknown(self, node: YamlNode, text: str, what: str, known: Iterable[str]) -> None:
        """Report an unknown name."""
        names = sorted(set(known))
        remedy = did_you_mean(text, names) or ((f"Known here: {', '.join(names)}.",) if 0 < len(names) < 30 else ())
        self.findings.add(Code.UNKNOWN_NAME, node.span, f'there is no {what} "{text}"', *remedy)

    @cached_property
    def options(self) -> list[DeclaredOption]:
        """The options of the rules, by their number."""
        return declared_options(self.tables.choices)

    # -- owners

    @cached_property
    def seats(self) -> dict[str, int]:
        """The number of each seat, by name."""
        return {name: seat for seat, name in enumerate(self.tables.seat_names)}

    def seat(self, node: Scalar) -> int | None:
        """Return the number of a seat."""
        self.note(node, "thing", PLAYER)
        if node.text not in self.seats:
            self.unknown(node, node.text, "seat", self.seats)
        return self.seats.get(node.text)

    @cached_property
    def things(self) -> dict[str, tuple[str, int]]:
        """Every thing but the seats: its domain and number by name."""
        others = [info for info in self.tables.domains.values() if info.how != "player"]
        return {name: (info.name, index) for info in others for index, name in enumerate(info.members)}

    def domain_with(self, members: Sequence[str]) -> str:
        """Return the domain to which some things belong; nothing where these are numbers."""
        known = (info for info in self.tables.domains.values() if members and members[0] in self.members(info.name))
        return next((info.name for info in known if set(members) <= {*info.members, *self.members(info.name)}), "")

    def group(self, text: str) -> str | None:
        """Return the domain whose things are called by this plural."""
        for info in self.tables.domains.values():
            if text == info.plural and info.how != "player":
                return info.name
        return None

    def alike(self, domain: str, text: str) -> list[int]:
        """Return the pieces that a name denotes: one, or all numbered ones with this name."""
        if domain not in self._alike:
            self._alike[domain] = _by_name(self.tables.domains[domain].members)
        return self._alike[domain].get(text, [])

    def pieces(self, place: Place, node: Scalar) -> list[int]:
        """Return the pieces that a name denotes in a place; report it if there are none."""
        self.note(node, "thing", place.domain)
        found = [piece for piece in self.alike(place.domain, node.text) if piece in place.fitting]
        if not found:
            members = self.tables.domains[place.domain].members
            self.unknown(node, node.text, f"piece for {place.label}", [members[piece] for piece in place.fitting])
        return found

    # -- facts and places

    def facts(self, owner: Owner) -> dict[str, Fact]:
        """Every fact of an owner by each of its names."""
        if owner not in self._facts:
            self._facts[owner] = self._facts_of(owner)
        return self._facts[owner]

    def _facts_of(self, owner: Owner) -> dict[str, Fact]:
        found: dict[str, Fact] = {}
        for row in self.tables.facts:
            fact = self._fact(owner, row)
            if fact is not None:
                found.setdefault(row.name, fact)
                found.setdefault(row.plural, fact)
        return found

    def _fact(self, owner: Owner, row: tables.Fact) -> Fact | None:
        at = owner.index - row.first if row.owner else 0
        if row.owner != owner.domain or not 0 <= at < max(1, len(row.owners)):
            return None
        label = owned(owner.label, row.plural if row.is_amount else row.name)
        supply = row.slot + max(1, len(row.owners)) if row.is_amount else -1
        return Fact(label, row, tuple(fact_rows(self.tables.domains, row, at)), self._supply(supply))

    def _supply(self, slot: int) -> int:
        return slot if any(e.start == slot and e.what == "supply" for e in self.tables.entries) else -1

    def places(self, owner: Owner) -> dict[str, list[Place]]:
        """Every place of an owner by name, one for each further key."""
        if owner not in self._places:
            self._places[owner] = self._places_of(owner)
        return self._places[owner]

    def _places_of(self, owner: Owner) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        name = self.tables.domains[owner.domain].members[owner.index] if owner.domain else ""
        for number, row in enumerate(self.tables.places):
            if row.owner == owner.domain and row.owner_key == name:
                label, fitting = owned(owner.label, row.name), range(row.first, row.first + row.count)
                place = Place(label, number, row.domain, row.order, row.further_key, fitting)
                found.setdefault(row.name, []).append(place)
        return found

    def computed(self, owner: Owner) -> dict[str, Computed]:
        """Return every declared value of an owner by name."""
        rows = (row for row in self.tables.computed if row.owner == owner.domain)
        return {row.name: row for row in rows if owner.index in range(*row.owners)}

    # -- values

    def value(self, type_: ValueType, node: YamlNode) -> int | None:
        """Return a value as it is stored in the vector; a set as a bit mask."""
        how, domain = type_.how, type_.domain
        if how == "set":
            parts = [self.member(domain, part) for part in listed(node)]
            return None if None in parts else sum(1 << part for part in set(parts) if part is not None)
        if not isinstance(node, Scalar):
            self.findings.add(Code.WRONG_KIND, node.span, "a single value belongs here")
            return None
        if how == "one":
            return -1 if node.text in NOTHING else self.member(domain, node)
        return self.number(node) if how == "number" else self._truth(node)

    def number(self, node: YamlNode) -> int | None:
        """Return a whole number; digits in quotation marks are a text."""
        number = node.number if isinstance(node, Scalar) else None
        if number is None:
            quoted = node.quoted_number if isinstance(node, Scalar) else None
            bare = Suggestion(f"Write {quoted}, without quotation marks.", f'"{quoted}"', str(quoted), safe=True)
            remedy = () if quoted is None else (bare,)
            self.findings.add(Code.WRONG_KIND, node.span, "a whole number belongs here", *remedy)
        return number

    def _truth(self, node: Scalar) -> int | None:
        if node.text in ("yes", "no"):
            return int(node.text == "yes")
        self.findings.add(Code.WRONG_KIND, node.span, '"yes" or "no" belongs here')
        return None

    def members(self, domain: str) -> list[str]:
        """Return the names of the things of a domain."""
        return self.tables.seat_names if domain == PLAYER else self.tables.domains[domain].members

    def member(self, domain: str, node: YamlNode) -> int | None:
        """Return the number of a thing; an ambiguous name denotes the first piece."""
        info = self.tables.domains[domain]
        text = node.text if isinstance(node, Scalar) else ""
        self.note(node, "thing", domain)
        if info.how == "player" and text in self.seats:
            return self.seats[text]
        alike = self.alike(domain, text)
        if not alike:
            self.unknown(node, text, info.name, self.members(domain))
        return alike[0] if alike else None


class PlayedNames(Names):
    """Names of a program that is played.

    `vocabulary`: the programs of all rulesets that a scenario is about. A choice may be called by any name that one of
    them knows, so that it can be missing where another one has it; without any program by any name.
    """

    def __init__(self, program: Program, findings: Findings, vocabulary: Sequence[Program] = ()) -> None:
        super().__init__(program.tables, findings)
        self.program = program
        self.vocabulary = [PlayedNames(one, findings) for one in vocabulary]


def _by_name(members: Sequence[str]) -> dict[str, list[int]]:
    """Return the numbers of things by name; numbered pieces also have the name without a number."""
    found: dict[str, list[int]] = {}
    for number, name in enumerate(members):
        found.setdefault(stem(name), []).append(number)
    return found | {name: [number] for number, name in enumerate(members)}


def stem(name: str) -> str:
    """Return a piece's name without its distinguishing number."""
    stem, _, number = name.rpartition("-")
    return stem if number.isdigit() else name
