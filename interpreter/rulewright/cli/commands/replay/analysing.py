"""A recorded game, judged decision by decision: who lost how much, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import click

from rulewright.cli.commands.play.thinking import budget_text, compile_notice, search_speed_notice
from rulewright.cli.commands.replay.files import OpenedGame
from rulewright.cli.commands.replay.telling import decisions_again, game_head, print_paged, reader_named
from rulewright.cli.output import FINE
from rulewright.cli.progress import progress_bar
from rulewright.engine import Game
from rulewright.players.foresight import Expected
from rulewright.players.search.settings import SearchBudget, budget_of
from rulewright.playtest.analysis import Judge, JudgedDecision
from rulewright.report.analysis_report import analysis_report
from rulewright.report.layout import fold
from rulewright.report.log_text import EVERYTHING
from rulewright.source.seat_kinds import SEARCH


def budget_typed(typed: str) -> SearchBudget:
    """Return how long each decision is thought about, as it was typed behind `--analyse`."""
    found = budget_of(typed) or budget_of(f"{SEARCH}:{typed}")
    if found is None:
        said = f"--analyse {typed}: say how long: 500 (games tried out), 2s or level:4. FILE stands before it."
        raise click.UsageError(said)
    return found


def analyse_game(one: OpenedGame, seat: str | None, typed: str) -> int:
    """Print what the decisions of a game cost, of all players or of one."""
    budget = budget_typed(typed)
    program, reader = one.program(traced=False), reader_named(one, seat)
    for said in (*compile_notice(program), *filter(None, [search_speed_notice(program)])):
        click.echo("\n".join(fold(said)), err=True)
    judge = Judge(program, budget)
    with progress_bar(len(one.kept.decisions), "decisions") as tick:
        judged = [
            judge.judge_decision(number, list(game.state), list(game.codes), chosen)
            for number, game, chosen in _decisions_of(one, tick)
            if reader in (EVERYTHING, game.seat)
        ]

    def follows(found: JudgedDecision) -> tuple[Expected, ...]:
        rated = judge.searcher.rate_options(found.state, found.codes, found.number)
        return next(each.line for each in rated if each.code == found.best)

    look = f"{one.command} --at NUMBER"
    ways = [f"The table there: {look} --show", f"Play on from there: {look}"]
    report = analysis_report(one.begin(), judged, budget_text(judge.budget), follows, ways)
    print_paged(replace(report, head=[game_head(one, seat)]))
    return FINE


def _decisions_of(one: OpenedGame, tick: Callable[[int], None]) -> Iterator[tuple[int, Game, int]]:
    """Yield the number of each decision, the game before it, and the code of what was chosen."""
    game = one.begin()
    for number, name in decisions_again(one, game):
        names = game.names() if not game.over else []
        if name in names:
            yield number, game, game.codes[names.index(name)]
        tick(1)
