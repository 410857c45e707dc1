"""The syntax tree of what is declared: things, places, numbers, menus, rules."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.syntax.expressions import Cond, Expr, Node, Word
from rulewright.syntax.statements import Body, Cite, Option, Sources


@dataclass(frozen=True, slots=True)
class TypeOf(Node):
    """What a fact may be: how is range, truth, set, one or optional; `low`/`high` for a range, `name` otherwise."""

    how: str
    low: int = 0
    high: int = 0
    name: Word | None = None


@dataclass(frozen=True, slots=True)
class Key(Node):
    """`for each NAME` or `for each 1 to 5`."""

    name: Word | None
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Label(Node):
    name: Word
    label: Word | None


@dataclass(frozen=True, slots=True)
class Names(Node):
    name: Word
    plural: Word
    members: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Grid(Node):
    name: Word
    plural: Word
    width: int
    height: int
    rim: bool


@dataclass(frozen=True, slots=True)
class Printed(Node):
    name: Word
    type: TypeOf


@dataclass(frozen=True, slots=True)
class Shape(Node):
    name: Word
    plural: Word
    printed: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Worth(Node):
    """`worth UNITS of KIND`: what a piece pays as; a KIND of nothing pays as any."""

    units: Expr
    kind: Expr


@dataclass(frozen=True, slots=True)
class Piece(Node):
    name: Word
    plural: Word
    shape: Word | None
    printed: tuple[Printed, ...]
    starts: Word | None
    discarded: Word | None
    live: tuple[Word, ...]
    limit: tuple[int, Word] | None
    worth: Worth | None


@dataclass(frozen=True, slots=True)
class Fact(Node):
    name: Word
    key: Key | None
    type: TypeOf
    secret: str | None
    cleared: bool


@dataclass(frozen=True, slots=True)
class Amount(Node):
    name: Word
    plural: Word
    low: int
    high: int
    secret: str | None
    in_all: int | None


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`order` is stack, row or None; `limit` the most pieces it holds; `kind` the plural name of what it holds."""

    name: Word
    key: Key | None
    kind: Word
    order: str | None
    limit: int | None
    secret: str | None
    refilled: Word | None


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`each NAME has:`; `the game has:` when `owner` is None."""

    owner: Word | None
    facts: tuple[Fact, ...]
    amounts: tuple[Amount, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Figure(Node):
    name: Word
    key: Key | None
    at: Key | None
    type: TypeOf


@dataclass(frozen=True, slots=True)
class Keeps(Node):
    name: Word
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Menu(Node):
    name: Word
    params: tuple[Word, ...]
    label: Word | None
    keeps: tuple[Keeps, ...]
    nests: int
    order: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Often(Node):
    """`once each PHASE`; `once only` when `phase` is None."""

    phase: Word | None


@dataclass(frozen=True, slots=True)
class MenuOption(Node):
    """An option added to a menu; `option` holds its name, label, using, condition and body."""

    menu: Word
    params: tuple[Word, ...]
    often: Often | None
    option: Option


@dataclass(frozen=True, slots=True)
class Step(Node):
    """A step, a phase or the game itself; kind is step, phase or game."""

    kind: str
    name: Word
    params: tuple[Word, ...]
    label: Word | None
    body: Body


@dataclass(frozen=True, slots=True)
class CostPart(Node):
    """`how` is amount (N THINGS), or each, one, any (N of each/one/any NAME [in SET] from POOL).

    For a pool of sacks that lie on pieces `fact` names the fact that counts them.
    """

    how: str
    amount: Expr
    what: Word
    within: Expr | None = None
    pool: Expr | None = None
    fact: Word | None = None


@dataclass(frozen=True, slots=True)
class Cost(Node):
    name: Word
    params: tuple[Word, ...]
    sources: Sources
    parts: tuple[CostPart, ...]


@dataclass(frozen=True, slots=True)
class ValueCase(Node):
    """A value under a condition, or always; `value` is None when the condition itself is the (yes-or-no) value."""

    value: Expr | None
    condition: Cond | None


@dataclass(frozen=True, slots=True)
class Value(Node):
    name: Word
    of: Word | None
    params: tuple[Word, ...]
    type: TypeOf | None
    sources: Sources
    cases: tuple[ValueCase, ...]


@dataclass(frozen=True, slots=True)
class After(Node):
    """Runs right after a step (`at_end` False) or at the end of a phase (`at_end` True)."""

    name: Word
    step: Word
    params: tuple[Word, ...]
    later_than: Word | None
    when: Cond | None
    body: Body
    at_end: bool


@dataclass(frozen=True, slots=True)
class Scoring(Node):
    name: Word
    label: Word | None
    body: Body


@dataclass(frozen=True, slots=True)
class TieBreak(Node):
    name: Word
    label: Word | None
    sources: Sources
    value: Expr


@dataclass(frozen=True, slots=True)
class Ruling(Node):
    name: Word
    cites: tuple[Cite, ...]
    asks: Word
    decides: Word


@dataclass(frozen=True, slots=True)
class Always(Node):
    name: Word
    sources: Sources
    condition: Cond


@dataclass(frozen=True, slots=True)
class WhenStep(Node):
    """What `follow` does for this piece in the named step."""

    step: Word
    body: Body


@dataclass(frozen=True, slots=True)
class PieceRule(Node):
    kind: Word
    name: Word
    label: Word | None
    sources: Sources
    options: tuple[MenuOption, ...]
    when: tuple[WhenStep, ...]
    scores: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class Replace(Node):
    declaration: Decl


@dataclass(frozen=True, slots=True)
class ChangeFigure(Node):
    figure: Word
    key: Word | None
    at: Word | None
    old: Word
    new: Word
    source: Word
    because: Word


@dataclass(frozen=True, slots=True)
class Remove(Node):
    kind: Word
    name: Word
    source: Word
    because: Word


Decl = (
    Names | Grid | Shape | Piece | Has | Figure | Menu | MenuOption | Step | Cost | Value | After | Scoring | TieBreak
    | Ruling | Always | PieceRule | Replace | ChangeFigure | Remove
)  # fmt: skip
