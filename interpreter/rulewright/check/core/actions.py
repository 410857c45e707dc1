"""What the checked rules do, one class per kind of sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check.core.things import History, Place, Stored, Var
from rulewright.check.core.values import Combined, Read, Rule, Value, ValueRule
from rulewright.diagnostics import Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Let:
    """Give a value a name for the lines that follow."""

    var: Var
    value: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Assign:
    """Set (operator =), raise (+) or lower (-) something stored; for yes-or-no masks also mark (on), unmark (off)."""

    target: Read
    operator: str
    value: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class MarkAll:
    """Mark or unmark a yes-or-no fact of every thing in a set; `keys` are the fact's further keys."""

    stored: Stored
    things: Value
    on: bool
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Gain:
    """A seat takes from the supply (sign 1) or pays to it (-1)."""

    amount: Stored
    seat: Value
    number: Value
    sign: int
    span: Span
    due: bool = True
    """The one who acts pays it: what leads to it is offered only if it can be paid. Another's is not looked at."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Transfer:
    """A seat pays a number of a counted thing to another seat."""

    amount: Stored
    payer: Value
    payee: Value
    number: Value
    span: Span
    due: bool = True


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class MoveTo:
    """Pieces (a set, or one) go to a place. `place` None: each to its kind's discard place."""

    things: Value
    place: Place | None
    keys: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class MoveUnder:
    """Pieces (a set, or one) go to the bottom of a stack one by one, also those that lie in it already."""

    things: Value
    place: Place
    keys: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class DrawFrom:
    """Move a number of pieces from the top of a stack to a place."""

    number: Value
    stack: Place
    stack_keys: tuple[Value, ...]
    place: Place
    keys: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class ShuffleStack:
    """Put the pieces of a stack into a random order."""

    place: Place
    keys: tuple[Value, ...]
    stream: str
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class RollDie:
    """`seat`: who alone sees what comes of it; None: everybody does."""

    var: Var
    low: Value
    high: Value
    seat: Value | None
    stream: str
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class PickAtRandom:
    """Chance picks a thing of a set. `seat`: who alone sees it; None: whoever sees the thing."""

    var: Var
    things: Value
    seat: Value | None
    stream: str
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class SwapPieces:
    """Two pieces change places."""

    left: Value
    right: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class SwapPlaces:
    """All that lies in two places changes places, in its order."""

    left: Place
    left_keys: tuple[Value, ...]
    right: Place
    right_keys: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Remember:
    """What the facts of a history are now is added to it."""

    history: History
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class ShowPieces:
    """Some seats (a set, or one) know from now on which pieces (a set, or one) these are."""

    things: Value
    seats: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Perform:
    """Do a step. Arguments: the acting player, then the declared ones."""

    step: Procedure
    arguments: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Dispatch:
    """Follow a piece: do what its rule says. `cases` are (rule's set of pieces, procedure)."""

    piece: Value
    cases: list[tuple[int, Procedure]]
    player: Value
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Branch:
    """Do the actions of the first case whose condition holds, or those of `otherwise`."""

    cases: list[tuple[Value, list[Action]]]
    otherwise: list[Action]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Loop:
    """A loop over a set. direction: empty, from, after, back to (players, with `start`); `by`: ordered by a number."""

    var: Var
    things: Value
    direction: str
    start: Value | None
    by: Value | None
    laps: bool
    until: Value | None
    body: list[Action]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Count_:  # noqa: N801
    """A loop over numbers low to high, both fixed at its start.

    `endless`: only its lines end it, the first of which leaves it on a condition; it has more numbers than the budget.
    """

    var: Var
    low: Value
    high: Value
    body: list[Action]
    span: Span
    endless: bool | None = None


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Leave:
    """Leave loops: how is stop (innermost loop), out (drop out of the laps), end (`step`; None ends the game)."""

    how: str
    step: Procedure | None
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Text:
    """A text: words and values in turn, and the span of each value."""

    parts: tuple[str | Value, ...]
    places: tuple[Span, ...] = ()


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Choice:
    """One option of a question. `using` is asked with it: from a set, or from low to high."""

    name: str
    label: Text | None
    var: Var | None
    things: Value | None
    low: Value | None
    high: Value | None
    or_nothing: bool
    when: Value | None
    body: list[Action]
    rule: str
    span: Span
    plain: bool = False
    """A `choose`: the option is called by what is chosen."""
    later: list[Action] = field(default_factory=list)
    """What is done once all have answered who are asked together; the body only notes the answer."""

    @property
    def leads_to(self) -> list[Action]:
        """What must be possible for it to be offered."""
        return self.later or self.body

    @property
    def names(self) -> tuple[Var, ...]:
        """What the body calls the things that come with it."""
        if isinstance(self.things, Combined):
            return self.things.vars
        return () if self.var is None else (self.var,)


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Gathering:
    """The names of several things that are chosen one after another: of those chosen, and those that still can be.

    `least` is how many must be chosen, `most` how many can be where that is limited otherwise.
    """

    chosen: Var
    left: Var
    least: Var | None
    most: Var | None
    moved: bool = False
    """Whether they are only moved, which the log tells."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Question:
    """A seat is asked one of its own choices, or of the options on menus.

    `loop` asks again after each answer, until `until` holds, the stop choice is taken, or nothing is left to choose.
    """

    seat: Value
    prompt: Text
    choices: list[Choice]
    menu: Menu | None
    arguments: tuple[Value, ...]
    keeping: tuple[Var, ...]
    also: tuple[Menu, ...]
    loop: bool
    stop: Text | None
    until: Value | None
    secret: bool
    span: Span
    rule: str
    optional: bool = False
    together: bool | None = None
    """Whether it is one of the secret questions of which all answers are revealed together."""
    gathers: Gathering | None = None
    """What several things it belongs to, for one of which it asks."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class ScorePoints:
    """Give the player points, on a condition or always."""

    points: Value
    condition: Value | None
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Say:
    """Write a line of text to the log."""

    text: Text
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Pass:
    """Marks that the line below was reached, for coverage."""

    mark: int
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Procedure(Rule):
    """A rule that does something."""

    body: list[Action] = field(default_factory=list)
    after: list[Action] = field(default_factory=list)
    """What rules add after it, or at its end: also run when the step is left early."""
    can: ValueRule | None = None
    """For a cost: whether it can be paid."""
    heading: Text | None = None
    resets: list[Stored] = field(default_factory=list)
    """Memories of `once each` and `at most … in each` that start afresh when this phase begins."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Menu:
    """A list of options that any rule may add to. Its params and what it keeps are `Var`s shared by its options."""

    name: str
    label: str
    player: Var
    params: list[Var]
    keeps: list[Var]
    nests: int
    order: list[str]
    options: list[MenuOption]
    span: Span


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class MenuOption:
    """`this` ranges over `live` (the asked player's pieces of the rule that lie where the kind's options live)."""

    full_name: str
    choice: Choice
    this: Var | None
    live: Value | None
    once: Stored | None
    limit: tuple[Stored, int] | None
    menu: Menu


Action = (
    Let | Assign | MarkAll | Gain | Transfer | MoveTo | MoveUnder | DrawFrom | ShuffleStack | RollDie | PickAtRandom
    | SwapPieces | SwapPlaces | ShowPieces | Remember | Perform | Dispatch | Branch | Loop | Count_ | Leave | Question
    | ScorePoints | Say | Pass
)  # fmt: skip
