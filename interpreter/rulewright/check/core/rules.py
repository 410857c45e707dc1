"""The checked rules themselves: steps, declared values, menus, scoring, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check.core.actions import Action, Choice, Text
from rulewright.check.core.things import Figure, Place, Stored, Var
from rulewright.check.core.types import Domain, Kind, Type
from rulewright.check.core.values import Value
from rulewright.diagnostics import Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Procedure:
    """A step, phase, game, cost, or a piece's answer to a step. `params[0]` is the acting player."""

    name: str
    kind: str
    params: list[Var]
    body: list[Action]
    span: Span
    after: list[Action] = field(default_factory=list)
    """What rules add after it, or at its end: also run when the step is left early."""
    can: ValueRule | None = None
    """For a cost: whether it can be paid."""
    heading: Text | None = None
    resets: list[Stored] = field(default_factory=list)
    """Memories of `once each` and `at most … in each` that start afresh when this phase begins."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class ValueRule:
    """A named value: its cases are tried in order."""

    name: str
    params: list[Var]
    type: Type
    cases: list[tuple[Value | None, Value]]
    """(condition or None, value) in order; a yes-or-no value is its own condition."""
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Menu:
    """A list of options that any rule may add to. Its params and what it keeps are `Var`s shared by its options."""

    name: str
    label: str
    player: Var
    params: list[Var]
    keeps: list[Var]
    nests: int
    order: list[str]
    options: list[MenuOption]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class MenuOption:
    """`this` ranges over `live` (the asked player's pieces of the rule that lie where the kind's options live)."""

    full_name: str
    choice: Choice
    this: Var | None
    live: Value | None
    once: Stored | None
    limit: tuple[Stored, int] | None
    menu: Menu


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class ScoringRule:
    """A rule that gives a player points at the end of the game."""

    name: str
    label: str
    player: Var
    body: list[Action]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class TieBreak:
    """A number that orders players who have equal points."""

    name: str
    label: str
    player: Var
    value: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class AlwaysRule:
    """A condition that must hold at every decision."""

    name: str
    condition: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class CheckedRules:
    """Everything that compiling needs, nothing that it does not."""

    title: str
    seats: int
    seat_names: list[str]
    domains: list[Domain]
    stored: list[Stored]
    places: list[Place]
    figures: list[Figure]
    starts: list[tuple[Kind, Place]]
    discards: dict[str, Place]
    printed: dict[str, list[Figure]]
    procedures: list[Procedure]
    values: list[ValueRule]
    menus: list[Menu]
    scorings: list[ScoringRule]
    tie_breaks: list[TieBreak]
    always: list[AlwaysRule]
    game: Procedure
    texts_of_rules: dict[str, str]
    """The text of every rule file, for quoting conditions."""
    language: str = ""
    """The language in which it is played; nothing for that of the rules."""
    told: dict[str, str | dict[str, str]] = field(default_factory=dict)
    """In another language: its texts by full name; of what is counted, its forms."""
