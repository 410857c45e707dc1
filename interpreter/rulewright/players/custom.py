"""User-defined seats: a class in a Python file, given as `FILE.py:NAME`, or an object that a caller of the API has.

The class is instantiated once per program, without arguments. Its `choose(question, view)` returns one of the
question's choices. It receives what its seat may know and nothing else.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from traceback import extract_tb
from typing import Protocol, cast

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.diagnostics import RulesError
from rulewright.engine.game import Choice, Question, question_at
from rulewright.engine.seat_view import SeatView
from rulewright.players.external.kinds import unusable_seat


class Seat(Protocol):
    """Decides for a seat."""

    def choose(self, question: Question, view: SeatView) -> Choice:
        """Return one of the choices of the question; the view has what the seat may know."""


def seat_in(given: str) -> Seat:
    """Return a new instance of the class `FILE.py:NAME`. Raises `RulesError` if it cannot be loaded."""
    file, _, name = given.partition(":")
    path = Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise unusable_seat(
            file, f'there is no file "{file}"', "A seat is given as FILE.py:NAME, NAME being its class."
        )
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        raise unusable_seat(file, f"this file does not run: {type(problem).__name__}: {problem}") from problem
    made = getattr(module, name, None)
    if not callable(made):
        raise unusable_seat(file, f'there is no class "{name}" in this file')
    seat = made()
    if not callable(getattr(seat, "choose", None)):
        raise unusable_seat(file, f'"{name}" has no method "choose"', "It is called as choose(question, view).")
    return cast(Seat, seat)


def custom_decider(seat: Seat, program: Program, name: str) -> Decider:
    """Return the decision function of a seat for games of a program."""

    def decide(state: list[int], codes: list[int], number: int, made: int) -> int:
        vector = without_chance(program, state)
        question = question_at(program, vector, codes)
        choice = seat.choose(question, SeatView(program, vector, question.seat))
        if choice not in question.choices:
            offered = ", ".join(choice.name for choice in question.choices)
            remedy = f"The choices are {offered}."
            raise unusable_seat(name, f'this seat chose {choice!r}, which "{question.name}" does not offer', remedy)
        return choice.code

    return decide


def without_chance(program: Program, state: list[int]) -> list[int]:
    """Return a vector without the numbers by which chance goes: from them all that is to come could be computed."""
    given = list(state)
    for entry in program.entries:
        if entry.name == "seed" or entry.what == "chance":
            given[entry.start] = 0
    return given


def fault_of(problem: Exception, file: str) -> tuple[str, str]:
    """Return what was wrong with a class, and where in its file."""
    if isinstance(problem, RulesError) and problem.findings:
        found = problem.findings[0]
        return found.message, " ".join(found.remedy)
    whole = Path(file).resolve()
    own = [frame for frame in extract_tb(problem.__traceback__) if Path(frame.filename).resolve() == whole]
    where = f"See {file}, line {own[-1].lineno}." if own else f"See {file}."
    said = " ".join(str(problem).split())
    return ": ".join(filter(None, ("it raised " + type(problem).__name__, said))), where
