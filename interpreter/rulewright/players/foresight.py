"""What a seat can know of the effects of an option: it is tried on positions that look the same to the seat.

Look-ahead, previews and hints all take their worlds from `worlds_of`. These depend on the view of the seat alone: equal
views give equal outcomes, whatever is really hidden. A better determinization is put in there and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from rulewright.backends import ExecutionError, Program
from rulewright.engine.determinization.violations import violated_rules

WORLDS_TRIED = 12
"""How many positions an option is tried on; what differs between them is chance, or hidden."""


class WorldSampler(Protocol):
    """Makes vectors that look the same to a seat and do not depend on what it may not see."""

    def sample(self, state: list[int], seat: int, number: int) -> list[int]:
        """Return such a vector; equal numbers give equal vectors."""


@dataclass(frozen=True, slots=True)
class OutcomeInWorld:
    """A position before an option and after it, in one world; `asked` is the seat that decides then, -1 at the end."""

    before: list[int]
    after: list[int]
    asked: int

    @property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the vector that change; the place in the program and the seed aside."""
        pairs = enumerate(zip(self.before, self.after, strict=True))
        return tuple((slot, now) for slot, (then, now) in pairs if then != now and slot > 1)


@dataclass(frozen=True, slots=True)
class Expected:
    """A decision that is expected to follow: the choice, and a world in which it is made; `likely` is the share of the
    worlds that agree. `hidden`: the seat that asks for advice would not see what is chosen."""

    state: list[int]
    code: int
    likely: float
    hidden: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """How a seat that plays by itself rates an option: `worth` in hundredths of a point.

    A seat that searches also says how often it tried the option, what is proven (1: it wins, -1: it loses), and what it
    expects to follow.
    """

    code: int
    worth: int
    visits: int = 0
    proven: int = 0
    line: tuple[Expected, ...] = ()


class Adviser(Protocol):
    """Rates the options of the seat that is asked; stronger players implement it."""

    def rate_options(self, state: list[int], codes: list[int], number: int) -> list[Rated]:
        """Return the options with their worth, in the order of the codes."""


def best_first(rated: Iterable[Rated]) -> list[Rated]:
    """Return ratings in the order in which they are listed: by what is proven, then by tries, then by worth."""
    return sorted(rated, key=lambda each: (-each.proven, -each.visits, -each.worth))


def worlds_of(program: Program) -> WorldSampler:
    """Return what makes the worlds in which options are tried; everything that looks ahead asks here."""
    return program.playing


def tried_outcomes(
    program: Program, state: list[int], code: int, worlds: WorldSampler | None = None
) -> list[OutcomeInWorld]:
    """Try an option of the seat that is asked in several worlds; worlds in which it fails are left out."""
    seat = program.seat_asked(state)
    made = worlds or worlds_of(program)
    return [
        found
        for number in range(WORLDS_TRIED)
        if (found := _outcome_in(program, made.sample(state, seat, number), code))
    ]


def violated_invariants(program: Program, state: list[int], worlds: WorldSampler | None = None) -> dict[str, int]:
    """Return in how many worlds of the seat that is asked an `always` rule is violated, by the rule's name.

    A search draws others in the same way, and the rule is taken to be violated as often in those.
    """
    seat, made = program.seat_asked(state), worlds or worlds_of(program)
    drawn = (made.sample(state, seat, number) for number in range(WORLDS_TRIED))
    found = violated_rules(program, state, drawn)
    return {rule.name: times for rule, times in found.most_common()}


def _outcome_in(program: Program, world: list[int], code: int) -> OutcomeInWorld | None:
    after = world.copy()
    logged = len(program.log)
    try:
        codes = program.take(after, code)
    except ExecutionError:
        return None
    finally:
        del program.log[logged:]
    asked = program.seat_asked(after) if codes is not None else -1
    return OutcomeInWorld(world, after, asked)


def note_limit(program: Program, state: list[int], codes: Iterable[int]) -> None:
    """Note the first of some choices that is not taken only because an amount would go above its highest number."""
    logged = len(program.log)
    for code in codes if not program.stopped else ():
        try:
            program.take(state.copy(), code)
        except ExecutionError as problem:
            if problem.limit:
                program.stopped.append(problem)
                break
    del program.log[logged:]
