"""The games that are played for a report, in stages: one kind in all seats, or two kinds against each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import pick, with_secret
from rulewright.comparison.answers.model import SLIPS, Stage
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.answers.watching import CourseWatcher
from rulewright.comparison.arena.deals import Arena
from rulewright.compose.coverage_points import ending_marks
from rulewright.jobs.job import Each, Job
from rulewright.jobs.journal import Plain
from rulewright.players.seats import RANDOM, make_decider
from rulewright.playtest.game import play_one
from rulewright.playtest.match import SingleGames

SLIP_DRAWS = 1 << 32
"""Where the draws that decide on slips begin among those of a game."""


@dataclass(frozen=True)
class ReportGames(SingleGames[GameRow]):
    """The games of a report on one or two rulesets. Games of one kind are watched; of duels only the result is kept."""

    listed = list[GameRow]
    stages: tuple[Stage, ...] = ()

    def stage_player(self, at: int) -> Callable[[int], GameRow]:
        """Compile the rules, prepare the seats of a stage, and return what plays the game of an item."""
        stage = self.stages[at]
        own = replace(self, rulesets=(self.rulesets[stage.ruleset],))
        return own._play_duel(stage) if stage.is_duel else own._play_alike(stage)

    def _play_duel(self, stage: Stage) -> Callable[[int], GameRow]:
        table = self.rulesets, self.seats, self.settings
        play = Arena(*table, in_c=self.in_c, secret=self.secret, schedule=stage.schedule(self.seats)).player()
        return lambda item: GameRow(item, play(item).record)

    def _play_alike(self, stage: Stage) -> Callable[[int], GameRow]:
        (program,), (ruleset,) = self.programs(), self.rulesets
        usual = make_decider(stage.kinds[0], program)
        if stage.slips:
            return self._play_slips(program, stage, usual)
        marked = ruleset.program(self.seats, dict(self.settings), marked=True)
        endings = ending_marks(ruleset.composed_rules)

        def play(item: int) -> GameRow:
            watcher = CourseWatcher(program, marked, endings)
            number = with_secret(stage.numbers[item], self.secret)
            record = play_one(program, number, deciders=[usual] * self.seats, watcher=watcher)
            record.who = [*stage.kinds * self.seats]
            return GameRow(item, record, watcher.course(record))

        return play

    def _play_slips(self, program: Program, stage: Stage, usual: Decider) -> Callable[[int], GameRow]:
        slipping = slips_of(usual)

        def play(item: int) -> GameRow:
            each = [usual] * self.seats
            each[item % self.seats] = slipping
            return GameRow(item, play_one(program, with_secret(stage.numbers[item], self.secret), False, each))

        return play

    def stage_job(self, at: int) -> Job[list[GameRow]]:
        """Return the job of playing a stage."""
        stage, player = self.stages[at], Each(partial(self.stage_player, at))
        quick = {*stage.kinds} == {RANDOM}
        return Job(player, stage.items(self.seats), self.most_in_unit, begins_here=quick)

    def is_sound(self, game: GameRow) -> bool:
        """Return whether a game that was kept is one."""
        return game.record.is_whole and len(game.course) < 2

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
