"""Options that several commands share: which games, who sits and who works on them; figures; the language.

A program can try numbers of games until its own hand comes out, and then knows every hand. Where one sits, games keep
their numbers, but chance also depends on 128 secret bits that are drawn for the run and kept in its journal, unless
`--seed` is given.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints

import click
from click.shell_completion import CompletionItem

from rulewright.chance import SECRET_BYTES
from rulewright.cli import late, opening
from rulewright.cli.completing import language_names, scenario_names, seat_kinds
from rulewright.cli.numbers import WHOLE_NUMBER, WholeNumber
from rulewright.cli.output import suggestion_for
from rulewright.cli.untrusted import inside
from rulewright.diagnostics.limits import GAME_NUMBER
from rulewright.jobs.job import Target
from rulewright.jobs.local import on_this_machine, usable_cores
from rulewright.phrasing import counted
from rulewright.players.seats import KINDS, is_here_only, is_known, seat_remedy, seats_filled
from rulewright.workspace import Ruleset

NUMBER = WholeNumber(0, GAME_NUMBER.most)
"""The number of a game."""

KNOWN_CHANCE = (
    "With --seed, chance goes by the number of each game: a program that tries numbers can compute all hands and dice."
)
FRESH_DEALS = "Programs can remember, so every game has shuffles of its own, and intervals are wider."


def group_options(command: Callable[..., int]) -> Callable[..., int]:
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


def from_option() -> Callable[[Any], Any]:
    """Return the option `--from`; the command gets a text `scenario`, or None."""
    return click.option(
        "--from", "scenario", metavar="SCENARIO", shell_complete=scenario_names,
        help="Begin at the position of a scenario.",
    )  # fmt: skip


def jobs_option(default: str = "all by default") -> Callable[[Any], Any]:
    """Return the option `--jobs`."""
    return click.option("--jobs", type=WholeNumber(1), help=f"How many cores; {default}.")


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

    def repeat_command(self, ruleset: str, seats: int) -> str:
        """Return the command that plays one of these games again, once its number is added."""
        words = ["rulewright", "simulate", ruleset, "--players", str(seats)]
        words += [word for name, value in self.settings.items() for word in ("--set", f"{name}={value}")]
        words += [word for kind in self.kinds for word in ("--seat", kind)]
        return shlex.join([*words, "--games", "1"])

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return self.numbers_for(self.games or 0)

    def numbers_for(self, games: int) -> range:
        """Return as many numbers of games; raises `click.UsageError` where some of them would be too high."""
        if self.seed + games - 1 > GAME_NUMBER.most:
            said = f"--seed {self.seed} leaves room for {counted(GAME_NUMBER.most - self.seed + 1, 'game')}"
            raise click.UsageError(f"{said}: the highest game number is {GAME_NUMBER.most}.")
        return range(self.seed, self.seed + games)

    def kinds_for(self, seats: int) -> tuple[str, ...]:
        """Return who sits in each seat; nobody in particular where all play at random."""
        refuse_too_many(self.kinds, seats)
        return seats_filled(self.kinds, seats) if self.kinds else ()

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
            return on_this_machine(self.jobs or usable_cores())

        return late.cluster.Cluster(self.cluster)


def lang_option() -> Callable[[Any], Any]:
    """Return the option `--lang`; the command gets a text `language`, "" for that of the rules."""
    return click.option(
        "--lang", "language", metavar="LANG", default="", shell_complete=language_names,
        help="Show texts in this language of the ruleset: pl.",
    )  # fmt: skip


def choose_language(typed: str, rules: Ruleset, language: str) -> str:
    """Return the language, "" for that of the rules, and print in it; refuse one that the ruleset has no texts in."""
    if not language:
        late.wording.speak("")
        return ""
    own, *others = rules.source.languages
    known = [own, *others]
    if language not in known:
        listed = f"Its languages: {own} (its own){''.join(f', {other}' for other in others)}."
        said = f'{typed} has no texts in "{language}".{suggestion_for(language, known)}'
        raise click.UsageError(f"--lang {language}: {said} {listed}")
    wanted = "" if language == own else language
    click.get_current_context().call_on_close(lambda: late.wording.speak(""))
    late.wording.speak(wanted)
    return wanted


# -- figures


def set_option(flag: str = "--set", name: str = "settings", of: str = "") -> Callable[[Any], Any]:
    """Return the option `--set`, perhaps `of` one of several rulesets; the command gets a dictionary `settings`."""
    said = (
        'Give a number of the rules another value: a figure (first-coins=5), an entry ("prices for apple=3"), the '
        'number before a word of a rule ("card.feast coins=4"); repeat it.'
    )
    return click.option(
        flag, name, multiple=True, metavar="NAME=VALUE", callback=_read_settings, help=f"The same{of}." if of else said
    )


def _read_settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    flag = param.opts[0]
    for value in values:
        typed, equals, number = value.partition("=")
        name = typed.strip()
        if not equals or not name:
            raise click.UsageError(f"{flag} {value}: write NAME=VALUE, for instance first-money=9.")
        if not WHOLE_NUMBER.fullmatch(number):
            raise click.UsageError(f'{flag} {value}: "{number}" is not a whole number: write it in the digits 0 to 9.')
        figure = WholeNumber().convert(number, None, ctx)
        if name in found:
            raise click.UsageError(f"{flag} says {name} twice.")
        found[name] = figure
    return found


def refuse_misfits(rules: Ruleset, settings: dict[str, int], flag: str = "--set") -> None:
    """Refuse numbers that the ruleset does not have, and values that its rules do not allow."""
    if not settings:
        return

    for misfit in late.settings.misfitting_settings(rules, settings):
        remedy = "".join(f" {line}" for line in misfit.remedy)
        raise click.UsageError(f"{flag} {misfit.name}={settings[misfit.name]}: {misfit.message}.{remedy}")


def ruleset_for_several(ruleset: str, games: Games, alone: str) -> tuple[Ruleset, int]:
    """Return a ruleset with the number of players; refuse a single one, for whom `alone` says why, and misfits."""
    rules = opening.ruleset(ruleset)
    seats = opening.seats_for(rules.about, games.players)
    if seats < 2:
        raise click.UsageError(f"{rules.about.title} is for one player: {alone}.")
    refuse_misfits(rules, games.settings)
    return rules, seats


# -- seats


class SeatKindType(click.ParamType):  # type: ignore[type-arg]
    """One of the kinds of seat that are known here, a plan of the ruleset, or a class in a Python file."""

    name = "seat"

    def __init__(self, *more: str) -> None:
        self.known = (*more, *KINDS)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return what the help shows."""
        return f"[{'|'.join(self.known)}|search:N|level:N|NAME|FILE.py:NAME|cmd:COMMAND|tcp:HOST:PORT]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the kinds that begin as typed."""
        own = [CompletionItem(kind) for kind in self.known if kind not in KINDS and kind.startswith(incomplete)]
        return [*own, *seat_kinds(ctx, param, incomplete)]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the kind as it was typed, or refuse it."""
        if value not in self.known and not is_known(value):
            known = ", ".join(repr(kind) for kind in self.known)
            others = "no name of a plan, no class in a file (FILE.py:NAME), no program (cmd:COMMAND, tcp:HOST:PORT)"
            self.fail(f"{value!r} is not one of {known}, {others}. {seat_remedy(value)}".rstrip(), param, ctx)
        if is_here_only(value) and inside.is_confined():
            self.fail(f"{value!r}: --untrusted starts no process and opens no connection.", param, ctx)
        return value


def seat_option() -> Callable[[Any], Any]:
    """Return the option `--seat`; the command gets a tuple `kinds`."""
    said = "; ".join(f"{kind.name}: {kind.decides}" for kind in KINDS.values())
    return click.option(
        "--seat", "kinds", type=SeatKindType(), multiple=True,
        help=f"Who plays: given once, everybody; repeated, seat by seat, and at random in the rest. {said}; "
        "NAME: a plan of the ruleset; FILE.py:NAME: a class of your own; cmd:COMMAND, tcp:HOST:PORT: a program. "
        "\"greedy without OPTION\" never chooses it, \"greedy with OPTION\" whenever it can.",
    )  # fmt: skip


def refuse_too_many(kinds: Sequence[str], seats: int) -> None:
    """Refuse more kinds of seat than there are seats."""
    if len(kinds) > seats:
        raise click.UsageError(f"--seat is given {len(kinds)} times, for {counted(seats, 'player')}.")


def has_programs(who: Sequence[str]) -> bool:
    """Return whether a program or a class sits in some seat."""
    return any(map(is_here_only, who))


def drawn_secret() -> str:
    """Return 128 secret bits as hexadecimal digits."""
    return os.urandom(SECRET_BYTES).hex()
