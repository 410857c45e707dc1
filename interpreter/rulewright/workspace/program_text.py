"""The intermediate representation of a ruleset's program, as text."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.compile.build import translated
from rulewright.compile.ir import printing
from rulewright.workspace.stages import Stages


class ProgramText(NamedTuple):
    """A program as text: the whole of it, and each of its functions after the full name of the rule that it is from."""

    whole: str
    functions: list[tuple[str, str]]


def program_text(ruleset: Stages, seats: int) -> ProgramText:
    """Return the program of the plain build, before any pass. Raises `RulesError` when the rules have mistakes."""
    program = translated(ruleset.checked_rules(seats))[1]
    functions = [(function.rule, printing.function_text(function)) for function in program.functions.values()]
    return ProgramText(printing.program_text(program), functions)
