"""Plans that are tried: what games let a seat choose, as changes of how a kind of seat plays, and their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.comparison.statistics.effects import Effect, judged, paired_effect
from rulewright.comparison.tuning.race import Race, RacedGame, RaceMatch
from rulewright.comparison.worth.games import WorthGame
from rulewright.engine.automatic_seats import SeatPlan, made_plan, weighed_by_plan
from rulewright.engine.options import options_of
from rulewright.players.plan import PlanSeats, plan_names
from rulewright.players.seats import make_decider

NEVER, PREFERS, MOST = "never", "prefers", "at most"
"""What a change does, as the entry of a plan."""
MOST_NUMBERS = 4
"""The largest number of limits that are tried for an option with a number."""
MOST_CHANGES = 3
"""The largest number of changes in a plan."""


class Change(NamedTuple):
    """A change of how a seat plays: what it never takes, takes first, or takes up to a number."""

    how: str
    name: str
    most: int = 0


Plan = tuple[Change, ...]
"""The changes of a plan; those that prefer something in the order of their rank."""


def offered_changes(games: Iterable[WorthGame]) -> list[Change]:
    """Return what plans may change in some games, first what changes most of them.

    Leaving out what is never chosen changes nothing, nor does preferring what is chosen whenever it is offered.
    """
    changed, numbers = Counter[Change](), Counter[tuple[str, int]]()
    for seen in (game.seen for game in games if not game.failure):
        changed.update(Change(NEVER, name) for name in seen.chosen)
        changed.update(Change(PREFERS, name) for name in seen.left)
        for option, each in seen.numbers.items():
            numbers.update({(option, int(number)): bool(times) for number, times in each.items()})
    for option in {option for option, _ in numbers}:
        times = {number: times for (name, number), times in sorted(numbers.items()) if name == option}
        lower = [most for most in times if any(times[number] for number in times if number > most)]
        for most in lower[:: -(-len(lower) // MOST_NUMBERS) or 1]:
            changed[Change(MOST, option, most)] = sum(times[number] for number in times if number > most)
    return sorted(changed, key=lambda one: (-changed[one], one))


def extended_plans(plan: Plan, changes: Iterable[Change]) -> list[Plan]:
    """Return a plan, and what it becomes with one change more, or with one less."""
    named = {change.name for change in plan}
    more = [(*plan, change) for change in changes if change.name not in named] if len(plan) < MOST_CHANGES else []
    less = [plan[:at] + plan[at + 1 :] for at in range(len(plan) if len(plan) > 1 else 0)]
    return [plan, *less, *more]


def named_in(plan: Plan, how: str) -> dict[str, int]:
    """Return what a plan never takes, prefers, or takes at most, in its order, with the highest number."""
    return {change.name: change.most for change in plan if change.how == how}


def seat_plan(plan: Plan, plays: str, program: Program) -> SeatPlan:
    """Return a plan as the tables of a program have it."""
    return made_plan(program, plays, *(named_in(plan, how) for how in (PREFERS, NEVER, MOST)))


def option_names(program: Program) -> set[str]:
    """Return the names by which plans call the options of a program."""
    return {name for option in options_of(program).rows for name in plan_names(option)}


def plan_file(plan: Plan, plays: str, name: str, command: str) -> str:
    """Return a file of kind seat with a plan that a command has found."""
    lines = [f"{how}: [{', '.join(names)}]" for how in (PREFERS, NEVER) if (names := named_in(plan, how))]
    most = ", ".join(f"{option}: {number}" for option, number in named_in(plan, MOST).items())
    lines += [f"{MOST}: {{{most}}}"] if most else []
    return "\n".join([f"# Found by: {command}", "kind: seat", f"name: {name}", f"plays: {plays}", *lines, ""])


@dataclass(frozen=True)
class PlanRace(RaceMatch):
    """Plans and kinds of seat against each other; every plan is in front of the first of them."""

    candidates: tuple[Plan | str, ...] = field(kw_only=True)

    def deciders(self, program: Program) -> Callable[[int], Decider]:
        """Return what makes a seat that plays by a plan, or of a kind."""
        usual = self.candidates[0]
        assert isinstance(usual, str)
        behind = make_decider(usual, weighed_by_plan(program, seat_plan((), usual, program)))

        def by_candidate(number: int) -> Decider:
            candidate = self.candidates[number]
            if isinstance(candidate, str):
                return make_decider(candidate, program)
            return PlanSeats(program, seat_plan(candidate, usual, program), lambda plays, weighed: behind).decide

        return by_candidate


# -- what comes of plans

NEGLIGIBLE = 0.02
"""A difference in results up to this is practically none."""
FOLLOWED = "followed"
"""The row of a seat that plays as usual where all others follow the plan."""


def compared(racing: Race, usual: int, other: int) -> list[Effect]:
    """Return what changes where a candidate sits in place of another one: in all seats together, then in each.

    Deals of which a game broke or was not played do not count.
    """
    before, after = (racing.deals[one] for one in (usual, other))
    both = [(before[deal], after[deal]) for deal in before.keys() & after.keys()]
    whole = [pair for pair in both if len(pair[0]) == len(pair[1]) == racing.seats]
    rows = [[[sum(one) / racing.seats for one in pair] for pair in whole]]
    rows += [[[one[seat] for one in pair] for pair in whole] for seat in range(racing.seats)]
    found = [paired_effect([a for a, _ in row], [b for _, b in row], share=True) for row in rows]
    return [judged({"": replace(one, margin=NEGLIGIBLE)})[""] for one in found]


@dataclass(slots=True)
class PlanFound:
    """What a search has found so far: a plan, and what it achieves among the usual kind of seat, and others."""

    kind: str
    seats: Sequence[str]
    watched: int = 0
    changes: Sequence[Change] = ()
    """What so many games offered that were watched."""
    tried: int = 0
    games: int = 0
    """How many plans were tried, and in how many games."""
    plan: Plan = ()
    last: Effect | None = None
    """What the last match says; None where no plan came to it."""
    where: Mapping[str, Effect] = field(default_factory=dict)
    """By seat, by another kind in all other seats, and `FOLLOWED`; empty where the plan is not better."""
    failures: Sequence[RacedGame] = ()
