"""Expressions: they have a type and no effects."""

from __future__ import annotations

from rulewright.compile.ir.nodes.state import Field, Table
from rulewright.compile.ir.types import BOOL, Bool, Type, node


@node
class Const:
    """A constant."""

    value: int
    type: Type


@node
class Local:
    """A local variable. Names are unique within a function."""

    name: str
    type: Type


@node
class Slot:
    """Value number `index` of a field of the state."""

    field: Field
    index: Expr
    type: Type


@node
class Entry:
    """Entry number `index` of a table."""

    table: Table
    index: Expr
    type: Type


@node
class Arith:
    """`op`: + - * (exact), min, max, distance (never negative), % (by a positive constant, never negative), or //.

    // is rounded down; it is by a positive number, of which an `InRange` made sure.
    """

    op: str
    left: Expr
    right: Expr
    type: Type


@node
class Compare:
    """`op`: == != < <= > >= between integers; == and != between sets, too."""

    op: str
    left: Expr
    right: Expr
    type: Bool = BOOL


@node
class Not:
    """Whether a part does not hold."""

    part: Expr
    type: Bool = BOOL


@node
class And:
    """All parts hold; a part is evaluated only if those before it hold."""

    parts: tuple[Expr, ...]
    type: Bool = BOOL


@node
class Or:
    """A part holds; a part is evaluated only if none before it holds."""

    parts: tuple[Expr, ...]
    type: Bool = BOOL


@node
class Choose:
    """`then` if a condition holds, else `otherwise`; the other one is not evaluated."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type


@node
class Join:
    """`op`: | & on sets, or - for the members of the left set that are not in the right one."""

    op: str
    left: Expr
    right: Expr
    type: Type


@node
class Shift:
    """The set with `by` added to every member; members that leave the range of the result's type are dropped.

    Lowering makes shifts that drop members only from the lower end (below 0).
    """

    things: Expr
    by: int
    type: Type


@node
class Has:
    """Whether a set has a member; nothing (-1) is in no set."""

    things: Expr
    thing: Expr
    type: Bool = BOOL


@node
class Single:
    """The set of one thing; of nothing (-1), the empty set."""

    thing: Expr
    type: Type


@node
class Size:
    """How many members a set has."""

    things: Expr
    type: Type


@node
class Pick:
    """`how`: the first, last or only member of a set, or -1."""

    how: str
    things: Expr
    type: Type


@node
class Fold:
    """A reduction over the members of a set, in ascending order, for which `test` holds (all, if there is no test).

    `how`: any, every (of `value`, a condition; there is no test), count, filter (the set of those members), sum, most,
    least (of `value`; 0 if there are none), union (of `value`, a set), best, worst (the set of members with the
    greatest, or least, `value`). `any` and `every` stop at the first member that decides.
    """

    how: str
    var: Local
    things: Expr
    test: Expr | None
    value: Expr | None
    type: Type


@node
class NonNull:
    """A thing that must not be nothing (-1): fails at `site` if it is. `lack`: thing, piece (to move), way."""

    thing: Expr
    site: int
    type: Type
    lack: str = "thing"


@node
class InRange:
    """An integer that must lie between `low` and `high`: fails at `site` if it does not."""

    value: Expr
    low: int
    high: int
    site: int
    type: Type


@node
class Call:
    """A function of the program that returns a value and has no effects."""

    function: str
    args: tuple[Expr, ...]
    type: Type


@node
class Invoke:
    """A pure helper of the runtime (`helpers.py`); `domain` is the domain of pieces that it works on, if any."""

    helper: str
    domain: str
    args: tuple[Expr, ...]
    type: Type


@node
class Address:
    """A field, or a row or value of it, as an argument of a helper or event; not its value."""

    field: Field
    index: Expr
    type: Type


@node
class Offered:
    """Whether the function has listed as many choices so far."""

    least: int = 1
    type: Bool = BOOL


@node
class AnyOffered:
    """Whether a menu has an option (traced build): its function lists into a separate list."""

    function: str
    args: tuple[Expr, ...]
    type: Bool = BOOL


@node
class Noted:
    """A value that sets one of two coverage marks when it is read: `yes` if it is not 0, else `no`."""

    yes: int
    no: int
    value: Expr
    type: Type


Expr = (
    Const | Local | Slot | Entry | Arith | Compare | Not | And | Or | Choose | Join | Shift | Has | Single | Size | Pick
    | Fold | NonNull | InRange | Call | Invoke | Address | Offered | AnyOffered | Noted
)  # fmt: skip
