"""`rulewright strategy`: a plan that beats seats which play greedily."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    Games,
    SeatKindType,
    cluster_option,
    group_options,
    has_programs,
    jobs_option,
    ruleset_for_several,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, FINE, TEXT, Shown, form_option, page_option, print_report, write_or_print
from rulewright.cli.racing import Contest, RaceOptions, race_options
from rulewright.comparison.statistics.effects import Effect, judged
from rulewright.comparison.statistics.intervals import MORE
from rulewright.comparison.tuning.plans import (
    FOLLOWED,
    MOST_CHANGES,
    Plan,
    PlanFound,
    PlanRace,
    compared,
    extended_plans,
    offered_changes,
    option_names,
    plan_file,
)
from rulewright.comparison.tuning.race import Race, RacedGame, RaceGame, plan_rounds
from rulewright.comparison.worth.games import WorthGame, WorthGames
from rulewright.players.search.settings import budget_of
from rulewright.players.seats import GREEDY, KINDS, RANDOM, make_decider
from rulewright.report.strategy_report import PlanWords, strategy_report
from rulewright.source import is_name

GAMES, SCOUTED = 2000, 50
"""How many games are played by default, and at most watched to see what can be chosen."""
LATER = 8
"""One game in this many is kept for finding out where the plan fails."""
FEWEST = 12
"""The least number of games for each seat."""
STRONGER = "search:50"
"""Who sits around a plan that was found, too, where there is a time for everything."""


@click.command("strategy")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--against", type=SeatKindType(), help="Who plays otherwise; greedy by default, random without weights.")
@click.option("--also", type=SeatKindType(), multiple=True,
              help=f"Against whom else a plan that was found plays; {STRONGER} by default with a time.")  # fmt: skip
@race_options(GAMES, "data/seat-NAME.yaml")
@click.option("--players", type=WholeNumber(2), help="How many players; the most by default.")
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@form_option()
@page_option()
@group_options
def command(
    ruleset: str, games: Games, race: RaceOptions, against: str | None, also: tuple[str, ...], shown: Shown
) -> int:
    """Look for a plan that beats seats which play greedily in RULESET.

    Plans change what such a seat never takes, prefers, or takes at most. The best of them plays a last match on fresh
    shuffles; if it is better there, the command says where it fails, and prints it as a file of kind seat.
    """
    race.refuse_file()
    rules, seats = ruleset_for_several(ruleset, games, "there is nobody to beat")
    program = rules.program(seats, games.settings)
    kind = against or (GREEDY if program.has_weights else RANDOM)
    if (budget_of(kind) is None and kind not in KINDS) or has_programs(also):
        raise click.UsageError("--against is a kind of seat that is built in, and --also such a kind or a plan.")
    for other in also:
        make_decider(other, program)
    match = PlanRace((rules,), seats, tuple(games.settings.items()), (kind,) * seats, candidates=(kind,))
    contest = Contest.prepared(match, games, race, FEWEST * seats)
    finder = Finder(contest, games.seed, PlanFound(kind, opening.seat_labels(program)))
    finder.watch(min(SCOUTED, contest.number // LATER))
    contest.keep(also=[*also])
    finder.find(also or (STRONGER,) * (race.seconds < inf))
    contest.run.end_run(FINE)
    found = replace(finder.found, failures=contest.failures)
    budget = f"{contest.number}" if race.seconds == inf else f"{race.seconds:.0f}s"
    words = ["rulewright", "strategy", ruleset, "--players", f"{seats}", "--against", kind, "--seed", f"{games.seed}"]
    words += ["--budget", budget, *(f"--set={name}={value}" for name, value in games.settings.items())]
    file = plan_file(found.plan, kind, name_in(race.out), shlex.join(words)) if found.where else ""
    headline = opening.headline(rules.about)
    if shown == Shown(TEXT, None):
        click.echo(headline)
    print_report(
        strategy_report(headline, found, PlanWords(rules, option_names(program)), file), shown.form, shown.page
    )
    if file and race.out is not None and str(race.out) != "-":  # what is printed has it already
        write_or_print(race.out, file, err=shown.form != TEXT)
    return FINDINGS if found.failures else FINE


def name_in(out: Path | None) -> str:
    """Return what a plan is called in a file of this name."""
    name = out.stem.removeprefix("seat-") if out is not None else ""
    return name if is_name(name) else "found"


@dataclass
class Finder:
    """Looks for a plan: hill climbing, in which a race decides each step."""

    contest: Contest
    deal: int
    """The number of the next deal."""
    found: PlanFound

    def watch(self, number: int) -> None:
        """Watch some games in which nobody has a plan; the command ends where somebody stops it."""
        match, watched = self.contest.match, list[WorthGame]()
        own = WorthGames(match.rulesets, match.seats, match.settings, match.who, match.in_c, kind=match.who[0])
        code = self.contest.run.play_job(own.job(range(self.deal, self.deal + number)), watched.extend)
        if code != FINE:
            click.get_current_context().exit(code)
        self.deal += number
        self.found.watched, self.found.changes = len(watched), offered_changes(watched)
        broken = (RacedGame(RaceGame(0, game.number, 0), 0.0, 0.0, game.failure) for game in watched if game.failure)
        self.contest.failures += broken

    def find(self, also: Sequence[str]) -> None:
        """Look for a plan, let it play a last match, and see where it fails."""
        found, whole, seats = self.found, self.contest.number, len(self.found.seats)
        self.climb(whole // 2, 1 / 2)
        if not found.plan:
            return
        deals = (whole - whole // LATER - found.games) // (1 + seats)
        last = self.play_out((found.kind, found.plan), (0, 1), 0, deals, 7 / 8)
        found.last, *rows = compared(last, 0, 1)
        if found.last.verdict == MORE:
            elsewhere = self.elsewhere((found.kind, found.plan, *also), whole // LATER)
            found.where = judged(dict(zip(found.seats, rows, strict=True)) | elsewhere)

    def elsewhere(self, candidates: tuple[Plan | str, ...], games: int) -> dict[str, Effect]:
        """Return what comes of a plan among each other kind, and of the usual kind where all others follow the plan."""
        deals = games // (2 * self.contest.match.seats * (len(candidates) - 1))
        found = {FOLLOWED: compared(self.play_out(candidates, (1, 0), 1, deals, 1), 1, 0)[0]}
        for among, other in enumerate(candidates[2:], 2):
            found[str(other)] = compared(self.play_out(candidates, (0, 1), among, deals, 1), 0, 1)[0]
        return {name: effect for name, effect in found.items() if effect.pairs}

    def climb(self, games: int, part: float) -> None:
        """Find the best plan within a number of games and a part of the time: as long as a change makes it better, the
        best one is made."""
        found, changes = self.found, self.found.changes
        for step in range(MOST_CHANGES):
            share = 0.5 ** (step + 1)
            plans = extended_plans(found.plan, changes)
            best, *others = self.best_of(plans, int(games * share), part * (1 - share))
            if best == found.plan:
                break
            changes = [*dict.fromkeys(plan[-1] for plan in (best, *others) if len(plan) > len(found.plan))]
            found.plan = best

    def best_of(self, plans: Sequence[Plan], games: int, part: float) -> list[Plan]:
        """Return plans as a race with this number of games ranks them, or unchanged if there are none."""
        seats = self.contest.match.seats
        rounds = plan_rounds(games, seats, len(plans))
        if rounds is None:
            return [*plans]
        racing = self.race_of((self.contest.match.who[0], *plans), range(1, rounds.candidates + 1))
        self.contest.play_rounds(racing, rounds.rounds, part)
        self.found.tried += rounds.candidates
        self.found.games += racing.games
        self.deal = racing.deal
        return [plans[one - 1] for one in racing.ranked_candidates()]

    def play_out(
        self, candidates: tuple[Plan | str, ...], left: Iterable[int], among: int, deals: int, part: float
    ) -> Race:  # fmt: skip
        """Let some candidates play fresh deals, with one in all other seats, until a part of the time is over."""
        racing = self.race_of(candidates, left, among)
        if deals:
            self.contest.play_deals(racing, deals, part)
        self.deal = racing.deal
        return racing

    def race_of(self, candidates: tuple[Plan | str, ...], left: Iterable[int], among: int = 0) -> Race:
        """Return a race of some candidates on fresh deals."""
        self.contest.match = replace(self.contest.match, candidates=candidates)
        return Race([*left], self.contest.match.seats, self.deal, among)
