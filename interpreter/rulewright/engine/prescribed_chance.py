"""Prescribed chance: what dice show, and how stacks are shuffled, when a program is played next.

chance = PrescribedChance(program)
chance.set_rolls(["die"], [6, 1])           # the first two numbers that the die shows
chance.set_order("card", [7, 3])            # after shuffles of cards 3 lies on top, 7 below it, the others below
game = Game.start(program)
chance.shuffled_like("card", 7), chance.rolls_left, chance.was_shuffled(game, "deck")
chance.clear()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.engine.game import Game

Block = Callable[[list[int]], int]
"""What runs from a block to the next one."""


class PrescribedChance:
    """The outcomes that a program takes instead of random ones, until they are used up."""

    def __init__(self, program: Program) -> None:
        self._program, self._rolls = program, list[list[int]]()

    def set_rolls(self, dice: Iterable[str], numbers: list[int]) -> None:
        """Let some dice show these numbers, whichever of them is rolled next."""
        self._program.dictated.update(dict.fromkeys([f"roll {die}" for die in dice], numbers))
        self._rolls.append(numbers)

    def set_order(self, domain: str, pieces: Sequence[int]) -> None:
        """Let these pieces lie on top after a shuffle, the last one above the others.

        Other stacks with pieces of the domain have their own; pieces that are not there are passed over.
        """
        order = f"order {domain}"
        self._program.dictated[order] = [*self._program.dictated.get(order, []), *pieces]

    @property
    def rolls_left(self) -> list[int]:
        """The numbers that no die has shown yet."""
        return [number for numbers in self._rolls for number in numbers]

    def shuffled_like(self, domain: str, piece: int) -> list[int]:
        """Return the pieces that look like this one and were shuffled since an order of them was prescribed."""
        classes, shuffled = self._program.tables.pieces[domain].classes, self._program.dictated[f"shuffled {domain}"]
        return sorted({other for other in shuffled if classes[other] == classes[piece]})

    def was_shuffled(self, game: Game, stack: str) -> bool:
        """Whether a stack was shuffled since a game began."""
        at = next(entry.start for entry in self._program.entries if entry.name == f"chance.shuffle {stack}")
        return game.state[at] != game.origin[at]

    def clear(self) -> None:
        """Prescribe nothing any more."""
        self._program.dictated.clear()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Play by chance alone meanwhile."""
        kept = dict(self._program.dictated)
        self.clear()
        yield
        self._program.dictated.update(kept)


# -- recording it


@dataclass(frozen=True, slots=True)
class RecordedChance:
    """What dice showed, by their names, and by stack and domain the first order of each stack that was shuffled."""

    dice: dict[str, list[int]] = field(default_factory=dict)
    orders: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def prescribe(self, program: Program) -> None:
        """Let it happen when the program is played next, and nothing else that was prescribed."""
        chance = PrescribedChance(program)
        chance.clear()
        for die, numbers in self.dice.items():
            chance.set_rolls([die], list(numbers))
        for (_, domain), pieces in self.orders.items():
            chance.set_order(domain, pieces)


@dataclass(frozen=True, slots=True)
class BegunStep:
    """A step that was begun in a game: after how many decisions, its name and arguments, and the vector there."""

    after: int
    step: str
    arguments: dict[str, int]
    vector: list[int]
    chance: RecordedChance = field(default_factory=RecordedChance)
    """What chance did from there on."""


def begun_steps(program: Program, begin: Callable[[], Game], names: Sequence[str]) -> list[BegunStep]:
    """Play choices from where a game begins, and return the steps that are begun on the way.

    Where a step goes straight on to its first question, it may as well begin there.
    """
    recorder = _StepRecorder(program)
    blocks, functions = list(program.blocks), dict(program.names)
    try:
        recorder.attach()
        recorder.play(begin(), names)
    finally:
        program.blocks[:] = blocks
        program.names.update(functions)
    return recorder.steps


class _StepRecorder:
    """Records which steps are begun while a game is played. The program is modified."""

    def __init__(self, program: Program) -> None:
        self._program, self.steps, self._decisions = program, list[BegunStep](), 0

    def attach(self) -> None:
        """Record from now on."""
        program = self._program
        for name, step in program.tables.steps.items():
            if (block := program.blocks[step.entry]) is not None:
                program.blocks[step.entry] = self._with_record(name, block)
        program.names["roll"] = self._recording_rolls(program.names["roll"])
        for domain in program.tables.pieces:
            function = f"shuffle_{domain.replace('-', '_')}"
            program.names[function] = self._recording_orders(domain, program.names[function])

    def _with_record(self, step: str, block: Block) -> Block:
        def recorded(state: list[int]) -> int:
            self._record(step, state)
            return block(state)

        return recorded

    def _record(self, step: str, state: list[int]) -> None:
        params = self._program.tables.steps[step].params
        arguments = {name: state[param.slot] for name, param in params.items()}
        self.steps.append(BegunStep(self._decisions, step, arguments, list(state)))

    def _recording_rolls(self, roll: Callable[..., int]) -> Callable[..., int]:
        def recorded(state: list[int], low: int, high: int, counter: int, stream: str) -> int:
            shown = int(roll(state, low, high, counter, stream))
            for step in self.steps:
                step.chance.dice.setdefault(stream.removeprefix("roll "), []).append(shown)
            return shown

        return recorded

    def _recording_orders(self, domain: str, shuffle: Callable[..., None]) -> Callable[..., None]:
        tables = self._program.tables
        stacks = {stream.thing for stream in tables.streams if stream.action == "shuffle"}

        def recorded(state: list[int], place: int, *more: int) -> None:
            shuffle(state, place, *more)
            row = tables.places[place]
            for step in self.steps if not row.owner and row.name in stacks else ():
                step.chance.orders.setdefault((row.name, domain), list(row.contents(state)))

        return recorded

    def play(self, game: Game, names: Sequence[str]) -> None:
        """Take choices; record the step at each question."""
        for name in (*names, ""):
            if not game.over:
                step = self._program.tables.asked_at(game.state).rule.rpartition(".")[2]
                if step in self._program.tables.steps:
                    self._record(step, game.state)
            if name:
                self._decisions += 1
                game.choose(name)
