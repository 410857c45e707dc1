"""The game program: a graph of blocks that each run to the next decision.

A block does what needs no decision and then goes on: to another block, to one of two, into a rule and back, to a
question, or out of its rule. Blocks know only the checked rules' actions and values and the numbers of the vector; how
they are executed is decided by lowering and the backends.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.diagnostics import NOWHERE, Span

Owner = c.Procedure | c.MenuOption


def name_of(unit: Owner) -> str:
    """Return the full name of a rule."""
    return unit.name if isinstance(unit, c.Procedure) else unit.full_name


@dataclass(frozen=True, slots=True)
class KeptSlot:
    """What is kept in a field of the vector, by where the field begins."""

    start: int


@dataclass(slots=True, eq=False, repr=False)
class SetSlots:
    """Put values, or the numbers of blocks, into fields of the vector, all read before any is written.

    `aside`: the frames of which circle are kept before, with the block to go back to, for the rule at `place`.
    """

    pairs: list[tuple[int, c.Value | int | Block | KeptSlot]]
    aside: tuple[BlockCircle, Block] | None = None
    place: Span = NOWHERE


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
class LineUpThings:
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
class NoteLap:
    """Note at `mark` what is in some fields; it becomes 0 if that is what was noted before.

    It is 1 if somebody has decided in the lap, and 0 outside of laps.
    """

    mark: int
    fields: list[int]


@dataclass(slots=True, eq=False, repr=False)
class Enter:
    """A phase begins: its heading is logged and what is `once each` in it starts afresh."""

    step: c.Procedure


Line = c.Action | SetSlots | PickNext | LineUpThings | DropSeat | NoteLap | Enter


@dataclass(slots=True, eq=False, repr=False)
class Goto:
    """Another block."""

    to: Block


@dataclass(slots=True, eq=False, repr=False)
class ForkEnd:
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
class QuestionEnd:
    """A question."""

    site: QuestionSite


@dataclass(slots=True, eq=False, repr=False)
class ReturnEnd:
    """Back to where the rule was entered from: the block number is in the rule's own slot."""

    slot: int


@dataclass(slots=True, eq=False, repr=False)
class GoOver:
    """The game is over; `place` is the line of the rules that ended it early."""

    place: Span | None = None


@dataclass(slots=True, eq=False, repr=False)
class Resume:
    """A rule inside itself is done: give its frames back and go on where it was done, or with a block."""

    circle: BlockCircle
    to: Block | None = None


End = Goto | ForkEnd | Switch | QuestionEnd | ReturnEnd | GoOver | Resume
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
    repeated: Span | None = None
    """The innermost loop around it that only a condition ends: it is named when the budget is used up."""


@dataclass(slots=True, eq=False, repr=False)
class BlockAnswer:
    """A choice and what taking it leads to. `back` is where a menu's option returns to; `code` its number."""

    choice: c.Choice
    code: int
    block: Block | None
    option: c.MenuOption | None
    back: Block | None
    also: bool
    stop: bool = False


@dataclass(slots=True, eq=False, repr=False)
class QuestionSite:
    """A question in its place. `empty` is where it goes when there is nothing to choose (None: a dead end)."""

    number: int
    name: str
    question: c.Question
    answers: list[BlockAnswer]
    empty: Block | None
    owner: Owner
    rest: list[c.Action] = field(default_factory=list)
    """What follows a `choose` in its block: only what lets this be done can be chosen."""
    marks: tuple[int, ...] = ()
    """What notes, for the laps around, that somebody has had a choice."""


@dataclass(slots=True, eq=False, repr=False)
class BlockCircle:
    """Rules that can be reached from themselves: their numbers are kept aside each time.

    That is when an option of a menu is chosen, and when one of the `heads` is done by a member.
    """

    start: int
    length: int
    depth: int
    opened: int
    """What counts how often menus stand open: another number than the depth where there are heads, too."""
    kept: int
    most: int
    resume: Block
    heads: set[int] = field(default_factory=set)
    members: set[int] = field(default_factory=set)
    around: set[int] = field(default_factory=set)
    """The rules that lead into the circle and are not in it: when one of them ends, nothing is open any more."""
