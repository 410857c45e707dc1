"""The nodes: expressions without effects, statements, functions, and the whole program.

Expressions are typed. Only `NonNull`, `InRange`, and calls of functions or helpers that contain them can fail;
everything else has a value for all values of its parts. Statements are the only nodes with effects. `site` is the
index, in the program's list of spans, of the place in the rules that a failure or an event is reported for.

The state of a game is a set of `Field`s. Each is a stretch of the flat vector of integers: `count` values of one type
that take `words` integers each (a set takes one integer for every 62 members), or rows (see `Field.room`).
"""

from __future__ import annotations

from rulewright.compile.ir.types import BOOL, Bool, Int, Set, Type, node
from rulewright.compile.tables.values import ValueType

# -- state and constants


@node
class Field:
    """A stretch of the vector: values of one type, or, with `room`, rows of at most so many pieces.

    A row takes `room` + 1 integers: how many pieces there are, then the pieces, then zeros. `circle` names the menu
    circle (see `Circle`) whose frames the field belongs to; fields of a circle lie next to one another.

    `what` says what is kept, as in `entries.Entry`. Helpers that change the state leave fields of the kinds in `OWN`
    alone; a field without a kind may be changed by any of them.
    """

    name: str
    start: int
    count: int
    type: Type
    words: int = 1
    room: int = 0
    circle: int = -1
    what: str = ""


OWN = frozenset({"control", "frame", "fact", "marks", "supply"})
"""Kinds of fields that only the statements of the program itself change."""


@node
class Table:
    """A constant list of integers (or sets, as integers). Looking up an index outside of it is impossible by type."""

    name: str
    values: tuple[int, ...]
    type: Type


# -- expressions


@node
class Const:
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
    """`op`: + - * (exact), min, max, or % (by a positive constant, never negative)."""

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
    """One value made of all members of a set, in ascending order, for which `test` holds (all, if there is no test).

    `how`: any, every (of `value`, a condition; there is no test), count, filter (the set of those members), sum, most,
    least (of `value`; 0 if there are none), union (of `value`, a set), best, worst (the set of members with the
    greatest, or least, `value`). `any` and `every` evaluate the condition for all members.
    """

    how: str
    var: Local
    things: Expr
    test: Expr | None
    value: Expr | None
    type: Type


@node
class NonNull:
    """A thing that must not be nothing (-1): fails at `site` if it is; `moved` if it is a piece to be moved."""

    thing: Expr
    site: int
    type: Type
    moved: bool = False


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
    """Whether the function has listed a choice so far."""

    type: Bool = BOOL


@node
class AnyOffered:
    """Whether a menu has an option (traced build): its function lists into a list of its own."""

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


@node
class Shown:
    """A value in a text, with the type that tells how it is shown."""

    shape: ValueType
    value: Expr


@node
class Text:
    """A text for people: words and values in turn (traced build)."""

    parts: tuple[str | Shown, ...]


Part = str | Expr | Text | None
"""Part of an event: a word, a value, a text, or nothing."""

# -- statements


@node
class Let:
    """Give a local variable a value; it may have had another one."""

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
    """Fail at `site` if a value is not between `low` and `high`; `name` is what has this range."""

    value: Expr
    low: int
    high: int
    name: str
    site: int


@node
class If:
    """The body of the first case whose condition holds, else `otherwise`."""

    cases: tuple[tuple[Expr, Body], ...]
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
    """The body for every integer from `low` to `high`; `budgeted` loops count against the budget of a decision."""

    var: Local
    low: Expr
    high: Expr
    body: Body
    budgeted: bool


@node
class Laps:
    """The body again and again while the set `still` is not empty and the last lap changed the state or `still`.

    More than 5,000 laps fail.
    """

    still: Local
    body: Body


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

    piece: Local
    functions: tuple[str | None, ...]
    args: tuple[Expr, ...]


@node
class Push:
    """Keep the frames of a circle aside, with the block to go back to."""

    circle: int
    back: Expr


@node
class Pop:
    """Give the frames of a circle back, and `local` the block that was kept with them."""

    circle: int
    local: Local


@node
class Offer:
    """List a choice: `code` plus `extra`."""

    code: int
    extra: Expr | None = None


@node
class OfferEach:
    """List the choice `code` + `extra` + member for every member of a set."""

    code: int
    extra: Expr | None
    things: Expr


@node
class OfferRange:
    """List the choice `code` + `extra` + n for every integer n from `low` to `high`."""

    code: int
    extra: Expr | None
    low: Expr
    high: Expr


@node
class ListMenu:
    """List the options of a menu: call its function."""

    function: str
    args: tuple[Expr, ...]


@node
class Trace:
    """Log an event (traced build)."""

    kind: str
    parts: tuple[Part, ...]


@node
class Reason:
    """Note, if somebody asks, why a choice is missing (traced build)."""

    kind: str
    parts: tuple[Part, ...]


@node
class Mark:
    """Set a coverage mark."""

    number: int


@node
class Return:
    value: Expr | Text | None = None


@node
class Go:
    """In a block or answer: go on with the block of this number; 0 ends the game."""

    block: Expr


@node
class Ask:
    """In a block or answer: stop at a question."""

    question: int


Stmt = (
    Let | Store | Clear | Check | If | For | Count | Laps | Once | Break | Continue | Do | Roll | NextSeat | LineUp
    | Perform | Dispatch | Push | Pop | Offer | OfferEach | OfferRange | ListMenu | Trace | Reason | Mark | Return | Go
    | Ask
)  # fmt: skip
Body = tuple[Stmt, ...]

# -- functions and the program


@node
class Function:
    """`kind`: value (returns a value, no effects), look (a value; in the traced build it also notes reasons),
    procedure, menu, options (list choices), block, answer, text.

    An answer has the parameters `code`, the choice, and `back`, the block that a menu's option returns to; a label has
    `code`. `result` is None for functions that return no value.
    """

    name: str
    kind: str
    params: tuple[Local, ...]
    result: Type | None
    body: Body
    rule: str = ""


@node
class Answer:
    """What taking a choice calls, and the `back` it is given."""

    function: str
    back: int


@node
class Question:
    """A question: the function that lists its choices, its answers by option code, where its seat is kept.

    `empty` is the block to go on with if there is nothing to choose; -1 if that must not be.
    """

    options: str
    answers: dict[int, Answer]
    empty: int
    seat: Field


@node
class Circle:
    """Rules that can be reached from themselves through a menu: `length` integers from `start` on are kept aside.

    `depth` is the field that counts how often they are, `kept` the field with room for `most` times, each of them
    `length` integers and the block to go back to.
    """

    start: int
    length: int
    depth: Field
    kept: Field
    most: int


@node
class Program:
    """Everything that a code generator needs besides the tables of pieces.

    `entered` are the blocks that something other than a `Go` to their number leads to: an answer, a way back.
    """

    traced: bool
    seats: int
    fields: tuple[Field, ...]
    tables: tuple[Table, ...]
    functions: dict[str, Function]
    blocks: tuple[str | None, ...]
    questions: tuple[Question, ...]
    circles: tuple[Circle, ...]
    scores: tuple[str, ...]
    ties: tuple[str, ...]
    always: tuple[str, ...]
    entered: frozenset[int] = frozenset()
    prompts: tuple[str, ...] = ()
    labels: tuple[dict[int, str], ...] = ()


def typed(value: int, type_: Int | Set | Bool) -> Const:
    """Return a constant."""
    return Const(value, type_)
