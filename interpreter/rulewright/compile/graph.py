"""The graph of all blocks and questions of a program, and how its jumps are shortened."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.core.things import Type
from rulewright.compile.blocks import (
    Block,
    BlockCircle,
    ForkEnd,
    Goto,
    Owner,
    QuestionSite,
    ReturnEnd,
    SetSlots,
    Switch,
)


@dataclass(slots=True, repr=False)
class Frames:
    """Where the local names of each rule are kept while a question is open."""

    of_var: dict[int, int] = field(default_factory=dict)
    types: list[tuple[int, Type]] = field(default_factory=list)
    """The type of the name at each number, in order."""
    of_loop: dict[tuple[int, str], int] = field(default_factory=dict)
    """The hidden variables of loops, by loop and use."""
    aside: dict[int, list[tuple[c.Var, c.Var]]] = field(default_factory=dict)
    """By question of a circle: what the options of its menus know, and where that is kept while it is asked."""
    level: dict[int, int] = field(default_factory=dict)
    """By rule of a circle that others end, how often frames had been kept aside when it began."""
    back: dict[int, int] = field(default_factory=dict)
    entry: dict[int, Block] = field(default_factory=dict)
    last: dict[int, Block] = field(default_factory=dict)


@dataclass(slots=True, repr=False)
class Graph:
    """All blocks and questions of a program."""

    blocks: list[Block] = field(default_factory=list)
    sites: list[QuestionSite] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    circles: list[BlockCircle] = field(default_factory=list)
    option_codes: dict[int, int] = field(default_factory=dict)
    """The code of each choice, by identity."""
    choices: list[c.Choice] = field(default_factory=list)
    asking: set[int] = field(default_factory=set)
    """The ids of the rules that are cut into blocks."""

    def shorten(self) -> None:
        """A rule that is entered from one place only goes straight back there.

        Only for the plain build: tests enter rules by themselves. What the vector holds stays the same.
        """
        ways = self._ways_back()
        numbered = {block.number: block for block in self.blocks}
        circling = {self.frames.back[member] for circle in self.circles for member in circle.members}
        for block in self.blocks:
            if isinstance(block.end, ReturnEnd) and block.end.slot not in circling:
                back = ways.get(block.end.slot, set())
                if len(back) == 1:
                    block.end = Goto(numbered[back.pop()])
        self._settle_jumps()

    def _ways_back(self) -> dict[int, set[int]]:
        """Return the blocks that rules return to, by the slot that holds their number."""
        ways: dict[int, set[int]] = {slot: set() for slot in self.frames.back.values()}
        lines = (line for block in self.blocks for line in block.lines if isinstance(line, SetSlots))
        for slot, value in (pair for line in lines for pair in line.pairs):
            if isinstance(value, Block) and slot in ways:
                ways[slot].add(value.number)
        for answer in (answer for site in self.sites for answer in site.answers):
            if answer.option is not None and answer.back is not None and id(answer.option) in self.frames.back:
                ways[self.frames.back[id(answer.option)]].add(answer.back.number)
        return ways

    def _settle_jumps(self) -> None:
        for block in self.blocks:
            if isinstance(block.end, Goto):
                block.end.to = straight(block.end.to)
            elif isinstance(block.end, ForkEnd):
                block.end.yes, block.end.no = straight(block.end.yes), straight(block.end.no)

    def settle(self) -> None:
        """Lead every jump, and every way back, straight to a block that does something."""
        self._settle_jumps()
        for block in self.blocks:
            if isinstance(block.end, Switch):
                block.end.otherwise = straight(block.end.otherwise)
                block.end.otherwise.entered = True
            for line in block.lines:
                if isinstance(line, SetSlots):
                    line.pairs = [(slot, straight(v) if isinstance(v, Block) else v) for slot, v in line.pairs]
                    if line.aside is not None:
                        line.aside = line.aside[0], straight(line.aside[1])
        for site in self.sites:
            site.empty = straight(site.empty) if site.empty is not None else None
            for answer in site.answers:
                answer.back = straight(answer.back) if answer.back is not None else None
                if answer.stop and answer.block is not None:
                    answer.block = straight(answer.block)

    def circle_of(self, unit: Owner) -> BlockCircle | None:
        """Return the circle that a rule belongs to, if any."""
        return next((circle for circle in self.circles if id(unit) in circle.members), None)


def straight(block: Block) -> Block:
    """Return the block that a jump ends at, skipping empty blocks."""
    seen: list[Block] = []
    while not block.lines and isinstance(block.end, Goto) and block not in seen:
        seen.append(block)
        block = block.end.to
    block.entered = block.entered or any(b.entered for b in seen)
    return block
