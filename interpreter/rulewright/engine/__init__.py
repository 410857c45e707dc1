"""Runs compiled games: decisions, log, reasons, views, saves."""

from rulewright.engine.game import Choice, Game, LimitExceeded, Question
from rulewright.engine.log import LogLine

__all__ = ["Choice", "Game", "LimitExceeded", "LogLine", "Question"]
