"""The games of a sweep: every setting plays the same numbers, by the kinds of seat that its targets ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import groupby

from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.sweep.grid import Setting
from rulewright.jobs.job import Each, ItemSequence, Job, Work
from rulewright.jobs.journal import Plain
from rulewright.playtest.simulate import SimulatedGames
from rulewright.source.seat_kinds import RANDOM
from rulewright.source.targets import Target

KEPT_READY = 4
"""So many settings stay compiled in a process; games come setting by setting."""


@dataclass(frozen=True)
class SweepGames(ReportGames):
    """Games of one ruleset under many settings. A game is numbered by its setting, its stage, and its item there."""

    grid: tuple[Setting, ...] = field(kw_only=True)
    watched: bool = field(kw_only=True)
    """Whether games leave their course as well."""

    @cached_property
    def per_number(self) -> tuple[int, ...]:
        """How many games a number stands for, by stage: two kinds play a deal from all places."""
        return tuple(len(stage.items(self.seats)) // len(stage.numbers) for stage in self.stages)

    @cached_property
    def _span(self) -> int:
        return max(len(stage.items(self.seats)) for stage in self.stages)

    def located(self, number: int) -> tuple[int, int, int]:
        """Return the setting, the stage, and the item of a game."""
        at, item = divmod(number, self._span)
        return *divmod(at, len(self.stages)), item

    def stage_of(self, target: Target) -> int:
        """Return the stage of those who play for a target."""
        return next(at for at, stage in enumerate(self.stages) if stage.kinds == target.kinds)

    def numbers_of(self, settings: Iterable[int], deals: range) -> list[int]:
        """Return the games of some settings on a range of the numbers, setting by setting."""
        return [
            (setting * len(self.stages) + stage) * self._span + item
            for setting in settings
            for stage, games in enumerate(self.per_number)
            for item in range(deals.start * games, deals.stop * games)
        ]

    def __call__(self) -> Callable[[Sequence[int]], list[GameRow]]:
        """Return what plays games; each setting is compiled when its turn comes."""
        player = lru_cache(KEPT_READY)(self._player)

        def play(numbers: Sequence[int]) -> list[GameRow]:
            rows: list[GameRow] = []
            for (setting, stage), games in groupby(map(self.located, numbers), key=lambda game: game[:2]):
                items = [item for _, _, item in games]
                rows += player(setting, stage)(range(items[0], items[-1] + 1))
            for row, number in zip(rows, numbers, strict=True):
                row.number = number
            return rows

        return play

    def _player(self, setting: int, at: int) -> Work[list[GameRow]]:
        """Return what plays items of a stage under a setting."""
        stage, own = self.stages[at], replace(self, settings=self.grid[setting])
        if self.watched or stage.is_duel:
            return Each(partial(own.stage_player, at))()
        who = () if stage.kinds == (RANDOM,) else stage.kinds * self.seats
        games = SimulatedGames(own.rulesets, own.seats, own.settings, who, own.in_c)
        player = games()

        def play(items: range) -> list[GameRow]:
            rows = player.play_rows(stage.numbers[items.start : items.stop])
            return [*map(GameRow, items, rows.records(games.common_record))]

        return play

    def job(self, items: ItemSequence) -> Job[list[GameRow]]:
        """Return the job of playing some games."""
        return Job(self, items, self.most_in_unit)

    def identity(self) -> dict[str, Plain]:
        """Return what results depend on: the rules as they are, and all settings."""
        grid: Plain = [dict(setting) for setting in self.grid]
        return super().identity() | {"--set": grid, "watched": self.watched}
