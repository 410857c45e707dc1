"""The pieces of a data file: rows, with `each` and `copies` already expanded.

Placeholders in braces are expanded for each name of a list: `{colour}` in a row with `each: {colour: [red]}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from itertools import product
from math import prod

from rulewright.diagnostics import Code, Findings, Span, limits
from rulewright.diagnostics.similar import did_you_mean
from rulewright.frozen import frozen_class
from rulewright.source.citations import Citation, read_citation, reason_assumed
from rulewright.source.folders import is_name
from rulewright.source.nodes import (
    LocatedText,
    Mapping,
    Scalar,
    Sequence,
    YamlNode,
    entries_of,
    items_of,
    number_of,
    text_of,
)
from rulewright.source.remembering import remembered

Fill = dict[str, Scalar]
"""The replacement of each placeholder."""

_BRACES = re.compile(r"\{([^{}]*)\}")


@frozen_class
class InventoryRow:
    """One piece, or `count` equal ones: its name, its rule, its printed facts, and their source."""

    span: Span
    name: LocatedText
    rule: LocatedText
    label: LocatedText | None
    facts: dict[str, YamlNode]
    count: int
    source: Citation | None
    assumed: str | None
    fact_spans: dict[str, Span] = field(default_factory=dict)
    """The span of each fact's name."""
    only_count: bool = False
    """What is assumed is how many there are, not what is printed on them."""

    @property
    def has_assumed_facts(self) -> bool:
        """Whether what is printed on it is assumed."""
        return self.assumed is not None and not self.only_count


@frozen_class
class Inventory:
    """The rows for one kind of piece."""

    span: Span
    kind: LocatedText
    rows: tuple[InventoryRow, ...]
    difference: LocatedText | None = None
    """The difference that they belong to, in a ruleset that changes another."""
    again: bool = False
    """The rows replace rows of the same names."""


@remembered
def read_inventory(document: Mapping, findings: Findings) -> Inventory:
    """Return the pieces of a well-formed file of kind inventory."""
    kind = text_of(document.get("pieces")) or LocatedText(document.span, "")
    rows = [row for entry in items_of(document.get("rows")) for row in _expanded_rows(entry, findings)]
    again = document.get("again")
    return Inventory(
        document.span, kind, tuple(rows), text_of(document.get("difference")),
        isinstance(again, Scalar) and again.value is True,
    )  # fmt: skip


def _expanded_rows(entry: YamlNode, findings: Findings) -> Iterator[InventoryRow]:
    """Yield the rows that an entry expands to: one per combination of its `each`, and per copy."""
    if not isinstance(entry, Mapping):
        return
    each = _read_each(entry.get("each"))
    number = prod(len(names) for _, names in each) * max(1, len(items_of(entry.get("copies"))))
    if number > limits.PIECES.most:
        limits.PIECES.report(findings, entry.span, number)
        findings.blind = True
        return
    source = read_citation(entry.get("source"), findings)
    for chosen in product(*(names for _, names in each)):
        fill = {word: name for (word, _), name in zip(each, chosen, strict=True)}
        row = _read_row(entry, fill, source, findings)
        if row is not None:
            yield from _copies_of(row, entry, fill, findings)


def _read_row(entry: Mapping, fill: Fill, source: Citation | None, findings: Findings) -> InventoryRow | None:
    rule_node = entry.get("rule")
    name_node = entry.get("name") or rule_node
    if not isinstance(rule_node, Scalar) or not isinstance(name_node, Scalar):
        return None
    rule, name = _filled_name(rule_node, fill, findings), _filled_name(name_node, fill, findings)
    if rule is None or name is None:
        return None
    label_node = entry.get("label")
    label = _filled_label(label_node, fill, findings) if isinstance(label_node, Scalar) else None
    facts, places = _read_facts(entry.get("facts"), fill, findings)
    count = number_of(entry.get("count"), 1)
    only_count = entry.get("assumed") is None
    return InventoryRow(entry.span, name, rule, label, facts, count, source, reason_assumed(entry), places, only_count)


def _copies_of(row: InventoryRow, entry: Mapping, fill: Fill, findings: Findings) -> Iterator[InventoryRow]:
    """Yield a row per copy, numbered and with its own facts, or the row itself."""
    copies = items_of(entry.get("copies"))
    if not copies:
        yield row
        return
    counted = entry.key("count")
    if counted is not None:
        message = '"count" has no meaning beside "copies", which are one piece each'
        findings.add(Code.COUNT_AND_COPIES, counted.span, message)
    for number, copy in enumerate(copies, 1):
        facts, places = _read_facts(copy, fill, findings)
        for fact in facts:
            if fact in row.facts:
                findings.add(Code.DUPLICATE_KEY, places[fact], f'"{fact}" is given under "facts" already')
        name = LocatedText(row.name.span, f"{row.name.text}-{number}")
        yield InventoryRow(
            copy.span, name, row.rule, row.label, row.facts | facts, 1, row.source, row.assumed,
            row.fact_spans | places,
        )  # fmt: skip


def _read_facts(node: YamlNode | None, fill: Fill, findings: Findings) -> tuple[dict[str, YamlNode], dict[str, Span]]:
    entries = entries_of(node)
    facts = {key.text: _fill_placeholders(value, fill, findings) for key, value in entries}
    return facts, {key.text: key.span for key, _ in entries}


# -- placeholders


def _read_each(node: YamlNode | None) -> list[tuple[str, list[Scalar]]]:
    """Return the placeholders of an `each` with their names."""
    return [
        (key.text, [item for item in items_of(value) if isinstance(item, Scalar)]) for key, value in entries_of(node)
    ]


def _fill_placeholders(node: YamlNode, fill: Fill, findings: Findings) -> YamlNode:
    """Return a value with placeholders replaced; a value that is a single placeholder becomes its replacement."""
    if isinstance(node, Sequence):
        return Sequence(node.span, tuple(_fill_placeholders(item, fill, findings) for item in node.items))
    if isinstance(node, Mapping):
        return Mapping(node.span, tuple((key, _fill_placeholders(value, fill, findings)) for key, value in node.items))
    alone = _BRACES.fullmatch(node.text)
    if alone and alone.group(1) in fill:
        return fill[alone.group(1)]
    return Scalar(node.span, _replace_placeholders(node, fill, findings), node.style) if "{" in node.text else node


def _filled_name(node: Scalar, fill: Fill, findings: Findings) -> LocatedText | None:
    """Return a name with placeholders replaced; None if the result is no name."""
    # Players are called "Ann" at the table and `ann` in rules.
    small = {word: Scalar(name.span, name.text.lower(), name.style) for word, name in fill.items()}
    text = _replace_placeholders(node, small, findings)
    if is_name(text):
        return LocatedText(node.span, text)
    message = f'"{text}" is not a name: small letters, digits and single hyphens'
    findings.add(Code.WRONG_FORM, node.span, message)
    return None


def _filled_label(node: Scalar, fill: Fill, findings: Findings) -> LocatedText:
    """Return a text with placeholders replaced by spoken words: blanks for hyphens, a capital at the start."""
    words = {word: (name, name.text[:1] + name.text[1:].replace("-", " ")) for word, name in fill.items()}
    spoken = {word: Scalar(name.span, text, name.style) for word, (name, text) in words.items()}
    text = _replace_placeholders(node, spoken, findings)
    return LocatedText(node.span, text[:1].upper() + text[1:] if node.text.startswith("{") else text)


def _replace_placeholders(node: Scalar, fill: Fill, findings: Findings) -> str:
    def one(found: re.Match[str]) -> str:
        word = found.group(1)
        if word in fill:
            return fill[word].text
        remedy = did_you_mean(word, fill) or (f'Give its names under "each": {{{word}: [...]}}.',)
        findings.add(Code.UNKNOWN_NAME, node.span, f'"{{{word}}}" stands for nothing here', *remedy)
        return word

    return _BRACES.sub(one, node.text)
