"""A recorded game on the screen: as a story, as a trace, or the table at one decision."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.cli import late, opening
from rulewright.cli.commands.replay.files import OpenedGame
from rulewright.cli.main import print_problem
from rulewright.cli.output import FINDINGS, FINE, write_or_print
from rulewright.diagnostics import Code, RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import Game
from rulewright.engine.savefile.format import refusal
from rulewright.phrasing import counted, listing
from rulewright.playtest.replay import ReplayDifference, begin_recorded, line_of_decision, take_recorded
from rulewright.report.board import board_lines
from rulewright.report.layout import fold
from rulewright.report.log_text import EVERYTHING
from rulewright.report.question_text import question_lines
from rulewright.report.replay_text import Chapter, parting_lines, parting_title, story_lines, trace_lines
from rulewright.report.scores_text import score_lines
from rulewright.report.table import look

SAME_RULES = "The rules are the same: the file was changed by hand, or Rulewright itself plays it differently now."


def reader_named(one: OpenedGame, seat: str | None) -> int:
    """Return the seat with whose eyes the game is seen; everything, if none is named."""
    if seat is None:
        return EVERYTHING
    for called in (one.kept.seats, one.names):
        names = [name.lower() for name in called]
        if seat.lower() in names:
            return names.index(seat.lower())
    remedy = did_you_mean(seat, one.names) or (f"The seats are {listing(one.names)}.",)
    raise refusal(one.path, Code.UNKNOWN_SEAT, f'nobody in this game is called "{seat}"', *remedy)


def chapters_of(one: OpenedGame, until: int | None = None) -> tuple[Game, list[Chapter], RulesError | None]:
    """Play a game again, up to a decision; return it with what each decision brought, and what stopped it early."""
    game = begin_recorded(one.path, one.kept, one.program(traced=True))
    found = [Chapter(0, None, list(game.log))]
    for number, decision in enumerate(one.kept.decisions[: None if until is None else until - 1], 1):
        question, told = game.question, len(game.log)
        parted = take_recorded(game, number, decision.name)
        if parted:
            return game, found, parting_finding(one, parted)
        found.append(Chapter(number, question, game.log[told:]))
    return game, found, None


def parting_finding(one: OpenedGame, parted: ReplayDifference) -> RulesError:
    """Return the finding for the decision at which a game cannot go on; one that broke in play breaks there again."""
    if parted.broke is not None and one.record is not None and one.record.failure:
        return RulesError(parted.broke.findings)  # without the log, which is part of the story
    return difference_finding(one, parted.number, parting_title(parted, len(one.kept.decisions)), parting_lines(parted))


def difference_finding(one: OpenedGame, number: int, said: str, lines: Sequence[str]) -> RulesError:
    """Return the finding that a game differs from what is written."""
    line = one.line or line_of_decision(one.path, number)
    program = one.program(traced=True)
    same = program.fingerprint == one.kept.fingerprint
    changed = [SAME_RULES if same else "The rules are not those of that time."]
    return refusal(one.path, Code.REPLAY_DIFFERS, said, *lines, *changed, line=line)


def tell_game(one: OpenedGame, seat: str | None, trace: bool) -> int:
    """Tell a whole game; what no longer fits the rules ends it."""
    reader = reader_named(one, seat)
    game, found, problem = chapters_of(one)
    lines = game_headlines(one, seat)
    lines += trace_lines(found, reader) if trace else story_lines(game.log, reader)
    broke = how_it_broke(one)
    lines += ["", *where_it_stands(one, game), *broke]
    print_paged(lines)
    if problem is not None:
        print_problem(problem)
    return FINDINGS if problem is not None or broke else FINE


def game_headlines(one: OpenedGame, seat: str | None) -> list[str]:
    """Return the lines above a game: which it is, who played, and who reads."""
    shape, kept = one.rules.about, one.kept
    who = f"{listing(one.names)} play game number {kept.number}, {counted(len(kept.decisions), 'decision')}."
    settings = listing([f"{name} {value}" for name, value in kept.settings.items()])
    lines = fold(f"{shape.headline}.  {who}" + (f" Set for this game: {settings}." if settings else ""))
    lines += fold(f"{one.name}.  Rules read from {opening.path_text(shape.folder)}.")
    if kept.fingerprint != one.program(traced=True).fingerprint:
        lines += fold("The rules are not those by which it was played: what is told is what they make of it now.")
    eyes = f"As {one.names[reader_named(one, seat)]} saw it." if seat else "Told with all secrets (--as NAME hides)."
    return [*lines, eyes, ""]


def where_it_stands(one: OpenedGame, game: Game) -> list[str]:
    """Return the end of a game, or who is asked where it was left."""
    if game.question is None:
        return score_lines(game, one.names)
    number = len(game.decisions) + 1
    return fold(f"Here, at decision {number}, {one.names[game.question.seat]} is asked.")


def how_it_broke(one: OpenedGame) -> list[str]:
    """Return how a game of results broke when it was played; nothing for one that came to its end."""
    if one.record is None or not one.record.failure:
        return []
    number = sum(one.record.decisions)
    when = f"at decision {number}" if number else "before its first decision"
    return fold(f"It broke {when} when it was played: {one.record.failure}.")


def print_paged(lines: Sequence[str]) -> None:
    """Print lines; what is longer than the terminal is shown page by page."""
    text = "\n".join(lines) + "\n"
    if sys.stdout.isatty() and sys.stdin.isatty() and len(lines) >= shutil.get_terminal_size().lines:
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


# -- one decision


def at_decision(one: OpenedGame, number: int) -> Game:
    """Return the game as it stood at a decision; after the last one, as it ended."""
    most = len(one.kept.decisions) + 1
    if not 1 <= number <= most:
        said = f"there is no decision {number} in this game"
        remedy = f"They go from 1 to {most - 1}; {most} is where it ended."
        raise refusal(one.path, Code.NO_SUCH_DECISION, said, remedy)
    game, _, problem = chapters_of(one, number)
    if problem is not None:
        raise problem
    return game


def show_table(one: OpenedGame, number: int, seat: str | None) -> int:
    """Print the table at a decision and the question there, without what is hidden from the reader."""
    reader = reader_named(one, seat)
    game = at_decision(one, number)
    question, everything = game.question, reader == EVERYTHING
    shown = look(game, None if everything else reader, everything=everything)
    board = board_lines(shown)
    lines = [*game_headlines(one, seat), *fold(f"Decision {number}.  {', '.join(game.headings())}"), "", *board, ""]
    if question is not None and shown.asked is not None and shown.asked.options:
        lines += question_lines(question, one.names)[:-1]
        taken = [decision.name for decision in one.kept.decisions[number - 1 : number]]
        lines += fold(f"Chosen: {taken[0]}.") if taken else []
    else:
        lines += where_it_stands(one, game)
    print_paged(lines)
    return FINE


# -- a page


def write_page(one: OpenedGame, seat: str | None, path: Path) -> int:
    """Write a page on which the game can be stepped through."""
    reader = reader_named(one, seat)
    found = late.replay_html.Steps(reader)
    game = begin_recorded(one.path, one.kept, one.program(traced=True))
    for number, decision in enumerate(one.kept.decisions, 1):
        found.add(game, decision.name)
        parted = take_recorded(game, number, decision.name)
        if parted:
            raise parting_finding(one, parted)
    found.add(game)
    shape = one.rules.about
    eyes = [f"As {one.names[reader]} saw it."] if seat else [f"Game number {one.kept.number}, with all secrets."]
    head = [f"{listing(one.names)}: {counted(len(one.kept.decisions), 'decision')}.", *eyes]
    end = where_it_stands(one, game)
    write_or_print(path, late.replay_html.replay_html(shape.headline, head, one.names, found, end, one.language))
    return FINE
