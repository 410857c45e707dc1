"""`rulewright diverge`: a short game that two rulesets play differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import late
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import DecimalNumber, WholeNumber
from rulewright.cli.options import Games, cluster_option, group_options, jobs_option, seed_option
from rulewright.cli.output import FINDINGS, FINE, print_report
from rulewright.cli.run import GamesRun
from rulewright.cli.search_options import Duel, search_divergence
from rulewright.engine.savefile.format import ENDING, write
from rulewright.phrasing import counted
from rulewright.report.diverge_report import (
    Outcome,
    difference_sentences,
    each_report,
    game_sections,
    steps_of,
    use_sections,
    wording_report,
)
from rulewright.report.layout import fold
from rulewright.report.model import Report, Section, Sentence
from rulewright.source.writing import write_text

if TYPE_CHECKING:
    from rulewright.comparison.diff import DifferenceRow
    from rulewright.comparison.divergence import DivergentGame, SearchProgress
    from rulewright.comparison.divergence.units import SearchBounds, SingleSearch
    from rulewright.comparison.toggles import RulesetPair

YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class NarrationOptions:
    """The typed options for narrating the game that was found and for writing it to a file."""

    page: Path | None
    everything: bool
    keep: Path | None
    scenario: Path | None

    def nothing_written(self) -> None:
        """Say that there is nothing to be written."""
        if self.keep or self.scenario:
            click.echo("Nothing was written.", err=True)

    def write_files(self, pair: RulesetPair, seats: int, example: DivergentGame) -> None:
        """Write what is wanted of an example."""
        if self.keep is not None:
            _keep_replay(pair, seats, example, self.keep)
        if self.scenario is not None:
            _write_scenario(pair, seats, example, self.scenario)


@click.command("diverge")
@click.argument("a", shell_complete=ruleset_names)
@click.argument("b", shell_complete=ruleset_names)
@click.argument("row", required=False)
@click.option("--each", is_flag=True, help="Every difference in turn, with a table at the end.")
@click.option("--games", type=WholeNumber(1), default=500, show_default=True, help="How many games to try.")
@click.option("--seconds", type=DecimalNumber(0, min_open=True), metavar="S", help="Stop a search after S seconds.")
@click.option("--players", type=WholeNumber(1), help="How many players; the fewest by default.")
@seed_option()
@jobs_option("all by default with --each, otherwise one: most searches take a second or two")
@cluster_option()
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path),
              help="Write a page on which the game can be stepped through; - prints it.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Tell the whole game, not only its last lines.")
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), metavar="NEW.replay",
              help="Write the game, up to where they part, to a new replay.")  # fmt: skip
@click.option("--scenario", type=click.Path(dir_okay=False, path_type=Path), metavar="NEW.yaml",
              help="Write a scenario of A from shortly before they part, with what differs under B.")  # fmt: skip
@group_options
def command(
    a: str, b: str, row: str | None, each: bool, games: Games, seconds: float | None, telling: NarrationOptions
) -> int:
    """Find a short game that A and B play differently: same chance, same choices, until they part.

    ROW is the number or name of a difference in "rulewright diff A B": then both are the same but for this one. Games
    are random; the shortest found is told, with the rule of each side that makes it so. Ends with 0 when none is
    found, with 1 when one is.
    """
    if each and (row or telling.keep or telling.scenario or telling.page):
        raise click.UsageError("--each is for all differences; ROW, --keep, --scenario and --html are for one.")
    _refuse_path(telling.keep, (ENDING,), "--keep")
    _refuse_path(telling.scenario, YAML, "--scenario")

    run = GamesRun(games if each or games.cluster else replace(games, jobs=games.jobs or 1))
    duel = Duel(a, b, games.players)
    bounds = late.divergence_units.SearchBounds(games.numbers.start, len(games.numbers), seconds)
    if each:
        return _diverge_each(duel, bounds, run)
    chosen = duel.row_named(row) if row else None
    if chosen is not None and chosen.is_wording:
        print_report(wording_report(chosen, f"rulewright diff {a} {b}"))
        telling.nothing_written()
        return FINE
    pair, seats = duel.rules_pair if chosen is None else duel.pair_alone(chosen), duel.seats
    if telling.page is None:
        print_report(Report([Section(_opening_lines(duel, pair, chosen))]))
        click.echo()
    found, stopped = search_divergence(pair, seats, bounds, run)
    on_page = telling.page is not None
    report = (
        _page_report(duel, chosen, pair, found)
        if on_page
        else _narrative_report(bounds, telling.everything, pair, seats, found)
    )
    print_report(report, page=telling.page)
    if found.example is None:
        telling.nothing_written()
    else:
        telling.write_files(pair, seats, found.example)
    return stopped or (FINE if found.example is None else FINDINGS)


def _refuse_path(path: Path | None, endings: tuple[str, ...], option: str) -> None:
    """Refuse a file that has another ending or is there already."""
    if path is not None and path.suffix not in endings:
        raise click.UsageError(f"{option} {path}: its name ends in {endings[0]}.")
    if path is not None and path.exists():
        raise click.UsageError(f"{option} {path}: this file is there already.")


# -- telling


def _opening_lines(duel: Duel, pair: RulesetPair, row: DifferenceRow | None) -> Iterator[str | Sentence]:
    first, second = pair.first.name, pair.second.name
    if row is None:
        yield f"{duel.abouts[0].headline}  ->  {duel.abouts[1].headline}"
    else:
        yield from difference_sentences(row.number, pair.differences[0], pair.edits_of(row.name))
    yield f"Played side by side: {first} and {second}, {counted(duel.seats, 'player')}."


def _narrative_report(
    bounds: SearchBounds, everything: bool, pair: RulesetPair, seats: int, found: SearchProgress
) -> Report:
    """Return the game that was found; if it shows no rule of one side alone, also where one first does something."""
    if found.example is None:
        return Report([Section([_nothing_found(found)])])
    tale = late.narrative.tell_divergence(pair, seats, found.example)
    use = None if tale.shown else late.watch_run.shortest_use(pair, seats, bounds.seed, bounds.games)
    one = tale.difference if len(pair.differences) > 1 else None
    return Report([
        *game_sections(found.example, tale, everything),
        Section(difference_sentences(None, one, pair.edits_of(one.name)) if one is not None else ()),
        Section([f"The shortest found in {counted(found.games, 'game')}."]),
        *(use_sections(use, tale.seats, everything) if use is not None else ()),
    ])  # fmt: skip


def _nothing_found(found: SearchProgress) -> str:
    return f"None found in {counted(found.games, 'game')}."


def _page_report(duel: Duel, chosen: DifferenceRow | None, pair: RulesetPair, found: SearchProgress) -> Report:
    """Return the page of the game that was found."""
    names = pair.first.name, pair.second.name
    example = found.example
    game = (
        _nothing_found(found)
        if example is None
        else steps_of(example, late.narrative.tell_divergence(pair, duel.seats, example), names)
    )
    head = [Section([chosen.sentence or chosen.name])] if chosen is not None else []
    return Report([Section([game])], " → ".join(about.headline for about in duel.abouts), head, "diverge")


def _keep_replay(pair: RulesetPair, seats: int, example: DivergentGame, path: Path) -> None:
    write(path, late.narrative.replay_of(pair, seats, example))
    verify = f"rulewright replay {path} --rules {pair.second.name} --verify"
    click.echo(f"Written to {path}. To see them part:\n  {verify}")


def _write_scenario(pair: RulesetPair, seats: int, example: DivergentGame, path: Path) -> None:
    text = late.shrinker.scenario_text(pair, seats, example)
    if text is None:
        said = "No scenario was written: no step before they part can be played by itself with the same end."
        click.echo("\n".join(fold(f"{said} Keep the game instead:  --keep NAME.replay")), err=True)
        return
    write_text(path, text)
    click.echo(f"Written to {path}: a scenario of {pair.first.name}.")


# -- every difference


def _diverge_each(duel: Duel, bounds: SearchBounds, run: GamesRun) -> int:
    named = [row for row in duel.rows if duel.is_playable(row)]
    rows = {row.name: row for row in named if not row.is_wording}
    alone: list[SingleSearch] = []
    job = late.divergence_units.one_by_one(duel.rules_pair, duel.seats, bounds, [*rows])
    code = run.play_job(job, alone.extend, "difference")
    outcomes = [Outcome(rows[one.name], one.found, one.used) for one in alone]
    players = counted(duel.seats, "player")
    others, wording = len(duel.rows) - len(named), len(named) - len(rows)
    left = [f"{counted(others, 'row')} of the diff without a named difference, which cannot be played alone"]
    worded = [f"{counted(wording, 'row')} of wording only, which no game can show"]
    opening = f"{duel.abouts[0].headline}  ->  {duel.abouts[1].headline}, {players}"
    print_report(each_report(opening, outcomes, (left if others else []) + (worded if wording else [])))
    return code or (FINDINGS if any(one.found.example for one in outcomes) else FINE)
