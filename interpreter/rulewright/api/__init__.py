"""The public Python API; each name is imported when it is first used, and `import rulewright` offers them, too."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright.api.comparing import Comparison, Difference, compare, diff
    from rulewright.api.parts import Piece, Rule
    from rulewright.api.rules import Game, Rules, load
    from rulewright.api.simulation import Simulation, simulate
    from rulewright.api.trials import Arena, arena, coverage
    from rulewright.comparison.arena.standings import Standings
    from rulewright.comparison.statistics.effects import Effect
    from rulewright.diagnostics import Diagnostic, RulesError
    from rulewright.engine.game import Choice, Question
    from rulewright.engine.seat_view import SeatView
    from rulewright.players.custom import Seat
    from rulewright.playtest.coverage import CoverageVerdict
    from rulewright.playtest.game import Record
    from rulewright.playtest.summary import Summary
else:
    __getattr__ = imports_of(__file__)

__all__ = [
    "Arena", "Choice", "Comparison", "CoverageVerdict", "Diagnostic", "Difference", "Effect", "Game", "Piece",
    "Question", "Record", "Rule", "Rules", "RulesError", "Seat", "SeatView", "Simulation", "Standings", "Summary",
    "arena", "compare", "coverage", "diff", "load", "simulate",
]  # fmt: skip
