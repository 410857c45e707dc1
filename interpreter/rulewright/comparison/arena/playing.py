"""The games of an arena as units of the job runner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from rulewright.comparison.arena.deals import Game
from rulewright.comparison.arena.schedule import Schedule
from rulewright.jobs.decoding import decoded
from rulewright.jobs.job import Job
from rulewright.jobs.journal import Codec
from rulewright.players.seats import decider
from rulewright.playtest.game import play_one
from rulewright.playtest.native_builds import running
from rulewright.source import RulesetSource

LARGEST = 200
"""Most games in a unit."""


@dataclass(frozen=True)
class Arena:
    """What is played: a schedule, by the rules of a ruleset, with figures that are set; `in_c` where possible."""

    ruleset: str | RulesetSource
    schedule: Schedule
    settings: tuple[tuple[str, int], ...] = ()
    in_c: bool = False

    def __call__(self) -> Callable[[range], list[Game]]:
        """Compile the rules, prepare every kind of seat, and return what plays games by their numbers."""
        from rulewright.workspace import compiled

        program = running(compiled(self.ruleset, self.schedule.seats, dict(self.settings)), self.in_c)
        deciders = [decider(kind, program) for kind in self.schedule.kinds]

        def play(number: int) -> Game:
            meeting = self.schedule.meeting(number)
            record = play_one(program, self.schedule.number(number), False, [deciders[kind] for kind in meeting.who])
            record.who = list(self.schedule.named(meeting.who))
            return Game(number, record)

        return lambda numbers: [play(number) for number in numbers]

    def job(self) -> Job[list[Game]]:
        """Return the job of playing all games."""
        return Job(self, self.schedule.games, LARGEST)


def _decoded(plain: object) -> list[Game]:
    games = decoded(list[Game], plain)
    if not all(game.record.is_whole for game in games):
        raise ValueError("these are no records of games")
    return games


CODEC: Codec[list[Game]] = Codec(
    lambda games: [{"number": game.number, "record": asdict(game.record)} for game in games],
    _decoded,
    lambda games: [game.number for game in games],
)
"""Converts the games of a unit for a journal."""
