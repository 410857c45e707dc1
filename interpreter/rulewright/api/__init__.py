"""The public Python API; `import rulewright` offers its names, and imports them when they are first used."""

from rulewright.api.comparing import Comparison, Difference, compare, diff
from rulewright.api.parts import Piece, Rule
from rulewright.api.rules import Game, Rules, load
from rulewright.api.simulation import Simulation, simulate
from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.engine.game import Choice, Question
from rulewright.engine.seat_view import SeatView
from rulewright.players.custom import Seat

__all__ = [
    "Choice", "Comparison", "Diagnostic", "Difference", "Game", "Piece", "Question", "Rule", "Rules", "RulesError",
    "Seat", "SeatView", "Simulation", "compare", "diff", "load", "simulate",
]  # fmt: skip
