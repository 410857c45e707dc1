"""The owner of the way from files to results.

    space = Workspace(root)                    # files on disk
    space.overlay(path, text)                  # the unsaved text of an editor; None removes it
    rules = space.ruleset("name")              # nothing is read yet
    rules.findings                             # of rules, data, labels, scenarios, replays
    rules.program(seats=4)

Everything is computed when it is asked for, and kept until something that it was derived from changes (`results.py`).
Commands, the API and editors are clients; this package knows neither a terminal nor what a report looks like.
"""

from rulewright.workspace.ruleset import Ruleset, compiled, load, opened
from rulewright.workspace.workspace import Workspace

__all__ = ["Ruleset", "Workspace", "compiled", "load", "opened"]
