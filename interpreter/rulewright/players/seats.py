"""The kinds of automatic seats, and their decision functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rulewright.chance import pick
from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.players import late
from rulewright.players.external.kinds import SeatObject, is_outside, outside_seat, own_class, unusable_seat
from rulewright.players.restrictions import WITH, WITHOUT, typed_seat
from rulewright.players.search.settings import budget_of
from rulewright.source import is_name
from rulewright.source.seat_kinds import GREEDY as GREEDY
from rulewright.source.seat_kinds import KINDS as KINDS
from rulewright.source.seat_kinds import RANDOM as RANDOM
from rulewright.source.seat_kinds import USUAL_ADVISER

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.backends.playing import Decider
    from rulewright.engine import LogLine, Question
    from rulewright.players.foresight import Adviser
    from rulewright.players.search.seat import Progress
    from rulewright.players.search.settings import SearchBudget


def is_custom(kind: str) -> bool:
    """Return whether a kind of seat names a class in a Python file: `FILE.py:NAME`."""
    return kind.partition(":")[0].endswith(".py")


def is_known(kind: str) -> bool:
    """Return whether this is how a kind of seat is written; neither a plan, a class nor a program is looked for."""
    return is_here_only(kind) or is_name(typed_seat(kind).kind) or budget_of(typed_seat(kind).kind) is not None


def seat_remedy(kind: str) -> str:
    """Return what to say of restrictions to who has typed an unknown kind of seat; nothing to who meant none."""
    first, *rest = kind.split() or [""]
    if not rest or not (first in KINDS or is_known(first)):
        return ""
    meant = [] if rest[0] in (WITHOUT, WITH) else did_you_mean(rest[0], (WITHOUT, WITH))
    return " ".join([*meant, f"Restrictions are written like {first} {WITHOUT} OPTION and {first} {WITH} OPTION."])


def is_here_only(kind: str) -> bool:
    """Return whether a kind of seat is something on this machine, which can neither be sent nor repeated elsewhere."""
    return isinstance(kind, SeatObject) or is_custom(kind) or is_outside(kind)


def make_decider(kind: str, program: Program, progress: Progress | None = None) -> Decider:
    """Return the decision function of a kind of seat, for a program of the plain build.

    Seats that search call `progress` while they think. Raises `RulesError` for a kind that its ruleset lacks.
    """
    if isinstance(kind, SeatObject):
        return late.objects.ObjectSeats(program, kind)
    typed = typed_seat(kind)
    if typed.is_restricted:
        if is_custom(kind):
            remedy = "Restrict a kind that is built in, or a plan; a class can leave out what it must not choose."
            raise unusable_seat(kind, "a class of your own cannot be restricted", remedy)
        return late.plan.RestrictedSeats(program, kind, make_decider(typed.kind, program, progress)).decide
    if kind == GREEDY:
        return late.greedy.Greedy(program).decide
    budget = budget_of(kind)
    if budget is not None:
        return late.search_seat.Searcher(program, budget, progress=progress).decide
    if is_custom(kind):
        return late.classes.ClassSeats(program, own_class(kind))
    if is_outside(kind):
        return late.table.OutsideSeats(program, outside_seat(kind))
    plan = late.automatic_seats.seat_plans(program).get(kind)
    if plan is not None:
        return late.plan.PlanSeats(program, plan, lambda plays, weighed: make_decider(plays, weighed, progress)).decide
    if kind != RANDOM:
        raise _unknown_seat(kind, program)
    return lambda state, codes, number, made: codes[pick(number, made, len(codes))]


def make_adviser(kind: str, program: Program, progress: Progress | None = None) -> Adviser:
    """Return who rates options, for a program of the plain build: a seat that searches, or else the greedy one.

    Where that finds all options alike, it has them rated by one that searches.
    """
    budget = budget_of(kind)
    if budget is None:
        return late.greedy.Greedy(program, instead=cache(lambda: make_adviser(USUAL_ADVISER, program, progress)))
    return late.search_seat.Searcher(program, budget, progress=progress)


def budget_in(kind: str, program: Program) -> SearchBudget | None:
    """Return how long a kind of seat thinks about a decision; None for one that does not search. For a plan it is that
    of the kind that it plays like."""
    kind = typed_seat(kind).kind
    plan = late.automatic_seats.seat_plans(program).get(kind)
    budget = budget_of(kind if plan is None else plan.plays)
    return budget and budget.for_program(program)


def _unknown_seat(kind: str, program: Program) -> RulesError:
    known = [*KINDS, *late.automatic_seats.seat_plans(program)]
    message = f'"{program.ruleset}" has no seat "{kind}"'
    remedy = *did_you_mean(kind, known), f"Known are {', '.join(known)} and FILE.py:NAME."
    return RulesError((Diagnostic(Code.SEAT_UNUSABLE, Span(kind, 0, 0, 0, 0), message, remedy),))


def seats_filled(kinds: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the kind of each seat: a single kind is for all seats, missing ones are random."""
    if len(kinds) == 1:
        return (kinds[0],) * seats
    return (*kinds, *([RANDOM] * (seats - len(kinds))))


NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def seats_in_words(who: Sequence[str]) -> str:
    """Return the seats in words: `four random bots`, or `one greedy bot and three random bots`."""
    found = []
    for kind in dict.fromkeys(who):
        count = who.count(kind)
        number = NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else str(count)
        typed = typed_seat(kind)
        found.append(f"{number} {typed.kind} {'bot' if count == 1 else 'bots'} {typed.limits}".rstrip())
    return " and ".join(found) if len(found) < 3 else f"{', '.join(found[:-1])} and {found[-1]}"


def deciders_of(program: Program, who: Sequence[str]) -> list[Decider]:
    """Return a decision function for each seat; empty if all are random, which needs none."""
    if all(kind == RANDOM for kind in who):
        return []
    each = {kind: make_decider(kind, program) for kind in set(who)}
    return [each[kind] for kind in who]


@runtime_checkable
class GameFollower(Protocol):
    """A decision function that follows games: it is shown the log, and the end."""

    log: Sequence[LogLine]
    """The log of the game so far; set before the function is called, where there is a log."""

    def take_faults(self) -> list[str]:
        """Return what was wrong with seats since this was last asked."""

    def end_game(self, state: list[int] | None) -> list[str]:
        """End the game, with its last vector, or none if it broke; return what was wrong with seats in it."""


def game_followers(deciders: Iterable[object]) -> list[GameFollower]:
    """Return those decision functions that follow games, each once."""
    return [each for each in dict.fromkeys(deciders) if isinstance(each, GameFollower)]


def end_games(deciders: Sequence[Decider], state: list[int] | None) -> list[str]:
    """Tell those who follow games that one is over; return what was wrong with seats in it."""
    return [fault for each in game_followers(deciders) for fault in each.end_game(state)]


def random_choice(question: Question, game_number: int, decision: int) -> int:
    """Return the code of a random choice, the same whenever the game number and the number of decisions are equal."""
    choices = question.choices
    return choices[pick(game_number, decision, len(choices))].code
