"""From the files of a ruleset to its findings and programs: `load("name").program(seats=3)`."""

from rulewright.workspace.ruleset import Ruleset, compiled, load, opened

__all__ = ["Ruleset", "compiled", "load", "opened"]
