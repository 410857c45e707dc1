"""What a ruleset says otherwise than the one that it stands on, thing by thing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Findings, Span
from rulewright.source import RulesetSource
from rulewright.syntax import declarations as d


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: how (added, replaced, changed, removed), what, and where that is said."""

    how: str
    name: str
    span: Span


def changes(source: RulesetSource) -> list[Change]:
    """Return everything that a ruleset changes in the one below, in the order of its files and lines."""
    if source.base is None:
        return []
    below, here = compose(source.base, Findings()), compose(source, Findings())
    found = [*_rules(source, below, here), *_figures(source, below, here), *_pieces(source)]
    return sorted(found, key=lambda change: change.span)


def _rules(source: RulesetSource, below: Composed, here: Composed) -> Iterator[Change]:
    """Yield declarations that are new, that stand in the place of others, and that are gone."""
    own, known = {file.path for file in source.rules}, {_called(decl) for decl in below.declarations}
    for decl in here.declarations:
        if decl.span.file in own:
            yield Change("replaced" if _called(decl) in known else "added", full_name(decl), decl.span)
    for name, _, by in here.removed[len(below.removed) :]:
        yield Change("removed", name, by)


def _called(decl: d.Decl) -> str:
    """Options are told apart by their lists, too."""
    return f"{full_name(decl)} on {decl.menu.text}" if isinstance(decl, d.MenuOption) else full_name(decl)


def _figures(source: RulesetSource, below: Composed, here: Composed) -> Iterator[Change]:
    """Yield figures that are changed in a sentence, and those that are given (again)."""
    for change in here.changes[len(below.changes) :]:
        where = "".join(f" {word} {key.text}" for word, key in (("for", change.key), ("at", change.at)) if key)
        name = f"{change.figure.text}{where} from {change.old.text} to {change.new.text}"
        yield Change("changed", name, change.span)
    for figure in source.figures:
        how = "replaced" if figure.name.text in below.figures else "added"
        yield Change(how, f"figure.{figure.name}", figure.name.span)


def _pieces(source: RulesetSource) -> Iterator[Change]:
    for inventory in source.inventories:
        for row in inventory.rows:
            yield Change("added", f"{inventory.kind}.{row.name}", row.span)
