"""What each difference of editions does in play: measured effects and example games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import click

from rulewright.cli import opening
from rulewright.cli.options import Games
from rulewright.cli.output import INTERRUPTED
from rulewright.cli.run import GamesRun
from rulewright.cli.search_options import Duel
from rulewright.comparison.diff import DifferenceRow
from rulewright.comparison.divergence import DivergentGame
from rulewright.comparison.divergence.narrative import DivergenceStory, tell_divergence
from rulewright.comparison.divergence.units import SearchBounds, SingleSearch, one_by_one
from rulewright.comparison.statistics import PairedGames, PairedResults
from rulewright.comparison.statistics.effects import judged
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS
from rulewright.report.editions.making import LETTERS
from rulewright.report.editions.play import InPlay, Named
from rulewright.report.model import troubles
from rulewright.source.seat_kinds import RANDOM

MOST_SECONDS = 20.0
"""Longest search for one example game."""


def in_play(names: Sequence[str], games: Games, examples: int, language: str) -> InPlay:
    """Play the differences of all editions from the first one; example games are in a language."""
    duels = {letter: Duel(names[0], name, games.players) for letter, name in zip(LETTERS[1:], names[1:], strict=False)}
    seats = max(duel.seats for duel in duels.values())
    found: dict[Named, tuple[DivergentGame, DivergenceStory]] = {}
    if examples:
        bounds = SearchBounds(games.numbers_for(examples).start, examples, MOST_SECONDS)
        found = dict(_find_examples(duels, bounds, GamesRun(games), language))
    if not games.games:
        return InPlay(examples=found)
    who = games.kinds_for(seats)
    play = _measure_effects(duels, seats, who, GamesRun(games))
    return replace(play, examples=found, numbers=games.numbers, who=Counter(who or [RANDOM] * seats))


def _playable_rows(duel: Duel) -> list[DifferenceRow]:
    """Return the differences that can be played alone."""
    return [row for row in duel.rows if duel.is_playable(row) and not row.is_wording]


def _find_examples(
    duels: Mapping[str, Duel], bounds: SearchBounds, run: GamesRun, language: str
) -> Iterator[tuple[Named, tuple[DivergentGame, DivergenceStory]]]:
    """Yield a game that each difference makes other, and its story; the differences are searched side by side."""
    for letter, duel in duels.items():
        searches: list[SingleSearch] = []
        rows = {row.name: row for row in _playable_rows(duel)}
        job = one_by_one(duel.rules_pair, duel.seats, bounds, [*rows], with_use=False)
        if run.play_job(job, searches.extend, "difference") == INTERRUPTED:
            click.get_current_context().exit(INTERRUPTED)
        for one in searches:
            example = one.found.example
            if example is not None:
                story = tell_divergence(duel.pair_alone(rows[one.name]), duel.seats, example, language)
                yield (letter, one.name), (example, story)


def _measure_effects(duels: Mapping[str, Duel], seats: int, who: tuple[str, ...], run: GamesRun) -> InPlay:
    """Measure every edition as a whole, and each of its differences alone: the same games with and without it."""
    sides: dict[Named, tuple[str, str]] = {}
    for letter, duel in duels.items():
        sides[letter, ""] = duel.typed
        for row in _playable_rows(duel):
            pair = duel.pair_alone(row)
            sides[letter, row.name] = pair.first.name, pair.second.name
    known = list(dict.fromkeys(name for pair in sides.values() for name in pair))
    match = PairedGames(tuple(map(opening.ruleset, known)), seats, who=who)
    match = run.prepare_match(match, len(run.games.numbers), check=False, anew=True)
    results = PairedResults.of_rulesets(len(known))
    if run.play_job(match.job(run.games.numbers), results.add_all) == INTERRUPTED:
        click.get_current_context().exit(INTERRUPTED)
    broken = [(said, known[first[0]], first[1]) for said, (first, *_) in troubles({}, results.broken)]
    for said, name, number in broken:
        click.echo(f"{said} The first, number {number} of {name}; pairs with them are left out.", err=True)
    pairs = {named: (known.index(a), known.index(b)) for named, (a, b) in sides.items()}
    found = {named: results.compare_rulesets(*both) for named, both in pairs.items() if results.paired_games(*both)}
    unplayed = [
        named for named, rows in found.items() if all(one.a and one.b and one.is_alike for one in rows.values())
    ]
    shown = judged({(named, key): rows[key] for named, rows in found.items() for key in (A_PLAYER, DECISIONS)})
    effects = {named: {key: shown[named, key] for key in (A_PLAYER, DECISIONS)} for named in found}
    return InPlay(effects, unplayed=unplayed, broken=broken)
