"""What the rules of a program give a table to show: facts, values and prints with their headings, and its hints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulewright.compile.tables import BoardLook, Computed, Fact, Place, PrintedFact, ThingLook
from rulewright.engine.words import TypedValue, full_name, holding_label, title_of

if TYPE_CHECKING:
    from rulewright.backends import Program

__all__ = [
    "BoardLook", "PrintedValues", "ShownFact", "ShownValue", "TableRules", "ThingLook", "table_rules_of",
]  # fmt: skip


class ShownFact(NamedTuple):
    """A fact or an amount that is drawn: its full name, and its heading."""

    name: str
    title: str
    declared: Fact


class ShownValue(NamedTuple):
    """A declared value that hints let a table show: its full name, and its heading."""

    name: str
    title: str
    declared: Computed


class PrintedValues(NamedTuple):
    """What is printed on pieces as a single value, by the name of the piece."""

    name: str
    title: str
    values: dict[str, TypedValue]


def _hidden_of_game(program: Program) -> Iterator[str]:
    """Return what hints hide of the game that it has for each thing: the table shows it as that of the things."""
    rows: list[Fact | Place] = [*program.tables.facts, *program.tables.places]
    names = {full_name(program, row) for row in rows}
    hidden = {name for name in program.tables.hints.hide if name.startswith("game.")} - names
    return (full_name(program, row) for row in rows if f"game.{row.name}" in hidden)


class TableRules:
    """What can be on the table of a program at all; hints of the ruleset order it, add to it and leave out."""

    def __init__(self, program: Program) -> None:
        tables = self._tables = program.tables
        self.program, self.hints, self.domains = program, tables.hints, program.domains
        self._hidden = frozenset([*tables.hints.hide, *_hidden_of_game(program)])
        facts = [(full_name(program, row), row) for row in tables.facts if not row.is_internal]
        self.facts = [ShownFact(name, title_of(program, row), row) for name, row in facts if name not in self._hidden]
        values = [(full_name(program, row), row) for row in tables.computed]
        self.values = [ShownValue(n, self._value_title(n, row), row) for n, row in values if n in self.hints.show]
        self.order = [f"{declared.owner}.{declared.name}" for declared in tables.declared]
        """The names of what somebody has, as the rules declare it."""

    def _value_title(self, name: str, value: Computed) -> str:
        return self._tables.labels.get(f"value.{name.removeprefix('game.')}") or title_of(self.program, value)

    @lru_cache(maxsize=1024)  # noqa: B019  rules are few and stay
    def facts_of(self, owner: str) -> list[ShownFact]:
        """Return the facts and amounts of a domain of owners; empty for the game."""
        return [fact for fact in self.facts if fact.declared.owner == owner]

    @lru_cache(maxsize=1024)  # noqa: B019
    def values_of(self, owner: str) -> list[ShownValue]:
        """Return the shown values of a domain of owners; empty for the game."""
        return [value for value in self.values if value.declared.owner == owner]

    @lru_cache(maxsize=1024)  # noqa: B019
    def places_of(self, owner: str) -> dict[str, list[int]]:
        """Return the numbers of the places of a domain of owners by name, without those that are never drawn."""
        found: dict[str, list[int]] = {}
        for number, place in enumerate(self._tables.places):
            if place.owner == owner and full_name(self.program, place) not in self._hidden:
                found.setdefault(place.name, []).append(number)
        return found

    @lru_cache(maxsize=1024)  # noqa: B019
    def has_places(self, owner: str) -> bool:
        """Whether the things of a domain have places."""
        return any(place.owner == owner for place in self._tables.places)

    # -- pieces

    def is_of_pieces(self, owner: str) -> bool:
        """Whether the owners of something are pieces."""
        return owner in self._tables.pieces

    def printed_values(self, domain: str) -> Iterator[PrintedValues]:
        """Yield what is printed on the pieces of a domain as a single value."""
        info = self.domains[domain]
        for fact in self._printed_facts(domain):
            name = fact.name.rpartition(".")[2]
            kind = next((kind.name for kind in self._tables.pieces[domain].kinds if kind.start == fact.first), domain)
            if not fact.labels and not {f"{kind}.{name}", f"{domain}.{name}"} & self._hidden:
                numbers = enumerate(fact.values, fact.first)
                values = {info.members[piece]: TypedValue(fact.type, number) for piece, number in numbers}
                yield PrintedValues(f"{domain}.{name}", holding_label(self.program, domain, name), values)

    def printed_rank(self, domain: str, piece: int) -> list[tuple[int, ...]]:
        """Return what is printed on a piece as numbers, by which a hand is put in order."""
        found: list[tuple[int, ...]] = []
        for fact in self._printed_facts(domain):
            each = max(1, len(fact.labels))
            at = (piece - fact.first) * each
            found.append(tuple(fact.values[at : at + each]) if at >= 0 else ())
        return found

    def printed_things(self, domain: str, piece: int) -> Iterator[tuple[str, int]]:
        """Yield the single things that are printed on a piece: a suit or an owner, by its domain and number."""
        for fact in self._printed_facts(domain):
            at = piece - fact.first
            if not fact.labels and 0 <= at < len(fact.values):
                value = fact.values[at]
                if fact.type.how == "set":
                    value = value.bit_length() - 1 if value.bit_count() == 1 else -1
                if fact.type.how in ("one", "set") and value >= 0:
                    yield fact.type.domain, value

    def printed_row(self, domain: str, piece: int) -> Iterator[tuple[str, int]]:
        """Yield the things that are printed on a piece in a row, such as its flags, by their domain and number."""
        for fact in self._printed_facts(domain):
            each = len(fact.labels)
            at = (piece - fact.first) * each
            if each and fact.type.how == "one" and 0 <= at < len(fact.values) and fact.name not in self._hidden:
                yield from ((fact.type.domain, value) for value in fact.values[at : at + each] if value >= 0)

    def _printed_facts(self, domain: str) -> list[PrintedFact]:
        return self._tables.printed.get(domain, [])

    # -- names of rules

    def value_names(self) -> Iterator[tuple[str, str]]:
        """Yield the short name and the full name of each declared value; that of the game begins with no owner."""
        for row in self._tables.computed:
            yield row.name, f"{row.owner}.{row.name}" if row.owner else row.name

    def fact_names(self, owner: str) -> list[str]:
        """Return the names of everything that each of a domain has, drawn or not."""
        return [fact.name for fact in self._tables.facts if fact.owner == owner]

    def piece_named(self, domain: str, member: str) -> int:
        """Return the number of a piece by its name, of equal pieces that of the first; -1 if there is none."""
        info = self.domains[domain]
        if member in info.index:
            return info.index[member]
        return next((at for at, name in enumerate(info.members) if name.rpartition("-")[0] == member), -1)

    def kind_and_rule(self, domain: str, member: str) -> tuple[str, str]:
        """Return the kind of a piece and the rule that it follows, by its name."""
        at = self.piece_named(domain, member) if self.is_of_pieces(domain) else -1
        return (self._kind_at(domain, at), self._tables.pieces[domain].rules[at]) if at >= 0 else (domain, "")

    def piece_of_kind(self, kind: str, member: str) -> tuple[str, int] | None:
        """Return the domain and the number of a piece by its kind and name."""
        kinds = {one.name: domain for domain, table in self._tables.pieces.items() for one in table.kinds}
        at = self.piece_named(kinds[kind], member) if kind in kinds else -1
        return (kinds[kind], at) if at >= 0 else None

    def rules_of_piece(self, domain: str, piece: int) -> Iterator[str]:
        """Yield the full names of the rules about a piece: its own, and that of its kind."""
        if kind := self._kind_at(domain, piece):
            yield f"{kind}.{self._tables.pieces[domain].rules[piece]}"
            yield f"piece.{kind}"

    def _kind_at(self, domain: str, piece: int) -> str:
        """Return the name of a piece's kind; empty where there is no such piece."""
        kinds = self._tables.pieces[domain].kinds
        return next((kind.name for kind in kinds if kind.start <= piece < kind.start + kind.size), "")


@lru_cache(maxsize=16)
def table_rules_of(program: Program) -> TableRules:
    """Return what can be on the table of a program."""
    return TableRules(program)
