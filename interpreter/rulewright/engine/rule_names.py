"""What rules call things: seats, the things of each domain, steps, and what everybody has, without any position.

It is known of a program, and of checked rules that were not compiled: that is all that reading a scenario, completing
a name or renaming something takes.

    names = RuleNames(program.tables)
    names.domains["card"].members                        # ["ace-1", "ace-2", "king"]
    [cell.name for cell in names.facts_of("player", 0)]  # ["player.coin red", "player.bid red ann", …]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rulewright.compile.tables import Computed, ProgramTables, ValueType
from rulewright.engine.cells import FactRow, PlaceRow, fact_rows, place_rows
from rulewright.engine.options import DeclaredOption, declared_options

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.compile.vocabulary import Vocabulary


class Typed(Protocol):
    """Whatever has a value, or is given one."""

    @property
    def type(self) -> ValueType:
        """The type of the value."""


class Parameter(NamedTuple):
    """What a step or a declared value is given."""

    type: ValueType


class DeclaredValue(NamedTuple):
    """A declared value, which each of its owners computes from its parameters."""

    declared: Computed
    params: tuple[Parameter, ...]

    @property
    def name(self) -> str:
        """Its name in the rules."""
        return self.declared.name

    @property
    def type(self) -> ValueType:
        """The type of the result."""
        return self.declared.type


class RuleNames:
    """The names of rules, from the tables of a program or the vocabulary of checked rules."""

    def __init__(self, tables: ProgramTables | Vocabulary) -> None:
        self._tables = tables
        self.seat_names, self.domains = tables.seat_names, tables.domains

    @cached_property
    def steps(self) -> dict[str, dict[str, Parameter]]:
        """The parameters of each step and phase, by name."""
        asking = {name: {p: slot.type for p, slot in step.params.items()} for name, step in self._tables.steps.items()}
        plain = {name: step.params for name, step in self._tables.plain_steps.items()}
        return {name: {p: Parameter(type_) for p, type_ in params.items()} for name, params in (asking | plain).items()}

    @cached_property
    def options(self) -> list[DeclaredOption]:
        """The options, by their number."""
        return declared_options(self._tables.choices)

    @property
    def invariants(self) -> list[str]:
        """The names of the `always` rules."""
        return [rule.name for rule in self._tables.invariants]

    @property
    def scorings(self) -> list[tuple[str, str]]:
        """The name and the label of each rule that gives points."""
        return [(scoring.name, scoring.label) for scoring in self._tables.scorings]

    @cached_property
    def streams(self) -> list[tuple[str, str]]:
        """What chance decides: `roll` or `shuffle`, and the die or the stack."""
        return [(stream.action, stream.thing) for stream in self._tables.streams]

    def chance_of(self, action: str) -> list[str]:
        """Return the dice that are rolled, or the stacks that are shuffled."""
        return [thing for done, thing in self.streams if done == action]

    def rule_of(self, domain: str, piece: int) -> str:
        """Return the rule that a piece follows."""
        return self._tables.pieces[domain].rules[piece]

    # -- cells

    def facts_of(self, domain: str, thing: int) -> Iterator[list[FactRow]]:
        """Yield the cells of each fact and amount of an owner; that of the game is in no domain."""
        for fact in self._tables.facts:
            at = thing - fact.first if fact.owner else 0
            if fact.owner == domain and 0 <= at < max(1, len(fact.owners)):
                yield fact_rows(self.domains, fact, at)

    def places_of(self, domain: str, thing: int) -> list[PlaceRow]:
        """Return the places of an owner."""
        return [row for row in self.places if row.declared.owner == domain and row.thing == (thing if domain else -1)]

    def values_of(self, domain: str, thing: int) -> list[DeclaredValue]:
        """Return the declared values of an owner."""
        return [row for row in self.values if row.declared.owner == domain and thing in range(*row.declared.owners)]

    @cached_property
    def facts(self) -> list[list[FactRow]]:
        """The cells of each fact and amount, in order of declaration."""
        return [cells for fact in self._tables.facts if (cells := fact_rows(self.domains, fact))]

    @cached_property
    def places(self) -> list[PlaceRow]:
        """The places, by number."""
        return place_rows(self.domains, self._tables.places)

    @cached_property
    def values(self) -> list[DeclaredValue]:
        """The declared values."""
        return [DeclaredValue(row, tuple(map(Parameter, row.params))) for row in self._tables.computed]


@lru_cache(maxsize=16)
def names_of(program: Program) -> RuleNames:
    """Return the names in the rules of a program."""
    return RuleNames(program.tables)
