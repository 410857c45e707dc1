"""Mutations of data files: numbers shifted by one, sets without one of their members."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change
from rulewright.playtest.mutants.values import neighbours
from rulewright.source import FigureData, InventoryRow, Scalar, Sequence, YamlNode


def changed_figures(data: FigureData) -> Iterator[Change[FigureData]]:
    """Yield a figure with one number or one set of names changed."""
    for span, words, value in _changed_values(data.value):
        yield span, words, replace(data, value=value)


def _changed_values(node: YamlNode) -> Iterator[Change[YamlNode]]:
    if isinstance(node, Scalar):
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            for number in neighbours(node.value):
                yield node.span, f"{number} instead of {node.text}", replace(node, text=str(number))
    elif isinstance(node, Sequence):
        yield from _changed_sequences(node)
    else:
        for at, (key, value) in enumerate(node.items):
            for span, words, other in _changed_values(value):
                yield span, words, replace(node, items=(*node.items[:at], (key, other), *node.items[at + 1 :]))


def _changed_sequences(node: Sequence) -> Iterator[Change[YamlNode]]:
    for at, item in enumerate(node.items):
        before, after = node.items[:at], node.items[at + 1 :]
        if isinstance(item, Scalar) and not isinstance(item.value, int):
            # a name from `each` is written elsewhere: then it is the list that is shown
            is_here = node.span.line <= item.span.line <= node.span.end_line
            yield (item if is_here else node).span, "this is missing", replace(node, items=before + after)
        for span, words, other in _changed_values(item):
            yield span, words, replace(node, items=(*before, other, *after))


def changed_rows(listed: list[InventoryRow]) -> Iterator[tuple[str, Change[list[InventoryRow]]]]:
    """Yield the rows of a kind of piece with one change, and the name of the changed row.

    An entry written once for many rows is changed in all of them.
    """
    for place in dict.fromkeys(row.span for row in listed):
        alike = [row for row in listed if row.span == place]
        yield from ((alike[0].name.text, change) for change in _changed_counts(alike, listed))
    written = {(node.span, name): None for row in listed for name, node in row.facts.items()}
    for span, name in written:
        alike = [row for row in listed if name in row.facts and row.facts[name].span == span]
        yield from ((alike[0].name.text, change) for change in _changed_facts(alike, name, listed))


def _changed_counts(alike: list[InventoryRow], listed: list[InventoryRow]) -> Iterator[Change[list[InventoryRow]]]:
    first = alike[0]
    for other in (first.count + 1, first.count - 1):
        words = f"{other} instead of {first.count} of this" if other else "this is missing"
        now = [replace(row, count=other) if row in alike else row for row in listed]
        yield first.name.span, words, [row for row in now if row.count]


def _changed_facts(
    alike: list[InventoryRow], name: str, listed: list[InventoryRow]
) -> Iterator[Change[list[InventoryRow]]]:
    for together in zip(*(_changed_values(row.facts[name]) for row in alike), strict=True):
        span, words, _ = together[0]
        others = {id(row): value for row, (_, _, value) in zip(alike, together, strict=True)}
        yield (
            span,
            words,
            [replace(row, facts=row.facts | {name: others[id(row)]}) if id(row) in others else row for row in listed],
        )
