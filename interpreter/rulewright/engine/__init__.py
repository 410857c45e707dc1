"""Runs compiled games: decisions, log, reasons, views, saves."""

from rulewright.engine.game import Choice, Game, Question
from rulewright.engine.log import LogLine
from rulewright.engine.runtime_errors import LimitExceeded

__all__ = ["Choice", "Game", "LimitExceeded", "LogLine", "Question"]
