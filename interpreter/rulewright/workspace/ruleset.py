"""A ruleset as clients see it: its findings, names, programs, scenarios and files."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.diagnostics import Diagnostic, Findings
from rulewright.source import RulesetSource
from rulewright.source.disk import disk
from rulewright.source.folders import reachable_folders
from rulewright.source.layers import layers_of
from rulewright.source.loading import load as load_source
from rulewright.workspace import late
from rulewright.workspace.formatting import formatted_text
from rulewright.workspace.overlay import Overlay
from rulewright.workspace.results import Results
from rulewright.workspace.stages import FilesRead, Settings, Stages

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.check.symbols import Symbols
    from rulewright.compose.composed import Composed
    from rulewright.scenarios.naming import ScenarioNames, WordMeaning
    from rulewright.scenarios.reading import WrittenScenario
    from rulewright.scenarios.results import ScenarioResult


class Ruleset(Stages):
    """A ruleset and everything that is derived from it, each computed when it is first asked for.

    `Workspace.ruleset` returns one that follows its files, `Ruleset.of` one of files that were read already.
    """

    @classmethod
    def of(cls, source: RulesetSource, reading: Findings | None = None) -> Ruleset:
        """Return a ruleset of files that were read, with the findings of reading them."""
        read = FilesRead(source, reading or Findings())
        return cls(Results(), (), lambda: read, ruleset_opener(Results(Overlay(Path()))))

    def with_rules(self, composed: Composed) -> Ruleset:
        """Return a ruleset of the same files with other finished rules, such as a mutant's; nothing of it is cached."""
        other = Ruleset.of(self.source)
        other._results.put(("composition",), (composed, Findings()))
        other._results.put(("written",), late.programs.everything_written(self))
        other.as_read = False
        return other

    def __reduce__(self) -> tuple[Callable[[RulesetSource], Ruleset], tuple[RulesetSource]]:
        """Another process gets the files as they were read here, and computes the rest itself."""
        assert self.as_read, "finished rules that were altered do not follow from the files"
        return Ruleset.of, (self.source,)

    @property
    def scenarios(self) -> tuple[WrittenScenario, ...]:
        """The scenarios of the ruleset itself, in the order of its files, with what is wrong with their form."""
        return late.scenarios.all_scenarios(self)

    def results(self, only: str | None = None) -> tuple[ScenarioResult, ...]:
        """Play the scenarios whose name contains `only`, and return what came of each.

        Raises `RulesError` when the rules have mistakes.
        """
        return self.result("results", lambda: tuple(late.run.run_all(self, only)), only)

    def formatted_text(self, path: str | Path) -> str | None:
        """Return the text of a file as `fmt` lays it out; None where it has mistakes or is no part of a ruleset."""
        return self.result("formatted", lambda: formatted_text(Path(path)), str(path))

    def shown_path(self, path: str | Path) -> str | None:
        """Return the name under which findings and symbols show a file of this ruleset or of one that it extends."""
        place = Path(realpath(self.result("root", lambda: disk().root) / path))
        for layer in layers_of(self.source):
            if place.is_relative_to(layer.folder.resolve()):
                return f"{layer.shown}/{place.relative_to(layer.folder.resolve()).as_posix()}"
        return None

    def path_of_shown(self, shown: str) -> Path | None:
        """Return the file that a finding or a symbol names, if it belongs to this ruleset or one that it extends."""
        named = (layer for layer in layers_of(self.source) if shown.startswith(f"{layer.shown}/"))
        return next((layer.folder / shown.removeprefix(f"{layer.shown}/") for layer in named), None)

    @property
    def symbols(self) -> Symbols:
        """Every definition and use of a name, as far as the files can be read: also where they have mistakes.

        Uses in the texts of other languages are among them.
        """
        return self.result("symbols", self._joined_symbols)

    def _joined_symbols(self) -> Symbols:
        found = self.index
        for language in self.source.languages[1:]:
            found = found.joined_with(self.in_language(language).index)
        return found

    @property
    def index(self) -> Symbols:
        """The symbols with their uses in rules, data and the texts of its language alone."""
        return self.result("index", lambda: late.check.index_symbols(self.composition[0], self.most_seats))

    @property
    def meanings(self) -> tuple[tuple[str, WordMeaning], ...]:
        """What the words in its scenarios mean, each with the name of the ruleset in which it does; "" for this one."""
        return late.scenarios.scenario_meanings(self)

    def names(self) -> ScenarioNames | None:
        """Return what things, facts, choices and steps are called with the most seats; None if there are mistakes."""
        choices = late.scenarios.choices_of(self, self.most_seats)
        return choices.names if choices is not None else None

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong or suspicious in rules, data, labels, scenarios and replays, warnings included.

        Raises `RulesError` when there is no such ruleset or its ruleset.yaml cannot be understood.
        """
        return self.result("findings", self._saved_findings, comparable=True)

    def _saved_findings(self) -> tuple[Diagnostic, ...]:
        found, of = late.findings, repr(("findings", self._key, reachable_folders()))
        compute = lambda: found.plain_findings(found.all_findings(self))  # noqa: E731
        with _without_collecting():
            return found.findings_from_plain(self._results.saved_between_runs(of, found.STAGES, compute))

    @property
    def all_findings(self) -> tuple[Diagnostic, ...]:
        """`findings`, and where these have no error what is found with the compiled rules.

        That are positions of scenarios that cannot be laid out, replays of rules that have changed, and `always` rules
        that do not hold in worlds drawn in a few random games. It takes longer than compiling, so an editor asks for
        `findings`. Raises `RulesError` as that does.
        """
        return self.result("all findings", self._all_findings)

    def _all_findings(self) -> tuple[Diagnostic, ...]:
        with _without_collecting():
            if self.source.only is not None or any(one.severity == "error" for one in self.findings):
                return self.findings
            found, of = late.findings, repr(("positions", self._key))
            compute = lambda: found.plain_findings(late.positions.position_findings(self))  # noqa: E731
            saved = self._results.saved_between_runs(of, found.PLAYED_STAGES, compute)
            return found.sort_findings((*self.findings, *found.findings_from_plain(saved)))

    def program(
        self, seats: int, settings: Settings | None = None, traced: bool = False, marked: bool = False
    ) -> Program:
        """Return the compiled rules, from the cache where nothing that they depend on has changed.

        `settings` changes figures by name. A traced program knows log and reasons; a `marked` one also notes what is
        reached. Raises `RulesError` with all findings when the rules have mistakes.
        """
        build = late.programs.Build(seats, tuple((settings or {}).items()), traced or marked, marked)
        return self.result("program", lambda: late.programs.program_of(self, build), build)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Pause the collection of cyclic garbage: nearly all that checking allocates is kept until it has finished."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def ruleset_opener(results: Results) -> Callable[[str], Ruleset]:
    """Return what makes rulesets by their names or folders; they keep their results in one place."""

    def open_by_name(name: str) -> Ruleset:
        def read() -> FilesRead:
            findings = Findings()
            return FilesRead(load_source(name, findings), findings)

        return Ruleset(results, (name,), read, open_by_name)

    return open_by_name
