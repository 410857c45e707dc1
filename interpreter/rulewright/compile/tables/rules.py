"""Tables of what rules say: facts, questions and their choices, steps, scoring, chance."""

from collections.abc import Sequence
from dataclasses import field
from math import prod

from rulewright.compile.tables.values import TypedSlot, ValueType, row, value_at, write_at
from rulewright.diagnostics import Span


@row
class Fact:
    """A fact or an amount with all its values: one for each combination of keys, in order."""

    owner: str
    """The domain of the owners; empty for the game."""
    name: str
    plural: str
    slot: int
    keys: list[list[str]]
    """The names of the owners, if there are any, and those of each further key."""
    type: ValueType
    width: int
    """Slots of one value; for `as_bits`, of the set of owners."""
    low: int
    high: int
    seen: str
    """Who sees it: `all`, `owner` or `nobody`."""
    as_bits: bool
    """A truth of many owners, kept as a set of those for whom it holds."""
    first: int
    """The number of the first owner in its domain."""
    is_amount: bool
    memory: list[int] = field(default_factory=list)
    """Where it is kept what could be known of a hidden fact, value for value: the first slots of the least and of the
    greatest values, or of the sets of what is in doubt; empty for facts that anybody can follow."""

    @property
    def is_internal(self) -> bool:
        """Whether the rules do not declare it, but need it to keep count of something."""
        return "." in self.name

    @property
    def owners(self) -> list[str]:
        """The names of the owners; empty for a fact of the game."""
        return self.keys[0] if self.owner else []

    @property
    def further(self) -> list[list[str]]:
        """The names of each key besides the owner."""
        return self.keys[1:] if self.owner else self.keys

    @property
    def count(self) -> int:
        """How many values there are."""
        return prod(map(len, self.keys))

    @property
    def per_owner(self) -> int:
        """How many values each owner has."""
        return prod(map(len, self.further))

    @property
    def unsaid(self) -> int:
        """The value that says nothing: no, nobody, no things, the number nearest to 0."""
        return {"number": max(self.low, min(0, self.high)), "one": -1}.get(self.type.how, 0)

    def offset(self, at: int) -> int:
        """Return where a value, by its number, stands after the first slot of the fact, or of its memory."""
        return (at % self.per_owner if self.as_bits else at) * self.width

    def slots(self, at: int) -> list[int]:
        """Return the numbers of the vector that a value and the memory of it depend on."""
        own = self.offset(at)
        return [start + own + word for start in (self.slot, *self.memory) for word in range(self.width)]

    def value(self, state: Sequence[int], at: int) -> int:
        """Return one of the values, by its number."""
        found = value_at(state, self.slot + self.offset(at), self.width)
        return found >> at // self.per_owner & 1 if self.as_bits else found

    def write(self, state: list[int], at: int, value: int) -> None:
        """Write one of the values, by its number."""
        slot = self.slot + self.offset(at)
        if self.as_bits:
            value = value_at(state, slot, self.width) + (value - self.value(state, at) << at // self.per_owner)
        write_at(state, slot, value, self.width)

    def possible(self, state: Sequence[int], at: int) -> tuple[int, int]:
        """Return the least and the greatest value that one of the values can have as far as others can know.

        Of a set, the members that are certain, and those that are possible.
        """
        value = self.value(state, at)
        if not self.memory:
            return value, value
        if self.as_bits:
            doubt = value_at(state, self.memory[0], self.width) >> at & 1
            return value & ~doubt, value | doubt
        low, high = (value_at(state, slot + at * self.width, self.width) for slot in (self.memory[0], self.memory[-1]))
        return (low, high) if self.type.how != "set" else (value & ~low, value | low)


@row
class Declared:
    """Something that players see, in the order of declaration, which is the order of views."""

    owner: str
    name: str
    plural: str


@row
class Several:
    """Where the vector has several things that are chosen one after another: the numbers of the sets, and the limits.

    `least` and `most` are -1 where there is no such limit.
    """

    chosen: list[int]
    left: list[int]
    least: int
    most: int
    moved: bool
    """Whether they are only moved, which the log tells."""


@row
class Site:
    """A question in its place in the rules."""

    name: str
    rule: str
    span: Span
    text: str
    """The question as it is written in the rules."""
    secret: bool
    amount: int
    """The option that has a number as its argument; -1 for none."""
    also: list[int]
    """Options with a free effect, after which the question is asked again."""
    quiet: list[int]
    """Options without effects that are not logged for others, who would learn that there was a choice."""
    private: bool
    """Whether the question shows what not everybody sees."""
    open: bool
    """Whether everybody can see what is offered, and so that there is only one choice."""
    several: Several | None
    """For a question that asks for one of several things that are chosen at once."""

    @property
    def step(self) -> str:
        """The full name of the step or phase that asks."""
        return step_of(self.name)


@row
class Choice:
    """An option, by its number in the upper half of the codes of choices."""

    name: str
    rule: str
    span: Span
    argument: ValueType | None
    """The type of what comes with it: a number or one thing."""
    plain: bool
    """Whether choices are called by their argument alone."""
    piece: str
    """The domain of the piece to whose rule it belongs; empty for none."""
    menu: str
    """The menu to which it belongs; empty for none."""
    most: str = ""
    """The amount that limits a number from above: what somebody has of it; empty for none."""

    @property
    def place(self) -> str:
        """The file and line in which it is written."""
        return place_of(self.span)


@row
class Step:
    """A step that asks somebody: its first block, the slot of the block to return to, and its parameters by name."""

    entry: int
    back: int
    params: dict[str, TypedSlot]


@row
class SavedFrames:
    """The frames of rules that do themselves, and where copies of them are: as many as `depth` holds, from `kept` on.

    Behind each copy is the block to go on with. The block that gives frames back has the number of this row, from 1.
    """

    start: int
    length: int
    depth: int
    kept: int

    def copy_at(self, level: int) -> int:
        """Return where a copy begins."""
        return self.kept + level * (self.length + 1)


@row
class PlainStep:
    """A step that asks nobody: its function in the traced build, and the types of its parameters by name."""

    function: str
    params: dict[str, ValueType]
    own: list[int]
    """What the function is given besides."""


@row
class Computed:
    """A declared value: its function in the traced build, its owner if it has one, and its further parameters.

    The function takes the acting player, the owner unless that is a player, and the further parameters.
    """

    name: str
    function: str
    owner: str
    """The domain of the owners; empty for the game."""
    owners: tuple[int, int]
    """The numbers of the first owner in its domain, and of the first one after the last."""
    params: list[ValueType]
    type: ValueType
    seen: str
    """Who sees everything that it reads: `all`, `owner`, `others` (than the owner) or `nobody`."""


@row
class Scoring:
    """A rule that gives points."""

    name: str
    label: str


@row
class Invariant:
    """An `always` rule."""

    name: str
    span: Span


@row
class WatchedPart:
    """An invariant, or a part of it that says something of a few things only."""

    rule: int
    function: str
    """The function of the program that is given the set `things`; empty for the whole invariant."""
    things: int
    reads: list[tuple[int, int]]
    """Stretches of the vector, each inside one of those in `Watched`."""


@row
class Watched:
    """When invariants must be evaluated again.

    `stretches` are those parts of the vector that any invariant reads; they are disjoint. `writes` gives, by the name
    of a block's or answer's function, those that it may write: bit i for number i; moving pieces comes on top of that.
    """

    stretches: list[tuple[int, int]]
    writes: dict[str, int]
    parts: list[WatchedPart]


UNWATCHED = Watched([], {}, [])


@row
class Ending:
    """Who wins, where that is not whoever has most points by himself."""

    fewest: bool = False
    """Whether fewer points are better."""
    teams: bool = False
    """Whether there are sides, whose members win together."""
    together: bool = False
    """Whether all win or lose together."""


WHOEVER_HAS_MOST = Ending()
"""What holds where nothing is declared."""


@row
class RuleLine:
    """A part of a rule that reasons and the log refer to, with the text that is written there."""

    span: Span
    rule: str
    text: str

    @property
    def place(self) -> str:
        """The file and line."""
        return place_of(self.span)


@row
class Stream:
    """A stream of random numbers, named after what happens: `roll` or `shuffle`, and to what."""

    action: str
    thing: str
    key: int

    @property
    def name(self) -> str:
        """The full name, by which generated code looks up the key."""
        return f"{self.action} {self.thing}"


@row
class ThingLook:
    """What a thing looks like in pictures; an empty text where its ruleset does not say."""

    colour: str
    icon: str
    shape: str


@row
class BoardLook:
    """A picture behind a grid or path, as a `data:` address, and where on it the middle of each space is."""

    picture: str
    size: list[int]
    at: dict[str, list[int]]


@row
class TableHints:
    """How a ruleset wants its table drawn. Things are called as in labels: `player.coin`, `game.deck`, `card`."""

    first: list[str]
    """What is drawn first, in this order."""
    show: list[str]
    """Declared values that are shown as if they were facts."""
    hide: list[str]
    """What is never drawn."""
    total: list[str]
    """Facts with a key of which only the sum is drawn."""
    path: dict[str, str]
    """By names in a line: the number of players that says where on it they are, counted from 1."""
    say: dict[str, str]
    """By what changes: how the log says it, with `{what}` for pieces and amounts and `{value}` for values."""
    looks: dict[str, ThingLook]
    """What things look like."""
    boards: dict[str, BoardLook]
    """By kind of space."""


def step_of(name: str) -> str:
    """Return the full name of the step or phase to which a site or block belongs."""
    return name.partition(":")[0]


def place_of(span: Span) -> str:
    """Return the file and line of a stretch."""
    return f"{span.file}:{span.line}"


NO_HINTS = TableHints([], [], [], [], {}, {}, {}, {})
"""The hints of a ruleset that gives none."""
