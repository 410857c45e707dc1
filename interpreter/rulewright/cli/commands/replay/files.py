"""From what a person typed to recorded games: the files, the ruleset of each, its program."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.main import print_problem
from rulewright.cli.options import refuse_misfits
from rulewright.diagnostics import Code, Findings, RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine.runtime_errors import BrokenRules
from rulewright.engine.savefile.format import ENDING, SavedGame, is_saved_game, read, refusal
from rulewright.playtest.replay import begin_recorded
from rulewright.source import available, find
from rulewright.source.disk import open_file
from rulewright.source.folders import MANIFEST, leads_out
from rulewright.source.ruleset import STACK
from rulewright.source.text import LEADS_OUT

if TYPE_CHECKING:
    from rulewright.engine import Game, Program
    from rulewright.playtest.game import Record
    from rulewright.workspace import Ruleset

REPLAYS = "replays"
"""The folder of a ruleset in which its replays lie."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A recorded game, its file, its ruleset, also as a person would type it, and the result it comes from."""

    path: Path
    kept: SavedGame
    ruleset: str
    rules: Ruleset
    line: int = 0
    record: Record | None = None
    language: str = ""

    def program(self, traced: bool) -> Program:
        """Return the compiled rules for the seats and figures of the game, if traced in the reader's language."""
        rules = self.rules.in_language(self.language) if traced else self.rules
        return rules.program(len(self.kept.seats), self.kept.settings, traced)

    def begin(self) -> Game:
        """Return the game at its first decision, by the traced build."""
        return begin_recorded(self.path, self.kept, self.program(traced=True))

    @property
    def names(self) -> list[str]:
        """The seats as the reader calls them."""
        return opening.seat_labels(self.program(traced=True))

    @property
    def name(self) -> str:
        """The file, and the number of the game in it where there are several."""
        return f"{self.path}, game {self.record.game}" if self.record else str(self.path)

    @property
    def command(self) -> str:
        """The command that tells this game."""
        game = ["--game", str(self.record.game)] if self.record else []
        rules = ["--rules", self.ruleset] if self.ruleset != self.kept.ruleset else []
        return shlex.join(["rulewright", "replay", str(self.path), *game, *rules])


def open_games(given: str, rules: str | None, game: int | None) -> list[OpenedGame]:
    """Return the games in a file, in a folder, or in the folder `replays` of a ruleset."""
    path = Path(given)
    if path.is_file():
        return _in_file(path, rules, game)
    folder = path if path.is_dir() else find(given, here=True)
    if folder is None:
        said = f'there is no file, folder or ruleset "{given}"'
        raise refusal(given, Code.UNREADABLE_FILE, said, *did_you_mean(given, available()))
    ruleset = rules
    if (folder / MANIFEST).is_file():
        ruleset, folder = rules or _as_typed(folder.resolve()), folder / REPLAYS
    files = sorted(file for file in folder.glob(f"*{ENDING}") if file.is_file())
    if not files:
        said = f"there are no replays here (no file that ends in {ENDING})"
        remedy = f"Write one:  rulewright replay FILE --keep {opening.path_text(folder)}/NAME{ENDING}"
        raise refusal(opening.path_text(folder), Code.NO_REPLAYS, said, remedy)
    return [one for file in files for one in _in_file(_path_within(file), ruleset, game)]


def _path_within(file: Path) -> Path:
    """Return a replay as a person here would write it; refuse one that leads out of its ruleset's folder."""
    if file.parent.name == REPLAYS and leads_out(file):
        raise refusal(file, Code.UNREADABLE_FILE, LEADS_OUT)
    return opening.path_from_here(file)


def _in_file(path: Path, rules: str | None, game: int | None) -> list[OpenedGame]:
    if is_saved_game(_first_line(path)):
        if game is not None:
            raise click.UsageError("--game is for results of many games; this file holds one.")
        kept = read(path)
        ruleset = _ruleset_of(path, kept.ruleset, rules)
        return [OpenedGame(path, kept, ruleset, _fitting_ruleset(path, ruleset, kept))]
    return _in_results(path, rules, game)


def _first_line(path: Path) -> str:
    try:
        with open_file(path) as file:
            first = file.readline(200).decode("utf-8", "replace")
    except OSError as problem:
        raise refusal(path, Code.UNREADABLE_FILE, f"this file cannot be read: {problem.strerror}") from None
    if not is_saved_game(first) and not first.lstrip().startswith("{"):
        said = "this is neither a save nor a replay nor results of simulate"
        raise refusal(path, Code.SAVE_BROKEN, said, "A save and a replay say in their first line what they are.")
    return first


def _in_results(path: Path, rules: str | None, game: int | None) -> list[OpenedGame]:
    found, numbers, findings = [], [], Findings()
    for line, record in late.simulate_results.read_results(path, findings):
        numbers.append(record.game)
        if game is None or record.game == game:
            ruleset = _ruleset_of(path, record.ruleset, rules)
            shape = opening.ruleset(ruleset).about
            seats = list(shape.names[: len(record.decisions)])
            kept = SavedGame(shape.title, record.fingerprint, seats, record.game, [], record.ruleset, record.settings)
            found.append(OpenedGame(path, kept, ruleset, _fitting_ruleset(path, ruleset, kept), line, record))
    if findings.found:
        print_problem(RulesError(tuple(findings.found)))
    if not found and not numbers:
        raise refusal(path, Code.NO_SUCH_GAME, "there are no results in this file")
    if not found:
        remedy = f"Its {len(numbers):,} games have numbers from {min(numbers)} to {max(numbers)}."
        raise refusal(path, Code.NO_SUCH_GAME, f"there is no game {game} in these results", remedy)
    return found


def with_decisions(one: OpenedGame) -> OpenedGame:
    """Return a game with its decisions: those of a result are found by playing it again."""
    if one.record is None:
        return one

    try:
        return replace(
            one, kept=late.simulate_results.repeat_game(one.path, one.line, one.record, one.program(traced=False))
        )
    except BrokenRules:  # before the first decision: playing it by the traced build raises it again, with its log
        return replace(one, kept=replace(one.kept, seed=one.record.seed))


def _ruleset_of(path: Path, named: str, rules: str | None) -> str:
    """Return the ruleset of a game: as given, else the one whose folder contains the file, else the one it names."""
    if rules:
        return rules
    above = path.resolve().parent
    if path.suffix == ENDING and above.name == REPLAYS and (above.parent / MANIFEST).is_file():
        return _as_typed(above.parent)

    here = all(find(part.partition(":")[0], here=True) is not None for part in named.split(STACK))
    if not here:
        said = f'this game is of the ruleset "{named}", which is not here' if named else "it does not say its ruleset"
        raise refusal(path, Code.UNKNOWN_RULESET, said, "Say where it is:  --rules ./FOLDER")
    return named


def _as_typed(folder: Path) -> str:
    """Return a folder as a person here would type it; a name where that finds the same folder."""
    found = find(folder.name)
    if found is not None and found.resolve() == folder:
        return folder.name
    near = opening.path_text(folder)
    return near if os.sep in near or near.startswith(".") else f".{os.sep}{near}"


def _fitting_ruleset(path: Path, typed: str, kept: SavedGame) -> Ruleset:
    """Return the ruleset of a game; refuse one that does not have its seats or figures."""
    rules = opening.ruleset(typed)
    shape, seats = rules.about, len(kept.seats)
    if not shape.fewest <= seats <= shape.most or kept.seats != list(shape.names[:seats]):
        said = f"this game has the seats {', '.join(kept.seats) or 'of nobody'}"
        seated = f"{shape.title} is for {shape.players}: {', '.join(shape.names)}."
        raise refusal(path, Code.SAVE_OTHER_SEATS, said, seated)
    try:
        refuse_misfits(rules, kept.settings)
    except click.UsageError as problem:
        told = problem.message.partition(": ")[2]
        raise refusal(path, Code.SAVE_OF_OTHER_RULES, f"a figure was set that cannot be set now: {told}") from None
    return rules
