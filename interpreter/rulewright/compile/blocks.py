"""The game program: a graph of blocks that each run to the next decision.

A block does what needs no decision and then goes on: to another block, to one of two, into a rule and back, to a
question, or out of its rule. Blocks know only the checked rules' actions and values and the numbers of the vector; how
they are executed is decided by lowering and the backends.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.types import Type

Owner = c.Procedure | c.MenuOption


def name_of(unit: Owner) -> str:
    """Return the full name of a rule."""
    return unit.name if isinstance(unit, c.Procedure) else unit.full_name


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept in a field of the vector, by where the field begins."""

    start: int


@dataclass(slots=True, eq=False, repr=False)
class SetSlots:
    """Put values, or the numbers of blocks, into fields of the vector, all read before any is written."""

    pairs: list[tuple[int, c.Value | int | Block | Kept]]


@dataclass(slots=True, eq=False, repr=False)
class PickNext:
    """Take the next thing of a loop out of its set. `order`: first, seats (from `turn` on) or line (as lined up)."""

    var: c.Var
    rest: int
    width: int
    order: str
    turn: int = 0
    line: tuple[int, int] = (0, 0)
    """Where the lined-up things begin, and room for how many there is."""


@dataclass(slots=True, eq=False, repr=False)
class LineUp:
    """Put the things of a set, lowest key first, into the numbers from `start` on."""

    var: c.Var
    things: c.Value
    key: c.Value
    start: int
    size: int


@dataclass(slots=True, eq=False, repr=False)
class DropSeat:
    """Take the one whose turn it is out of the laps."""

    still_in: int
    var: c.Var


@dataclass(slots=True, eq=False, repr=False)
class Enter:
    """A phase begins: its heading is logged and what is `once each` in it starts afresh."""

    step: c.Procedure


Line = c.Action | SetSlots | PickNext | LineUp | DropSeat | Enter


@dataclass(slots=True, eq=False, repr=False)
class Goto:
    """Another block."""

    to: Block


@dataclass(slots=True, eq=False, repr=False)
class Fork:
    """One block if a value holds (or a slot is not 0), else another."""

    test: c.Value | int
    width: int
    yes: Block
    no: Block


@dataclass(slots=True, eq=False, repr=False)
class Switch:
    """The block for the rule that a piece follows; `cases` are (set of pieces, block)."""

    piece: c.Value
    cases: list[tuple[int, Block]]
    otherwise: Block


@dataclass(slots=True, eq=False, repr=False)
class Ask:
    """A question."""

    site: Site


@dataclass(slots=True, eq=False, repr=False)
class Return:
    """Back to where the rule was entered from: the block number is in the rule's own slot."""

    slot: int


@dataclass(slots=True, eq=False, repr=False)
class GoOver:
    """The game is over."""


@dataclass(slots=True, eq=False, repr=False)
class Resume:
    """A menu option inside itself is done: give its frames back and go on where it was chosen."""

    circle: Circle


End = Goto | Fork | Switch | Ask | Return | GoOver | Resume
"""What a block goes on to."""


@dataclass(slots=True, eq=False, repr=False)
class Block:
    """`number` is its place in the program (0 is the end); `name` stays the same while its rule does."""

    name: str
    number: int
    owner: Owner | None
    lines: list[Line] = field(default_factory=list)
    end: End = field(default_factory=GoOver)
    entered: bool = False
    """Whether something other than a plain jump leads here: a return, an answer, the start."""


@dataclass(slots=True, eq=False, repr=False)
class Answer:
    """A choice and what taking it leads to. `back` is where a menu's option returns to; `code` its number."""

    choice: c.Choice
    code: int
    block: Block | None
    option: c.MenuOption | None
    back: Block | None
    also: bool
    stop: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Site:
    """A question in its place. `empty` is where it goes when there is nothing to choose (None: a dead end)."""

    number: int
    name: str
    question: c.Question
    answers: list[Answer]
    empty: Block | None
    owner: Owner
    rest: list[c.Action] = field(default_factory=list)
    """What follows a `choose` in its block: only what lets this be done can be chosen."""


@dataclass(slots=True, eq=False, repr=False)
class Circle:
    """Rules that can be reached from themselves through a menu: their numbers are kept aside each time."""

    start: int
    length: int
    depth: int
    kept: int
    most: int
    resume: Block
    members: set[int] = field(default_factory=set)
    around: set[int] = field(default_factory=set)
    """The rules that lead into the circle and are not in it: when one of them ends, nothing is open any more."""


@dataclass(slots=True, repr=False)
class Frames:
    """Where the local names of each rule are kept while a question is open."""

    of_var: dict[int, int] = field(default_factory=dict)
    types: list[tuple[int, Type]] = field(default_factory=list)
    """The type of the name at each number, in order."""
    of_loop: dict[tuple[int, str], int] = field(default_factory=dict)
    """The hidden variables of loops in recursive rules, by loop and use."""
    back: dict[int, int] = field(default_factory=dict)
    entry: dict[int, Block] = field(default_factory=dict)
    last: dict[int, Block] = field(default_factory=dict)


@dataclass(slots=True, repr=False)
class Graph:
    """All blocks and questions of a program."""

    blocks: list[Block] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    circles: list[Circle] = field(default_factory=list)
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
            if isinstance(block.end, Return) and block.end.slot not in circling:
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
            elif isinstance(block.end, Fork):
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
        for site in self.sites:
            site.empty = straight(site.empty) if site.empty is not None else None
            for answer in site.answers:
                answer.back = straight(answer.back) if answer.back is not None else None
                if answer.stop and answer.block is not None:
                    answer.block = straight(answer.block)

    def circle_of(self, unit: Owner) -> Circle | None:
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
