"""Statements: the only nodes with effects. They change locals and the state, and say what comes next."""

from __future__ import annotations

from rulewright.compile.ir.nodes.expressions import Expr, Local, Slot
from rulewright.compile.ir.nodes.output import Output, Text
from rulewright.compile.ir.nodes.state import Field
from rulewright.compile.ir.types import node


@node
class Let:
    """Assign a value to a local variable, for the first time or again."""

    local: Local
    value: Expr


@node
class Store:
    """Put values into slots; all values (and indices) are evaluated before the first one is stored."""

    slots: tuple[Slot, ...]
    values: tuple[Expr, ...]


@node
class Clear:
    """Set all values of a field to 0 (the empty set)."""

    field: Field


@node
class Check:
    """Fail at `site` if a value is not between `low` and `high`; `name` is what has this range.

    `limit`: it is how often something can be done, and fails as what exceeds a limit.
    """

    value: Expr
    low: int
    high: int
    name: str
    site: int
    limit: bool = False


@node
class If:
    """The body of the first case whose condition holds, else `otherwise`."""

    cases: tuple[Case, ...]
    otherwise: Body


@node
class For:
    """The body for every member of a set, which is evaluated once.

    In ascending order; with `start`, members are seats, which go round from that one (taken modulo their number);
    with `key`, by its value, evaluated for all before the first body, ascending; ties in the order without it.
    """

    var: Local
    things: Expr
    body: Body
    start: Expr | None = None
    key: Expr | None = None


@node
class Count:
    """The body for every integer from `low` to `high`; each round is charged `steps` to the budget of a decision."""

    var: Local
    low: Expr
    high: Expr
    body: Body
    steps: int
    site: int = -1


@node
class Once:
    """The body once; `Break` and `Continue` in it leave it."""

    body: Body


@node
class Break:
    """Leave the innermost `For`, `Count` or `Once`."""


@node
class Continue:
    """Go on with the next member or number of the innermost `For` or `Count`; leave a `Once`."""


@node
class Do:
    """Call a helper of the runtime that changes the state (`helpers.py`)."""

    helper: str
    domain: str
    args: tuple[Expr, ...]
    stream: str = ""


@node
class Roll:
    """Give a local variable a number from `low` to `high` of a stream of chance; `counter` is the stream's field.

    Fails at `site` if there is no such number.
    """

    local: Local
    low: Expr
    high: Expr
    counter: Field
    stream: str
    site: int


@node
class NextSeat:
    """Take the next seat out of a set: the first one from `turn` on, else the first. `turn` becomes the one after it.

    Fails at no site if `turn` is -1.
    """

    who: Slot
    turn: Slot
    rest: Slot


@node
class LineUp:
    """Put the members of a set, ordered as by `For` with `key`, into the first values of a field."""

    field: Field
    var: Local
    things: Expr
    key: Expr


@node
class Perform:
    """Call a function of the program for its effects."""

    function: str
    args: tuple[Expr, ...]


@node
class Dispatch:
    """Call, for its effects, the function that belongs to a piece, if there is one: `functions` by piece."""

    piece: Reference
    functions: tuple[str | None, ...]
    args: tuple[Expr, ...]


@node
class Push:
    """Keep the frames of a circle aside, with the block to go back to; fail at `site` if there is no room."""

    circle: int
    back: Expr
    site: int = -1


@node
class Pop:
    """Give the frames of a circle back, and `local` the block that was kept with them."""

    circle: int
    local: Local


@node
class Return:
    """Leave the function with a value, a text, or nothing."""

    value: Expr | Text | None = None


@node
class Go:
    """In a block or answer: go on with the block of this number; 0 ends the game."""

    block: Expr


@node
class Ask:
    """In a block or answer: stop at a question."""

    question: int


Flow = If | For | Count | Once | Break | Continue | Return | Go | Ask
"""Control flow."""
Change = Let | Store | Clear | Check | Do | Roll | NextSeat | LineUp | Perform | Dispatch | Push | Pop
"""Statements that change locals or fields, or only fail."""
Stmt = Flow | Change | Output
Body = tuple[Stmt, ...]
Case = tuple[Expr, Body]
"""A condition, and the body that runs if it is the first one that holds."""
Reference = Local
"""A local that is read where no other expression is possible."""
