"""Takes a ruleset through all stages as far as it goes, and says what is wrong with how it was answered."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tests.fuzz import processes
from tests.fuzz.answers import Wrong, wrong_with
from tests.fuzz.commands import TYPED, run_case, run_commands
from tests.fuzz.limits import TooSlow, bounded, timed
from tests.fuzz.playing import play
from tests.fuzz.seeds import MAIN, Files

from rulewright.backends.build import build
from rulewright.backends.python.loading import load_program
from rulewright.check.check import check
from rulewright.check.core import CheckedRules
from rulewright.compose.compose import compose
from rulewright.diagnostics import Diagnostic, Findings, RulesError
from rulewright.scenarios.run import run_all
from rulewright.source import RulesetSource
from rulewright.source.loading import load
from rulewright.workspace import Ruleset

OF_PLAYED = 3
OF_OTHERS = 12
"""One of so many inputs that pass all stages, and of the others, is also handed to the commands."""


@dataclass(slots=True)
class Outcome:
    """What came of an input: how far it went, how many findings it had, and what was wrong with the answer."""

    stage: str = "load"
    findings: int = 0
    wrong: list[Wrong] = field(default_factory=list)

    @property
    def sorts(self) -> list[str]:
        """What is wrong, in a few words each."""
        return [wrong.sort for wrong in self.wrong]


def write(files: Files, place: Path) -> Path:
    """Write files into an empty folder; return the folder of the ruleset in question."""
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    (place / MAIN).mkdir(parents=True, exist_ok=True)
    return place / MAIN


def through(folder: Path, chance: Random) -> Outcome:
    """Take the ruleset in a folder as far as it goes; of a command that was kept as a case, only that."""
    if (folder.parent / TYPED).is_file():
        return Outcome("commands", wrong=list(run_case(folder.parent)) if processes.POSSIBLE else [])
    outcome = Outcome()
    found: list[Diagnostic] = []
    try:
        with bounded():
            _go(folder, chance, outcome, found)
    except RulesError as problem:
        found += problem.findings
    except (TooSlow, Exception) as problem:  # noqa: BLE001  that is what is looked for
        outcome.wrong.append(Wrong(f"{type(problem).__name__} {_where(problem)}", traceback.format_exc(limit=-14)))
    if processes.POSSIBLE and chance.randrange(OF_PLAYED if outcome.stage == "end" else OF_OTHERS) == 0:
        with bounded():
            outcome.wrong += run_commands(folder.parent, chance)
    known = list({(d.code, d.span, d.message): d for d in found}.values())
    outcome.findings = len(known)
    outcome.wrong += (Wrong(text.split(":")[0], text) for text in wrong_with(known, folder.parent))
    return outcome


def _where(problem: BaseException) -> str:
    """Return the innermost places in our own code."""
    frames = [f for f in traceback.extract_tb(problem.__traceback__) if "rulewright/" in f.filename]
    return " < ".join(f"{f.filename.split('rulewright/')[-1]}:{f.name}" for f in reversed(frames[-2:])) or "the fuzzer"


def _go(folder: Path, chance: Random, outcome: Outcome, found: list[Diagnostic]) -> None:
    findings = Findings()
    try:
        with timed():
            source = load(folder.as_posix(), findings)
            outcome.stage = "check"
            checked = list(_checked(source, findings))
    finally:
        found += findings.found
    if findings.errors:
        return
    outcome.stage = "play"
    for rules in checked if len(checked) == 1 else (checked[0], checked[-1]):
        with timed():
            outcome.wrong += play(rules, chance, found)
    outcome.stage = "scenarios"
    if source.scenario_files:
        with timed():
            _scenarios(source, checked, chance)
    outcome.stage = "end"


def _checked(source: RulesetSource, findings: Findings) -> Iterator[CheckedRules]:
    """Yield the checked rules for each number of seats."""
    players = source.manifest.players
    for seats in range(players.low, players.high + 1) if players else (1,):
        yield check(compose(source, findings), seats, findings)


def _scenarios(source: RulesetSource, checked: list[CheckedRules], chance: Random) -> None:
    """Run the scenarios of one file; findings in them are raised."""
    programs = {rules.seats: load_program(build(rules, True)) for rules in checked}
    one = replace(source, scenario_files=(chance.choice(source.scenario_files),))
    run_all(Ruleset.of(one), program_for=programs.__getitem__)
