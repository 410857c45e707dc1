"""Puts a ruleset on top of the one that it extends."""

from __future__ import annotations

from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import RulesetSource
from rulewright.syntax import declarations as d
from rulewright.syntax.parser import parse
from rulewright.syntax.remarks import remarks
from rulewright.syntax.statements import Cite


def compose(source: RulesetSource, findings: Findings) -> Composed:
    """Return the finished rules of a ruleset; mistakes in the files become findings."""
    chain: list[RulesetSource] = []
    layer: RulesetSource | None = source
    while layer is not None:
        chain.insert(0, layer)
        layer = layer.base
    done = Composed(chain[-1].manifest)
    for part in chain:
        _add_layer(done, part, findings)
    done.declarations.sort(key=lambda decl: (full_name(decl).split("."), decl.span))
    return done


def _add_layer(done: Composed, layer: RulesetSource, findings: Findings) -> None:
    for book in layer.manifest.sources:
        known = done.passages.get(book.name.text, frozenset())
        done.passages[book.name.text] = known | frozenset(p.text for p in book.passages)
    for inventory in layer.inventories:
        done.rows.setdefault(inventory.kind.text, []).extend(inventory.rows)
        done.kinds.setdefault(inventory.kind.text, inventory.kind)
    for figure in layer.figures:
        if figure.name.text in done.figures:
            done.below[figure.name.text] = done.figures[figure.name.text]
        done.figures[figure.name.text] = figure
    done.labels += layer.labels
    new: list[d.Decl] = []
    for file in layer.rules:
        done.files[file.path] = file.text
        new += parse(file.path, file.text, findings)
        done.remarks += remarks(file.path, file.text, findings)
    for decl in new:
        if not isinstance(decl, d.Replace | d.ChangeFigure | d.Remove):
            done.declarations.append(decl)
    for decl in new:
        if isinstance(decl, d.ChangeFigure | d.Remove):
            done.because.append(Cite(decl.span, decl.source, decl.because))
        if isinstance(decl, d.Replace):
            _replace(done, decl, findings)
        elif isinstance(decl, d.Remove):
            _remove(done, decl, findings)
        elif isinstance(decl, d.ChangeFigure):
            done.changes.append(decl)


def _replace(done: Composed, edit: d.Replace, findings: Findings) -> None:
    name = full_name(edit.declaration)
    for index, decl in enumerate(done.declarations):
        if full_name(decl) == name:
            done.replaced.setdefault(name, []).append(decl.span)
            done.declarations[index] = edit.declaration
            return
    _no_target(done, name, edit.span, findings)


def _remove(done: Composed, edit: d.Remove, findings: Findings) -> None:
    name = f"{edit.kind.text}.{edit.name.text}"
    kept = [decl for decl in done.declarations if full_name(decl) != name]
    if len(kept) == len(done.declarations):
        _no_target(done, name, edit.span, findings)
    done.removed += [(name, decl.span, edit.span) for decl in done.declarations if full_name(decl) == name]
    done.declarations = kept


def _no_target(done: Composed, name: str, span: Span, findings: Findings) -> None:
    known = [full_name(decl) for decl in done.declarations]
    findings.add("nothing-to-change", span, f"there is no {name} to change", *did_you_mean(name, known))
