"""Nodes of declarations: those of `declared_things.py`, menus, rules, rulings, and the changes of an edition."""

from __future__ import annotations

from rulewright.syntax.declared_things import *  # noqa: F403 - importers write `d.NAME` for any node of a declaration
from rulewright.syntax.declared_things import Figure, Grid, Has, Names, Piece, Shape, TypeOf
from rulewright.syntax.expressions import Expr, Node, Word, node
from rulewright.syntax.sentences import register_forms
from rulewright.syntax.statements import Body, Cite, Let, Option, Sources


@register_forms("keeps NAME: NUMBER to NUMBER", home='It stands under "menu".')
@node
class Keeps(Node):
    """A number that a menu keeps while it is open."""

    name: Word
    low: int
    high: int


@register_forms("nests NUMBER", home='It stands under "menu".')
@register_forms('menu NAME (THING) "Label"')
@node
class Menu(Node):
    """`menu`: a named list of options, to which rules add theirs."""

    name: Word
    params: tuple[Word, ...]
    label: Word | None
    keeps: tuple[Keeps, ...]
    nests: int
    order: tuple[Word, ...]


@node
class Often(Node):
    """`once each PHASE`; `once only` when `phase` is None."""

    phase: Word | None


@node
class MenuOption(Node):
    """An option added to a menu; `option` holds its name, label, using, condition and body."""

    menu: Word
    params: tuple[Word, ...]
    often: Often | None
    option: Option


@register_forms("step NAME (THING, THING):", 'phase NAME "Heading":', 'game "Title":')
@node
class Step(Node):
    """A step, a phase or the game itself; kind is step, phase or game."""

    kind: str
    name: Word
    params: tuple[Word, ...]
    label: Word | None
    body: Body


@node
class CostPart(Node):
    """`how` is amount (N THINGS), or each, one, any (N of each/one/any NAME [in SET] from POOL).

    For a pool of things that lie on pieces, `fact` names the fact that counts them.
    """

    how: str
    amount: Expr
    what: Word
    within: Expr | None = None
    pool: Expr | None = None
    fact: Word | None = None


@register_forms("cost NAME (THING):")
@node
class Cost(Node):
    """`cost`: what is paid together."""

    name: Word
    params: tuple[Word, ...]
    sources: Sources
    parts: tuple[CostPart, ...]


@node
class ValueCase(Node):
    """A value under a condition, or always; `value` is None when the condition itself is the (yes-or-no) value."""

    value: Expr | None
    condition: Expr | None


@register_forms("value NAME of KIND:")
@node
class Value(Node):
    """`value`: a named number, thing, set or condition, by cases, with names let before them."""

    name: Word
    of: Word | None
    params: tuple[Word, ...]
    type: TypeOf | None
    sources: Sources
    lets: tuple[Let, ...]
    cases: tuple[ValueCase, ...]


@register_forms("rule NAME after STEP:", "rule NAME before STEP:", "rule NAME at the end of PHASE:")
@node
class After(Node):
    """Runs at a `moment` of a step or phase: right before it, at its end, or right after it."""

    name: Word
    step: Word
    params: tuple[Word, ...]
    later_than: Word | None
    when: Expr | None
    body: Body
    moment: str


@register_forms('scoring NAME "Label":')
@node
class Scoring(Node):
    """`scoring`: points at the end of the game."""

    name: Word
    label: Word | None
    body: Body


@register_forms('tie-break NAME "Label":')
@node
class TieBreak(Node):
    """`tie-break`: a number that orders players with equal points."""

    name: Word
    label: Word | None
    sources: Sources
    value: Expr


@register_forms(
    "whoever has fewest points wins",
    "players with the same FACT win together",
    "all players win together if CONDITION",
)
@node
class Winner(Node):
    """Who wins; `how` is most or fewest (points), teams (by the `side` of a player), or all (under the `condition`)."""

    how: str
    name: Word
    sources: Sources
    side: Word | None = None
    condition: Expr | None = None


@register_forms('decides "answer"', home='It stands under "ruling", after "asks".')
@register_forms('asks "Question?"', home='It stands under "ruling".')
@register_forms("ruling NAME:")
@node
class Ruling(Node):
    """`ruling`: a question that the sources leave open, and what is decided."""

    name: Word
    cites: tuple[Cite, ...]
    asks: Word
    decides: Word


@register_forms("always NAME:")
@node
class Always(Node):
    """`always`: a condition that must hold at every decision."""

    name: Word
    sources: Sources
    condition: Expr


@register_forms("when STEP:")
@node
class WhenStep(Node):
    """What `follow` does for this piece in the named step."""

    step: Word
    body: Body


@register_forms("at the end:")
@node
class PieceRule(Node):
    """The rule of one piece: its options, what it does in steps, what it scores."""

    kind: Word
    name: Word
    label: Word | None
    sources: Sources
    options: tuple[MenuOption, ...]
    when: tuple[WhenStep, ...]
    scores: tuple[Body, ...]


@register_forms("replace STEP-OR-RULE as it is declared")
@node
class Replace(Node):
    """`replace`: a declaration takes the place of the one with its name."""

    declaration: Decl


@register_forms('change FIGURE from OLD to NEW because SOURCE "passage"')
@node
class ChangeFigure(Node):
    """`change FIGURE from OLD to NEW`: another value of a printed number. `assumed`: why it is uncertain.

    A setting of some games changes whatever is there: it has no old value.
    """

    figure: Word
    key: Word | None
    at: Word | None
    old: Word | None
    new: Word
    because: Cite | None
    assumed: Word | None


@register_forms('remove KIND NAME because SOURCE "passage"')
@node
class Remove(Node):
    """`remove`: leaves out a declaration of the ruleset below."""

    kind: Word
    name: Word
    because: Cite | None


@register_forms(
    "needs DIFFERENCE, DIFFERENCE",
    "later than DIFFERENCE, DIFFERENCE",
    home='It is one of the first lines under "difference".',
)
@register_forms('difference NAME "What it means to play.":')
@node
class Difference(Node):
    """What one change of an edition means to play, where it is printed, and the edits that make it."""

    name: Word
    sentence: Word
    cites: tuple[Cite, ...]
    needs: tuple[Word, ...]
    later: tuple[Word, ...]
    edits: tuple[Decl, ...]


Decl = (
    Names | Grid | Shape | Piece | Has | Figure | Menu | MenuOption | Step | Cost | Value | After | Scoring | TieBreak
    | Winner | Ruling | Always | PieceRule | Replace | ChangeFigure | Remove | Difference
)  # fmt: skip
