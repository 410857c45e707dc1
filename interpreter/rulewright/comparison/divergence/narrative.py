"""A divergence replayed in the traced build: the shared story, each side's own end of it, and the rules responsible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from rulewright.backends import Program
from rulewright.comparison.divergence import DivergentGame
from rulewright.comparison.divergence.distance import rule_of_part
from rulewright.comparison.divergence.lockstep import OPTION, POINTS, RESULT
from rulewright.comparison.toggles import RulesetPair
from rulewright.compose.composed import Composed, ComposedDifference, full_name
from rulewright.engine import Game
from rulewright.engine.log import LogLine
from rulewright.engine.options import options_of
from rulewright.engine.savefile.format import Decision, SavedGame
from rulewright.engine.savefile.games import saved
from rulewright.playtest.replay import rewrite_game


@dataclass(frozen=True, slots=True)
class ResponsibleRule:
    """A rule by its full name, and its file and line."""

    rule: str
    place: str


@dataclass(frozen=True, slots=True)
class SideStory:
    """What one ruleset makes of the last choice: the lines of its log that differ, what it asks then, and its rule."""

    name: str
    lines: tuple[LogLine, ...]
    asked: str
    prompt: str
    only: tuple[str, ...]
    why_not: tuple[str, ...]
    by: ResponsibleRule | None
    without: frozenset[str]
    """Of the values that differ those of pieces that this ruleset does not have."""


@dataclass(frozen=True, slots=True)
class DivergenceStory:
    """The story that both share, and each side's own end of it; the difference that makes it, if that is known."""

    seats: tuple[str, ...]
    labels: Mapping[str, str]
    """What people read on the pieces that lie elsewhere, by the names of their values."""
    shared: tuple[LogLine, ...]
    sides: tuple[SideStory, SideStory]
    difference: ComposedDifference | None
    shown: bool
    """Whether one of the rules that are responsible is itself changed: then the game shows what the change does."""


def tell_divergence(pair: RulesetPair, seats: int, example: DivergentGame, language: str = "") -> DivergenceStory:
    """Play an example again in the traced build and return its story, in a language that both rulesets have."""
    programs = [one.in_language(language).program(seats, traced=True) for one in (pair.first, pair.second)]
    games = [Game.start(program, example.number) for program in programs]
    before = [0, 0]
    for name in example.names:
        before = [len(game.log) for game in games]
        for game in games:
            game.choose(name)
    last = [game.log[start:] for game, start in zip(games, before, strict=True)]
    same = _common_prefix(*last)
    after = _common_prefix(last[0][same:][::-1], last[1][same:][::-1])
    shared = (*games[0].log[: before[0]], *last[0][:same])
    own = [lines[same : len(lines) - after] for lines in last]
    rules = [_responsible_rule(pair, example, games, side, own[side]) for side in (0, 1)]
    sides = [_side_story(pair, example, games, side, own[side], rules[side]) for side in (0, 1)]
    changed = {target.partition(" ")[0] for target in pair.changed_targets}
    shown = any(one is not None and _is_among(one, changed) for one in rules)
    labels = {shift.name: label for shift in example.parting.shifts if (label := _piece_label(programs, shift.name))}
    return DivergenceStory(
        tuple(programs[0].seat_names), labels, shared, (sides[0], sides[1]), _responsible_difference(pair, rules), shown
    )


def _piece_label(programs: Iterable[Program], name: str) -> str:
    """Return what people read on the piece that a value is about; after its kind where that begins with a number.

    Nothing where several pieces of its kind are called so.
    """
    kind, _, piece = name.partition(" ")
    for program in programs:
        if _has_piece(program, name):
            domain = program.domains[kind]
            label = domain.labels[domain.members.index(piece)]
            plain = f'{kind} "{label}"' if label[:1].isdigit() else label
            return plain if domain.labels.count(label) == 1 else ""
    return ""


def _has_piece(program: Program, name: str) -> bool:
    kind, _, piece = name.partition(" ")
    domain = program.domains.get(kind)
    return domain is not None and domain.how == "piece" and piece in domain.members


def _common_prefix(first: Sequence[LogLine], second: Sequence[LogLine]) -> int:
    """Return how many lines are equal from the start."""
    pairs = zip_longest(first, second)
    return next((at for at, (a, b) in enumerate(pairs) if a is None or b is None or a.text != b.text), len(first))


def _side_story(
    pair: RulesetPair,
    example: DivergentGame,
    games: list[Game],
    side: int,
    lines: Sequence[LogLine],
    by: ResponsibleRule | None,
) -> SideStory:
    game, parting = games[side], example.parting
    question, other = game.question, parting.only[1 - side]
    why = question is not None and parting.form == OPTION
    missing = [line for name in other[:1] for line in (game.why(name) if why else ())]
    ruleset = (pair.first, pair.second)[side]
    prompt = question.prompt if question else ""
    pieces = [shift.name for shift in parting.shifts if "." not in shift.name.partition(" ")[0]]
    without = frozenset(name for name in pieces if not _has_piece(game.program, name))
    only, asked = parting.only[side], parting.asked[side]
    return SideStory(ruleset.name, tuple(lines), asked, prompt, only, tuple(missing), by, without)


# -- the rule responsible


def _responsible_rule(
    pair: RulesetPair, example: DivergentGame, games: list[Game], side: int, lines: Sequence[LogLine]
) -> ResponsibleRule | None:
    """Return the rule of what only this side offers, asks or does; rules that are changed come first."""
    points = (shift.name.partition(" ")[0].removesuffix(POINTS) for shift in example.parting.shifts)
    scoring = [one for name in points if (one := _declared_rule(pair.rules[side], name)) is not None]
    asking = [] if _same_question(games) else _rules_of_question(games[side], example.parting.only[side])
    lines_first = example.parting.form == RESULT
    found = [*_rules_of_lines(lines), *asking, *scoring] if lines_first else [*asking, *_rules_of_lines(lines)]
    targets = {target.partition(" ")[0] for target in pair.changed_targets}
    return next((one for one in found if _is_among(one, targets)), found[0] if found else None)


def _is_among(one: ResponsibleRule, names: Collection[str]) -> bool:
    """Whether a rule, or the one that it is a part of, is among these."""
    return one.rule in names or rule_of_part(one.rule) in names


def _same_question(games: list[Game]) -> bool:
    first, second = (game.question for game in games)
    if first is None or second is None:
        return first is second
    same = first.rule == second.rule and first.seat == second.seat
    return same and {choice.name for choice in first.choices} == {choice.name for choice in second.choices}


def _rules_of_question(game: Game, only: Iterable[str]) -> list[ResponsibleRule]:
    question = game.question
    if question is None:
        return []
    parts_of = options_of(game.program).parts
    own = [parts_of(choice.code).option for choice in question.choices if choice.name in only]
    found = [ResponsibleRule(option.rule, option.place) for option in own]
    return [*found, ResponsibleRule(question.rule, question.place)]


def _rules_of_lines(lines: Iterable[LogLine]) -> list[ResponsibleRule]:
    return [ResponsibleRule(line.rule, line.place) for line in lines if line.rule and not line.heading]


def _declared_rule(rules: Composed, name: str) -> ResponsibleRule | None:
    decl = next((decl for decl in rules.declarations if full_name(decl) == name), None)
    return ResponsibleRule(name, f"{decl.span.file}:{decl.span.line}") if decl is not None else None


def _responsible_difference(pair: RulesetPair, rules: Sequence[ResponsibleRule | None]) -> ComposedDifference | None:
    """Return the difference that changes a responsible rule; the only one, if there is but one."""
    if len(pair.differences) == 1:
        return pair.differences[0]
    named = {target.partition(" ")[0]: one for target, one in pair.by_target.items()}
    names = (name for one in rules if one is not None for name in (one.rule, rule_of_part(one.rule)))
    return next((named[name] for name in names if name in named), None)


# -- the game as a replay


def replay_of(pair: RulesetPair, seats: int, example: DivergentGame) -> SavedGame:
    """Return the game up to the divergence as a replay of the first ruleset, with a fingerprint for each decision."""
    program = pair.first.program(seats)
    begun = saved(Game.start(program, example.number))
    begun.decisions[:] = [Decision(name) for name in example.names]
    return replace(rewrite_game(Path(), begun, program)[0], ruleset=pair.first.name)
