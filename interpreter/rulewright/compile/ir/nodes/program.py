"""Functions and the whole program."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.compile.ir.nodes.expressions import Local
from rulewright.compile.ir.nodes.state import Field, Table
from rulewright.compile.ir.nodes.statements import Body
from rulewright.compile.ir.types import Type, node


@node
class Function:
    """`kind`: value (returns a value, no effects), look (a value; in the traced build it also notes reasons), would (a
    value that is found on a copy of the state, which the body changes; what it performs tells nothing), procedure,
    menu, options (list choices), block, answer, text.

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
    """The function that taking a choice calls, and its argument `back`."""

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
class Strains:
    """The functions that measure by how much those `always` rules are violated that a determinization may violate.

    First come those that read hidden values, `secret` in number, then those that only read facts of pieces.
    `domains` are the domains of the pieces that they depend on.
    """

    functions: tuple[str, ...] = ()
    secret: int = 0
    domains: frozenset[str] = frozenset()


@node
class Ending:
    """Who wins. The functions get a seat; there is one of each at most.

    `sides`: seats with equal results are on one side, whose numbers are added up. `ahead`: whoever has 0 does not win.
    `together`: all seats are on one side. `fewest`: fewer points are better.
    """

    sides: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    together: bool = False
    fewest: bool = False


@node
class Program:
    """Everything that a code generator needs besides the tables of pieces.

    `quantities` say how much a seat has of what weights value, `moment` numbers the moments of a game.
    `entered` are the blocks that something other than a `Go` to their number leads to: an answer, a way back.
    `stands` has the site of each block.
    """

    traced: bool
    seats: int
    fields: tuple[Field, ...]
    tables: Collection[Table]
    functions: dict[str, Function]
    blocks: tuple[str | None, ...]
    questions: tuple[Question, ...]
    circles: tuple[Circle, ...]
    scores: tuple[str, ...]
    ties: tuple[str, ...]
    always: tuple[str, ...]
    quantities: tuple[str, ...] = ()
    moment: str = ""
    entered: frozenset[int] = frozenset()
    stands: tuple[int, ...] = ()
    prompts: tuple[str, ...] = ()
    labels: tuple[dict[int, str], ...] = ()
    strains: Strains = Strains()
    ending: Ending = Ending()
