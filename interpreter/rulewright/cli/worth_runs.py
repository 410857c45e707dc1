"""Plays the games that say what options are worth: all that were asked for, or as many as there is time for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import inf

from rulewright.cli.output import FINDINGS, FINE
from rulewright.cli.run import GamesRun
from rulewright.comparison.worth.findings import StrengthWorth, WorthGamesPlayed, to_confirm
from rulewright.comparison.worth.games import WorthGame, WorthGames
from rulewright.jobs.job import Job

LIKELY_TRIALS = 20
"""How many games with a restriction are expected, at least, for each game without one."""
BLOCK = 50
"""So many games without restrictions are played, and then all with them, before the time is looked at."""


@dataclass
class WorthRun:
    """Plays by one kind of seat after the other, and keeps what each says."""

    run: GamesRun
    match: WorthGames
    is_wanted: Callable[[str], bool]
    tell: Callable[[], None] = lambda: None
    """Called after each unit of games."""
    code: int = FINE
    found: list[StrengthWorth] = field(default_factory=list)

    def play(self, kind: str, numbers: range, until: float = inf) -> None:
        """Play by a kind of seat, until a time: everything first, then only what is to be confirmed."""
        again = to_confirm(self.found[0].rows) if self.found else None
        if again == {} or not self._goes_on:
            return
        match = replace(self.match, kind=kind, who=(kind,) * self.match.seats)
        match = self.run.prepare_match(match, len(numbers) * LIKELY_TRIALS, check=False)
        played, wanted = WorthGamesPlayed(kind), self.is_wanted if again is None else again.__contains__
        for block in blocks_of(numbers, BLOCK if until < inf else len(numbers)):
            self._play_job(match.job(block), played, f"{kind} without restrictions", until)
            played.list_restrictions(wanted, again)
            trials = played.missing_trials()
            if trials and self._goes_on:
                said = f"{kind}, of whom one may not or must choose something"
                self._play_job(match.job(trials), played, said, until)
            if not self._goes_on or time.monotonic() >= until:
                break
        if played.free:
            self.found.append(StrengthWorth.of_games(played))

    @property
    def _goes_on(self) -> bool:
        return self.code in (FINE, FINDINGS)

    def _play_job(self, job: Job[list[WorthGame]], played: WorthGamesPlayed, note: str, until: float) -> None:
        """Play games, take them in, and write a line for each."""

        def take(games: list[WorthGame]) -> bool:
            played.add(games)
            for game in games:
                self.run.write_game(game.as_data())
            self.tell()
            return time.monotonic() >= until

        self.code = max(self.code, self.run.play_job(job, take, note=lambda: note))


def blocks_of(numbers: range, length: int) -> Iterator[range]:
    """Yield the numbers in consecutive ranges of a length, of which the last may be shorter."""
    return (numbers[at : at + length] for at in range(0, len(numbers), length))
