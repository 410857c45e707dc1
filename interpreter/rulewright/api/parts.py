"""Parts of the API that need no ruleset: rules and pieces as values, errors, the kinds of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.api import late
from rulewright.chance import SECRET_BYTES
from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.diagnostics.limits import GAME_NUMBER
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source.seat_kinds import KINDS

if TYPE_CHECKING:
    from rulewright.engine import Program
    from rulewright.players.custom import Seat
    from rulewright.playtest.match import Match
    from rulewright.workspace import Ruleset

Settings = tuple[tuple[str, int], ...]
"""Figures that have another value."""
AnyMatch = TypeVar("AnyMatch", bound="Match")


@dataclass(frozen=True, slots=True)
class Rule:
    """A declaration: its full name, its text as written, and its place."""

    name: str
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its kind, its name in the rules, its label, and what is printed on it."""

    kind: str
    name: str
    label: str
    printed: tuple[str, ...]


def call_refusal(where: str, code: Code, message: str, *remedy: str) -> RulesError:
    """Return the error for a call that cannot be answered."""
    return RulesError((Diagnostic(code, Span(where, 0, 0, 0, 0), message, remedy),))


def kinds_sitting(seats: Sequence[str | Seat], size: int) -> tuple[str, ...]:
    """Return the kind of each seat; nobody in particular where all play at random.

    Raises `RulesError` for a kind that does not exist, and for neither one kind nor one for each seat.
    """
    kinds = kinds_named(seats)
    if len(kinds) not in (0, 1, size):
        message = f"{len(kinds)} kinds of seats are given, for {size} {'player' if size == 1 else 'players'}"
        raise call_refusal(
            ", ".join(kinds), Code.OUT_OF_RANGE, message, "Give one kind for all seats, or one for each."
        )
    return late.seats.seats_filled(kinds, size) if any(kind != late.seats.RANDOM for kind in kinds) else ()


def kinds_named(seats: Sequence[str | Seat]) -> list[str]:
    """Return kinds of seats by their names; an object has that of its class. Raises `RulesError` for what is none."""
    kinds, objects = list[str](), dict[int, Any]()
    for given in seats:
        if not isinstance(given, str):
            if not callable(getattr(given, "choose", None)):
                said = f"{type(given).__name__} is neither a kind of seat nor has a method that chooses"
                remedy = "Write a kind, such as greedy, or give an object with choose(question, view)."
                raise call_refusal("seats", Code.UNKNOWN_VALUE, said, remedy)
            name, alike = type(given).__name__, sum(type(one.seat) is type(given) for one in objects.values())
            given = objects.setdefault(
                id(given), late.kinds.SeatObject.of(given, f"{name} {alike + 1}" if alike else name)
            )
        elif not late.seats.is_known(given):
            known = f"Known are {', '.join(KINDS)}, FILE.py:NAME, cmd:COMMAND and tcp:HOST:PORT."
            message = f'there is no kind of seat "{given}"'
            remedies = (*did_you_mean(given, KINDS), *filter(None, [late.seats.seat_remedy(given)]), known)
            raise call_refusal(given, Code.UNKNOWN_VALUE, message, *remedies)
        kinds.append(given)
    return kinds


def checked_settings(ruleset: Ruleset, settings: Mapping[str, int]) -> Settings:
    """Return the settings of a match. Raises `RulesError` for a figure or a value that does not exist."""
    for misfit in late.settings.misfitting_settings(ruleset, settings) if settings else ():
        raise call_refusal(ruleset.about.name, misfit.code, misfit.message, *misfit.remedy)
    return tuple(settings.items())


def match_in_c(match: AnyMatch, games: int, compiler: bool | None) -> AnyMatch:
    """Return a match that plays in C where that is wanted, or saves time with the time that compiling takes.

    Raises `RulesError` where it is wanted and cannot be done.
    """
    programs, builds = match.programs_for_c(compiler, match.seconds_in_python(games)), late.native_builds
    if not programs:
        return match
    reason = builds.compile_libraries(builds.uncompiled(programs))
    if reason and compiler:
        raise call_refusal(programs[0].ruleset, Code.UNKNOWN_VALUE, f"compiler=True: {reason}")
    return match if reason else replace(match, in_c=late.match.READY)


def program_for_games(program: Program, seconds: float) -> Program:
    """Return a plain program in C where its library is there, or playing has taken longer than compiling it would."""
    is_quicker = late.native_builds.is_quicker(program, lambda _: seconds)
    return late.native_builds.native_if_wanted(program, is_quicker)


def secret_for(who: Sequence[str], seed: int | None) -> str:
    """Return the secret by which games go in which a program sits; empty where there is a seed, or no program."""
    return token_hex(SECRET_BYTES) if seed is None and any(map(late.seats.is_here_only, who)) else ""


def game_numbers(where: str, seed: int, games: int = 1) -> range:
    """Return the numbers of some games, from `seed` on. Raises `RulesError` where there are no such games."""
    if not isinstance(games, int) or games < 0:
        raise call_refusal(where, Code.OUT_OF_RANGE, f"{games!r} is no number of games")
    if not isinstance(seed, int) or not 0 <= seed <= GAME_NUMBER.most - max(games - 1, 0):
        between = f"Numbers of games go from 0 to {GAME_NUMBER.most}."
        raise call_refusal(where, Code.OUT_OF_RANGE, f"{seed!r} is not the number of the first of {games}", between)
    return range(seed, seed + games)


def checked_cores(where: str, jobs: int, who: Sequence[str] = ()) -> int:
    """Return a given number of cores. Raises `RulesError` for anything but a positive integer, and for more than one
    where an object sits."""
    if not isinstance(jobs, int) or jobs < 1:
        raise call_refusal(where, Code.OUT_OF_RANGE, f"{jobs!r} is no number of cores", "Write jobs=1 or more.")
    own = next((kind for kind in who if isinstance(kind, late.kinds.SeatObject)), None)
    if own is not None and jobs > 1:
        remedy = 'Write jobs=1, or name its class by "FILE.py:NAME".'
        raise call_refusal(where, Code.OUT_OF_RANGE, f"the object {own} decides in this process, on one core", remedy)
    return jobs
