"""The syntax tree of what is done: one class per sentence of the language."""

from __future__ import annotations

from rulewright.syntax.expressions import Expr, Node, Word, node
from rulewright.syntax.sentences import register_forms


@register_forms('cites SOURCE "passage"', home="It is one of the first lines of a block.")
@node
class Cite(Node):
    """`cites SOURCE "passage"`: where it is printed."""

    source: Word
    passage: Word


@register_forms("rests on RULING, RULING", home="It is one of the first lines of a block.")
@node
class Sources(Node):
    """The passages a rule cites and the rulings it rests on."""

    cites: tuple[Cite, ...]
    rests: tuple[Word, ...]


@node
class Body(Node):
    """An indented block."""

    sources: Sources
    lines: tuple[Stmt, ...]


@register_forms("let NAME be VALUE")
@node
class Let(Node):
    """`let NAME be VALUE`."""

    name: Word
    value: Expr


@register_forms("set FACT to VALUE")
@node
class Set(Node):
    """`set FACT to VALUE`."""

    target: Expr
    value: Expr


@register_forms("raise FACT by NUMBER", "lower FACT by NUMBER")
@node
class Shift(Node):
    """`raise` (sign 1) or `lower` (sign -1) a number by an amount."""

    target: Expr
    amount: Expr
    sign: int


@register_forms("take NUMBER THINGS", "PLAYER takes NUMBER THINGS")
@node
class Take(Node):
    """A seat takes some of a counted thing from the supply."""

    seat: Expr | None
    amount: Expr
    what: Word


@register_forms(
    "pay NUMBER THINGS, pay NUMBER THINGS to PLAYER, or pay COST with THING", "PLAYER pays NUMBER THINGS to PLAYER"
)
@node
class Pay(Node):
    """A seat pays some of a counted thing, to the supply or to a seat."""

    seat: Expr | None
    amount: Expr
    what: Word
    to: Expr | None


@node
class PayCost(Node):
    """`pay COST`: everything that a named cost lists."""

    cost: Word
    arguments: tuple[Expr, ...]


@register_forms("move THINGS to PLACE, or move THINGS under STACK")
@node
class Move(Node):
    """`move THINGS to PLACE`; `under`: below what lies there."""

    things: Expr
    to: Expr
    under: bool


@register_forms("discard THINGS")
@node
class Discard(Node):
    """`discard THINGS`: each goes where its kind is discarded."""

    things: Expr


@register_forms("draw NUMBER THINGS from STACK to PLACE")
@node
class Draw(Node):
    """`draw N THINGS from STACK to PLACE`."""

    amount: Expr
    what: Word
    stack: Expr
    to: Expr


@register_forms("shuffle STACK")
@node
class Shuffle(Node):
    """`shuffle STACK`."""

    stack: Expr


@register_forms("roll NAME from NUMBER to NUMBER")
@node
class Roll(Node):
    """`secretly`: only the one who rolls sees it."""

    name: Word
    low: Expr
    high: Expr
    secretly: bool


@register_forms("mark THING FACT", "unmark THING FACT")
@node
class Mark(Node):
    """`mark` (on) or `unmark` a yes-or-no fact of a thing or of all things of a set."""

    things: Expr
    fact: Word
    on: bool


@register_forms("swap THING and THING, or swap PLACE and PLACE")
@node
class Swap(Node):
    """`swap X and Y`: two pieces change places, or two places all that lies in them."""

    left: Expr
    right: Expr


@register_forms("show PIECES to PLAYER")
@node
class Show(Node):
    """`show X to Y`: one or several players know from now on which pieces these are."""

    things: Expr
    to: Expr


@register_forms("remember MEMORY")
@node
class Remember(Node):
    """`remember MEMORY`: keep in it what it is of, as that is now."""

    memory: Word


@register_forms("PLAYER leaves the game")
@node
class LeaveGame(Node):
    """`X leaves the game`: a player is out of it for good."""

    who: Expr


@register_forms("do STEP with THING, THING")
@node
class Do(Node):
    """`do STEP`, with its arguments."""

    step: Word
    arguments: tuple[Expr, ...]


@register_forms("follow THING")
@node
class Follow(Node):
    """Do what the piece's own rule says for the step that this line stands in."""

    piece: Expr


@register_forms(
    "otherwise:",
    "otherwise if CONDITION:",
    home='It stands right under the block of an "if", as far to the right as that "if".',
)
@register_forms("if CONDITION:")
@node
class If(Node):
    """`if`, `else if` and `else`: the first case whose condition holds."""

    cases: tuple[tuple[Expr, Body], ...]
    otherwise: Body | None


@register_forms("for each NAME in THINGS:", "in laps for each NAME in PLAYERS from PLAYER:")
@node
class ForEach(Node):
    """A loop over a set fixed at its start. `direction` is from, after or back to with a `start`; `by`
    orders by a number.

    `laps` goes round and round over those still in, until `until` or until nobody is left.
    """

    variable: Word
    things: Expr
    direction: str | None
    start: Expr | None
    by: Expr | None
    laps: bool
    until: Expr | None
    body: Body


@register_forms("for each NAME from NUMBER to NUMBER:", "for each NAME from NUMBER down to NUMBER:")
@node
class ForRange(Node):
    """A loop over the numbers from `first` to `last`, upwards or `down`."""

    variable: Word
    first: Expr
    down: bool
    last: Expr
    body: Body


@register_forms("repeat NUMBER times:")
@node
class Repeat(Node):
    """`repeat N times`."""

    times: Expr
    body: Body


@register_forms("repeat until CONDITION:")
@node
class RepeatUntil(Node):
    """`repeat until CONDITION`: looked at before each round."""

    condition: Expr
    body: Body


@register_forms("drop out")
@node
class DropOut(Node):
    """The one whose turn it is in the laps is out of them."""


@register_forms("stop")
@node
class Stop(Node):
    """Leave the innermost loop or `keep asking`."""


@register_forms("end PHASE")
@node
class End(Node):
    """Leave a phase or step, and everything within it, at once; `end game` ends the game."""

    what: Word


@node
class Using(Node):
    """`NAME from …`: a thing or a number that comes with an option. `high` is given for a range."""

    name: Word
    things: Expr
    high: Expr | None


@register_forms("choose NAME from THINGS", "choose NAME from NUMBER to NUMBER")
@node
class Choose(Node):
    """A person chooses a thing from a set, or a number from a range when `using.high` is given."""

    using: Using
    or_nothing: bool
    prompt: Word | None
    also: tuple[Word, ...]


@register_forms("choose NUMBER THINGS from THINGS", "choose up to NUMBER THINGS from THINGS")
@node
class ChooseMany(Node):
    """A person chooses several things of a set.

    `least` alone is exactly so many, `most` alone up to so many, and neither any number of them.
    """

    least: Expr | None
    most: Expr | None
    name: Word
    things: Expr
    prompt: Word | None


@register_forms("pay NUMBER PIECES from PIECES", "move NUMBER PIECES from PIECES to PLACE")
@node
class MoveSome(Node):
    """A person chooses a number of pieces that go to a place; `to` is None where they are paid."""

    amount: Expr
    what: Word
    things: Expr
    prompt: Word | None
    to: Expr | None


@register_forms("choose NAME at random from THINGS")
@node
class ChooseRandom(Node):
    """Chance chooses a thing. `secretly`: only the one who acts sees it."""

    name: Word
    things: Expr
    secretly: bool


@register_forms(
    'option NAME "Label" with NAME from THINGS when CONDITION:',
    home='It stands under "ask", in the rule of a piece, or in column 1.',
)
@node
class Option(Node):
    """An option of a question: its name, what comes with it, when it is offered, what it does."""

    name: Word
    label: Word | None
    using: tuple[Using, ...]
    when: Expr | None
    body: Body | None


@register_forms('ask PLAYER "Question?":', 'keep asking PLAYER "Question?":', 'ask PLAYERS together "Question?":')
@node
class Ask(Node):
    """A seat is asked; `keep` asks again after each answer until `until` holds, `stop`, or no option is left.

    `how` is secretly, together (several seats, and the lines of all answers are done after the last one) or nothing.
    """

    seat: Expr
    prompt: Word
    keep: bool
    how: str
    until: Expr | None
    also: tuple[Word, ...]
    options: tuple[Option, ...]


@register_forms("offer MENU with THING until you stop")
@node
class Offer(Node):
    """A menu is offered: once, or with `stop`/`until` again and again. `also` menus come back to the same question."""

    menu: Word
    arguments: tuple[Expr, ...]
    keeping: tuple[Word, ...]
    stop: bool
    stop_label: Word | None
    until: Expr | None
    also: tuple[Word, ...]


@register_forms("score NUMBER points if CONDITION")
@node
class Score(Node):
    """`score POINTS`, on a condition or always."""

    points: Expr
    condition: Expr | None


@register_forms('tell "text"')
@node
class Tell(Node):
    """`tell TEXT`: a line for the log."""

    text: Word


Stmt = (
    Let | Set | Shift | Take | Pay | PayCost | Move | Discard | Draw | Shuffle | Roll | ChooseRandom | Mark | Swap
    | Show | Remember | LeaveGame | Do | Follow | If | ForEach | ForRange | Repeat | RepeatUntil | DropOut | Stop | End
    | Choose | ChooseMany | MoveSome | Ask | Offer | Score | Tell
)  # fmt: skip


def loop_end(node: object) -> Expr | None:
    """Return the condition that ends a loop; nothing for other nodes, and for loops that end by themselves."""
    match node:
        case ForEach():
            return node.until
        case RepeatUntil():
            return node.condition
        case _:
            return None
