"""The composed rules: a ruleset merged with everything that it extends."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

from rulewright.diagnostics import Span
from rulewright.source.figures import FigureData, HintsData, SeatData, WeightsData
from rulewright.source.inventory import InventoryRow
from rulewright.source.labels import LanguageLabels
from rulewright.source.manifest import Manifest
from rulewright.source.nodes import LocatedText
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node, Word
from rulewright.syntax.remarks import Remark
from rulewright.syntax.statements import Cite

T = TypeVar("T")

Edit = d.Decl | FigureData | tuple[LocatedText, InventoryRow, bool]
"""A declaration, a figure, or a row of an inventory: the kind of piece, the row, and whether it is redefined."""


@dataclass(frozen=True, slots=True, eq=False)
class ComposedDifference:
    """One named change: what it means to play (if stated), where it is printed, and its edits.

    What a ruleset changes outside of any named difference is a difference, too, named after the ruleset.
    """

    name: str
    sentence: str | None
    span: Span
    layer: str
    beside: frozenset[str]
    """Rulesets combined with its own that its own does not extend."""
    cites: tuple[Cite, ...]
    needs: tuple[Word, ...]
    later: tuple[Word, ...]
    edits: tuple[Edit, ...]


class NamedText(NamedTuple):
    """A text under its full name. `word` is None where a name has no text of its own and is read as it is.

    `read`: players read it. `counted`: it has a form for each number.
    """

    name: str
    word: Word | None
    spoken: str
    read: bool = True
    counted: bool = False

    @property
    def text(self) -> str:
        """The text, or the words of the name."""
        return self.word.text if self.word is not None else self.spoken


@dataclass(frozen=True, slots=True)
class Applied:
    """An applied edit: by which difference, of what, and what it replaced."""

    difference: str
    target: str
    was: d.Decl | FigureData | InventoryRow | None
    edit: Edit
    span: Span


@dataclass(slots=True)
class Composed:
    """Declarations in a stable order, inventory rows by kind of piece, figures by name."""

    manifest: Manifest
    declarations: list[d.Decl] = field(default_factory=list)
    rows: dict[str, list[InventoryRow]] = field(default_factory=dict)
    figures: dict[str, FigureData] = field(default_factory=dict)
    changes: list[d.ChangeFigure] = field(default_factory=list)
    """Changes of figures, from the lowest ruleset up; the check of figures applies them."""
    because: list[Cite] = field(default_factory=list)
    """The citations of the changes."""
    passages: dict[str, frozenset[str]] = field(default_factory=dict)
    """The listed passages of every source."""
    replaced: dict[str, list[Span]] = field(default_factory=dict)
    """The spans of replaced declarations, by full name, the latest last."""
    removed: list[tuple[str, Span, Span]] = field(default_factory=list)
    """What was removed: its name, its span, and the span of the edit."""
    labels: list[list[LanguageLabels]] = field(default_factory=list)
    """The texts in other languages, of each layer from the lowest up."""
    said: list[dict[str, NamedText]] = field(default_factory=list)
    """The texts of each layer by name, including those of replaced or removed rules."""
    language: str = ""
    """The language in which these rules are; nothing for their own."""
    told: dict[str, str | dict[str, str]] = field(default_factory=dict)
    """In another language: the applied texts by name; for counted things, the plural forms."""
    declared_labels: dict[tuple[str, str], str] = field(default_factory=dict)
    """In another language: the original texts of piece rules, by kind and name."""
    weights: list[tuple[str, WeightsData]] = field(default_factory=list)
    """Weights for automatic seats, from the lowest ruleset up, with the name of the ruleset."""
    hints: list[tuple[str, HintsData]] = field(default_factory=list)
    """How the table is drawn, from the lowest ruleset up, with the name of the ruleset."""
    seat_data: list[tuple[str, SeatData]] = field(default_factory=list)
    """How automatic seats decide, from the lowest ruleset up, with the name of the ruleset."""
    below: dict[str, FigureData] = field(default_factory=dict)
    """Figures of the ruleset below that one on top redefines."""
    kinds: dict[str, LocatedText] = field(default_factory=dict)
    """The kinds of piece with an inventory, each with the span of the first one."""
    differences: list[ComposedDifference] = field(default_factory=list)
    """The differences that were applied, in this order."""
    applied: list[Applied] = field(default_factory=list)
    """Their edits, in this order."""
    folders: list[str] = field(default_factory=list)
    """The folder of each layer as it is shown, from the lowest up."""
    files: dict[str, str] = field(default_factory=dict)
    """The text of every rule file by the name it is shown under."""
    remarks: list[Remark] = field(default_factory=list)
    """Remarks for tools in the rule files."""
    seats: frozenset[str] = frozenset()
    """The seats of all layers, including layers for more players."""

    _by_kind: dict[type, list[Any]] = field(default_factory=dict)
    _sorted: int = -1

    def of(self, kind: type[T]) -> list[T]:
        """Return all declarations of one kind, in order."""
        if len(self.declarations) != self._sorted:
            self._by_kind.clear()
            self._sorted = len(self.declarations)
        if kind not in self._by_kind:
            self._by_kind[kind] = [decl for decl in self.declarations if isinstance(decl, kind)]
        return self._by_kind[kind]

    @property
    def score_together(self) -> bool:
        """Whether all players win or lose together, and there are points."""
        return any(winner.how == "all" for winner in self.of(d.Winner)) and bool(self.of(d.Scoring))

    def exchange(self, declarations: list[d.Decl]) -> None:
        """Replace all declarations."""
        self.declarations = declarations
        self._sorted = -1

    def piece_label(self, kind: str, rule: str) -> str | None:
        """Return the label that a piece rule gives its pieces."""
        for decl in self.of(d.PieceRule):
            if decl.kind.text == kind and decl.name.text == rule and decl.label is not None:
                return decl.label.text
        return None

    def declared_label(self, kind: str, rule: str) -> str | None:
        """Return the label that a piece rule gives its pieces, in the language of the rules."""
        return self.declared_labels.get((kind, rule)) or self.piece_label(kind, rule)

    def text_of(self, name: str) -> str | None:
        """Return the translation of a name, if these rules are translated."""
        text = self.told.get(name)
        return text if isinstance(text, str) else None


def full_name(decl: d.Decl) -> str:
    """Return a declaration's full name: its kind of rule and its name. Unnamed ones are identified by their span."""
    if isinstance(decl, d.PieceRule):
        return f"{decl.kind.text}.{decl.name.text}"
    if isinstance(decl, d.Has):
        owner = decl.owner.text if decl.owner else "game"
        names = [part.name.text for part in decl.members]
        return f"has.{owner}.{names[0] if names else ''}"
    if isinstance(decl, d.MenuOption):
        return f"option.{decl.option.name.text}"
    if isinstance(decl, d.Step):
        return f"{decl.kind}.{decl.name.text}"
    if isinstance(decl, d.Value) and decl.of is not None:
        return f"value.{decl.of.text}.{decl.name.text}"
    if isinstance(decl, d.Replace | d.ChangeFigure | d.Remove | d.Difference):
        return f"edit.{decl.span.file}:{decl.span.line}"
    return f"{_KINDS.get(type(decl), type(decl).__name__.lower())}.{decl.name.text}"


_KINDS = {d.After: "rule", d.TieBreak: "tie-break"}


def same_tree(a: Any, b: Any) -> bool:
    """Return whether two parts of a syntax tree are equal apart from their spans."""
    if isinstance(a, Node):
        return type(a) is type(b) and all(
            same_tree(getattr(a, field.name), getattr(b, field.name)) for field in fields(a) if field.name != "span"
        )
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(same_tree, a, b))
    return bool(a == b)
