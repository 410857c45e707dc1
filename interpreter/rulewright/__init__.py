"""Rulewright: board-game rules as plain text files, checked and played by an interpreter that knows no game."""

__version__ = "0.1.0"
