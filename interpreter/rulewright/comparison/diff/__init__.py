"""What differs in the rules of two rulesets: a row for each difference, graded, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace

from rulewright.comparison.diff.changes import Change, FactChange, FigureChange, PieceChange, RuleChange, all_changes
from rulewright.comparison.toggles import own_differences
from rulewright.compose.composed import ComposedDifference
from rulewright.diagnostics import NOWHERE, Code, Diagnostic, RulesError
from rulewright.source import RulesetSource
from rulewright.source.layers import layers_of
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node, nodes_in
from rulewright.syntax.statements import Cite, Tell
from rulewright.workspace import Ruleset

CitedPassage = tuple[str, str]
"""A source's short name and one of its passages."""

WORDING_GRADE = "wording"

THING_DECLARATIONS = (d.Names, d.Grid, d.Shape, d.Piece, d.Figure, d.Fact, d.Amount, d.Place)
TEXT_FIELDS = {"span", "label", "prompt", "stop_label", "sources", "cites", "heading"}
"""Fields of wording and sources, which have no effect on play; nor do announcements."""


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One difference: its name, its sentence (empty if it has none), and everything that it changes."""

    number: int
    name: str
    sentence: str
    grade: str
    changes: tuple[Change, ...]
    was_in: tuple[CitedPassage, ...]
    now_in: tuple[CitedPassage, ...]
    guessed: bool
    section: str = ""
    """The part of the rulebook: the heading of its passage up to the comma."""

    @property
    def is_wording(self) -> bool:
        """Whether nothing but words differs, which no game can show."""
        return self.grade == WORDING_GRADE

    @property
    def rules(self) -> tuple[RuleChange, ...]:
        """The changes of whole rules."""
        return tuple(change for change in self.changes if isinstance(change, RuleChange))


def difference_rows(a: Ruleset, b: Ruleset) -> list[DifferenceRow]:
    """Return the rows of a comparison from `a` to `b`."""
    own = own_differences(a.composed_rules, b.composed_rules), own_differences(b.composed_rules, a.composed_rules)
    named = {one.name: one for side in own for one in side}
    groups: dict[str, list[Change]] = {}
    touched = [*_edits_of_differences(a, own[0]), *_edits_of_differences(b, own[1])]
    for change in all_changes(a, b):
        name = next((name for name, target in touched if _is_edited_by(change, target)), None)
        alone = name is None or named[name].sentence is None
        groups.setdefault(_own_name(change) if alone else name or "", []).append(change)
    found = [_row_of(a, b, name, named.get(name), changes) for name, changes in groups.items()]
    places = _passage_order(a, b)
    found.sort(key=lambda row: (_first_position(row, places), row.is_wording, row.name))
    return [replace(row, number=number, section=_section_name(row)) for number, row in enumerate(found, 1)]


def _edits_of_differences(side: Ruleset, own: list[ComposedDifference]) -> list[tuple[str, str]]:
    """Each edit of a side's own differences: the difference, and what it is about; the last ones first."""
    names = {one.name for one in own}
    return [(one.difference, one.target) for one in reversed(side.composed_rules.applied) if one.difference in names]


def _is_edited_by(change: Change, target: str) -> bool:
    """Whether an edit of this target makes this change."""
    if isinstance(change, RuleChange):
        owner = change.name.rpartition(".")[0]
        return target == change.name or (change.name.startswith("has.") and target.startswith(f"{owner}."))
    if isinstance(change, FigureChange):
        return target == f"figure.{change.name}" or target.startswith(f"figure.{change.name} ")
    if isinstance(change, PieceChange):
        return target in (f"{change.kind}.{change.piece}", f"{change.kind}.{change.rule}")
    row = change.piece.rpartition("-")[0]
    of_figure = {f"figure.{change.fact} {name}" for name in (change.piece, row, change.rule)}
    return target in of_figure | {f"{change.kind}.{change.piece}", f"{change.kind}.{row}"}


def _own_name(change: Change) -> str:
    """What a change is called that belongs to no difference."""
    if isinstance(change, RuleChange):
        return change.name
    if isinstance(change, FigureChange):
        return f"figure.{change.name}"
    if isinstance(change, PieceChange):
        return f"{change.kind}.{change.rule}"
    return f"{change.fact} of {change.kind}.{change.rule}"


def _row_of(
    a: Ruleset, b: Ruleset, name: str, difference: ComposedDifference | None, changes: list[Change]
) -> DifferenceRow:
    own = _passages_of(difference.cites) if difference is not None else ()
    was_in = _unique_passages(cite for change in changes for cite in _cited_sources(a, change, "was"))
    now_in = own or _unique_passages(cite for change in changes for cite in _cited_sources(b, change, "now"))
    if difference is not None and difference.layer in {layer.manifest.name.text for layer in layers_of(a.source)}:
        was_in, now_in = own, _unique_passages(cite for change in changes for cite in _cited_sources(b, change, "now"))
    guessed = any(not isinstance(change, RuleChange) and change.guessed for change in changes)
    sentence = difference.sentence or "" if difference is not None else ""
    return DifferenceRow(0, name, sentence, grade_of(changes), tuple(changes), was_in, now_in, guessed)


def grade_of(changes: Iterable[Change]) -> str:
    """What sort of difference it is: wording, number, pieces or rule, whichever weighs most to a player.

    New and other pieces come before the rules that only they have.
    """
    listed = list(changes)
    if any(isinstance(change, PieceChange) for change in listed):
        return "pieces"
    heavy = [change for change in listed if isinstance(change, RuleChange) and not _only_words(change)]
    if any(not isinstance(change.was or change.now, THING_DECLARATIONS) for change in heavy):
        return "rule"
    if heavy:
        return "pieces"
    return "number" if any(isinstance(change, FigureChange | FactChange) for change in listed) else WORDING_GRADE


def _only_words(change: RuleChange) -> bool:
    either = change.was or change.now
    if isinstance(either, d.Ruling):
        return True
    return change.was is not None and change.now is not None and _plays_alike(change.was, change.now)


def _plays_alike(a: object, b: object) -> bool:
    """Two parts of rules are equal but for their places, texts and citations."""
    if isinstance(a, Node):
        names = [field.name for field in fields(a) if field.name not in TEXT_FIELDS]
        return type(a) is type(b) and (
            isinstance(a, Tell) or all(_plays_alike(getattr(a, name), getattr(b, name)) for name in names)
        )
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(_plays_alike, a, b))
    return bool(a == b)


# ---- where it is printed


def _cited_sources(side: Ruleset, change: Change, which: str) -> Iterator[CitedPassage]:
    """The sources that a side cites for a change."""
    if isinstance(change, RuleChange):
        node = change.was if which == "was" else change.now
        yield from _passages_of(part for part in nodes_in(node) if isinstance(part, Cite)) if node is not None else ()
    elif isinstance(change, FigureChange):
        figure = side.composed_rules.figures.get(change.name)
        if figure is not None and figure.source is not None:
            yield figure.source.source.text, figure.source.passage.text
    else:
        row = next((row for row in side.composed_rules.rows.get(change.kind, []) if row.rule.text == change.rule), None)
        if row is not None and row.source is not None:
            yield row.source.source.text, row.source.passage.text


def _passages_of(cites: Iterable[Cite]) -> tuple[CitedPassage, ...]:
    return _unique_passages((cite.source.text, cite.passage.text) for cite in cites)


def _unique_passages(cites: Iterable[CitedPassage]) -> tuple[CitedPassage, ...]:
    return tuple(dict.fromkeys(cites))


def _passage_order(a: Ruleset, b: Ruleset) -> dict[CitedPassage, int]:
    """The place of every passage: of the second ruleset's own books first, each in its order."""
    books = [book for side in (b, a) for layer in reversed(layers_of(side.source)) for book in layer.manifest.sources]
    listed = [(book.name.text, passage.text) for book in books for passage in book.passages]
    return {cite: number for number, cite in enumerate(dict.fromkeys(listed))}


def _first_position(row: DifferenceRow, places: dict[CitedPassage, int]) -> int:
    known = [places[cite] for cite in (*row.now_in, *row.was_in) if cite in places]
    return known[0] if known else len(places)


def _section_name(row: DifferenceRow) -> str:
    passage = next((passage for _, passage in (*row.now_in, *row.was_in)), "")
    return passage.split(",")[0].partition(" (")[0]


# -- each difference from the base, switched on alone


@dataclass(frozen=True, slots=True)
class ToggledDifference:
    """A difference: its row in `diff`, its name, what it means to play, the ruleset with it alone, what it needs."""

    number: int
    name: str
    sentence: str
    ruleset: str
    needs: tuple[str, ...]


def one_by_one(below: Ruleset, ruleset: Ruleset, called: str) -> list[ToggledDifference]:
    """Return the differences of a ruleset, in the order of `diff`; raise `RulesError` when its base is another one.

    `called` is what the ruleset is called on the command line.
    """
    source = ruleset.source
    base = source.base
    if base is None or base.folder.resolve() != below.source.folder.resolve() or base.name != below.name:
        raise _wrong_base(below.name, source)
    number = {row.name: row.number for row in difference_rows(below, ruleset)}
    own = own_differences(ruleset.composed_rules, below.composed_rules)
    own = [one for one in own if one.layer == source.manifest.name.text]
    plain = called.partition(":")[0] if source.only is not None else called
    found = [
        ToggledDifference(number.get(one.name, len(number) + 1), one.name, one.sentence or "", f"{plain}:{one.name}",
              tuple(word.text for word in one.needs))
        for one in own
    ]  # fmt: skip
    return sorted(found, key=lambda one: one.number)


def _wrong_base(below: str, source: RulesetSource) -> RulesError:
    stands = f'it stands on "{source.base.name}"' if source.base else "it stands on nothing"
    place = source.manifest.extends.span if source.manifest.extends else NOWHERE
    message = f'"{source.name}" does not stand right on "{below}": {stands}'
    remedy = "Differences one by one are those from the ruleset right below."
    return RulesError((Diagnostic(Code.ANOTHER_GAME, place, message, (remedy,)),))
