"""The checked rules as a whole: what scores, what breaks ties, what must hold, and everything together."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check.core.actions import Action, Menu, Procedure
from rulewright.check.core.things import Domain, Figure, History, Kind, Place, Stored, Var
from rulewright.check.core.values import Value, ValueRule
from rulewright.diagnostics import Span


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
class Ending:
    """Who wins, where that is not whoever has most points by himself."""

    fewest: bool
    """Whether fewer points are better."""
    player: Var
    side: Value | None
    """Of a player: those with an equal one win together; whoever has none plays alone."""
    together: Value | None
    """The condition under which all players win; otherwise all lose."""
    staying: Value | None
    """Whether a player has not left the game: who has cannot win."""
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
    ending: Ending | None = None
    histories: list[History] = field(default_factory=list)
