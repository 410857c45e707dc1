"""The syntax tree of what is done: one class per sentence of the language."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.syntax.expressions import Cond, Expr, Node, Word


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`cites SOURCE "passage"`: where it is printed."""

    source: Word
    passage: Word


@dataclass(frozen=True, slots=True)
class Sources(Node):
    """The passages a rule cites and the rulings it rests on."""

    cites: tuple[Cite, ...]
    rests: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Body(Node):
    """An indented block."""

    sources: Sources
    lines: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class Set(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Shift(Node):
    """`raise` (sign 1) or `lower` (sign -1) a number by an amount."""

    target: Expr
    amount: Expr
    sign: int


@dataclass(frozen=True, slots=True)
class Take(Node):
    """A seat takes some of a counted thing from the supply."""

    seat: Expr | None
    amount: Expr
    what: Word


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """A seat pays some of a counted thing, to the supply or to a seat."""

    seat: Expr | None
    amount: Expr
    what: Word
    to: Expr | None


@dataclass(frozen=True, slots=True)
class PayCost(Node):
    cost: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Move(Node):
    things: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Discard(Node):
    things: Expr


@dataclass(frozen=True, slots=True)
class Draw(Node):
    amount: Expr
    what: Word
    stack: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    stack: Expr


@dataclass(frozen=True, slots=True)
class Roll(Node):
    name: Word
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Mark(Node):
    """`mark` (on) or `unmark` a yes-or-no fact of a thing or of all things of a set."""

    things: Expr
    fact: Word
    on: bool


@dataclass(frozen=True, slots=True)
class Swap(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Do(Node):
    step: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Follow(Node):
    """Do what the piece's own rule says for the step that this line stands in."""

    piece: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    cases: tuple[tuple[Cond, Body], ...]
    otherwise: Body | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """A loop over a set fixed at its start. `direction` is from or after with a `start`; `by` orders by a number.

    `laps` goes round and round over those still in, until `until` or until nobody is left.
    """

    variable: Word
    things: Expr
    direction: str | None
    start: Expr | None
    by: Expr | None
    laps: bool
    until: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class ForRange(Node):
    variable: Word
    low: Expr
    high: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    times: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class DropOut(Node):
    """The one whose turn it is in the laps is out of them."""


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """Leave the innermost loop or `keep asking`."""


@dataclass(frozen=True, slots=True)
class End(Node):
    """Leave a phase or step, and everything within it, at once; `end game` ends the game."""

    what: Word


@dataclass(frozen=True, slots=True)
class Using(Node):
    """`with NAME from …`: the thing or the number that comes with an option. `high` is given for a range."""

    name: Word
    things: Expr
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """A person chooses a thing from a set, or a number from a range when `using.high` is given."""

    using: Using
    or_nothing: bool
    prompt: Word | None
    also: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: Word
    label: Word | None
    using: Using | None
    when: Cond | None
    body: Body | None


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """A seat is asked; `keep` asks again after each answer until `until` holds, `stop`, or no option is left."""

    seat: Expr
    prompt: Word
    keep: bool
    secretly: bool
    until: Cond | None
    also: tuple[Word, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """A menu is offered: once, or with `stop`/`until` again and again. `also` menus come back to the same question."""

    menu: Word
    arguments: tuple[Expr, ...]
    keeping: tuple[Word, ...]
    stop: bool
    stop_label: Word | None
    until: Cond | None
    also: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Score(Node):
    points: Expr
    condition: Cond | None


@dataclass(frozen=True, slots=True)
class Tell(Node):
    text: Word


Stmt = (
    Let | Set | Shift | Take | Pay | PayCost | Move | Discard | Draw | Shuffle | Roll | Mark | Swap | Do | Follow
    | If | ForEach | ForRange | Repeat | DropOut | Stop | End | Choose | Ask | Offer | Score | Tell
)  # fmt: skip
