"""Options that several commands share: which games, who sits and who works on them; the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints

import click

from rulewright.cli.completing import languages
from rulewright.cli.numbers import Whole
from rulewright.cli.output import meant
from rulewright.cli.seating import enough
from rulewright.diagnostics.limits import GAME_NUMBER
from rulewright.jobs.job import Target
from rulewright.jobs.local import cores, on_this_machine
from rulewright.players.seats import everybody, is_here_only
from rulewright.report.layout import counted
from rulewright.workspace import Ruleset

NUMBER = Whole(0, GAME_NUMBER.most)
"""The number of a game."""


def grouped(command: Callable[..., int]) -> Callable[..., int]:
    """Let a command get its options in groups: a parameter that is a dataclass gets those with the names of its fields.

    Two commands then say the same about the same options, and helpers get one argument for all of them.
    """
    groups: dict[str, Any] = {name: kind for name, kind in get_type_hints(command).items() if is_dataclass(kind)}

    @wraps(command)
    def ungrouped(**typed: Any) -> int:
        for name, kind in groups.items():
            own = {one.name: typed.pop(one.name) for one in fields(kind) if one.name in typed}
            typed[name] = kind(**own)
        return command(**typed)

    return ungrouped


def seed_option() -> Callable[[Any], Any]:
    """Return the option `--seed`."""
    return click.option("--seed", type=NUMBER, default=1, show_default=True, help="Number of the first game.")


def jobs_option(default: str = "all by default") -> Callable[[Any], Any]:
    """Return the option `--jobs`."""
    return click.option("--jobs", type=Whole(1), help=f"How many cores; {default}.")


def cluster_option() -> Callable[[Any], Any]:
    """Return the option `--cluster`."""
    return click.option(
        "--cluster", metavar="ADDRESS",
        help="Use a Dask cluster: tcp://HOST:PORT, a scheduler file, or local:4 to start one here with 4 workers.",
    )  # fmt: skip


@dataclass(frozen=True)
class Games:
    """What was typed about many games. What a command has no option for is as if it was left out."""

    games: int | None = None
    players: int | None = None
    seed: int = 1
    kinds: tuple[str, ...] = ()
    """Who was named by `--seat`."""
    settings: dict[str, int] = field(default_factory=dict)
    jobs: int | None = None
    """How many cores; all by default."""
    cluster: str | None = None
    """The address of a cluster, instead of this machine."""
    compiler: bool | None = None

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return self.numbered(self.games or 0)

    def numbered(self, games: int) -> range:
        """Return as many numbers of games; raises `click.UsageError` where some of them would be too high."""
        if self.seed + games - 1 > GAME_NUMBER.most:
            said = f"--seed {self.seed} leaves room for {counted(GAME_NUMBER.most - self.seed + 1, 'game')}"
            raise click.UsageError(f"{said}: the highest game number is {GAME_NUMBER.most}.")
        return range(self.seed, self.seed + games)

    def sitting(self, seats: int) -> tuple[str, ...]:
        """Return who sits in each seat; nobody in particular where all play at random."""
        enough(self.kinds, seats)
        return everybody(self.kinds, seats) if self.kinds else ()

    def refuse_cluster(self, who: Sequence[str]) -> None:
        """Refuse what cannot be sent to a cluster."""
        if self.cluster and self.jobs:
            raise click.UsageError("--cluster has workers of its own: leave out --jobs.")
        own = [kind for kind in who if is_here_only(kind)]
        if self.cluster and own:
            raise click.UsageError(f"--seat {own[0]} cannot be sent to a cluster: it is only here.")

    def target(self) -> Target[Any]:
        """Return where units are worked on."""
        if self.cluster is None:
            return on_this_machine(self.jobs or cores())
        from rulewright.jobs.cluster import Cluster

        return Cluster(self.cluster)


def lang_option() -> Callable[[Any], Any]:
    """Return the option `--lang`; the command gets a text `language`, "" for that of the rules."""
    return click.option(
        "--lang", "language", metavar="LANG", default="", shell_complete=languages,
        help="Show texts in this language of the ruleset: pl.",
    )  # fmt: skip


def chosen(typed: str, rules: Ruleset, language: str) -> str:
    """Return the language, "" for that of the rules, and print in it; refuse one that the ruleset has no texts in."""
    from rulewright.report.wording import speak

    if not language:
        speak("")
        return ""
    own, *others = rules.source.languages
    known = [own, *others]
    if language not in known:
        listed = f"Its languages: {own} (its own){''.join(f', {other}' for other in others)}."
        said = f'{typed} has no texts in "{language}".{meant(language, known)}'
        raise click.UsageError(f"--lang {language}: {said} {listed}")
    wanted = "" if language == own else language
    click.get_current_context().call_on_close(lambda: speak(""))
    speak(wanted)
    return wanted
