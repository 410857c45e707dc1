"""The small game that the tests of scenarios play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.backends import Program
from rulewright.pipeline import compiled

HERE = Path(__file__).parent


@cache
def yard_program(seats: int) -> Program:
    return compiled("./yard", seats, traced=True)
