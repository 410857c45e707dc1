"""Seats with a plan (`kind: seat`): what a plan prefers and avoids, in front of another kind of seat.

A plan ranks the options that are offered and leaves the best-ranked ones to a kind of seat that is built in. If
everything is forbidden, it leaves the least bad options, so there always is a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import is_careless, pick
from rulewright.engine.automatic_seats import piece_rules, seat_plans, weighed_by_plan
from rulewright.engine.options import options_of
from rulewright.players.forgetting import Forgetting
from rulewright.players.greedy import Greedy

LAST_FORBIDDEN = 1 << 17
"""How bad the last of the forbidden options is; numbers that are too high are less bad."""


class PlanSeats:
    """Decides for every seat of one program, by a plan."""

    def __init__(self, program: Program, name: str, decider: Callable[[str, Program], Decider]) -> None:
        """`decider` makes the decision functions of kinds that are built in."""
        self.program, self.plan = program, seat_plans(program)[name]
        self.never = [_PlanEntry(program, entry) for entry in self.plan.never]
        self.prefers = [_PlanEntry(program, entry) for entry in self.plan.prefers]
        self.most = [(_PlanEntry(program, name), most) for name, most in self.plan.most.items()]
        self.known: dict[int, tuple[int, int]] = {}
        """By code: how bad a choice is, and how little it is preferred."""
        weighed = weighed_by_plan(program, self.plan)
        self.base = decider(self.plan.plays, weighed) if self.plan.ahead else Greedy(weighed, ahead=False).decide
        if self.plan.unknown:
            self.base = Forgetting(program, self.plan.unknown, self.base).decide

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of a choice; `made` is the number of decisions so far."""
        least = min(self.rank(code)[0] for code in codes)
        codes = [code for code in codes if self.rank(code)[0] == least]
        if is_careless(self.plan.careless, number, made):
            return codes[pick(number, made, len(codes))]
        best = min(map(self.rank, codes))
        codes = [code for code in codes if self.rank(code) == best]
        return codes[0] if len(codes) == 1 else self.base(state, codes, number, made)

    def rank(self, code: int) -> tuple[int, int]:
        """Return how bad a choice is, 0 if it is allowed, and its place among those that are preferred."""
        found = self.known.get(code)
        if found is None:
            found = self.known[code] = max(self._how_bad(code)), next(_places_of(self.prefers, code))
        return found

    def _how_bad(self, code: int) -> Iterator[int]:
        yield from (LAST_FORBIDDEN + len(self.never) - at for at, entry in enumerate(self.never) if entry.fits(code))
        number = options_of(self.program).parts(code).number
        if number is not None:
            yield from (number - most for entry, most in self.most if entry.fits(code))
        yield 0


def _places_of(entries: list[_PlanEntry], code: int) -> Iterator[int]:
    yield from (at for at, entry in enumerate(entries) if entry.fits(code))
    yield len(entries)


class _PlanEntry:
    """An entry of a plan: an option, a thing that comes with one, or both. Names that these rules lack fit nothing."""

    def __init__(self, program: Program, entry: str) -> None:
        self.program = program
        first, _, self.thing = entry.partition(" ")
        rows = options_of(program).rows
        self.options = {
            option.number for option in rows
            if first in (option.name, option.rule if option.menu else f"{option.rule}.{option.name}")
        }  # fmt: skip
        if not self.options:
            self.options, self.thing = set(range(len(rows))), entry

    def fits(self, code: int) -> bool:
        """Return whether a choice is meant."""
        option = options_of(self.program).parts(code).option
        return option.number in self.options and (not self.thing or self.thing in _things_in(self.program, code))


def _things_in(program: Program, code: int) -> Iterator[str]:
    """Yield the names of what comes with a choice: of a number, a thing, a piece and its rule."""
    parts = options_of(program).parts(code)
    if parts.number is not None:
        yield str(parts.number)
    for domain, thing in filter(None, (parts.owner, parts.thing)):
        yield program.domains[domain].members[thing]
        yield from piece_rules(program, domain)[thing : thing + 1]
