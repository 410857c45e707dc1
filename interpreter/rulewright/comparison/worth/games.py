"""The games by which options are judged: without a restriction, watched; and with one, where it makes a difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import NamedTuple, cast

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.comparison.worth.choices import Elements, Watched, Watcher
from rulewright.engine.scoring import win_shares
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.job import Each, Job
from rulewright.jobs.journal import Codec
from rulewright.players.seats import make_decider
from rulewright.playtest.game import Record, play_one
from rulewright.playtest.match import Match

MOST_GAMES_IN_UNIT = 50
"""Most games in a unit."""


class FreeGame(NamedTuple):
    """A game without a restriction: the share of the win that the watched seat has, what it chose, what broke."""

    number: int
    share: float
    seen: Watched
    failure: str = ""

    def as_data(self) -> dict[str, object]:
        """Return the game in the form of a file."""
        return {"game": self.number, "win": self.share, "failure": self.failure}


class Trial(NamedTuple):
    """A game that is to be played: its number, and how its watched seat is restricted (`without tile.spy`)."""

    number: int
    restriction: str


class TrialGame(NamedTuple):
    """A game with a restriction: the share of the win that the watched seat has, or what broke."""

    trial: Trial
    share: float
    failure: str = ""

    def as_data(self) -> dict[str, object]:
        """Return the game in the form of a file."""
        trial = self.trial
        return {"game": trial.number, "restriction": trial.restriction, "win": self.share, "failure": self.failure}


@dataclass(frozen=True)
class WorthGames(Match):
    """Games of one ruleset in which everybody plays by one kind, and one seat is watched or restricted."""

    kind: str = field(kw_only=True)

    def watched_seat(self, number: int) -> int:
        """Return the seat that is watched in a game."""
        return number % self.seats

    def free_player(self) -> Callable[[int], FreeGame]:
        """Compile the rules and return what plays games without a restriction."""
        (program,) = self.programs()
        elements, usual = Elements(program), make_decider(self.kind, program)

        def play(number: int) -> FreeGame:
            watcher = Watcher(elements, usual)
            record = self._play(program, number, usual, watcher)
            return FreeGame(number, self._share(record), watcher.seen, record.failure)

        return play

    def trial_player(self) -> Callable[[Trial], TrialGame]:
        """Compile the rules and return what plays games with a restriction."""
        (program,) = self.programs()
        usual = make_decider(self.kind, program)
        restricted = cache(lambda restriction: make_decider(f"{self.kind} {restriction}", program))

        def play(trial: Trial) -> TrialGame:
            record = self._play(program, trial.number, usual, restricted(trial.restriction))
            return TrialGame(trial, self._share(record), record.failure)

        return play

    def _play(self, program: Program, number: int, usual: Decider, own: Decider) -> Record:
        deciders = [usual] * self.seats
        deciders[self.watched_seat(number)] = own
        return play_one(program, number, check=False, deciders=deciders)

    def _share(self, record: Record) -> float:
        return win_shares(record.ranking, record.sides).get(self.watched_seat(record.game), 0.0)

    def codec(self) -> Codec[list[FreeGame | TrialGame]]:
        """Return what converts the games of a unit for a journal."""
        return worth_codec()

    def free_job(self, numbers: range) -> Job[list[FreeGame]]:
        """Return the job of playing games without a restriction."""
        return Job(Each(self.free_player), numbers, MOST_GAMES_IN_UNIT)

    def trial_job(self, trials: Sequence[Trial]) -> Job[list[TrialGame]]:
        """Return the job of playing games with restrictions."""
        return Job(Each(self.trial_player), trials, MOST_GAMES_IN_UNIT)


def worth_codec() -> Codec[list[FreeGame | TrialGame]]:
    """Return the codec of a unit in a journal."""
    return Codec(
        lambda games: [asdict(_WrittenGame.of_game(game)) for game in games],
        lambda plain: [game.read() for game in decode_as(list[_WrittenGame], plain)],
        lambda games: [game.number if isinstance(game, FreeGame) else game.trial for game in games],
    )


@dataclass(frozen=True, slots=True)
class _WrittenGame:
    """A game in a journal: what was seen of one without a restriction, nothing of one with it."""

    number: int
    restriction: str
    share: float
    failure: str
    seen: list[_WrittenSight]

    @classmethod
    def of_game(cls, game: FreeGame | TrialGame) -> _WrittenGame:
        if isinstance(game, TrialGame):
            return cls(game.trial.number, game.trial.restriction, game.share, game.failure, [])
        seen = _WrittenSight(*([*getattr(game.seen, one.name).items()] for one in fields(Watched)))
        return cls(game.number, "", game.share, game.failure, [seen])

    def read(self) -> FreeGame | TrialGame:
        for sight in self.seen:
            kinds = {one.name: cast("type[dict[object, object]]", one.default_factory) for one in fields(Watched)}
            seen = Watched(**{name: kind(dict(getattr(sight, name))) for name, kind in kinds.items()})  # type: ignore[arg-type]
            return FreeGame(self.number, self.share, seen, self.failure)
        return TrialGame(Trial(self.number, self.restriction), self.share, self.failure)


@dataclass(frozen=True, slots=True)
class _WrittenSight:
    """What was seen, with the same names: each key with its value."""

    chosen: list[tuple[str, int]]
    left: list[tuple[str, int]]
    by_chance: list[tuple[str, float]]
    beaten: list[tuple[tuple[str, str], int]]
    peers: list[tuple[str, str]]
    numbers: list[tuple[tuple[str, int], int]]
