"""All rulesets that can be reached from a folder, and the unsaved texts of their files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.diagnostics import RulesError
from rulewright.source import RulesetSource, available
from rulewright.source.disk import reading_from
from rulewright.workspace.overlay import Answer, Overlay, Question
from rulewright.workspace.results import Results
from rulewright.workspace.ruleset import Ruleset, ruleset_opener
from rulewright.workspace.stages import Settings

if TYPE_CHECKING:
    from rulewright.backends.program import Program


class Workspace:
    """Owns the way from files to results.

    >>> from rulewright.workspace import Workspace
    >>> space = Workspace()
    >>> rules = space.ruleset("./examples/kuhn-poker")
    >>> rules.findings
    ()

    `overlay` lets a file have an unsaved text; asked again, `rules` answers by it. What is on disk is looked at once,
    and again after `refresh`. One thread at a time may use a workspace.
    """

    def __init__(self, root: str | Path = "") -> None:
        """`root` is the folder from which names and relative paths are meant."""
        self.files = Overlay(Path(root))
        self.results = Results(self.files)
        self._open = ruleset_opener(self.results)

    def overlay(self, path: str | Path, text: str | None) -> None:
        """Let a file, which need not be on disk, have a text; None removes the text again."""
        self.files.put(Path(path), text)

    def refresh(self) -> None:
        """Look at the disk again: files may have changed."""
        self.files.refresh()

    def ruleset(self, name: str) -> Ruleset:
        """Return a ruleset by its name or folder; nothing is read before something is asked of it."""
        return self._open(name)

    def derived_from(self, name: str) -> dict[Question, Answer]:
        """Return what the findings of a ruleset, or the error instead of them, were derived from.

        `files.answer` says whether a question, such as that for the content of a file, still has the same answer.
        """
        with suppress(RulesError):
            assert self.ruleset(name).findings is not None
        return self.results.derived_from((name, "findings"))

    def rulesets(self) -> dict[str, Path]:
        """Return the rulesets that can be given by name, with their folders."""
        with reading_from(self.files):
            return available()


def load(name: str) -> Ruleset:
    """Read a ruleset by its name or folder. Raises `RulesError` when its files cannot be read."""
    ruleset = Workspace().ruleset(name)
    ruleset.reading_findings.stop_on_errors()
    return ruleset


def compiled_program(
    ruleset: str | RulesetSource, seats: int, settings: Settings | None = None, traced: bool = False
) -> Program:
    """Return the program of a ruleset for a number of seats: by its name or folder, or as it was read."""
    read = load(ruleset) if isinstance(ruleset, str) else Ruleset.of(ruleset)
    return read.program(seats, settings, traced)
