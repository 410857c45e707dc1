"""A recorded game, told: as a story, as a trace, the table at one decision, or a page to step through."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from rulewright.cli import late, opening
from rulewright.cli.commands.replay.files import OpenedGame
from rulewright.cli.main import print_problem
from rulewright.cli.output import FINDINGS, FINE, print_report
from rulewright.diagnostics import Code, RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import Game
from rulewright.engine.savefile.format import refusal
from rulewright.phrasing import counted, listing
from rulewright.playtest.replay import ReplayDifference, line_of_decision, take_recorded
from rulewright.report.board import board_lines
from rulewright.report.layout import fold
from rulewright.report.log_text import EVERYTHING
from rulewright.report.model import Line, Report, Section
from rulewright.report.question_text import question_lines
from rulewright.report.renderers import terminal
from rulewright.report.replay_report import Chapter, parting_lines, parting_title, story_sections, trace_sections
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


def decisions_again(one: OpenedGame, game: Game) -> Iterator[tuple[int, str]]:
    """Play a game again; yield each decision, its number and the choice, before it is made. What stops it is raised."""
    for number, decision in enumerate(one.kept.decisions, 1):
        yield number, decision.name
        parted = take_recorded(game, number, decision.name)
        if parted:
            raise parting_finding(one, parted)


def chapters_of(one: OpenedGame) -> tuple[Game, list[Chapter], RulesError | None]:
    """Play a game again; return it with what each decision brought, and what stopped it early."""
    game, question, told = one.begin(), None, 0
    found: list[Chapter] = []
    try:
        for number, _ in decisions_again(one, game):
            found.append(Chapter(number - 1, question, game.log[told:]))
            question, told = game.question, len(game.log)
    except RulesError as problem:
        return game, found, problem
    return game, [*found, Chapter(len(found), question, game.log[told:])], None


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
    told = trace_sections(found, reader) if trace else story_sections(game.log, reader)
    broke = how_it_broke(one)
    end = Section([*map(Line, where_it_stands(one, game)), *broke])
    print_paged(Report([*told, end], head=[game_head(one, seat)]))
    if problem is not None:
        print_problem(problem)
    return FINDINGS if problem is not None or broke else FINE


def game_head(one: OpenedGame, seat: str | None) -> Section:
    """Return what stands above a game: which it is, who played, and who reads."""
    shape, kept = one.rules.about, one.kept
    who = f"{listing(one.names)} play game number {kept.number}, {counted(len(kept.decisions), 'decision')}."
    settings = listing([f"{name} {value}" for name, value in kept.settings.items()])
    said = [f"{shape.headline}.  {who}" + (f" Set for this game: {settings}." if settings else "")]
    said.append(f"{one.name}.  Rules read from {opening.path_text(shape.folder)}.")
    if kept.fingerprint != one.program(traced=True).fingerprint:
        said.append("The rules have changed since the game was played: this is how it goes by the rules of today.")
    eyes = f"As {one.names[reader_named(one, seat)]} saw it." if seat else "Told with all secrets (--as NAME hides)."
    return Section([*said, eyes])


def where_it_stands(one: OpenedGame, game: Game) -> list[str]:
    """Return the end of a game, or who is asked where it was left."""
    if game.question is None:
        return score_lines(game, one.names)
    number = len(game.decisions) + 1
    return fold(f"Here, at decision {number}, {one.names[game.question.seat]} is asked.")


def how_it_broke(one: OpenedGame) -> list[str]:
    """Return the sentence on how a game of results broke when it was played; none for one that came to its end."""
    if one.record is None or not one.record.failure:
        return []
    number = sum(one.record.decisions)
    when = f"at decision {number}" if number else "before its first decision"
    return [f"It broke {when} when it was played: {one.record.failure}."]


def print_paged(report: Report) -> None:
    """Print a report; what is longer than the terminal is shown page by page."""
    lines = terminal(report)
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
    game = one.begin()
    next((game for at, _ in decisions_again(one, game) if at == number), game)
    return game


def show_table(one: OpenedGame, number: int, seat: str | None) -> int:
    """Print the table at a decision and the question there, without what is hidden from the reader."""
    reader = reader_named(one, seat)
    game = at_decision(one, number)
    question, everything = game.question, reader == EVERYTHING
    shown = look(game, None if everything else reader, everything=everything)
    table = [Section([f"Decision {number}.  {', '.join(game.headings())}"]), Section(map(Line, board_lines(shown)))]
    taken: list[str] = []
    if question is not None and shown.asked is not None and shown.asked.options:
        lines = question_lines(question, one.names)[:-1]
        taken = [f"Chosen: {decision.name}." for decision in one.kept.decisions[number - 1 : number]]
    else:
        lines = where_it_stands(one, game)
    print_paged(Report([*table, Section([*map(Line, lines), *taken])], head=[game_head(one, seat)]))
    return FINE


# -- a page


def write_page(one: OpenedGame, seat: str | None, path: Path) -> int:
    """Write a page on which the game can be stepped through."""
    reader = reader_named(one, seat)
    found = late.replay_steps.PositionCollector(reader)
    game = one.begin()
    for _, name in decisions_again(one, game):
        found.add(game, name)
    found.add(game)
    shape = one.rules.about
    eyes = [f"As {one.names[reader]} saw it."] if seat else [f"Game number {one.kept.number}, with all secrets."]
    head = [f"{listing(one.names)}: {counted(len(one.kept.decisions), 'decision')}.", *eyes]
    end = where_it_stands(one, game)
    print_report(found.report(shape.headline, head, end, one.language), page=path)
    return FINE
