"""Seats with a plan (`kind: seat`) or with restrictions: what they prefer and avoid, in front of another kind of seat.

A plan ranks the options that are offered and leaves the best-ranked ones to a kind of seat that is built in. If
everything is forbidden, it leaves the least bad options, so there always is a decision.

A restricted seat decides as it would without restrictions. Where that breaks one, it decides again among the options
that are left, so games in which it makes no difference are the same to the last decision. A restriction that leaves
no option does not apply to that question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import is_careless, pick
from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine.automatic_seats import SeatPlan, piece_rules, weighed_by_plan
from rulewright.engine.options import DeclaredOption, options_of
from rulewright.players.forgetting import Forgetting
from rulewright.players.greedy import Greedy
from rulewright.players.restrictions import OVER, typed_seat
from rulewright.source.seat_kinds import named_option, rule_of_piece

LAST_FORBIDDEN = 1 << 17
"""How bad the last of the forbidden options is; numbers that are too high are less bad."""


class PlanSeats:
    """Decides for every seat of one program, by a plan."""

    def __init__(self, program: Program, plan: SeatPlan, decider: Callable[[str, Program], Decider]) -> None:
        """`decider` makes the decision functions of kinds that are built in."""
        self.program, self.plan = program, plan
        self.never = [_PlanEntry(program, entry) for entry in self.plan.never]
        self.prefers = [_PlanEntry(program, entry) for entry in self.plan.prefers]
        self.most = [(_PlanEntry(program, name), most) for name, most in self.plan.most.items()]
        self.rank = cache(self._rank)
        """By code: how bad a choice is, 0 if it is allowed, and its place among those that are preferred."""
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

    def _rank(self, code: int) -> tuple[int, int]:
        places = (at for at, entry in enumerate(self.prefers) if entry.fits(code))
        return max(self._how_bad(code)), next(places, len(self.prefers))

    def _how_bad(self, code: int) -> Iterator[int]:
        yield from (LAST_FORBIDDEN + len(self.never) - at for at, entry in enumerate(self.never) if entry.fits(code))
        number = options_of(self.program).parts(code).number
        if number is not None:
            yield from (number - most for entry, most in self.most if entry.fits(code))
        yield 0


class RestrictedSeats:
    """Decides for every seat of one program with restrictions, in front of any other decision function."""

    def __init__(self, program: Program, kind: str, base: Decider) -> None:
        """Raises `RulesError` for a name that stands for nothing in the rules."""
        typed, self.base = typed_seat(kind), base
        for name in (*typed.without, *(part for entry in typed.always for part in entry.split(f" {OVER} "))):
            report_unknown_entry(program, name, kind)
        self.without = [_PlanEntry(program, name) for name in typed.without]
        self.always = [[_PlanEntry(program, part) for part in name.split(f" {OVER} ")] for name in typed.always]

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of a choice; `made` is the number of decisions so far."""
        code, left = self.base(state, codes, number, made), self.allowed_codes(codes)
        if code in left:
            return code
        return left[0] if len(left) == 1 else self.base(state, left, number, made)

    def allowed_codes(self, codes: list[int]) -> list[int]:
        """Return the choices that the restrictions allow."""
        left = [code for code in codes if not any(entry.fits(code) for entry in self.without)] or codes
        for wanted, *others in self.always:
            found = [code for code in left if wanted.fits(code)]
            if found and all(any(other.fits(code) for code in left) for other in others):
                return found
        return left


def report_unknown_entry(program: Program, entry: str, where: str) -> None:
    """Raise `RulesError` for an entry of a plan or a restriction that stands for no choice of a program."""
    rows = options_of(program).rows
    named = {name: [row for row in rows if name in plan_names(row)] for option in rows for name in plan_names(option)}
    option, thing = named_option(entry, named)
    meant = named.get(option, rows)
    things = {name: None for row in meant for name in things_with(program, row)}
    if thing in ("", *things) or (option and thing.isdecimal() and any(row.takes_number for row in meant)):
        return
    known = things if option else named | things
    said = f'"{option}" is never offered with "{thing}"' if option else f'there is no option or thing called "{entry}"'
    remedy = did_you_mean(thing, known) or ([f"Known here: {', '.join([*known][:12])}."] if known else [])
    raise RulesError((Diagnostic(Code.UNKNOWN_NAME, Span(where, 0, 0, 0, 0), said, tuple(remedy)),))


def plan_names(option: DeclaredOption) -> Iterable[str]:
    """Return the names by which plans and restrictions call an option; those of one piece share that of its rule."""
    own = f"{option.rule}.{option.name}"
    of_piece = [rule_of_piece(option.rule)] if option.piece_domain else []
    return option.name, option.full_name, *([option.rule, *of_piece] if option.menu else [own])


def things_with(program: Program, option: DeclaredOption) -> Iterator[str]:
    """Yield the names of what can come with an option: things, pieces, and the rules of pieces."""
    for domain in filter(None, (option.thing_domain, option.piece_domain)):
        yield from program.domains[domain].members
        yield from filter(None, piece_rules(program, domain))


class _PlanEntry:
    """An entry of a plan: an option, a thing that comes with one, or both. Names that these rules lack fit nothing."""

    def __init__(self, program: Program, entry: str) -> None:
        self.program, rows = program, options_of(program).rows
        first, self.thing = named_option(entry, {name for option in rows for name in plan_names(option)})
        self.options = {option.number for option in rows if not first or first in plan_names(option)}
        self.fits = cache(self._fits)
        """By code: whether a choice is meant."""

    def _fits(self, code: int) -> bool:
        named = not self.thing or self.thing in things_in(self.program, code)
        return named and options_of(self.program).parts(code).option.number in self.options


def things_in(program: Program, code: int) -> Iterator[str]:
    """Yield the names of what comes with a choice: of a number, a thing, a piece and its rule."""
    parts = options_of(program).parts(code)
    if parts.number is not None:
        yield str(parts.number)
    for domain, thing in filter(None, (parts.owner, parts.thing)):
        yield program.domains[domain].members[thing]
        yield from piece_rules(program, domain)[thing : thing + 1]
