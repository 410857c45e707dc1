"""The games of an arena as units of the job runner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from rulewright.chance import with_secret
from rulewright.comparison.arena.deals import Game
from rulewright.comparison.arena.schedule import Schedule
from rulewright.jobs.decoding import decoded
from rulewright.jobs.job import Job
from rulewright.jobs.journal import Codec
from rulewright.players.seats import decider
from rulewright.playtest.game import play_one
from rulewright.playtest.match import Match

LARGEST = 200
"""Most games in a unit."""


@dataclass(frozen=True)
class Arena(Match):
    """The games of a schedule, whose kinds are those of the match, by the rules of one ruleset."""

    schedule: Schedule = field(kw_only=True)

    def __call__(self) -> Callable[[range], list[Game]]:
        """Compile the rules, prepare every kind of seat, and return what plays games by their numbers."""
        (program,) = self.programs()
        deciders = [decider(kind, program) for kind in self.schedule.kinds]

        def play(number: int) -> Game:
            meeting = self.schedule.meeting(number)
            chance = with_secret(self.schedule.deal(number), self.secret)
            record = play_one(program, chance, False, [deciders[kind] for kind in meeting.who])
            record.who = list(self.schedule.named(meeting.who))
            return Game(number, record)

        return lambda numbers: [play(number) for number in numbers]

    def codec(self) -> Codec[list[Game]]:
        """Return what converts the games of a unit for a journal."""
        return Codec(
            lambda games: [{"number": game.number, "record": asdict(game.record)} for game in games],
            _decoded,
            lambda games: [game.number for game in games],
        )

    def job(self) -> Job[list[Game]]:
        """Return the job of playing all games."""
        return Job(self, self.schedule.games, LARGEST)


def _decoded(plain: object) -> list[Game]:
    games = decoded(list[Game], plain)
    if not all(game.record.is_whole for game in games):
        raise ValueError("these are no records of games")
    return games
