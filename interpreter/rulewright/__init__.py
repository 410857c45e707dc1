"""Rulewright: board-game rules as plain text files, checked and played by an interpreter that knows no game.

The names below are the public API; docs and examples are in their docstrings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.api import (
        Arena,
        Choice,
        Comparison,
        CoverageVerdict,
        Diagnostic,
        Difference,
        Effect,
        Game,
        Piece,
        Question,
        Record,
        Rule,
        Rules,
        RulesError,
        Seat,
        SeatView,
        Simulation,
        Standings,
        Summary,
        arena,
        compare,
        coverage,
        diff,
        load,
        simulate,
    )

__version__ = "0.2.0"

__all__ = [
    "Arena", "Choice", "Comparison", "CoverageVerdict", "Diagnostic", "Difference", "Effect", "Game", "Piece",
    "Question", "Record", "Rule", "Rules", "RulesError", "Seat", "SeatView", "Simulation", "Standings", "Summary",
    "arena", "compare", "coverage", "diff", "load", "simulate",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import the API when one of its names is first used: `import rulewright` alone costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    from rulewright import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
