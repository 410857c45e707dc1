"""Composes a ruleset with those that it extends, difference by difference.

The lowest layer is the ground: its declarations, rows and figures are taken as they are. What a layer above writes are
edits, grouped by the difference that they belong to; edits outside of any difference form one of their own, with
the name of the ruleset. All differences are put in order (`order`), and each is applied to the result of those before
it (`apply`), which records what every edit has replaced. For three layers, each of which extends the one before:

    base       step draw: take 1 card;  ruling ties;  figure limit: 5
    edition    difference generous: replace step draw: take 2 cards
    variant    change limit from 5 to 7;  remove ruling ties

`generous` exchanges the step of the ground, then the difference `variant` changes the figure and removes the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from rulewright.compose.apply import apply
from rulewright.compose.composed import Composed, ComposedDifference, full_name
from rulewright.compose.differences import differences_of, kinds_of, report_unprinted
from rulewright.compose.languages import said_in, translate
from rulewright.compose.order import in_order
from rulewright.diagnostics import NOWHERE, Code, Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Mapping, RulesetSource, WeightsData
from rulewright.source.figures import HintsData, SeatData
from rulewright.source.layers import layers_of, note_inheritance
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word
from rulewright.syntax.parser import parse
from rulewright.syntax.remarks import remarks

T = TypeVar("T", WeightsData, HintsData, SeatData)
EDITS = (d.Replace, d.ChangeFigure, d.Remove, d.Difference)


def compose(source: RulesetSource, findings: Findings) -> Composed:
    """Return the composed rules of a ruleset; mistakes in the files become findings."""
    chain = layers_of(source)
    note_inheritance(source, findings)
    done = Composed(source.manifest, seats=frozenset(name for layer in chain for name in layer.manifest.seat_names))
    done.folders = [layer.shown for layer in chain]
    differences: list[ComposedDifference] = []
    for number, layer in enumerate(chain):
        _add_texts(done, layer)
        read = _parse_files(done, layer, findings)
        done.said.append(said_in(layer, read))
        report_unprinted(read, findings)
        if number == 0:
            _add_ground(done, layer, read, findings)
        else:
            differences += differences_of(layer, read, findings)
    done.differences = in_order(differences, _selected_differences(chain, differences, findings), findings)
    for difference in done.differences:
        apply(done, difference, findings)
    done.declarations = [_with_links(decl, done) for decl in done.declarations]
    _add_kinds(done, chain)
    _add_advisory(done, chain)
    done.declarations.sort(key=lambda decl: (full_name(decl).split("."), decl.span))
    if source.language:
        translate(done, source.language)
    return done


def _with_links(decl: d.Decl, done: Composed) -> d.Decl:
    """Return a list of links with the names that its data file gives them."""
    data = done.figures.get(decl.plural.text) if isinstance(decl, d.Names) and decl.between is not None else None
    if data is None or not isinstance(decl, d.Names) or not isinstance(data.value, Mapping):
        return decl
    members = tuple(d.Label(key.span, Word(key.span, key.text), None) for key, _ in data.value.items)
    return replace(decl, members=members)


def _selected_differences(chain: list[RulesetSource], all_: list[ComposedDifference], findings: Findings) -> set[str]:
    """Return the names of the selected differences: all, unless only some of a ruleset's own are selected."""
    wanted: set[str] = set()
    for layer in chain:
        own = [one.name for one in all_ if one.layer == layer.manifest.name.text]
        for name in sorted((layer.only or frozenset()) - set(own)):
            message = f'"{layer.manifest.name.text}" has no difference "{name}"'
            findings.add(
                Code.UNKNOWN_DIFFERENCE, NOWHERE, message, *did_you_mean(name, own), f"It has: {', '.join(own)}."
            )
        wanted |= set(own) if layer.only is None else layer.only & set(own)
    return wanted


def _add_texts(done: Composed, layer: RulesetSource) -> None:
    for book in layer.manifest.sources:
        known = done.passages.get(book.name.text, frozenset())
        done.passages[book.name.text] = known | frozenset(p.text for p in book.passages)
    done.labels.append(list(layer.labels))


def _add_kinds(done: Composed, chain: list[RulesetSource]) -> None:
    """Add the kinds of piece with an inventory, unless it belongs to a difference that is not applied."""
    names = {chain[0].manifest.name.text, *(one.name for one in done.differences)}
    for layer in chain:
        own = layer.manifest.name.text
        applied = [each for each in layer.inventories if (each.difference.text if each.difference else own) in names]
        for kind, word in kinds_of(applied).items():
            done.kinds.setdefault(kind, word)


def _add_advisory(done: Composed, chain: list[RulesetSource]) -> None:
    """Add the data that change no rule, unless they belong to a difference that is not applied."""
    names = {one.name for one in done.differences}
    for layer in chain:
        name = layer.manifest.name.text
        done.weights += _applied_differences(name, layer.weights, names)
        done.hints += _applied_differences(name, layer.hints, names)
        done.seat_data += _applied_differences(name, layer.seat_data, names)


def _applied_differences(layer: str, data: Iterable[T], names: set[str]) -> list[tuple[str, T]]:
    return [(layer, each) for each in data if each.difference is None or each.difference.text in names]


def _parse_files(done: Composed, layer: RulesetSource, findings: Findings) -> list[d.Decl]:
    read: list[d.Decl] = []
    for file in layer.rules:
        done.files[file.path] = file.text
        read += parse(file.path, file.text, findings)
        done.remarks += remarks(file.path, file.text, findings)
    return read


def _add_ground(done: Composed, layer: RulesetSource, read: list[d.Decl], findings: Findings) -> None:
    """Report changes in a ruleset that extends no other.

    If the ruleset that it names was not found, that has been reported already.
    """
    lost = layer.manifest.extends is not None
    for decl in read:
        if lost and isinstance(decl, EDITS):
            continue
        if isinstance(decl, EDITS):
            remedy = 'Declare the thing itself, or say in ruleset.yaml what this stands on: "extends: NAME".'
            findings.add(Code.NOTHING_BELOW, decl.span, "there is no ruleset below to change", remedy)
        else:
            done.declarations.append(decl)
    named = [inventory.difference for inventory in layer.inventories] + [figure.difference for figure in layer.figures]
    named += [each.difference for each in layer.advisory]
    for word in filter(None, [] if lost else named):
        findings.add(Code.NOTHING_BELOW, word.span, "there is no ruleset below to change", 'Take "difference" away.')
    for inventory in layer.inventories:
        done.rows.setdefault(inventory.kind.text, []).extend(inventory.rows)
    for figure in layer.figures:
        done.figures[figure.name.text] = figure
