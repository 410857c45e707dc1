"""The owner of the way from files to results.

    space = Workspace(root)                    # files on disk
    space.overlay(path, text)                  # the unsaved text of an editor; None removes it
    rules = space.ruleset("name")              # nothing is read yet
    rules.findings                             # of rules, data, labels, scenarios, replays
    rules.symbols.at(rules.shown_path(path), line, column)
    rules.program(seats=4)
    rules.formatted_text(path)
    rules.scenarios, rules.results()

Everything is computed when it is asked for, and kept until something that it was derived from changes. Composing,
checking and compiling are called here and nowhere else.

    workspace.py       all rulesets that can be reached from a folder
    overlay.py         the files, and what was asked of them
    results.py         which results are still valid
    ruleset.py         a ruleset as clients see it, on top of
    stages.py          reading, composing and checking
    about.py           what a ruleset says about itself
    findings.py        all findings, from
    scenarios.py, positions.py
                       what is wrong with scenarios and replays, and what only compiled rules show
    programs.py        compiled programs, from the cache or made here
    program_text.py    the intermediate representation of a program as text
    formatting.py      files as `fmt` lays them out
    definitions.py     where things are written, by name
    settings.py        figures that get another value for some games
    late.py            what is imported when it is first needed

Commands, the API and editors are clients; this package knows neither a terminal nor what a report looks like.

Tests: `tests/workspace/`.
"""

from rulewright.workspace.ruleset import Ruleset
from rulewright.workspace.workspace import Workspace, compiled_program, load

__all__ = ["Ruleset", "Workspace", "compiled_program", "load"]
