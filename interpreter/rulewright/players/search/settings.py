"""How a search is set up: how long it thinks, and the settings of the ruleset."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.players import late

REWARDS = ("points", "margin", "place")
POINTS, MARGIN, PLACE = range(3)
"""What a seat wants: its own points, its lead over the best of the others, or its place."""
OPPONENTS = ("informed", "uninformed", "bluffing")
INFORMED, UNINFORMED, BLUFFING = range(3)
"""What opponents in the trees go by."""
USUAL_PLAYOUTS = 1000
"""The playouts of a decision if nothing is said."""
CARELESS_PERCENT = (30, 15, 5, 0, 0)
"""In how many of a hundred decisions each level takes any choice: playouts alone do not separate the levels of games in
which there is little to find out by thinking."""
_KIND = re.compile(r"search(?::(?:(?P<playouts>[1-9][0-9]{0,8})|(?P<seconds>[0-9]{1,5}(?:\.[0-9]{1,3})?)s))?")
_LEVEL = re.compile(r"level:(?P<level>[1-5])")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one search.

    `truncate`: the length of a playout in decisions, after which it is evaluated; -1 for no limit. `finishing`: one
    that is long enough goes on to the next moment of the game that weights distinguish. `sampled`: how many choices
    the playout policy compares at each. `explore`: the exploration constant. `prior`: the visits that the one-step
    look-ahead counts as. `widen`: the coefficient of progressive widening, 0 for none. `opponents`: where they are
    uninformed, they learn in worlds in which the searching seat's own secrets are drawn again; where they bluff,
    games begin at their start. `solving`: without chance and secrets, terminal positions prove what led to them.
    `peeking`: search the true world, only to measure what that is worth. `only`: the keys of the choices that are
    tried at the root; empty for all.
    """

    reward: int = MARGIN
    truncate: int = 20
    finishing: bool = False
    sampled: int = 3
    opponents: int = INFORMED
    explore: float = 0.7
    prior: float = 4.0
    widen: float = 2.0
    solving: bool = False
    peeking: bool = False
    only: tuple[int, ...] = ()


def settings_of(program: Program) -> Settings:
    """Return the settings of a program's ruleset."""
    given = late.automatic_seats.search_settings(program)
    return Settings(
        REWARDS.index(given.reward), given.playouts, given.finish_phase, given.choose, OPPONENTS.index(given.opponents),
        given.explore, float(given.prior), given.widen, late.automatic_seats.is_perfect_information(program),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """How long to think about a decision: some playouts, `seconds` if that is not 0, or those of a level."""

    playouts: int = USUAL_PLAYOUTS
    seconds: float = 0.0
    level: int = 0
    careless: int = 0
    """In how many of a hundred decisions any choice is taken."""

    def for_program(self, program: Program) -> SearchBudget:
        """Return the budget of the level: the playouts that the ruleset gives it, and its share of careless choices."""
        if not self.level:
            return self
        return SearchBudget(
            late.automatic_seats.search_settings(program).levels[self.level - 1],
            careless=CARELESS_PERCENT[self.level - 1],
        )

    @property
    def trees(self) -> int:
        """How many trees share the playouts: it depends on nothing else, so that the moves do not either."""
        return 1 if self.playouts < 4000 else 2


def budget_of(kind: str) -> SearchBudget | None:
    """Return the budget of a kind of seat (`search`, `search:500`, `search:1.5s`, `level:3`); None for other kinds."""
    if level := _LEVEL.fullmatch(kind):
        return SearchBudget(level=int(level["level"]))
    given = _KIND.fullmatch(kind)
    if given is None:
        return None
    if given["seconds"] is not None:
        return SearchBudget(0, max(0.001, float(given["seconds"])))
    return SearchBudget(int(given["playouts"] or USUAL_PLAYOUTS))
