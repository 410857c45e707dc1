"""Runs the situations, and whole games; whatever a seat does, each ends in a result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.chance import with_secret
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.players.external.checks.exchanges import EXCHANGES
from rulewright.players.external.checks.probe import FailedError, SeatProbe, Situation
from rulewright.players.external.checks.sessions import SESSIONS
from rulewright.players.external.faults import FaultError
from rulewright.players.external.kinds import Outside
from rulewright.players.external.table import OutsideSeats

SITUATIONS: tuple[Situation, ...] = (*SESSIONS[:1], *EXCHANGES, *SESSIONS[1:])


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a seat passes: its name, what it does if it passes, and otherwise why not and what to do about it."""

    name: str
    what: str
    passed: bool
    cause: str = ""
    remedy: str = ""


def check_situations(kind: Outside) -> Iterator[Checked]:
    """Yield the result of each situation, each with a new process or connection."""
    for situation in SITUATIONS:
        yield _check_situation(situation, kind)


def _check_situation(situation: Situation, kind: Outside) -> Checked:
    name, what = situation.__name__.replace("_", "-"), situation.__doc__ or ""
    probe = SeatProbe(kind)
    try:
        situation(probe)
    except FailedError as problem:
        return Checked(name, what, False, problem.cause, problem.remedy)
    except FaultError as fault:
        return Checked(name, what, False, fault.reason, fault.remedy)
    finally:
        probe.close()
    return Checked(name, what, True)


def check_whole_games(program: Program, kind: Outside, numbers: range, secret: str) -> Iterator[Checked]:
    """Yield the result of games in which the seat decides for everybody; the program is traced."""
    table = OutsideSeats(program, kind)
    for number in numbers:
        game = Game.start(program, with_secret(number, secret))
        what = f"plays game {number} of {program.ruleset} in all {program.seats} seats"
        try:
            while not game.over:
                table.log = game.log
                game.decide_by(table)
        except RulesError as problem:
            table.end_game(None)
            yield Checked(f"game-{number}", what, False, problem.findings[0].message, "The rules broke, not the seat.")
            continue
        faults = table.end_game(game.state)
        yield Checked(f"game-{number}", what, not faults, " ".join(faults))
