"""Where the commands meet the stages: finding rulesets, compiling them, starting, saving and loading games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import late
from rulewright.cli.waiting import waiting_shown
from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.diagnostics.model import escape_invisible
from rulewright.phrasing import from_to
from rulewright.source.seat_kinds import GREEDY, RANDOM
from rulewright.workspace import Ruleset, Workspace
from rulewright.workspace.about import About

if TYPE_CHECKING:
    from rulewright.engine import Game, Program
    from rulewright.report.table.model import Table


def path_text(path: Path) -> str:
    """Return the path as a person here would write it, to be printed."""
    here = path_from_here(path)
    return escape_invisible(str(here if here != Path() else Path.cwd()))  # "Read .." would be the folder above


def path_from_here(path: Path) -> Path:
    """Return the path relative to the working folder if it is inside it, otherwise unchanged."""
    try:
        return Path(os.path.realpath(path)).relative_to(Path.cwd())
    except ValueError:
        return path


def headline(about: About, more: str = "") -> str:
    """Return the first line of a command about a ruleset: what it is called, and where it was read."""
    return f"{about.headline}{more}.  Read {path_text(about.folder)}."


@cache
def space() -> Workspace:
    """Return the workspace of this command: what it reads, it reads once."""
    return Workspace()


def ruleset(name: str) -> Ruleset:
    """Return a ruleset by its name or folder. Raises `RulesError` when its files cannot be read."""
    if is_revision(name):
        name = late.revisions.at_revision(name)
    found = space().ruleset(name)
    found.reading_findings.stop_on_errors()
    return found


def is_revision(name: str) -> bool:
    """Return whether a name asks for a ruleset as of a commit: it contains an @ and is not an existing folder."""
    return "@" in name and not Path(name).is_dir()


def every_ruleset() -> list[str]:
    """Return the rulesets that can be named here: those in ./rulesets and the shipped ones."""
    return list(space().rulesets())


def all_findings(name: str) -> tuple[Diagnostic, ...]:
    """Return every finding in a ruleset, file by file from top to bottom, also that it cannot be read at all."""
    try:
        with waiting_shown(f"Checking {name}"):
            return space().ruleset(name).all_findings
    except RulesError as problem:
        return problem.findings


def seat_labels(ready: Program) -> list[str]:
    """Return the names of the seats in the language of a compiled game."""
    return list(ready.domains["player"].labels)


def start_game(ready: Program, number: int) -> Game:
    """Start a game by its number."""
    return late.engine.Game.start(ready, seed=number)


def usual_kind(ready: Program) -> str:
    """Return which kind of computer player sits where nobody else does: greedy, if the ruleset has weights."""
    return GREEDY if ready.has_weights else RANDOM


def table_of(game: Game, seat: int | None, before: Game | None, everything: bool = False) -> Table:
    """Return the table as a seat sees it, or with every secret, with what has changed since the game was `before`."""
    earlier = None if before is None else before.state
    return late.report_table.look(game, seat, earlier, everything=everything, together=True)


def has_revealed(before: Game, after: Game, decider: int, seats: Iterable[int]) -> bool:
    """Tell whether chance decided between two positions, or one of the seats got to know what the decider did not."""
    return late.seat_view.reveals(before.program, before.state, after.state, decider, seats)


def save_game(game: Game, path: Path) -> None:
    """Write a game to a file."""
    late.saved_games.save(game, path)


def load_game(path: Path, ready: Program) -> Game:
    """Read a saved game."""
    return late.saved_games.load(path, ready)


def seats_in(path: Path) -> int:
    """Return how many play in a saved game."""
    return len(late.save_format.read(path).seats)


def seats_for(about: About, players: int | None) -> int:
    """Return the number of players: the requested one if the game allows it, otherwise the highest."""
    seats = about.most if players is None else players
    if not about.fewest <= seats <= about.most:
        raise click.UsageError(f"{about.title} is for {about.players}.")
    return seats


def seats_for_all(typed: Sequence[str], sizes: Sequence[About], players: int | None) -> int:
    """Return the number of players, which all rulesets must allow: the requested one, otherwise the highest."""
    if len(sizes) == 1:
        return seats_for(sizes[0], players)
    fewest, most = max(about.fewest for about in sizes), min(about.most for about in sizes)
    seats = most if players is None else players
    if not fewest <= seats <= most:
        both = " and ".join(typed)
        raise click.UsageError(f"{both} together are for {from_to(fewest, most, 'player')}." if fewest <= most else
                               f"{both} are for different numbers of players.")  # fmt: skip
    return seats
