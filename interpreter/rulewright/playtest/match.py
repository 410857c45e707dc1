"""What commands that play many games have in common: by which rules games are played, and who sits in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.backends import Program
from rulewright.jobs.journal import Codec, Plain
from rulewright.playtest.native_builds import native_if_wanted
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
        return [native_if_wanted(program, self.in_c == READY) for program in self.compiled()]

    def codec(self) -> Codec[Any]:
        """Return what converts the results of a unit for a journal."""
        raise NotImplementedError

    def identity(self) -> dict[str, Plain]:
        """Return what results depend on, for their journal; they contain texts of the rules, so these count, too."""
        programs = [*self.compiled()]
        names = [program.ruleset for program in programs]
        rules = [f"{program.fingerprint} {program.texts_fingerprint}" for program in programs]
        if len(names) > 1:
            return {"rulesets": [*names], "rules": [*rules], "number of players": self.seats}
        return {"ruleset": names[0], "rules": rules[0], "number of players": self.seats, "--set": dict(self.settings)}
