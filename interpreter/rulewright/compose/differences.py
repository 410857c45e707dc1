"""What a ruleset changes in another one, as named differences that can be applied individually."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compose.composed import ComposedDifference, Edit, full_name
from rulewright.diagnostics import Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import FigureData, Inventory, LocatedText, RulesetSource
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def target_of(edit: Edit) -> tuple[str, Span]:
    """Return the target of an edit, and its span."""
    if isinstance(edit, FigureData):
        return f"figure.{edit.name.text}", edit.name.span
    if isinstance(edit, tuple):
        return f"{edit[0].text}.{edit[1].name.text}", edit[1].name.span
    if isinstance(edit, d.Replace):
        return full_name(edit.declaration), edit.span
    if isinstance(edit, d.Remove):
        return f"{edit.kind.text}.{edit.name.text}", edit.span
    if isinstance(edit, d.ChangeFigure):
        at = "".join(f" {word.text}" for word in (edit.key, edit.at) if word is not None)
        return f"figure.{edit.figure.text}{at}", edit.span
    return full_name(edit), edit.span


def differences_of(layer: RulesetSource, read: list[d.Decl], findings: Findings) -> list[ComposedDifference]:
    """Return the differences of a ruleset: its own (unnamed) one first, then by name."""
    named = _by_name(read, findings)
    data = _data_by_difference(layer, named, findings)
    plain = [decl for decl in read if not isinstance(decl, d.Difference)]
    own: list[Edit] = [*plain, *data.pop("", [])]
    found: list[ComposedDifference] = []
    span, ruleset = layer.manifest.name.span, layer.manifest.name.text
    if own:
        found.append(ComposedDifference(ruleset, None, span, ruleset, layer.beside, (), (), (), tuple(own)))
    for name, decl in sorted(named.items()):
        edits = (*decl.edits, *data.get(name, []))
        if not edits:
            remedy = f'Write its edits below, or let a file in data/ say "difference: {name}".'
            findings.add(Code.CHANGE_OF_NOTHING, decl.name.span, "this difference has no edits", remedy)
        ahead = (decl.cites, decl.needs, decl.later)
        found.append(ComposedDifference(name, decl.sentence.text, decl.name.span, ruleset, layer.beside, *ahead, edits))
    return found


def _by_name(read: list[d.Decl], findings: Findings) -> dict[str, d.Difference]:
    found: dict[str, d.Difference] = {}
    for decl in read:
        if isinstance(decl, d.Difference):
            first = found.setdefault(decl.name.text, decl)
            if first is not decl:
                report_twice(decl.name, first.name.span, findings)
    return found


def report_twice(name: Word, first: Span, findings: Findings) -> None:
    """Report two differences with the same name."""
    where = f"The other one is in {first.file}:{first.line}."
    findings.add(Code.DECLARED_TWICE, name.span, f'a difference "{name.text}" is declared already', where)


def report_unprinted(read: list[d.Decl], findings: Findings) -> None:
    """Report changes that neither cite a passage nor are assumed, themselves or through their difference."""
    remedy = 'Write where: because SOURCE "passage".'
    for decl in read:
        assumed = isinstance(decl, d.ChangeFigure) and decl.assumed is not None
        if isinstance(decl, d.ChangeFigure | d.Remove) and decl.because is None and not assumed:
            findings.add(Code.BECAUSE_MISSING, decl.span, "this change does not say where it is printed", remedy)
        elif isinstance(decl, d.Difference) and not decl.cites:
            message = f'the difference "{decl.name.text}" does not say where it is printed'
            findings.add(Code.BECAUSE_MISSING, decl.name.span, message, 'Write under it: cites SOURCE "passage".')


def _data_by_difference(
    layer: RulesetSource, named: dict[str, d.Difference], findings: Findings
) -> dict[str, list[Edit]]:
    """Return what the data files of a ruleset add, by the difference that they name ('' for none)."""
    found: dict[str, list[Edit]] = {}
    for figure in layer.figures:
        found.setdefault(_check_named(figure.difference, named, findings), []).append(figure)
    for inventory in layer.inventories:
        edits = found.setdefault(_check_named(inventory.difference, named, findings), [])
        edits += [(inventory.kind, row, inventory.again) for row in inventory.rows]
    for each in layer.advisory:
        _check_named(each.difference, named, findings)
    return found


def _check_named(word: LocatedText | None, named: dict[str, d.Difference], findings: Findings) -> str:
    if word is None or word.text in named:
        return word.text if word is not None else ""
    findings.add(
        Code.UNKNOWN_NAME, word.span, "there is no difference of this name in the rule files",
        *did_you_mean(word.text, list(named)),
    )  # fmt: skip
    return ""


def kinds_of(inventories: Iterable[Inventory]) -> dict[str, LocatedText]:
    """The kinds of piece with an inventory, each with the span of the first one."""
    found: dict[str, LocatedText] = {}
    for inventory in inventories:
        found.setdefault(inventory.kind.text, inventory.kind)
    return found
