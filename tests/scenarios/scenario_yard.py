"""The small game that the tests of scenarios play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.backends import Program
from rulewright.scenarios.results import ScenarioResult
from rulewright.scenarios.run import run_all
from rulewright.source import RulesetSource
from rulewright.workspace import Ruleset, compiled_program

HERE = Path(__file__).parent


@cache
def yard_program(seats: int) -> Program:
    return compiled_program("./yard", seats, traced=True)


def played(source: RulesetSource, only: str | None = None) -> list[ScenarioResult]:
    """Run scenarios of the yard."""
    return run_all(Ruleset.of(source), only, yard_program)
