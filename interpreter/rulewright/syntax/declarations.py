"""Nodes of declarations: things, places, numbers, menus, rules."""

from __future__ import annotations

from rulewright.syntax.expressions import Cond, Expr, Node, Word, node
from rulewright.syntax.sentences import reads
from rulewright.syntax.statements import Body, Cite, Option, Sources


@node
class TypeOf(Node):
    """The type of a fact: `how` is range (with `low` and `high`), truth, or set, one or optional (of `name`)."""

    how: str
    low: int = 0
    high: int = 0
    name: Word | None = None


@node
class Key(Node):
    """`for each NAME` or `for each 1 to 5`."""

    name: Word | None
    low: int = 0
    high: int = 0


@node
class Label(Node):
    """A name, and the text with which it is shown."""

    name: Word
    label: Word | None


MOST_NUMBERED = 999
"""The highest number of a numbered name."""


@node
class Numbered(Node):
    """`space-1 to space-40`: names that differ only in their number."""

    first: Word
    last: Word

    @property
    def fits(self) -> bool:
        """Whether only the number differs, increases, and has no leading zero."""
        stem, low, high = self._parts
        return stem == self.last.text.rpartition("-")[0] and 0 <= low < high <= MOST_NUMBERED

    @property
    def members(self) -> tuple[Label, ...]:
        """The names from the first to the last; only these two if they are not a range."""
        stem, low, high = self._parts
        names = [f"{stem}-{n}" for n in range(low, high + 1)] if self.fits else [self.first.text, self.last.text]
        return tuple(Label(self.span, Word(self.span, name), None) for name in names)

    @property
    def _parts(self) -> tuple[str, int, int]:
        stem, _, low = self.first.text.rpartition("-")
        high = self.last.text.rpartition("-")[2]
        whole = all(text.isdecimal() and text == str(int(text)) for text in (low, high))
        return (stem, int(low), int(high)) if whole else (stem, -1, -1)


@reads("names ONE / MANY: NAME, NAME, NAME")
@node
class Names(Node):
    """A list of names; numbered names are expanded in `members`."""

    name: Word
    plural: Word
    members: tuple[Label, ...]
    numbered: tuple[Numbered, ...] = ()


@reads("grid ONE / MANY: NUMBER by NUMBER")
@node
class Grid(Node):
    """`grid NAME / NAMES: WIDTH by HEIGHT`: spaces in rows and columns."""

    name: Word
    plural: Word
    width: int
    height: int
    rim: bool


@reads("printed NAME: NUMBER to NUMBER", home='It stands under "piece" or "shape".')
@node
class Printed(Node):
    """A fact printed on each piece of a kind; with a key, one for each name or number."""

    name: Word
    key: Key | None
    type: TypeOf


@reads("shape ONE / MANY:")
@node
class Shape(Node):
    """`shape`: facts printed on every piece that has it."""

    name: Word
    plural: Word
    sources: Sources
    printed: tuple[Printed, ...]


@reads("worth NUMBER of KIND", home='It stands under "piece".')
@node
class Worth(Node):
    """`worth UNITS of KIND`: what a piece counts as in payments; a KIND of nothing counts as any."""

    units: Expr
    kind: Expr


@reads("starts in PLACE", "discarded to PLACE", home='It stands under "piece".')
@reads("piece ONE / MANY:")
@node
class Piece(Node):
    """`piece`: a kind of piece with its facts, its places and its limit."""

    name: Word
    plural: Word
    shape: Word | None
    sources: Sources
    printed: tuple[Printed, ...]
    starts: Word | None
    discarded: Word | None
    live: tuple[Word, ...]
    limit: tuple[int, Word] | None
    worth: Worth | None


@node
class Fact(Node):
    """A stored value: of the game, of a seat or of a thing."""

    name: Word
    key: Key | None
    type: TypeOf
    secret: str | None
    cleared: bool


@reads("amount ONE / MANY", home='It stands under "each ... has:".')
@node
class Amount(Node):
    """A counted thing that a seat or the game has."""

    name: Word
    plural: Word
    low: int
    high: int
    secret: str | None
    in_all: int | None


@reads("place NAME: THINGS", "place NAME: stack of THINGS", home='It stands under "each ... has:".')
@node
class Place(Node):
    """`order` is stack, row or None; `limit` the most pieces it holds; `kind` the plural name of what it holds."""

    name: Word
    key: Key | None
    kind: Word
    order: str | None
    limit: int | None
    secret: str | None
    refilled: Word | None


@reads("each NAME has:", "the game has:")
@node
class Has(Node):
    """`each NAME has:`; `the game has:` when `owner` is None."""

    owner: Word | None
    sources: Sources
    facts: tuple[Fact, ...]
    amounts: tuple[Amount, ...]
    places: tuple[Place, ...]


@reads("figure NAME for each NAME: NUMBER to NUMBER")
@node
class Figure(Node):
    """`figure`: printed numbers that a table of the data holds."""

    name: Word
    key: Key | None
    at: Key | None
    type: TypeOf


@reads("keeps NAME: NUMBER to NUMBER", home='It stands under "menu".')
@node
class Keeps(Node):
    """A number that a menu keeps while it is open."""

    name: Word
    low: int
    high: int


@reads("nests NUMBER", home='It stands under "menu".')
@reads('menu NAME (THING) "Label"')
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


@reads("step NAME (THING, THING):", 'phase NAME "Heading":', 'game "Title":')
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


@reads("cost NAME (THING):")
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
    condition: Cond | None


@reads("value NAME of KIND:")
@node
class Value(Node):
    """`value`: a named number, thing, set or condition, by cases."""

    name: Word
    of: Word | None
    params: tuple[Word, ...]
    type: TypeOf | None
    sources: Sources
    cases: tuple[ValueCase, ...]


@reads("rule NAME after STEP:", "rule NAME before STEP:", "rule NAME at the end of PHASE:")
@node
class After(Node):
    """Runs at a `moment` of a step or phase: right before it, at its end, or right after it."""

    name: Word
    step: Word
    params: tuple[Word, ...]
    later_than: Word | None
    when: Cond | None
    body: Body
    moment: str


@reads('scoring NAME "Label":')
@node
class Scoring(Node):
    """`scoring`: points at the end of the game."""

    name: Word
    label: Word | None
    body: Body


@reads('tie-break NAME "Label":')
@node
class TieBreak(Node):
    """`tie-break`: a number that orders players with equal points."""

    name: Word
    label: Word | None
    sources: Sources
    value: Expr


@reads('decides "answer"', home='It stands under "ruling", after "asks".')
@reads('asks "Question?"', home='It stands under "ruling".')
@reads("ruling NAME:")
@node
class Ruling(Node):
    """`ruling`: a question that the sources leave open, and what is decided."""

    name: Word
    cites: tuple[Cite, ...]
    asks: Word
    decides: Word


@reads("always NAME:")
@node
class Always(Node):
    """`always`: a condition that must hold at every decision."""

    name: Word
    sources: Sources
    condition: Cond


@reads("when STEP:")
@node
class WhenStep(Node):
    """What `follow` does for this piece in the named step."""

    step: Word
    body: Body


@reads("at the end:")
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


@reads("replace STEP-OR-RULE as it is declared")
@node
class Replace(Node):
    """`replace`: a declaration takes the place of the one with its name."""

    declaration: Decl


@reads('change FIGURE from OLD to NEW because SOURCE "passage"')
@node
class ChangeFigure(Node):
    """`change FIGURE from OLD to NEW`: another value of a printed number. `assumed`: why it is uncertain."""

    figure: Word
    key: Word | None
    at: Word | None
    old: Word
    new: Word
    because: Cite | None
    assumed: Word | None


@reads('remove KIND NAME because SOURCE "passage"')
@node
class Remove(Node):
    """`remove`: leaves out a declaration of the ruleset below."""

    kind: Word
    name: Word
    because: Cite | None


@reads(
    "needs DIFFERENCE, DIFFERENCE",
    "later than DIFFERENCE, DIFFERENCE",
    home='It is one of the first lines under "difference".',
)
@reads('difference NAME "What it means to play.":')
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
    | Ruling | Always | PieceRule | Replace | ChangeFigure | Remove | Difference
)  # fmt: skip
