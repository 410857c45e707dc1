"""What commands share that let candidates race: a budget of games or of time, the file beside which games are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Any

import click

from rulewright.cli.options import Games
from rulewright.cli.output import FINDINGS, FINE
from rulewright.cli.run import FORCE, GamesRun, already_there, require_journal
from rulewright.comparison.tuning.race import Race, RacedGame, RaceGame, RaceMatch
from rulewright.jobs.local import usable_cores
from rulewright.phrasing import counted

SECONDS_PER_UNIT = {"s": 1, "m": 60, "h": 3600}
_TIME_PATTERN = re.compile(r"[1-9][0-9]{0,5}[smh]")


class BudgetType(click.ParamType):  # type: ignore[type-arg]
    """A number of games, or a time."""

    name = "budget"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> str | int:
        """Return the games as a number, or the time as it was typed."""
        text = str(value)
        if text.isascii() and text.isdigit() and 0 < int(text) <= 10_000_000:
            return int(text)
        if _TIME_PATTERN.fullmatch(text) is None:
            self.fail(f"{text!r} is neither a number of games nor a time: 400, 90s, 10m or 2h.", param, ctx)
        return text


def race_options(games: int, found: str) -> Callable[[Any], Any]:
    """Return the options of a command that lets candidates race, and writes what it finds as a file of a ruleset."""
    options = (
        click.option("--budget", type=BudgetType(), default=games, show_default=True, metavar="GAMES|TIME",
                     help="How many games are played, or about how long: 400, 90s, 10m, 2h. "
                     "A number of games always finds the same."),
        click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
                     help=f"Write the file there, if something was found: {found} of the ruleset."),
        FORCE,
        click.option("--resume", is_flag=True,
                     help="Go on where a search with --out and a number of games was interrupted."),
    )  # fmt: skip
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


@dataclass(frozen=True)
class RaceOptions:
    """What was typed about a race: how long it is, and the file for what it finds, beside which its games are kept."""

    budget: int | str
    out: Path | None
    force: bool
    resume: bool

    @property
    def kept(self) -> Path | None:
        """The file beside which games are kept: where there is one, and the budget is a number of games."""
        return self.out if self.out is not None and str(self.out) != "-" and isinstance(self.budget, int) else None

    @property
    def seconds(self) -> float:
        """The time of the budget; a number of games has no end."""
        budget = self.budget
        return inf if isinstance(budget, int) else float(int(budget[:-1]) * SECONDS_PER_UNIT[budget[-1]])

    def refuse_file(self) -> None:
        """Refuse to overwrite a file, or to go on where there is nothing to go on from."""
        if self.out is not None and self.out.is_file() and not (self.force or self.resume):
            raise already_there(self.out)
        if self.resume:
            if self.kept is None:
                raise click.UsageError("--resume goes with --out FILE and a number of games as --budget.")
            require_journal(self.kept)

    def least_games(self, games: Games, seats: int, fewest: int) -> int:
        """Return how many games are played at least; raises `click.UsageError` where that cannot be or is too few."""
        if isinstance(self.budget, int):
            return self._enough(self.budget, seats, fewest)
        if games.cluster:
            said = f"--budget {self.budget}: how long games take on a cluster is not known. Give their number."
            raise click.UsageError(said)
        return fewest

    def all_games(self, match: RaceMatch, run: GamesRun, fewest: int) -> int:
        """Return how many games are played; in a time as many as some games of the usual candidate let expect."""
        if isinstance(self.budget, int):
            return self.budget
        at_once = run.games.jobs or usable_cores()
        played: list[RacedGame] = []
        began = monotonic()
        first = [RaceGame(0, run.games.seed, at % match.seats) for at in range(2 * at_once)]
        code = run.play_job(match.job(first), played.extend)
        if code != FINE or not played:
            click.get_current_context().exit(code or FINDINGS)
        left = self.seconds - (monotonic() - began)
        return self._enough(max(0, int(left * at_once / mean(game.seconds for game in played))), match.seats, fewest)

    def _enough(self, games: int, seats: int, fewest: int) -> int:
        if games >= fewest:
            return games
        said = f"{counted(games, 'game')} are too few for {seats} players"
        if isinstance(self.budget, str):
            said = f"{self.budget} is the time of {counted(games, 'game')}, and that is too little for {seats} players"
        raise click.UsageError(f"--budget: {said}: at least {fewest} are needed, and hundreds say something.")


@dataclass
class Contest:
    """Plays the games of a race; those of a part are cut short where its time is over."""

    match: RaceMatch
    race: Race
    run: GamesRun

    def play_rounds(self, rounds: Sequence[int], end: float) -> None:
        """Play rounds of so many deals, after each of which the better half stays."""
        for deals in rounds:
            self.play(self.race.next_games(deals), end)
            self.race.keep_better_half()

    def play(self, games: Sequence[RaceGame], end: float = inf) -> list[RacedGame]:
        """Play some games and return them; the command ends where somebody stops it."""
        played: list[RacedGame] = []

        def take(games: list[RacedGame]) -> bool:
            played.extend(games)
            return monotonic() >= end

        code = self.run.play_job(self.match.job(games), take)
        if code != FINE:
            click.get_current_context().exit(self.run.end_run(code))
        self.race.take_games(played)
        return played
