"""What commands share that let candidates race: a budget of games or of time, the file beside which games are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import inf
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import click

from rulewright.cli.numbers import Duration
from rulewright.cli.options import Games
from rulewright.cli.output import FINDINGS, FINE
from rulewright.cli.run import FORCE, GamesRun, already_there, require_journal
from rulewright.comparison.tuning.race import Race, RacedGame, RaceGame, RaceMatch
from rulewright.jobs.journal import Plain
from rulewright.jobs.local import usable_cores
from rulewright.phrasing import counted


class BudgetType(Duration):
    """A number of games, or a time in seconds."""

    name = "budget"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Return the games as a whole number, or the seconds as another one."""
        text = str(value)
        if text.isascii() and text.isdigit() and 0 < int(text) <= 10_000_000:
            return int(text)
        if self.form.fullmatch(text) is None or text.startswith("0"):
            self.fail(f"{text!r} is neither a number of games nor a time: 400, 90s, 10m or 2h.", param, ctx)
        return super().convert(value, param, ctx)


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
    """What was typed about a race: how many games or seconds it has, and the file for what it finds."""

    budget: int | float
    out: Path | None
    force: bool
    resume: bool

    @property
    def seconds(self) -> float:
        """The time of the budget; a number of games has no end."""
        return inf if isinstance(self.budget, int) else self.budget

    @property
    def kept(self) -> Path | None:
        """The file beside which games are kept: where there is one, and the budget is a number of games."""
        return self.out if self.out is not None and str(self.out) != "-" and self.seconds == inf else None

    def refuse_file(self) -> None:
        """Refuse to overwrite a file, or to go on where there is nothing to go on from."""
        if self.out is not None and self.out.is_file() and not (self.force or self.resume):
            raise already_there(self.out)
        if self.resume:
            if self.kept is None:
                raise click.UsageError("--resume goes with --out FILE and a number of games as --budget.")
            require_journal(self.kept)


@dataclass
class Contest:
    """Plays the games of candidates; those of a part are cut short where its time is over."""

    match: RaceMatch
    run: GamesRun
    race: RaceOptions
    number: int = 0
    """How many games there are, or may be in the time that there is."""
    began: float = field(default_factory=monotonic)
    failures: list[RacedGame] = field(default_factory=list)

    @classmethod
    def prepared(cls, match: RaceMatch, games: Games, race: RaceOptions, fewest: int) -> Contest:
        """Compile the rules, and find out how many games there are; raises `click.UsageError` for fewer than these."""
        if race.seconds < inf and games.cluster:
            raise click.UsageError("--budget: how long games take on a cluster is not known. Give their number.")
        contest = cls(match, GamesRun(games, resume=race.resume), race)
        contest.number = contest.enough(race.budget if isinstance(race.budget, int) else fewest, fewest)
        contest.match = contest.run.prepare_match(match, contest.number, check=False)
        contest.began = monotonic()
        if race.seconds < inf:
            contest.number = contest.enough(contest.affordable_games(), fewest)
        games.numbers_for(contest.number)
        return contest

    def affordable_games(self) -> int:
        """Return how many games can be played in the time, as measured on some games of the usual candidate."""
        at_once = self.run.games.jobs or usable_cores()
        first = [RaceGame(0, self.run.games.seed + at, 0) for at in range(8 * at_once)]
        played = self.play(first, self.began + self.race.seconds / 20)
        left = self.race.seconds - (monotonic() - self.began)
        each = max(1e-4, median(game.seconds for game in played))  # clocks may be coarse
        return max(0, int(left * at_once / each))

    def enough(self, games: int, fewest: int) -> int:
        """Return a number of games; raises `click.UsageError` where they are too few."""
        if games >= fewest:
            return games
        number = counted(games, "game")
        timed = f"{self.race.seconds:g} seconds are enough for {number}, which is"
        said = f"{number} are" if self.race.seconds == inf else timed
        raise click.UsageError(
            f"--budget: {said} too few for {self.match.seats} players: at least "
            f"{fewest} are needed, and hundreds say something."
        )

    def keep(self, **options: Plain) -> None:
        """Keep games beside the file for what is found, if there is one; they also depend on these options."""
        if self.race.kept is not None:
            more: dict[str, Plain] = {f"--{name}": value for name, value in options.items()}
            self.run.keep_beside(
                self.race.kept, self.match, {"--seed": self.run.games.seed, "--budget": self.number, **more},
                anew="without --resume",
            )  # fmt: skip

    def play_rounds(self, racing: Race, rounds: Sequence[int], part: float) -> None:
        """Play rounds with the given numbers of deals; the better half stays after each."""
        for deals in rounds:
            self.play_deals(racing, deals, part)
            racing.keep_better_half()

    def play_deals(self, racing: Race, deals: int, part: float) -> None:
        """Play some deals with all candidates that are left, until a part of the time is over."""
        racing.take_games(self.play(racing.next_games(deals), self.began + self.race.seconds * part))

    def play(self, games: Sequence[RaceGame], end: float = inf) -> list[RacedGame]:
        """Play some games and return them; the command ends where somebody stops it."""
        played: list[RacedGame] = []

        def take(games: list[RacedGame]) -> bool:
            played.extend(games)
            return monotonic() >= end

        code = self.run.play_job(self.match.job(games), take)
        if code != FINE or (games and not played):
            click.get_current_context().exit(self.run.end_run(code or FINDINGS))
        self.failures += [game for game in played if game.failure]
        return played
