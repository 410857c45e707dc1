"""The games that are played for a report, in stages: one kind in all seats, or two kinds against each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import pick, with_secret
from rulewright.comparison.answers.model import SLIPS
from rulewright.comparison.answers.rows import GameRow, rows_codec
from rulewright.comparison.answers.watching import WatchedTable
from rulewright.comparison.arena.schedule import PAIRS, Schedule, round_robin
from rulewright.jobs.job import Job
from rulewright.jobs.journal import Codec, Plain
from rulewright.players.seats import make_decider
from rulewright.playtest.game import play_one
from rulewright.playtest.match import Match

MOST_GAMES_IN_UNIT = 100
"""Most games in a unit: each leaves some hundred numbers."""

SLIP_DRAWS = 1 << 32
"""Where the draws that decide on slips begin among those of a game."""


@dataclass(frozen=True)
class Stage:
    """Games of one kind in all seats, by their numbers, or deals of two kinds, the stronger one second."""

    kinds: tuple[str, ...]
    numbers: range
    ruleset: int = 0
    """The number of the ruleset whose games these are."""
    slips: bool = False
    """One seat, another one in each game, decides by chance one time in `SLIPS`."""

    @property
    def is_duel(self) -> bool:
        """Whether two kinds play against each other."""
        return len(self.kinds) > 1

    def schedule(self, seats: int) -> Schedule:
        """Return who meets whom in a duel."""
        return Schedule(self.kinds, seats, round_robin(len(self.kinds), seats, PAIRS), self.numbers)

    def items(self, seats: int) -> range:
        """Return the games, counted from 0."""
        return self.schedule(seats).games if self.is_duel else range(len(self.numbers))


@dataclass(frozen=True)
class ReportGames(Match):
    """The games of a report on one or two rulesets. Games of one kind are watched; of duels only the result is kept."""

    stages: tuple[Stage, ...] = ()

    def play_stage(self, at: int) -> Callable[[range], list[GameRow]]:
        """Compile the rules, prepare the seats of a stage, and return what plays its games."""
        stage, seats = self.stages[at], self.seats
        program, ruleset = self.programs()[stage.ruleset], self.rulesets[stage.ruleset]
        deciders = [make_decider(kind, program) for kind in stage.kinds]
        if stage.slips:
            return self._play_slips(program, stage, deciders[0])
        if not stage.is_duel:
            told = ruleset.program(seats, dict(self.settings), traced=True)
            table = WatchedTable(program, told, deciders * seats)

            def watch(item: int) -> GameRow:
                record, course = table.play(with_secret(stage.numbers[item], self.secret), check=True)
                record.who = [*stage.kinds * seats]
                return GameRow(item, record, course)

            return lambda items: [watch(item) for item in items]
        schedule = stage.schedule(seats)

        def play(item: int) -> GameRow:
            meeting = schedule.meeting_at(item)
            who = [deciders[kind] for kind in meeting.who]
            record = play_one(program, with_secret(meeting.deal, self.secret), False, who)
            record.who = [*schedule.kind_names(meeting.who)]
            return GameRow(item, record)

        return lambda items: [play(item) for item in items]

    def _play_slips(self, program: Program, stage: Stage, decider: Decider) -> Callable[[range], list[GameRow]]:
        slipping = slips_of(decider)

        def play(item: int) -> GameRow:
            each = [decider] * self.seats
            each[item % self.seats] = slipping
            return GameRow(item, play_one(program, with_secret(stage.numbers[item], self.secret), False, each))

        return lambda items: [play(item) for item in items]

    def codec(self) -> Codec[list[GameRow]]:
        """Return what converts the games of a unit for a journal."""
        return rows_codec()

    def job(self, at: int) -> Job[list[GameRow]]:
        """Return the job of playing a stage."""
        return Job(partial(self.play_stage, at), self.stages[at].items(self.seats), MOST_GAMES_IN_UNIT)

    def identity(self) -> dict[str, Plain]:
        """Return what results depend on."""
        stages: Plain = [
            [stage.ruleset, *stage.kinds, stage.slips, stage.numbers.start, len(stage.numbers)] for stage in self.stages
        ]  # fmt: skip
        return super().identity() | {"stages": stages}


def slips_of(decider: Decider) -> Decider:
    """Return a decision function that decides like another one, but now and then by chance."""

    def decide(state: list[int], codes: list[int], number: int, made: int) -> int:
        if pick(number, SLIP_DRAWS + made, SLIPS):
            return decider(state, codes, number, made)
        return codes[pick(number, made, len(codes))]

    return decide
