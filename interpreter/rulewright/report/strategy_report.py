"""What a search among plans has found: the plan in words, whether it beats the usual kind of seat, where it fails."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import asdict

from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.intervals import LESS, MORE, SAME, UNDECIDED
from rulewright.comparison.statistics.outcome import OPTIONS, PIECES
from rulewright.comparison.tuning.plans import FOLLOWED, MOST, NEVER, PREFERS, Plan, PlanFound
from rulewright.phrasing import counted, listing
from rulewright.report.compare_labels import Labels
from rulewright.report.model import Block, Items, Line, Report, Section, broken_games
from rulewright.source.seat_kinds import named_option
from rulewright.workspace import Ruleset

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""
NOTE = (
    "A result is the share of the others that a seat finishes ahead of, a tie as half; where all win or lose together, "
    "the share of games that are won. Every shuffle is played with the plan in each seat. Intervals are of 95%, and of "
    "all marks at most about 1 in 20 is false."
)
SAYS = {
    MORE: "It beats {kind} seats", LESS: "No plan was found that beats {kind} seats: even this one is worse",
    SAME: "No plan was found that beats {kind} seats: this one is practically as good",
    UNDECIDED: "No plan was found that clearly beats {kind} seats; more games may find one",
}  # fmt: skip
PLACED = {MORE: "better", LESS: "worse", SAME: "practically the same", UNDECIDED: "undecided"}

FOLLOWING = {
    MORE: "Where all others follow it, a {kind} seat beats them",
    LESS: "Where all others follow it, a {kind} seat loses",
    SAME: "Where all others follow it, a {kind} seat does practically as well",
    UNDECIDED: "Whether a {kind} seat beats others that all follow it is undecided",
}  # fmt: skip


class PlanWords:
    """Says by the labels of a ruleset what plans do."""

    def __init__(self, rules: Ruleset, options: Container[str]) -> None:
        """`options` has the names by which plans call the options."""
        self.labels, self.options = Labels([rules.composed_rules]), options

    def called(self, name: str) -> str:
        """Return what an entry of a plan is called."""
        option, thing = named_option(name, self.options)
        return f"“{', '.join(self.labels.of(key) for key in ((OPTIONS, option), (PIECES, thing)) if key[1])}”"

    def told(self, plan: Plan) -> str:
        """Return what a seat with a plan does."""
        never, first = ([self.called(one.name) for one in plan if one.how == how] for how in (NEVER, PREFERS))
        said = [f"never takes {listing(never, 'or')} where it can avoid it"] if never else []
        said += [f"takes {', or else '.join(first)} whenever that is offered"] if first else []
        return listing([*said, *(f"takes at most {one.most} for {self.called(one.name)}" for one in plan
                                 if one.how == MOST)])  # fmt: skip


def strategy_report(headline: str, found: PlanFound, words: PlanWords, file: str) -> Report:
    """Return what was found, with the file of the plan."""
    who = f"{found.kind} seats"
    looked = (
        f"In {counted(found.watched, 'game')} of {who} there were {counted(len(found.changes), 'change')} that a plan "
        f"can make. {counted(found.tried, 'plan')} raced in {counted(found.games, 'game')}, each in one seat among "
        f"{who}, by the same shuffles; after each round the better half stayed."
    )
    sections = [
        Section([*_verdict(found, words)], "Does a plan beat them?", "verdict"),
        Section([Items([*_where(found)])] if found.where else [], "Where does it fail?", "where"),
        Section([NOTE] if found.last is not None else []),
        Section([Line(line) for line in file.splitlines()], "As a file of the ruleset", "file"),
    ]
    broken = [(game.match.deal, game.failure) for game in found.failures]
    opening = [Section(broken_games(broken)), Section([looked])]
    return Report([one for one in sections if one.blocks], headline, opening, "strategy", _data(found, file))


def _verdict(found: PlanFound, words: PlanWords) -> Iterator[Block]:
    if found.last is None:
        none = (
            "no game that was watched offered a choice by which plans differ"
            if not found.changes
            else "in their race none was better"
        )
        yield f"No plan was found that beats {found.kind} seats: {none}."
        return
    yield f"The best plan plays like a {found.kind} seat, but {words.told(found.plan)}."
    shuffles = f"in a last match on {counted(found.last.pairs, 'fresh shuffle')}"
    yield f"{SAYS[found.last.verdict].format(kind=found.kind)}: {shuffles} {_figures(found.last)}."


def _figures(effect: Effect) -> str:
    if effect.a is None or effect.b is None or not effect.pairs:
        return "no game came to its end"
    low, high = (f"{100 * end:+.1f}" for end in effect.within)
    return f"its result is {100 * effect.b.mean:.1f}% instead of {100 * effect.a.mean:.1f}% ({low} to {high} points)"


def _where(found: PlanFound) -> Iterator[str]:
    seats = found.seats
    for verdict, said in PLACED.items():
        of = {name: effect for name, effect in found.where.items() if name in seats and effect.verdict == verdict}
        if of:
            figures = [f"{name} ({100 * one.difference:+.1f} points)" for name, one in of.items()]
            yield f"In its seat it is {said} beside {found.kind}: {listing(figures)}."
    for name, effect in found.where.items():
        if name == FOLLOWED:
            yield f"{FOLLOWING[effect.verdict].format(kind=found.kind)}: {_figures(effect)}."
        elif name not in seats:
            yield f"Among {name} seats it is {PLACED[effect.verdict]} beside {found.kind} there: {_figures(effect)}."


def _data(found: PlanFound, file: str) -> Mapping[str, object]:
    plan = [change._asdict() for change in found.plan]
    return {
        "version": VERSION, "kind": found.kind, "seats": len(found.seats), "changes": len(found.changes),
        "tried": found.tried, "games": found.games, "plan": plan, "file": file,
        "last": found.last and asdict(found.last),
        "where": {name: asdict(effect) for name, effect in found.where.items()},
        "broken": [{"said": game.failure, "game": game.match.deal} for game in found.failures],
    }  # fmt: skip
