"""The owner of the way from files to results.

    space = Workspace(root)                    # files on disk
    space.overlay(path, text)                  # the unsaved text of an editor; None removes it
    rules = space.ruleset("name")              # nothing is read yet
    rules.findings                             # of rules, data, labels, scenarios, replays
    rules.symbols.at(rules.shown(path), line, column)
    rules.program(seats=4)
    rules.formatted(path)
    rules.scenarios, rules.results()

Everything is computed when it is asked for, and kept until something that it was derived from changes. `overlay.py` has
the files and what is asked of them, `results.py` decides what is still valid, `ruleset.py` runs the stages, and
`findings.py`, `scenarios.py`, `programs.py`, `formatting.py` and `definitions.py` say how each result is computed.
Composing, checking and compiling are called here and nowhere else.

Commands, the API and editors are clients; this package knows neither a terminal nor what a report looks like.
"""

from rulewright.workspace.ruleset import Ruleset
from rulewright.workspace.workspace import Workspace, compiled, load

__all__ = ["Ruleset", "Workspace", "compiled", "load"]
