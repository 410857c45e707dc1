"""Where a scenario of a game that was played can begin: at each step that was begun, with the values that it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulewright.backends import Program
from rulewright.diagnostics import Findings, RulesError
from rulewright.engine.game import Game
from rulewright.scenarios.entries import REST
from rulewright.scenarios.position import ACTING, NUMBER, begun
from rulewright.scenarios.state_entries import Path, Positions, Shown, Values, block, differing, nested
from rulewright.source import Mapping
from rulewright.source.yaml_reader import read_yaml

NOBODY = "nothing"

Block = Callable[[list[int]], int]
"""What runs from a block to the next one."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What dice show, by the names of the dice, and the first order of each stack that is shuffled, from the bottom."""

    dice: dict[str, list[int]] = field(default_factory=dict)
    orders: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By stack and domain."""

    def written(self, program: Program) -> dict[str, dict[str, object]]:
        """Return it as a scenario prescribes it."""
        draws = {
            stack: [program.domains[domain].members[piece] for piece in reversed(pieces)]
            for (stack, domain), pieces in self.orders.items()
        }
        parts: dict[str, dict[str, object]] = {"dice": {**self.dice}, "draws": {**draws}}
        return {key: part for key, part in parts.items() if part}

    def dictate(self, program: Program) -> None:
        """Let it happen when the program is played next."""
        program.dictated.clear()
        program.dictated.update({f"roll {die}": list(shown) for die, shown in self.dice.items()})
        for (_, domain), pieces in self.orders.items():
            program.dictated[f"order {domain}"] = [*program.dictated.get(f"order {domain}", []), *pieces]


@dataclass(frozen=True, slots=True)
class Entered:
    """A step that was begun: after how many decisions, its name, its arguments, and the position there."""

    after: int
    step: str
    told: dict[str, Shown]
    state: list[int]
    chance: Chance

    def given(self, positions: Positions, values: Values, paths: Sequence[Path]) -> dict[str, object]:
        """Return the step, its arguments, and some values, as a scenario gives them; of stacks, what lies on top."""
        told = {name: value for name, value in self.told.items() if name != ACTING}
        shown = {path: _on_top(value) if path in positions.stacks else value for path, value in values.items()}
        return {"step": self.step, **({"with": told} if told else {}), **nested(shown, paths)}

    def acting(self) -> Values:
        """Return who is acting, if the step has somebody."""
        return {(ACTING,): self.told[ACTING]} if self.told.get(ACTING, NOBODY) != NOBODY else {}


def _on_top(value: Shown) -> Shown:
    """Return the pieces of a stack with whatever lies below them."""
    return [*value, REST] if isinstance(value, list) else value


def entered(positions: Positions, begin: Callable[[], Game], names: Sequence[str]) -> list[Entered]:
    """Play choices from where a game begins, and return the steps that are begun on the way.

    Where a step goes straight on to its first question, it may as well begin there.
    """
    noted, program = _Noted(positions), positions.program
    blocks, names_called = list(program.blocks), dict(program.names)
    for name, step in program.tables.steps.items():
        if (block := blocks[step.entry]) is not None:
            program.blocks[step.entry] = noted.noting(name, block)
    noted.note_chance(program)
    try:
        noted.play(begin(), names)
    finally:
        program.blocks[:] = blocks
        program.names.update(names_called)
    return noted.found


class _Noted:
    """Notes which steps are begun while a game is played."""

    def __init__(self, positions: Positions) -> None:
        self.positions, self.found, self.made = positions, list[Entered](), 0

    def note(self, step: str, state: list[int]) -> None:
        params = self.positions.program.tables.steps[step].params
        told = {name: self.positions.shown(param.type, state[param.slot]) for name, param in params.items()}
        self.found.append(Entered(self.made, step, told, list(state), Chance()))

    def note_chance(self, program: Program) -> None:
        """Note from now on what dice show and how stacks are shuffled, for all steps that were begun."""
        roll, shuffled = program.names["roll"], {s.thing for s in program.tables.streams if s.action == "shuffle"}

        def rolled(state: list[int], low: int, high: int, counter: int, stream: str) -> int:
            shown = int(roll(state, low, high, counter, stream))
            for one in self.found:
                one.chance.dice.setdefault(stream.removeprefix("roll "), []).append(shown)
            return shown

        program.names["roll"] = rolled
        for domain in program.tables.pieces:
            called = f"shuffle_{domain.replace('-', '_')}"
            program.names[called] = self._shuffling(program, domain, program.names[called], shuffled)

    def _shuffling(self, program: Program, domain: str, shuffle: Callable[..., None], stacks: set[str]) -> object:
        def noted(state: list[int], place: int, *more: int) -> None:
            shuffle(state, place, *more)
            row = program.tables.places[place]
            for one in self.found if not row.owner and row.name in stacks else ():
                one.chance.orders.setdefault((row.name, domain), list(row.contents(state)))

        return noted

    def noting(self, step: str, block: Block) -> Block:
        """Return a block that also notes that its step is begun."""

        def noted(state: list[int]) -> int:
            self.note(step, state)
            return block(state)

        return noted

    def play(self, game: Game, names: Sequence[str]) -> None:
        for choice in (*names, ""):
            if not game.over:
                step = game.program.tables.asked_at(game.state).rule.rpartition(".")[2]
                if step in game.program.tables.steps:
                    self.note(step, game.state)
            if choice:
                self.made += 1
                game.choose(choice)


def unusual(positions: Positions, state: list[int]) -> Values:
    """Return the values of a position that differ from those after set-up with the usual game number."""
    here = positions.values(state)
    usual = positions.values(Game.start(positions.program, NUMBER).state)
    return {path: here[path] for path in differing(here, usual)}


def needed(paths: list[Path], works: Callable[[Sequence[Path]], bool]) -> list[Path]:
    """Return a minimal subset of values with which a condition holds, given that it holds with all."""
    size = max(1, len(paths) // 2)
    while paths:
        for start in range(0, len(paths), size):
            part = paths[start : start + size]
            fewer = [path for path in paths if path not in part]
            if part and works(fewer):
                paths = fewer
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
        size = min(size, max(1, len(paths)))
    return paths


def begun_with(program: Program, given: dict[str, object]) -> Game:
    """Return the game at the first decision of what is given; raises `ValueError` when that has no meaning."""
    findings = Findings()
    node = read_yaml("given.yaml", "\n".join(block(given)) + "\n", findings)
    game = begun(program, node, findings) if isinstance(node, Mapping) else None
    if game is None or findings.errors:
        raise ValueError("this cannot be given")
    return game


def replayed(program: Program, given: dict[str, object], names: Sequence[str], chance: Chance) -> Game | None:
    """Return the game after choices from a given position; None where that is not possible."""
    chance.dictate(program)
    try:
        game = begun_with(program, given)
        for name in names:
            game.choose(name)
    except (ValueError, LookupError, RulesError):
        return None
    finally:
        program.dictated.clear()
    return game


def shorten_stacks(
    values: Values, stacks: set[Path], paths: Sequence[Path], works: Callable[[Sequence[Path]], bool]
) -> None:
    """Give no more of a stack in `values` than the pieces on top that are needed."""
    for path in paths:
        whole = values[path]
        if path not in stacks or not isinstance(whole, list):
            continue
        for number in range(1, len(whole)):
            values[path] = whole[:number]
            if works(paths):
                break
        else:
            values[path] = whole
