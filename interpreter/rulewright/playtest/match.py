"""What commands that play many games have in common: by which rules games are played, and who sits in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rulewright.backends import Program
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.job import Each, ItemSequence, Job
from rulewright.jobs.journal import Codec, Plain
from rulewright.playtest import native_builds
from rulewright.workspace import Ruleset

NEVER, READY, SOON = "never", "ready", "soon"
"""When to play in C: never, from the first game, or as soon as the library is compiled."""


@dataclass(frozen=True)
class Match:
    """Games of one or more rulesets. Other processes get it pickled, with the files of the rulesets as they were read.

    Each kind of match adds what a game of it is, its unit of work (`job`), and the codec of a unit in a journal.
    """

    rulesets: tuple[Ruleset, ...]
    seats: int
    settings: tuple[tuple[str, int], ...] = ()
    """The figures that have another value."""
    who: tuple[str, ...] = ()
    """The kind of each seat; all are random by default."""
    in_c: str = NEVER
    secret: str = ""
    """128 bits on which chance depends as well, as hexadecimal digits: whoever knows the numbers knows no deal."""

    def compiled(self) -> Iterator[Program]:
        """Yield the rules of each ruleset in the plain build."""
        return (ruleset.program(self.seats, dict(self.settings)) for ruleset in self.rulesets)

    def programs(self) -> list[Program]:
        """Return what plays the games by each ruleset."""
        return [native_builds.native_if_wanted(program, self.in_c == READY) for program in self.compiled()]

    def codec(self) -> Codec[Any]:
        """Return what converts the results of a unit for a journal."""
        raise NotImplementedError

    def programs_for_c(self, compiler: bool | None, seconds: native_builds.Seconds) -> list[Program]:
        """Return the plain programs of all rulesets if the match is to be played in C, otherwise none.

        `compiler` says whether that is wanted; by None it is if it saves time, compilation included. `seconds` tells
        how much CPU time the match takes in Python with one of them.
        """
        if compiler is False:
            return []
        programs = list(self.compiled())
        return programs if compiler or all(native_builds.is_quicker(one, seconds) for one in programs) else []

    def seconds_in_python(self, games: int, check: bool = True) -> native_builds.Seconds:
        """Return what tries out how much CPU time games take in Python; `check`: whether `always` rules are checked."""
        cost = games * (native_builds.THINKING_COST if self.who else 1)
        return lambda program: cost * native_builds.seconds_of_game(program, check) if cost > 1 else 0

    def identity(self) -> dict[str, Plain]:
        """Return what results depend on, for their journal; they contain texts of the rules, so these count, too."""
        programs = [*self.compiled()]
        names = [program.ruleset for program in programs]
        rules = [f"{program.fingerprint} {program.texts_fingerprint}" for program in programs]
        if len(names) > 1:
            return {"rulesets": [*names], "rules": [*rules], "number of players": self.seats}
        return {"ruleset": names[0], "rules": rules[0], "number of players": self.seats, "--set": dict(self.settings)}


class FinishedGame(Protocol):
    """A game as a data class that JSON can hold."""

    @property
    def item(self) -> object:
        """The item of the job of which it comes."""


Finished = TypeVar("Finished", bound=FinishedGame)


@dataclass(frozen=True)
class SingleGames(Match, Generic[Finished]):
    """A match whose games are played one by one, and kept one by one."""

    listed: ClassVar[Any]
    """The type of a list of finished games."""
    most_in_unit: ClassVar[int] = 100

    def player(self) -> Callable[[Any], Finished]:
        """Compile the rules, prepare the seats, and return what plays the game of an item."""
        raise NotImplementedError

    def job(self, items: ItemSequence) -> Job[list[Finished]]:
        """Return the job of playing the games of some items."""
        return Job(Each(self.player), items, self.most_in_unit)

    def is_sound(self, game: Finished) -> bool:
        """Return whether a game that was kept is one, though its journal may have been changed."""
        return True

    def codec(self) -> Codec[list[Finished]]:
        """Return what converts the games of a unit for a journal."""
        return games_codec(self.listed, self.is_sound)


def games_codec(listed: Any, is_sound: Callable[[Finished], bool]) -> Codec[list[Finished]]:
    """Return what converts lists of a type for a journal, with what says whether a game in it is one."""

    def decode(plain: object) -> list[Finished]:
        games: list[Finished] = decode_as(listed, plain)
        if not all(map(is_sound, games)):
            raise ValueError("these are no games of such a match")
        return games

    return Codec(lambda games: [asdict(one) for one in games], decode, lambda games: [one.item for one in games])  # type: ignore[call-overload]
