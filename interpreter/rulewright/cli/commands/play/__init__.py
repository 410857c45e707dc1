"""`rulewright play`: one table at the terminal.

`session` is the game with its persons, `answers` and `commands` what is typed, `screen` and `loop` what is shown,
`unfinished` and `offering` the games on the disk, `thinking` the computer players that think ahead.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.chance import with_secret
from rulewright.cli import late, opening
from rulewright.cli.commands.play.advice import Advice
from rulewright.cli.commands.play.app import is_usable
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.offering import offer_games, resume_hint, resume_words
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.thinking import ComputerSeats, computers_for, play_style
from rulewright.cli.commands.play.unfinished import GameJournal, UnfinishedGame, games_of, is_broken_off, new_path
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import DecimalNumber, WholeNumber
from rulewright.cli.opening import path_text
from rulewright.cli.options import (
    NUMBER,
    Games,
    SeatKindType,
    choose_language,
    drawn_secret,
    from_option,
    group_options,
    has_programs,
    lang_option,
    refuse_misfits,
    refuse_too_many,
    set_option,
)
from rulewright.cli.output import FINDINGS, FINE
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option
from rulewright.diagnostics import RulesError
from rulewright.diagnostics.model import escape_invisible
from rulewright.report.layout import fold
from rulewright.report.wording import together, word
from rulewright.scenarios.lookup import game_at_scenario
from rulewright.source.folders import exposure_of
from rulewright.source.seat_kinds import KINDS
from rulewright.workspace.about import About

if TYPE_CHECKING:
    from rulewright.cli.commands.play.loop import TableLoop
    from rulewright.engine import Game

WATCHING_PACE = 1.0
"""Seconds between the decisions of seats that play by themselves, where a person only watches."""


@dataclass(frozen=True)
class SavedGameTyped:
    """The saved game that is to go on, behind the ruleset or behind `--resume`."""

    save: str | None
    resume: str | None

    def file(self, ruleset: str) -> str | None:
        """Return its file, if any. Raises `click.UsageError` if two are typed, or one in place of a ruleset."""
        if self.save and self.resume:
            raise click.UsageError("Two saved games: leave out --resume.")
        known = ""
        with suppress(RulesError, OSError):
            known = escape_invisible(late.save_format.read(Path(ruleset)).ruleset) if Path(ruleset).is_file() else ""
        if known:
            again = shlex.join(["rulewright", "play", known, ruleset])
            raise click.UsageError(f"{ruleset} is a saved game, which stands behind its ruleset: {again}")
        return self.save or self.resume


@click.command("play")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("save", required=False, type=click.Path(exists=True, dir_okay=False))
@click.option("--seat", "kinds", type=SeatKindType(PERSON), multiple=True,
              help="Who sits in the next seat; repeat it. By default one person; the others are greedy where the "
                   "ruleset has weights, else random. A greedy one looks one step ahead.")  # fmt: skip
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@click.option(
    "--seed",
    "number",
    type=NUMBER,
    help="Game number: the same number, the same shuffles, for programs at the table as well.",
)
@from_option()
@set_option()
@lang_option()
@untrusted_option()
@click.option("--plain", is_flag=True, help="Print line by line, and never clear the screen.")
@click.option("--pace", type=DecimalNumber(0, 60), metavar="SECONDS",
              help="Pause after each decision of seats that play by themselves; 0 waits for a command.")  # fmt: skip
@click.option("--resume", type=click.Path(exists=True, dir_okay=False), metavar="FILE", help="Go on with a saved game.")
@group_options
def command(
    ruleset: str, games: Games, number: int | None, scenario: str | None, language: str, plain: bool,
    pace: float | None, typed: SavedGameTyped,
) -> int:  # fmt: skip
    """Play RULESET: you in seat 1, computer players in the others, unless --seat is given.

    With SAVE, a saved game of it, that game goes on.
    """
    resume = typed.file(ruleset)
    folder = enter_games_folder(ruleset)
    rules = opening.ruleset(ruleset)
    about = rules.about
    language, terminal = choose_language(ruleset, rules, language), Terminal(plain)
    settings = games.settings
    unfinished = unfinished_game(folder, ruleset, terminal) if resume is None else None
    if unfinished is not None:
        return go_on(ruleset, unfinished, plain)
    broken_off = Path(resume) if resume and is_broken_off(Path(resume), folder) else None
    players = opening.seats_in(Path(resume)) if resume and not (games.players or games.kinds) else games.players
    seats = table_size(about, games.kinds, players)
    refuse_misfits(rules, settings)
    ready = rules.in_language(language).program(seats, settings, traced=True)
    saved = opening.load_game(Path(resume), ready) if resume else None
    chance = saved.seed if saved else drawn_number() if number is None else number
    if saved is None and number is None and has_programs(games.kinds):
        chance = with_secret(chance, drawn_secret())
    fresh = game_at_scenario(rules.source, scenario, ready) if scenario else opening.start_game(ready, chance)
    number = fresh.number
    first = fresh.question.seat if scenario and fresh.question else 0
    who = who_sits(games.kinds, seats, first, opening.usual_kind(ready))
    plain_rules = partial(rules.program, seats, settings)
    others = computers_for([kind for kind in who if kind != PERSON], plain_rules, ready, on_stderr)
    session = session_of(fresh, saved, opening.seat_labels(ready), who, others)
    changed = saved is not None and session.game is saved
    own = None if broken_off else resume
    app = is_usable(plain)
    terminal = Paper() if app else terminal
    terminal.write_sentences(opening_lines(about, session, settings, ruleset, own, changed))
    again = again_words(ruleset, seats, games.kinds, scenario, settings, plain, language)
    keeper = GameSaver(opening.save_game, again, f"{about.name}-{number}", Path(own) if own else None)
    if inside.is_confined() and folder is not None:
        keeper.folder, keeper.again = folder, [*again, "--untrusted"]
    journal = journal_of(folder, broken_off, number, again[3:])
    if broken_off and saved:
        terminal.write_sentences([word("going-on", decisions=str(len(saved.decisions))), ""])
    session.advice = Advice(rules, plain_rules, others.thinking)
    debugger = late.debugger.Debugger(session, late.running_rules.RunningRules(ruleset, seats, settings, language))
    if pace is None and terminal.reading and not session.persons:
        pace = WATCHING_PACE
    debugger.pace, session.paced = pace, app or pace is not None
    loop = late.loop.TableLoop(session, keeper, terminal, journal, debugger)
    if app:
        on_screen(loop, about.title)
    else:
        loop.run()
    return FINDINGS if loop.broken else FINE


def on_screen(loop: TableLoop, title: str) -> None:
    """Play a session as an application."""
    app = late.table_app.TableApp(loop, title)
    with late.hanging_up.ending_with_terminal():
        app.run()
    Terminal(plain=True).write_lines(app.paper.take_lines())


def enter_games_folder(ruleset: str) -> Path | None:
    """Return where the unfinished games of a ruleset lie, None for nowhere; a confined process writes only there.

    What lies in a folder in which others can write is not offered: the options of a table are words of a command.
    """
    games = games_of(ruleset)
    if games is not None and (why := exposure_of(games)):
        click.echo(f"Unfinished games are neither kept nor offered: {why}", err=True)
        games = None
    if games is not None and inside.is_confined():
        games.mkdir(mode=0o700, parents=True, exist_ok=True)
    inside.enter_confinement([ruleset], [games] if games is not None else [])
    return games


def unfinished_game(games: Path | None, ruleset: str, terminal: Terminal) -> UnfinishedGame | None:
    """Return the unfinished game that the person wants to resume; None for a new one."""
    if games is None:
        return None
    if terminal.reading:
        return offer_games(games, terminal)
    terminal.write_lines(resume_hint(games, ruleset))
    return None


def go_on(ruleset: str, game: UnfinishedGame, plain: bool) -> int:
    """Resume a game that was interrupted, at a table like the one it was played at."""
    with command.make_context("play", [*resume_words(ruleset, game), *(["--plain"] if plain else [])]) as context:
        return int(command.invoke(context))


def journal_of(games: Path | None, broken_off: Path | None, number: int, options: Sequence[str]) -> GameJournal | None:
    """Return what keeps the game on the disk while it is played; None where nothing is to be kept."""
    if games is None:
        return None
    journal = GameJournal(broken_off or new_path(games, number), tuple(options), opening.save_game)
    if broken_off is not None and not journal.take_over():
        raise click.UsageError(word("played-elsewhere"))
    return journal


def who_sits(kinds: Sequence[str], seats: int, first: int, usual: str) -> list[str]:
    """Return who sits in each seat: as given, else one person, who is asked first; the rest are of the usual kind."""
    return [*(kinds or [*([usual] * first), PERSON]), *([usual] * seats)][:seats]


def on_stderr(said: str) -> None:
    """Say at once what takes more than a moment."""
    click.echo("\n".join(fold(said)), err=True)


def table_size(about: About, kinds: Sequence[str], players: int | None) -> int:
    """Return the number of seats, or say why the table does not fit the game."""
    seats = players or max(len(kinds), about.fewest if kinds else about.most)
    refuse_too_many(kinds, seats)
    return opening.seats_for(about, seats)


def drawn_number() -> int:
    """Return a game number of five digits that nobody chose."""
    return int.from_bytes(os.urandom(4), "big") % 90_000 + 10_000


def session_of(
    fresh: Game, saved: Game | None, names: Sequence[str], who: Sequence[str], others: ComputerSeats
) -> Session:
    """Return the session. A saved game is played again from its start, so that its decisions can be taken back."""
    session = Session(fresh, names, who, others)
    if saved is None:
        return session
    if session.replay_decisions(saved.decisions) and session.game.is_at(saved):
        return session
    return Session(saved, names, who, others)


def again_words(
    ruleset: str, seats: int, kinds: Sequence[str], scenario: str | None, settings: dict[str, int], plain: bool,
    language: str = "",
) -> list[str]:  # fmt: skip
    """Return the command that starts the same table again."""
    words = ["rulewright", "play", ruleset, "--players", str(seats)]
    words += [part for kind in kinds for part in ("--seat", kind)]
    words += ["--from", scenario] if scenario else []
    words += [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
    words += ["--lang", language] if language else []
    return [*words, "--plain"] if plain else words


def opening_lines(
    about: About, session: Session, settings: dict[str, int], ruleset: str, resume: str | None, changed: bool
) -> list[str]:
    """Return the sentences above the first screen: the game, who plays, its number, and how to get another table."""
    few = word("assumed-figures", number=str(about.assumed), ruleset=ruleset)
    title = f"{about.headline}.  {few}" if about.assumed else f"{about.headline}."
    lines = [title, f"{who_plays(session)} {word('game-number', number=str(session.game.number))}"]
    if has_programs(session.seats):
        lines.append(word("known-chance" if session.game.seed == session.game.number else "secret-chance"))
    if settings:
        figures = together([f"{name} {value}" for name, value in settings.items()])
        lines.append(word("figures-set", figures=figures))
    saved = f" {word('saved-game', file=resume)}" if resume else ""
    lines.append(word("rules-read", folder=path_text(about.folder)) + saved)
    lines += [word("rules-changed")] if changed else []
    lines += [session.computers.slow] if session.computers.slow else []
    size = f" --players {about.most - 1}" if about.most - 1 > about.fewest else ""
    another = f"rulewright play {ruleset}{size} --seat person --seat person"
    return [*lines, word("another-table", command=another), ""]


def who_plays(session: Session) -> str:
    """Return the sentence that says who sits where."""
    persons = [name for name, kind in zip(session.names, session.seats, strict=True) if kind == PERSON]
    who = together(persons)
    sentences = [word("you-are" if len(persons) == 1 else "persons", who=who)] if persons else []
    for kind in dict.fromkeys((*KINDS, *(kind for kind in session.seats if kind != PERSON))):
        others = [name for name, other in zip(session.names, session.seats, strict=True) if other == kind]
        if others:
            how_many = "plays-many" if len(others) > 1 else "plays-one"
            sentences.append(word(how_many, who=together(others), how=play_style(kind, session.computers.budgets)))
    return " ".join(sentences)
