"""Counterexample shrinker: turns a divergent game into the smallest scenario that still shows the divergence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from rulewright.backends import Program
from rulewright.comparison.divergence import DivergentGame
from rulewright.comparison.divergence.lockstep import OPTION, RESULT, SharedState, changed_values
from rulewright.comparison.toggles import RulesetPair
from rulewright.diagnostics import Findings, RulesError
from rulewright.engine import Game
from rulewright.scenarios.beginnings import (
    ScenarioBeginning,
    begun_scenario_steps,
    begun_with,
    minimal_paths,
    shorten_stacks,
)
from rulewright.scenarios.position import BEGINNING_STEP, USUAL_GAME_NUMBER
from rulewright.scenarios.reading import scenario_of
from rulewright.scenarios.run import run_one
from rulewright.scenarios.state_entries import (
    Path,
    PositionEntries,
    Values,
    block_lines,
    differing_paths,
    inline_text,
    nested_values,
)
from rulewright.source import RulesetSource
from rulewright.source.documents import document
from rulewright.source.yaml_layout import format_yaml

MOST_OPTIONS = 6
"""Most options that are named."""


@dataclass(frozen=True, slots=True)
class ScenarioEnd:
    """What is played, who chose what, and what is expected; the last step may be a look at what is offered."""

    played: list[tuple[str, str]]
    expect: Mapping[str, object]
    seat: str = ""
    offered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def scenario_file(
    pair: RulesetPair, given: Mapping[str, object], ends: tuple[ScenarioEnd, ScenarioEnd], seats: list[str]
) -> str:
    """Return the text of the file."""
    first, second = _bare_name(pair.first.source), _bare_name(pair.second.source)
    sentence = pair.differences[0].sentence if len(pair.differences) == 1 else None
    name = (sentence or f"{first} and {second} part").rstrip(".")
    lines = [f"# Found by rulewright diverge. A scenario of {first}.", f"scenario: {inline_text(name)}"]
    lines += [f"players: {inline_text(seats)}", "", "given:", *block_lines(given, "  "), "", *_play_lines(ends[0], "")]
    lines += ["", "expect:", *block_lines(ends[0].expect, "  "), "", "differs under:", f"  {inline_text(second)}:"]
    lines += _play_lines(ends[1], "    ") if ends[1].seat else []
    lines += ["    expect:", *block_lines(ends[1].expect, "      ")]
    written = "\n".join(lines) + "\n"
    return format_yaml("scenario.yaml", written, "scenario", Findings()) or written


def _bare_name(source: RulesetSource) -> str:
    """Return the name of a ruleset without its folder, as a scenario names another one in the same place."""
    own = source.manifest.name.text
    some = source.name.rpartition(":")[2] if source.only is not None else ""
    return f"{own}:{some}" if some else own if source.name.startswith(".") else source.name


def _play_lines(end: ScenarioEnd, indent: str) -> Iterator[str]:
    looks = {"offered": list(end.offered[:MOST_OPTIONS]), "not offered": list(end.missing[:MOST_OPTIONS])}
    rows = [f"{indent}  - {inline_text(seat)}: {inline_text(choice)}" for seat, choice in end.played]
    if end.seat:
        rows.append(
            f"{indent}  - {inline_text(end.seat)}: {inline_text({key: names for key, names in looks.items() if names})}"
        )
    yield f"{indent}play:" if rows else f"{indent}play: []"
    yield from rows


def passes_under_both(written: str, pair: RulesetPair, programs: tuple[Program, Program]) -> bool:
    """Whether the scenario can be read and passes under both."""
    findings = Findings()
    node = document("scenario.yaml", written, "scenario", findings)
    if node is None:
        return False
    scenario = scenario_of(node, pair.first.source.passages(), findings)
    results = [run_one(programs[0], scenario, "first", programs)]
    results += [run_one(programs[1], scenario.under_ruleset(other), "second", programs) for other in scenario.elsewhere]
    return not findings.errors and len(results) == 2 and all(result.ok for result in results)


MOST_VALUES = 6
"""Most differing values that a scenario expects."""


@dataclass(slots=True)
class Counterexample:
    """A scenario that shows the divergence: where it begins, and everything that can be given there."""

    example: DivergentGame
    programs: tuple[Program, Program]
    positions: tuple[PositionEntries, PositionEntries]
    entered: ScenarioBeginning
    values: Values = field(default_factory=dict)

    def given_entries(self, paths: Sequence[Path]) -> dict[str, object]:
        """Return the step, its arguments, and these values."""
        return self.entered.given_entries(self.positions[0], self.values, paths)


def scenario_text(pair: RulesetPair, seats: int, example: DivergentGame) -> str | None:
    """Return a scenario that passes under both rulesets; None when there is none."""
    programs = pair.first.program(seats, traced=True), pair.second.program(seats, traced=True)
    positions = PositionEntries(programs[0]), PositionEntries(programs[1])
    for begin in _possible_beginnings(positions[0], example):
        found = Counterexample(example, (programs[0], programs[1]), positions, begin)
        paths = _values_to_give(found)
        if _ends_of_both(found, paths) is None:
            continue
        diverges = partial(_still_diverges, found)
        paths = minimal_paths(paths, diverges)
        shorten_stacks(found.values, positions[0].stacks, paths, diverges)
        end = _ends_of_both(found, paths)
        written = (
            scenario_file(pair, found.given_entries(paths), end, programs[0].seat_names) if end is not None else ""
        )
        if written and passes_under_both(written, pair, found.programs):
            return written
    return None


# -- where a scenario can begin


def _possible_beginnings(positions: PositionEntries, example: DivergentGame) -> Iterator[ScenarioBeginning]:
    """Yield the steps that were begun on the way to the divergence, the last one first.

    Where a step goes straight on to its first question, it may as well begin there.
    """
    found = begun_scenario_steps(positions, lambda: Game.start(positions.program, example.number), example.names)
    last = len(example.names) - (example.parting.form == RESULT and bool(example.names))
    usual = example.number == USUAL_GAME_NUMBER
    yield from (one for one in reversed(found) if one.after <= last and (usual or one.step != BEGINNING_STEP))


def _values_to_give(found: Counterexample) -> list[Path]:
    """Return who is acting, and the values that differ from those after set-up on either side."""
    if found.entered.step == BEGINNING_STEP:
        return []
    acting = found.entered.acting_value()
    usual = [
        positions.values_at(Game.start(positions.program, USUAL_GAME_NUMBER).state) for positions in found.positions
    ]
    here = found.positions[0].values_at(found.entered.state)
    found.values = acting | {path: value for path, value in here.items() if path in usual[1]}
    return list(dict.fromkeys([*acting, *(path for values in usual for path in differing_paths(found.values, values))]))


# -- what comes of it


def _still_diverges(found: Counterexample, paths: Sequence[Path]) -> bool:
    return _ends_of_both(found, paths) is not None


def _ends_of_both(found: Counterexample, paths: Sequence[Path]) -> tuple[ScenarioEnd, ScenarioEnd] | None:
    """Return how both sides end when these values are given; None when they do not diverge as in the example."""
    given, played = found.given_entries(paths), list[tuple[str, str]]()
    try:
        games = begun_with(found.programs[0], given), begun_with(found.programs[1], given)
        for choice in found.example.names[found.entered.after :]:
            played.append((found.programs[0].seat_names[games[0].seat], choice))
            for game in games:
                game.choose(choice)
    except (ValueError, LookupError, RulesError):
        return None
    if found.example.parting.form == OPTION:
        return _ends_by_option(found.example, games, played)
    return _ends_by_result(found, games, played)


Played = list[tuple[str, str]]


def _ends_by_option(
    example: DivergentGame, games: tuple[Game, Game], played: Played
) -> tuple[ScenarioEnd, ScenarioEnd] | None:
    """Each side offers what only it offers in the example, or asks another player."""
    parting = example.parting
    names = [set(game.names()) if not game.over else set[str]() for game in games]
    asked = tuple(game.program.seat_names[game.seat] if not game.over else "nobody" for game in games)
    only = [set(parting.only[0]), set(parting.only[1])]
    if asked != parting.asked or not only[0] <= names[0] - names[1] or not only[1] <= names[1] - names[0]:
        return None
    ends = ScenarioEnd(played, {"asked": asked[0]}), ScenarioEnd(played, {"asked": asked[1]})
    if asked[0] != asked[1]:
        return ends
    first = replace(ends[0], seat=asked[0], offered=parting.only[0], missing=parting.only[1])
    return first, replace(ends[1], seat=asked[1], offered=parting.only[1], missing=parting.only[0])


def _ends_by_result(
    found: Counterexample, games: tuple[Game, Game], played: Played
) -> tuple[ScenarioEnd, ScenarioEnd] | None:
    """The value that differs first in the example differs, in the same way."""
    both = SharedState(*found.programs), SharedState(*reversed(found.programs))
    shifts = changed_values(both[0].values(games[0].state), both[1].values(games[1].state))
    if found.example.parting.shifts[0] not in shifts:
        return None
    values = [positions.values_at(game.state) for positions, game in zip(found.positions, games, strict=True)]
    paths = [path for path in differing_paths(values[0], values[1]) if not any("." in word for word in path)][
        :MOST_VALUES
    ]
    expects: list[dict[str, object]] = [{**nested_values(side, paths)} for side in values]
    asked = [game.program.seat_names[game.seat] if not game.over else "nobody" for game in games]
    for side in (0, 1):
        scores = _differing_points(games[side], games[1 - side])
        expects[side] |= {"score": scores} if scores else {}
        expects[side] |= {"asked": asked[side]} if asked[0] != asked[1] else {}
    return (ScenarioEnd(played, expects[0]), ScenarioEnd(played, expects[1])) if all(expects) else None


def _differing_points(game: Game, other: Game) -> dict[str, dict[str, int]]:
    """Return the points that differ in the other game, by seat and source."""
    both = zip(game.program.seat_names, game.scores(), other.scores(), strict=True)
    found = {seat: {k: n for k, n in mine.items() if theirs.get(k, n) != n} for seat, mine, theirs in both}
    return {seat: points for seat, points in found.items() if points}
