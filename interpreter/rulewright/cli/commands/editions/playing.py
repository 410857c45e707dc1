"""What each difference of editions does in play: measured effects and example games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import click

from rulewright.cli import compiling, opening
from rulewright.cli.options import numbered
from rulewright.cli.output import INTERRUPTED
from rulewright.cli.progress import Workers, gather
from rulewright.cli.search_options import Duel, Search, searched
from rulewright.cli.seating import sitting
from rulewright.cli.secret_chance import secret_of_run
from rulewright.comparison.diff import Row
from rulewright.comparison.divergence import Example
from rulewright.comparison.divergence.narrative import Told
from rulewright.comparison.divergence.units import Bounds
from rulewright.comparison.statistics import Match, Results
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import Key
from rulewright.players.seats import RANDOM
from rulewright.playtest.simulate import READY
from rulewright.report.editions.making import LETTERS
from rulewright.report.editions.play import InPlay, Named

MOST_SECONDS = 20.0
"""Longest search for one example game."""


def in_play(
    names: Sequence[str], players: int | None, kinds: tuple[str, ...], seed: int, games: int, examples: int,
    jobs: int | None, compiler: bool | None, language: str,
) -> InPlay:  # fmt: skip
    """Play the differences of all editions from the first one; example games are in a language."""
    duels = {letter: Duel(names[0], name, players) for letter, name in zip(LETTERS[1:], names[1:], strict=False)}
    seats = max(duel.seats for duel in duels.values())
    found: dict[Named, tuple[Example, Told]] = {}
    if examples:
        bounds = Bounds(numbered(seed, examples).start, examples, MOST_SECONDS)
        found = dict(_examples(duels, bounds, Workers(jobs or 1), language))
    if not games:
        return InPlay(examples=found)
    who = sitting(kinds, seats)
    effects = _effects(duels, seats, who, numbered(seed, games), jobs, compiler)
    return InPlay(effects, found, numbered(seed, games), Counter(who or [RANDOM] * seats))


def _rows(duel: Duel) -> list[Row]:
    """Return the differences that can be played alone."""
    return [row for row in duel.rows if duel.named(row) and not row.is_wording]


def _examples(
    duels: Mapping[str, Duel], bounds: Bounds, workers: Workers, language: str
) -> Iterator[tuple[Named, tuple[Example, Told]]]:
    for letter, duel in duels.items():
        for row in _rows(duel):
            search = Search(duel.alone(row), duel.seats)
            found, code = searched(search, bounds, workers)
            if found.example is not None:
                yield (letter, row.name), (found.example, search.told(found.example, language))
            if code == INTERRUPTED:
                click.get_current_context().exit(INTERRUPTED)


def _effects(
    duels: Mapping[str, Duel], seats: int, who: tuple[str, ...], numbers: range, jobs: int | None,
    compiler: bool | None,
) -> dict[Named, dict[Key, Effect]]:  # fmt: skip
    """Measure every edition as a whole, and each of its differences alone: the same games with and without it."""
    sides: dict[Named, tuple[str, str]] = {}
    for letter, duel in duels.items():
        sides[letter, ""] = duel.typed
        for row in _rows(duel):
            pair = duel.alone(row)
            sides[letter, row.name] = pair.first.name, pair.second.name
    known = list(dict.fromkeys(name for pair in sides.values() for name in pair))
    in_c = compiling.in_c(known, seats, {}, len(numbers), who, compiler, check=False) == READY
    results = Results.of(len(known))
    match = Match(tuple(map(opening.source_of, known)), seats, who, in_c, secret_of_run(who, anew=True))
    if gather(match.job(numbers), Workers(jobs), "game", results.add_all) == INTERRUPTED:
        click.get_current_context().exit(INTERRUPTED)
    if results.broken:
        said, (first, *_) = next(iter(results.broken.items()))
        which = f"number {first[1]} of {known[first[0]]}"
        click.echo(f"Some games broke and are left out, such as {which}: {said}", err=True)
    pairs = {named: (known.index(a), known.index(b)) for named, (a, b) in sides.items()}
    return {named: results.compared(*both) for named, both in pairs.items() if results.pairs(*both)}
