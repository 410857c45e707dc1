"""The checked rules: every name resolved, every type known, few kinds of node. This is what compiling starts from."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check.types import Domain, Kind, Type
from rulewright.diagnostics import NOWHERE, Span

# ---- what is stored


@dataclass(slots=True, eq=False)
class Stored:
    """A fact or amount that changes. `owner` and `keys` are the domains (or ranges, as sizes) it is indexed by."""

    name: str
    plural: str
    keys: tuple[Axis, ...]
    type: Type
    span: Span
    seen: str = "all"
    """all, owner (only the player it belongs to) or nobody."""
    cleared: bool = False
    supply: int | None = None
    """How many there are in all, for an amount with a limited supply."""
    amount: bool = False

    @property
    def as_mask(self) -> bool:
        """Yes-or-no facts of things of a domain are kept as one set per remaining key."""
        return self.type.how == "truth" and bool(self.keys) and self.keys[0].domain is not None


@dataclass(frozen=True, slots=True)
class Axis:
    """One index of a stored fact, place or figure: the things of a domain, or the numbers low to high."""

    domain: Domain | None
    low: int
    size: int
    kind: Kind | None = None

    @property
    def start(self) -> int:
        return self.kind.start if self.kind else self.low


@dataclass(slots=True, eq=False)
class Place:
    """Where pieces are. `order` is stack, row or empty."""

    name: str
    keys: tuple[Axis, ...]
    pieces: Domain
    kind: Kind | None
    order: str
    limit: int | None
    seen: str
    span: Span
    refilled: Place | None = None


@dataclass(slots=True, eq=False)
class Figure:
    """A printed number or table: values flattened in the order of the keys."""

    name: str
    keys: tuple[Axis, ...]
    type: Type
    values: list[int]
    span: Span
    printed_of: bool = False


@dataclass(slots=True, eq=False)
class Var:
    """A name let in a rule."""

    name: str
    type: Type


# ---- values


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    value: int
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    var: Var

    @property
    def type(self) -> Type:
        return self.var.type


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    stored: Stored
    keys: tuple[Value, ...]

    @property
    def type(self) -> Type:
        return self.stored.type


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """The set of pieces in a place."""

    place: Place
    keys: tuple[Value, ...]
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    figure: Figure
    keys: tuple[Value, ...]

    @property
    def type(self) -> Type:
        return self.figure.type


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """operator: + - * on numbers; or, without, and on sets."""

    operator: str
    left: Value
    right: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """operator: == != >= <= > <. `span` is the atomic condition, for reasons and coverage."""

    operator: str
    left: Value
    right: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A thing is in a set."""

    thing: Value
    things: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class NonEmpty:
    things: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Logic:
    """operator: and, or, not."""

    operator: str
    parts: tuple[Value, ...]
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    things: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    var: Var
    things: Value
    condition: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """how: sum, most, least."""

    how: str
    var: Var
    things: Value
    value: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The things with the most or least of a value; ties stay."""

    how: str
    var: Var
    things: Value
    value: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Quantified:
    every: bool
    var: Var
    things: Value
    condition: Value
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class One:
    """first, last or only thing of a set, or nothing (-1)."""

    how: str
    things: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Following:
    """The next thing of a domain after one; players go round."""

    thing: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Nearby:
    how: str
    thing: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Choice2:
    """lesser or greater of two numbers."""

    how: str
    left: Value
    right: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One value if a condition holds, else the other."""

    condition: Value
    then: Value
    otherwise: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Singleton:
    """The set of one thing (the empty set for nothing)."""

    thing: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Where:
    """Of the place that holds a piece: `what` is position, or the axis domain whose thing owns the place."""

    what: str
    piece: Value
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A declared value with its arguments (the first is the acting player)."""

    value: ValueRule
    arguments: tuple[Value, ...]
    span: Span = NOWHERE

    @property
    def type(self) -> Type:
        return self.value.type


@dataclass(frozen=True, slots=True, eq=False)
class Doable:
    step: Procedure
    arguments: tuple[Value, ...]
    type: Type
    span: Span = NOWHERE


Value = (
    Const | Use | Read | Contents | Lookup | Binary | Test | Member | NonEmpty | Logic | Count | Filter | Fold | Best
    | Quantified | One | Following | Nearby | Choice2 | Either | Singleton | Where | Call | Doable
)  # fmt: skip

# ---- what is done


@dataclass(slots=True, eq=False)
class Let:
    var: Var
    value: Value
    span: Span


@dataclass(slots=True, eq=False)
class Assign:
    """Set (operator =), raise (+) or lower (-) something stored; for yes-or-no masks also mark (on), unmark (off)."""

    target: Read
    operator: str
    value: Value
    span: Span


@dataclass(slots=True, eq=False)
class MarkAll:
    """Mark or unmark a yes-or-no fact of every thing in a set; `keys` are the fact's further keys."""

    stored: Stored
    things: Value
    on: bool
    span: Span


@dataclass(slots=True, eq=False)
class Gain:
    """A seat takes from the supply (sign 1) or pays to it (-1)."""

    amount: Stored
    seat: Value
    number: Value
    sign: int
    span: Span


@dataclass(slots=True, eq=False)
class Transfer:
    amount: Stored
    payer: Value
    payee: Value
    number: Value
    span: Span


@dataclass(slots=True, eq=False)
class MoveTo:
    """Pieces (a set, or one) go to a place. `place` None: each to its kind's discard place."""

    things: Value
    place: Place | None
    keys: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False)
class DrawFrom:
    number: Value
    stack: Place
    stack_keys: tuple[Value, ...]
    place: Place
    keys: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False)
class ShuffleStack:
    place: Place
    keys: tuple[Value, ...]
    stream: str
    span: Span


@dataclass(slots=True, eq=False)
class RollDie:
    var: Var
    low: Value
    high: Value
    stream: str
    span: Span


@dataclass(slots=True, eq=False)
class SwapPieces:
    left: Value
    right: Value
    span: Span


@dataclass(slots=True, eq=False)
class Perform:
    """Do a step. Arguments: the acting player, then the declared ones."""

    step: Procedure
    arguments: tuple[Value, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Dispatch:
    """Follow a piece: do what its rule says. `cases` are (rule's set of pieces, procedure)."""

    piece: Value
    cases: list[tuple[int, Procedure]]
    player: Value
    span: Span


@dataclass(slots=True, eq=False)
class Branch:
    cases: list[tuple[Value, list[Action]]]
    otherwise: list[Action]
    span: Span


@dataclass(slots=True, eq=False)
class Loop:
    """A loop over a set. direction: empty, from or after (players, with `start`); `by`: ordered by a number."""

    var: Var
    things: Value
    direction: str
    start: Value | None
    by: Value | None
    laps: bool
    until: Value | None
    body: list[Action]
    span: Span


@dataclass(slots=True, eq=False)
class Count_:
    """A loop over numbers low to high, both fixed at its start."""

    var: Var
    low: Value
    high: Value
    body: list[Action]
    span: Span


@dataclass(slots=True, eq=False)
class Leave:
    """Leave loops: how is stop (innermost loop), out (drop out of the laps), end (`step`; None ends the game)."""

    how: str
    step: Procedure | None
    span: Span


@dataclass(slots=True, eq=False)
class Text:
    """A text: words and values in turn."""

    parts: tuple[str | Value, ...]


@dataclass(slots=True, eq=False)
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


@dataclass(slots=True, eq=False)
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


@dataclass(slots=True, eq=False)
class ScorePoints:
    points: Value
    condition: Value | None
    span: Span


@dataclass(slots=True, eq=False)
class Say:
    text: Text
    span: Span


Action = (
    Let | Assign | MarkAll | Gain | Transfer | MoveTo | DrawFrom | ShuffleStack | RollDie | SwapPieces | Perform
    | Dispatch | Branch | Loop | Count_ | Leave | Question | ScorePoints | Say
)  # fmt: skip

# ---- rules


@dataclass(slots=True, eq=False)
class Procedure:
    """A step, phase, game, cost, or a piece's answer to a step. `params[0]` is the acting player."""

    name: str
    kind: str
    params: list[Var]
    body: list[Action]
    span: Span
    after: list[Action] = field(default_factory=list)
    """What rules add after it, or at its end: also run when the step is left early."""
    can: ValueRule | None = None
    """For a cost: whether it can be paid."""
    heading: Text | None = None
    resets: list[Stored] = field(default_factory=list)
    """Memories of `once each` and `at most … in each` that start afresh when this phase begins."""


@dataclass(slots=True, eq=False)
class ValueRule:
    name: str
    params: list[Var]
    type: Type
    cases: list[tuple[Value | None, Value]]
    """(condition or None, value) in order; a yes-or-no value is its own condition."""
    span: Span


@dataclass(slots=True, eq=False)
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


@dataclass(slots=True, eq=False)
class MenuOption:
    """`this` ranges over `live` (the asked player's pieces of the rule that lie where the kind's options live)."""

    full_name: str
    choice: Choice
    this: Var | None
    live: Value | None
    once: Stored | None
    limit: tuple[Stored, int] | None
    menu: Menu


@dataclass(slots=True, eq=False)
class ScoringRule:
    name: str
    label: str
    player: Var
    body: list[Action]
    span: Span


@dataclass(slots=True, eq=False)
class TieBreak:
    name: str
    label: str
    player: Var
    value: Value
    span: Span


@dataclass(slots=True, eq=False)
class AlwaysRule:
    name: str
    condition: Value
    span: Span


@dataclass(slots=True, eq=False)
class CheckedRules:
    """Everything that compiling needs, nothing that it does not."""

    title: str
    seats: int
    seat_names: list[str]
    domains: list[Domain]
    stored: list[Stored]
    places: list[Place]
    figures: list[Figure]
    starts: list[tuple[Kind, Place]]
    discards: dict[str, Place]
    printed: dict[str, list[Figure]]
    procedures: list[Procedure]
    values: list[ValueRule]
    menus: list[Menu]
    scorings: list[ScoringRule]
    tie_breaks: list[TieBreak]
    always: list[AlwaysRule]
    game: Procedure
    texts_of_rules: dict[str, str]
    """The text of every rule file, for quoting conditions."""
