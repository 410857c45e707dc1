"""Counterexample shrinker: turns a divergent game into the smallest scenario that still shows the divergence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.backends import Program
from rulewright.comparison.divergence import Example
from rulewright.comparison.divergence.lockstep import OPTION, RESULT, shifted
from rulewright.comparison.divergence.scenario_file import End, passes, scenario_file
from rulewright.comparison.divergence.shared_state import SharedState
from rulewright.comparison.toggles import Pair
from rulewright.diagnostics import Findings, RulesError
from rulewright.engine import Game
from rulewright.scenarios.entries import REST
from rulewright.scenarios.position import BEGINNING, NUMBER, begun
from rulewright.scenarios.state_entries import Path, Positions, Shown, Values, block, differing, nested
from rulewright.source import Mapping
from rulewright.source.yaml_reader import read_yaml

ACTING = "player"
"""The parameter that most steps have: who is acting."""

NOBODY = "nothing"

Block = Callable[[list[int]], int]
"""What runs from a block to the next one."""

MOST = 6
"""Most differing values that a scenario expects."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A step that was begun: after how many decisions, its name, its arguments, and the position there."""

    after: int
    step: str
    told: dict[str, Shown]
    state: list[int]


@dataclass(slots=True)
class Counterexample:
    """A scenario that shows the divergence: where it begins, and everything that can be given there."""

    example: Example
    programs: tuple[Program, Program]
    positions: tuple[Positions, Positions]
    entered: Entered
    values: Values = field(default_factory=dict)

    def given(self, paths: Sequence[Path]) -> dict[str, object]:
        """Return the step, its arguments, and these values."""
        told = {name: value for name, value in self.entered.told.items() if name != ACTING}
        stacks = self.positions[0].stacks
        values = {path: _on_top(value) if path in stacks else value for path, value in self.values.items()}
        return {"step": self.entered.step, **({"with": told} if told else {}), **nested(values, paths)}


def _on_top(value: Shown) -> Shown:
    """Return the pieces of a stack with whatever lies below them."""
    return [*value, REST] if isinstance(value, list) else value


def scenario_text(pair: Pair, seats: int, example: Example) -> str | None:
    """Return a scenario that passes under both rulesets; None when there is none."""
    programs = pair.first.program(seats, traced=True), pair.second.program(seats, traced=True)
    positions = Positions(programs[0]), Positions(programs[1])
    for entered in _entered(positions[0], example):
        found = Counterexample(example, (programs[0], programs[1]), positions, entered)
        paths = _to_give(found)
        if _parts(found, paths) is None:
            continue
        paths = _needed(found, paths)
        _shorten_stacks(found, paths)
        end = _parts(found, paths)
        written = scenario_file(pair, found.given(paths), end, programs[0].seat_names) if end is not None else ""
        if written and passes(written, pair, found.programs):
            return written
    return None


# -- where a scenario can begin


def _entered(positions: Positions, example: Example) -> Iterator[Entered]:
    """Yield the steps that were begun on the way to the divergence, the last one first.

    Where a step goes straight on to its first question, it may as well begin there.
    """
    program = positions.program
    noted = _Noted(positions)
    blocks = list(program.blocks)
    for name, step in program.tables.steps.items():
        if (block := blocks[step.entry]) is not None:
            program.blocks[step.entry] = noted.noting(name, block)
    try:
        noted.play(example)
    finally:
        program.blocks[:] = blocks
    last = len(example.names) - (example.parting.how == RESULT and bool(example.names))
    usual = example.number == NUMBER
    yield from (one for one in reversed(noted.found) if one.after <= last and (usual or one.step != BEGINNING))


class _Noted:
    """Notes which steps are begun while a game is played."""

    def __init__(self, positions: Positions) -> None:
        self.positions, self.found, self.made = positions, list[Entered](), 0

    def note(self, step: str, state: list[int]) -> None:
        params = self.positions.program.tables.steps[step].params
        told = {name: self.positions.shown(param.type, state[param.slot]) for name, param in params.items()}
        self.found.append(Entered(self.made, step, told, list(state)))

    def noting(self, step: str, block: Block) -> Block:
        """Return a block that also notes that its step is begun."""

        def noted(state: list[int]) -> int:
            self.note(step, state)
            return block(state)

        return noted

    def play(self, example: Example) -> None:
        game = Game.start(self.positions.program, example.number)
        for choice in (*example.names, ""):
            if not game.over:
                step = game.program.tables.asked_at(game.state).rule.rpartition(".")[2]
                if step in game.program.tables.steps:
                    self.note(step, game.state)
            if choice:
                self.made += 1
                game.choose(choice)


def _to_give(found: Counterexample) -> list[Path]:
    """Return who is acting, and the values that differ from those after set-up on either side."""
    if found.entered.step == BEGINNING:
        return []
    acting = {(ACTING,): found.entered.told[ACTING]} if found.entered.told.get(ACTING, NOBODY) != NOBODY else {}
    usual = [positions.values(Game.start(positions.program, NUMBER).state) for positions in found.positions]
    here = found.positions[0].values(found.entered.state)
    found.values = acting | {path: value for path, value in here.items() if path in usual[1]}
    return list(dict.fromkeys([*acting, *(path for values in usual for path in differing(found.values, values))]))


def _needed(found: Counterexample, paths: list[Path]) -> list[Path]:
    """Return a minimal subset of the values with which the games still diverge like this."""
    size = max(1, len(paths) // 2)
    while paths:
        for start in range(0, len(paths), size):
            part = paths[start : start + size]
            fewer = [path for path in paths if path not in part]
            if part and _parts(found, fewer) is not None:
                paths = fewer
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
        size = min(size, max(1, len(paths)))
    return paths


def _shorten_stacks(found: Counterexample, paths: list[Path]) -> None:
    """Give no more of a stack than the pieces on top that it takes."""
    for path in paths:
        whole = found.values[path]
        if path not in found.positions[0].stacks or not isinstance(whole, list):
            continue
        for number in range(1, len(whole)):
            found.values[path] = whole[:number]
            if _parts(found, paths) is not None:
                break
        else:
            found.values[path] = whole


# -- what comes of it


def _parts(found: Counterexample, paths: Sequence[Path]) -> tuple[End, End] | None:
    """Return how both sides end when these values are given; None when they do not diverge as in the example."""
    given, played = found.given(paths), list[tuple[str, str]]()
    try:
        games = begun_with(found.programs[0], given), begun_with(found.programs[1], given)
        for choice in found.example.names[found.entered.after :]:
            played.append((found.programs[0].seat_names[games[0].seat], choice))
            for game in games:
                game.choose(choice)
    except (ValueError, LookupError, RulesError):
        return None
    if found.example.parting.how == OPTION:
        return _offers(found.example, games, played)
    return _results(found, games, played)


def begun_with(program: Program, given: dict[str, object]) -> Game:
    """Return the game at the first decision of what is given; raises `ValueError` when that has no meaning."""
    findings = Findings()
    node = read_yaml("given.yaml", "\n".join(block(given)) + "\n", findings)
    game = begun(program, node, findings) if isinstance(node, Mapping) else None
    if game is None or findings.errors:
        raise ValueError("this cannot be given")
    return game


Played = list[tuple[str, str]]


def _offers(example: Example, games: tuple[Game, Game], played: Played) -> tuple[End, End] | None:
    """Each side offers what only it offers in the example, or asks another player."""
    parting = example.parting
    names = [set(game.names()) if not game.over else set[str]() for game in games]
    asked = tuple(game.program.seat_names[game.seat] if not game.over else "nobody" for game in games)
    only = [set(parting.only[0]), set(parting.only[1])]
    if asked != parting.asked or not only[0] <= names[0] - names[1] or not only[1] <= names[1] - names[0]:
        return None
    ends = End(played, {"asked": asked[0]}), End(played, {"asked": asked[1]})
    if asked[0] != asked[1]:
        return ends
    first = replace(ends[0], seat=asked[0], offered=parting.only[0], missing=parting.only[1])
    return first, replace(ends[1], seat=asked[1], offered=parting.only[1], missing=parting.only[0])


def _results(found: Counterexample, games: tuple[Game, Game], played: Played) -> tuple[End, End] | None:
    """The value that differs first in the example differs, in the same way."""
    both = SharedState(*found.programs), SharedState(*reversed(found.programs))
    shifts = shifted(both[0].values(games[0].state), both[1].values(games[1].state))
    if found.example.parting.shifts[0] not in shifts:
        return None
    values = [positions.values(game.state) for positions, game in zip(found.positions, games, strict=True)]
    paths = [path for path in differing(values[0], values[1]) if not any("." in word for word in path)][:MOST]
    expects: list[dict[str, object]] = [{**nested(side, paths)} for side in values]
    asked = [game.program.seat_names[game.seat] if not game.over else "nobody" for game in games]
    for side in (0, 1):
        scores = _scores(games[side], games[1 - side])
        expects[side] |= {"score": scores} if scores else {}
        expects[side] |= {"asked": asked[side]} if asked[0] != asked[1] else {}
    return (End(played, expects[0]), End(played, expects[1])) if all(expects) else None


def _scores(game: Game, other: Game) -> dict[str, dict[str, int]]:
    """Return the points that differ in the other game, by seat and source."""
    both = zip(game.program.seat_names, game.scores(), other.scores(), strict=True)
    found = {seat: {k: n for k, n in mine.items() if theirs.get(k, n) != n} for seat, mine, theirs in both}
    return {seat: points for seat, points in found.items() if points}
