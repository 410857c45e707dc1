"""`rulewright diverge`: a short game that two rulesets play differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import Decimal, Whole
from rulewright.cli.options import Games, cluster_option, grouped, jobs_option, seed_option
from rulewright.cli.output import FINDINGS, FINE, write
from rulewright.cli.run import Run
from rulewright.cli.search_options import Duel, Search, searched
from rulewright.engine.savefile.format import ENDING
from rulewright.report.diverge_text import (
    Outcome,
    difference_lines,
    example_lines,
    table_lines,
    use_lines,
    wording_lines,
)  # fmt: skip
from rulewright.report.layout import counted, fold, listing
from rulewright.source.writing import write_text

if TYPE_CHECKING:
    from rulewright.comparison.diff import Row
    from rulewright.comparison.divergence import Example, Found
    from rulewright.comparison.divergence.units import Alone, Bounds
    from rulewright.comparison.toggles import Pair

YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class Telling:
    """What was typed about how the game that is found is told, and where it is written."""

    page: Path | None
    everything: bool
    keep: Path | None
    scenario: Path | None

    def nothing_written(self) -> None:
        """Say that there is nothing to be written."""
        if self.keep or self.scenario:
            click.echo("Nothing was written.", err=True)

    def write(self, search: Search, example: Example) -> None:
        """Write what is wanted of an example."""
        if self.keep is not None:
            _keep(search, example, self.keep)
        if self.scenario is not None:
            _write_scenario(search, example, self.scenario)


@click.command("diverge")
@click.argument("a", shell_complete=ruleset_names)
@click.argument("b", shell_complete=ruleset_names)
@click.argument("row", required=False)
@click.option("--each", is_flag=True, help="Every difference in turn, with a table at the end.")
@click.option("--games", type=Whole(1), default=500, show_default=True, help="How many games to try.")
@click.option("--seconds", type=Decimal(0, min_open=True), metavar="S", help="Stop a search after S seconds.")
@click.option("--players", type=Whole(1), help="How many players; the fewest by default.")
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
@grouped
def command(a: str, b: str, row: str | None, each: bool, games: Games, seconds: float | None, telling: Telling) -> int:
    """Find a short game that A and B play differently: same chance, same choices, until they part.

    ROW is the number or name of a difference in "rulewright diff A B": then both are the same but for this one. Games
    are random; the shortest found is told, with the rule of each side that makes it so. Ends with 0 when none is
    found, with 1 when one is.
    """
    if each and (row or telling.keep or telling.scenario or telling.page):
        raise click.UsageError("--each is for all differences; ROW, --keep, --scenario and --html are for one.")
    _new(telling.keep, (ENDING,), "--keep")
    _new(telling.scenario, YAML, "--scenario")
    from rulewright.comparison.divergence.units import Bounds

    run = Run(games if each else replace(games, jobs=games.jobs or 1))
    duel, bounds = Duel(a, b, games.players), Bounds(games.numbers.start, len(games.numbers), seconds)
    if each:
        return _each(duel, bounds, run)
    chosen = duel.row(row) if row else None
    if chosen is not None and chosen.is_wording:
        click.echo("\n".join(wording_lines(chosen, f"rulewright diff {a} {b}")))
        telling.nothing_written()
        return FINE
    search = Search(duel.pair if chosen is None else duel.alone(chosen), duel.seats)
    for line in _opening(duel, search.pair, chosen) if telling.page is None else ():
        click.echo(line)
    found, stopped = searched(search, bounds, run)
    if telling.page is not None:
        code = _write_page(duel, chosen, telling.page, search, found)
    else:
        code = _tell(bounds, telling.everything, search, found)
    if found.example is None:
        telling.nothing_written()
    else:
        telling.write(search, found.example)
    return stopped or code


def _new(path: Path | None, endings: tuple[str, ...], option: str) -> None:
    """Refuse a file that has another ending or is there already."""
    if path is not None and path.suffix not in endings:
        raise click.UsageError(f"{option} {path}: its name ends in {endings[0]}.")
    if path is not None and path.exists():
        raise click.UsageError(f"{option} {path}: this file is there already.")


# -- telling


def _opening(duel: Duel, pair: Pair, row: Row | None) -> Iterator[str]:
    first, second = pair.first.name, pair.second.name
    if row is None:
        yield from fold(f"{duel.abouts[0].headline}  ->  {duel.abouts[1].headline}")
    else:
        yield from difference_lines(row.number, pair.differences[0], pair.edits(row.name))
    yield from fold(f"Played side by side: {first} and {second}, {counted(duel.seats, 'player')}.")
    yield ""


def _tell(bounds: Bounds, everything: bool, search: Search, found: Found) -> int:
    """Tell the game that was found, and where a rule of one side alone first does something if the game shows none."""
    example, pair = found.example, search.pair
    if example is None:
        click.echo(f"None found in {counted(found.games, 'game')}.")
        return FINE
    tale = search.told(example)
    lines = example_lines(example.number, example.parting, tale, everything)
    if tale.difference is not None and len(pair.differences) > 1:
        lines += ["", *difference_lines(None, tale.difference, pair.edits(tale.difference.name))]
    click.echo("\n".join([*lines, "", f"The shortest found in {counted(found.games, 'game')}."]))
    use = None if tale.shown else search.in_use(bounds)
    if use is not None:
        click.echo("\n".join(["", *use_lines(use, tale.seats, everything)]))
    return FINDINGS


def _write_page(duel: Duel, chosen: Row | None, path: Path, search: Search, found: Found) -> int:
    """Write the page of the game that was found."""
    from rulewright.report.editions.play import diverge_html

    title = " → ".join(about.headline for about in duel.abouts)
    sentence = chosen.sentence or chosen.name if chosen is not None else ""
    game = (found.example, search.told(found.example)) if found.example is not None else None
    names = search.pair.first.name, search.pair.second.name
    write(path, diverge_html(title, sentence, names, game, f"None found in {counted(found.games, 'game')}."))
    return FINE if game is None else FINDINGS


def _keep(search: Search, example: Example, path: Path) -> None:
    from rulewright.comparison.divergence.narrative import replay_of
    from rulewright.engine.savefile.format import write

    write(path, replay_of(search.pair, search.seats, example))
    verify = f"rulewright replay {path} --rules {search.pair.second.name} --verify"
    click.echo(f"Written to {path}. To see them part:\n  {verify}")


def _write_scenario(search: Search, example: Example, path: Path) -> None:
    from rulewright.comparison.divergence.shrinker import scenario_text

    text = scenario_text(search.pair, search.seats, example)
    if text is None:
        said = "No scenario was written: no step before they part can be played by itself with the same end."
        click.echo("\n".join(fold(f"{said} Keep the game instead:  --keep NAME.replay")), err=True)
        return
    write_text(path, text)
    click.echo(f"Written to {path}: a scenario of {search.pair.first.name}.")


# -- every difference


def _each(duel: Duel, bounds: Bounds, run: Run) -> int:
    from rulewright.comparison.divergence.units import one_by_one

    named = [row for row in duel.rows if duel.named(row)]
    rows = {row.name: row for row in named if not row.is_wording}
    alone: list[Alone] = []
    job = one_by_one(duel.pair, duel.seats, bounds, [*rows])
    code = run.play(job, alone.extend, "difference")
    outcomes = [Outcome(rows[one.name], one.found, one.used) for one in alone]
    players = counted(duel.seats, "player")
    click.echo("\n".join(fold(f"{duel.abouts[0].headline}  ->  {duel.abouts[1].headline}, {players}")))
    click.echo("\n".join(["", *table_lines(outcomes)]))
    others, wording = len(duel.rows) - len(named), len(named) - len(rows)
    left = [f"{counted(others, 'row')} of the diff without a named difference, which cannot be played alone"]
    worded = [f"{counted(wording, 'row')} of wording only, which no game can show"]
    missing = (left if others else []) + (worded if wording else [])
    if missing:
        click.echo("\n".join(fold(f"Not among them: {listing(missing)}.")))
    return code or (FINDINGS if any(one.found.example for one in outcomes) else FINE)
