"""The public Python API; each name is imported when it is first used, and `import rulewright` offers them, too."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright.api.comparing import Comparison, Difference, compare, diff
    from rulewright.api.parts import Piece, Rule
    from rulewright.api.rules import Game, Rules, load
    from rulewright.api.simulation import Simulation, simulate
    from rulewright.diagnostics import Diagnostic, RulesError
    from rulewright.engine.game import Choice, Question
    from rulewright.engine.seat_view import SeatView
    from rulewright.players.custom import Seat
else:
    __getattr__ = imports_of(__file__)

__all__ = [
    "Choice", "Comparison", "Diagnostic", "Difference", "Game", "Piece", "Question", "Rule", "Rules", "RulesError",
    "Seat", "SeatView", "Simulation", "compare", "diff", "load", "simulate",
]  # fmt: skip
