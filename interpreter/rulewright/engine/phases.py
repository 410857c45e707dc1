"""The active phases of a game, read from the return blocks in its vector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulewright.backends import Program
from rulewright.compile.tables import PieceTable, ValueType, step_of

if TYPE_CHECKING:
    from rulewright.engine.log import LogLine


PhaseStack = tuple[tuple[str, tuple[int, ...]], ...]
"""The active phases, the outermost first, each with numbers that another run of it does not have."""


class LocalValue(NamedTuple):
    """What a rule under way is given: things by number, -1 for none."""

    rule: str
    name: str
    type: ValueType
    value: int

    @property
    def is_nothing(self) -> bool:
        """Whether there could be a thing, but is none."""
        return self.type.how == "one" and self.value < 0


def rules_under_way(program: Program, state: Sequence[int]) -> list[str]:
    """Return the full names of the active steps and phases, the outermost first."""
    if state[0] >= 0:
        return []
    return list(dict.fromkeys([*_callers(program, state)][::-1]))


def _callers(program: Program, state: Sequence[int]) -> Iterator[str]:
    """Yield the active steps and phases, the innermost first; one that does itself as often as it is active."""
    back, circles, blocks = _ways_back(program), program.tables.circles, program.tables.blocks
    levels, met = [state[circle.depth] for circle in circles], set[tuple[object, ...]]()
    name = program.tables.asked_at(state).step
    while (name, *levels) not in met:
        met.add((name, *levels))
        yield name
        if name not in back:
            return
        slot = back[name]
        for circle, level in zip(circles, levels, strict=True):
            if slot - circle.start in range(circle.length) and level < state[circle.depth]:
                slot += circle.copy_at(level) - circle.start
        block = state[slot]
        while 0 < block <= len(circles) and levels[block - 1] > 0:  # a block that gives frames back
            levels[block - 1] -= 1
            circle = circles[block - 1]
            block = state[circle.copy_at(levels[block - 1]) + circle.length]
        name = step_of(blocks[block])


@lru_cache(maxsize=16)
def _ways_back(program: Program) -> dict[str, int]:
    """Return, by step or phase, the slot of the block that it returns to."""
    return program.tables.ways_back


def local_values(program: Program, state: Sequence[int], rule: str, seat: int) -> Iterator[LocalValue]:
    """Yield what a rule under way is given, if the seat may know it."""
    for name, slot in program.tables.contexts.get(rule, {}).items():
        value, pieces = state[slot.slot], program.tables.pieces.get(slot.type.domain)
        if pieces is None or value < 0 or pieces.known_to(state, value) >> seat & 1:
            yield LocalValue(rule, name, slot.type, value)


def local_names(program: Program) -> list[tuple[str, str, ValueType]]:
    """Return all local values that a position of a program can have: the rule, the name, the type."""
    contexts = program.tables.contexts.items()
    return [(rule, name, slot.type) for rule, slots in contexts for name, slot in slots.items()]


class Under:
    """Tests quickly, for many vectors of one program, whether a step or phase is active."""

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.back, self.params = tables.ways_back, tables.step_arguments
        """By step or phase, the slot of the block that it returns to; by one that asks, the slots of its arguments."""
        self.asking = [site.step for site in tables.sites]
        """By question, the step or phase that asks it."""
        self.blocks = [step_of(name) for name in tables.blocks]

    def step(self, state: Sequence[int]) -> str:
        """Return the step or phase that asks now."""
        return self.asking[~state[0]]

    def arguments(self, state: Sequence[int], step: str) -> list[int]:
        """Return the arguments of a step that asks: different ones mean another run of the step."""
        return [state[slot] for slot in self.params[step]]

    def is_under(self, state: Sequence[int], name: str) -> bool:
        """Return whether a question is asked within a step or phase, directly or indirectly."""
        at, met = self.step(state), set()
        while at != name:
            if at in met or at not in self.back:
                return False
            met.add(at)
            at = self.blocks[state[self.back[at]]]
        return True


class PhaseRuns:
    """Tells the runs of phases apart: what calls a phase stands still meanwhile, its loops among it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._frames: dict[str, list[int]] = {}
        """Of each rule the slots of its local names."""
        for entry in (entry for entry in program.entries if entry.what == "frame"):
            rule = ".".join(entry.name.split(".")[:2])
            self._frames.setdefault(rule, []).extend(range(entry.start, entry.start + entry.count))

    def under_way(self, state: Sequence[int]) -> PhaseStack:
        """Return the active phases."""
        found, slots = [], list[int]()
        for name in rules_under_way(self.program, state):
            if name.startswith("phase."):
                found.append((name, tuple(state[slot] for slot in slots)))
                slots = []
            slots += self._frames.get(name, ())
        return tuple(found)


def runs_so_far(stacks: Iterable[PhaseStack]) -> Iterator[dict[str, int]]:
    """Yield at each decision how often each phase has run: again where it was left, or told apart, or one around it ran
    again."""
    runs: dict[str, int] = {}
    before: PhaseStack = ()
    for stack in stacks:
        same = next((at for at, (old, new) in enumerate(zip(before, stack, strict=False)) if old != new), None)
        kept = min(len(before), len(stack)) if same is None else same
        for name, _ in stack[kept:]:
            runs[name] = runs.get(name, 0) + 1
        before = stack
        yield runs.copy()


class LocalReader:
    """Reads quickly, for many vectors of one program, what the rules under way are given.

    Names are counted from `first` on, in the order of `local_names`.
    """

    def __init__(self, program: Program, first: int) -> None:
        self.under, self.of_rule = Under(program), dict[str, list[tuple[int, int, PieceTable | None]]]()
        for number, (rule, name, type_) in enumerate(local_names(program), first):
            slot = program.tables.contexts[rule][name].slot
            self.of_rule.setdefault(rule, []).append((number, slot, program.tables.pieces.get(type_.domain)))
        self._asking = [_UnderWay(self, [rule]) for rule in self.under.asking]

    def read_values(self, state: Sequence[int], seat: int) -> list[tuple[int, int]]:
        """Return what a seat may know of them: the number of the name, and the value."""
        at = self._asking[~state[0]]
        while at.back:
            at = at[state[at.back]]
        return [
            (number, value)
            for number, slot, pieces in at.given
            if (value := state[slot]) < 0 or pieces is None or pieces.known_to(state, value) >> seat & 1
        ]


class _UnderWay(dict[int, "_UnderWay"]):
    """Rules under way from the innermost on; by the block that the last one returns to, these and what called it."""

    def __init__(self, reader: LocalReader, rules: list[str]) -> None:
        super().__init__()
        self.reader, self.rules = reader, rules
        self.back = 0 if rules[-1] in rules[:-1] else reader.under.back.get(rules[-1], 0)
        """Where the vector has that block; 0 if there are no more."""
        self.given = [row for rule in dict.fromkeys(rules) for row in reader.of_rule.get(rule, ())]

    def __missing__(self, block: int) -> _UnderWay:
        found = self[block] = _UnderWay(self.reader, [*self.rules, self.reader.under.blocks[block]])
        return found


def alone(program: Program, origin: list[int]) -> str:
    """Return the step that a scenario runs by itself, given its first vector; empty for a whole game."""
    whole = program.start[0]
    first = step_of(program.tables.blocks[origin[0]]) if origin[0] > 0 else ""
    under_way = [first] if first else rules_under_way(program, origin)
    outermost = [name for name in under_way if name != program.tables.blocks[0]][:1]
    return "" if origin[0] == whole or not outermost or outermost[0].startswith("game.") else outermost[0]


def headings(program: Program, state: list[int], log: Sequence[LogLine]) -> list[str]:
    """Return the headings of the active phases, as last logged."""
    told: dict[str, str] = {}
    for line in log:
        if line.heading:
            told[line.rule] = line.text
    return [told[name] for name in rules_under_way(program, state) if name in told]
