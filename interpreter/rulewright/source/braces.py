"""Placeholders in braces, expanded for each name of a list: `{colour}` in a row with `each: {colour: [red]}`."""

from __future__ import annotations

import re

from rulewright.diagnostics import Code, Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source.folders import is_name
from rulewright.source.nodes import LocatedText, Mapping, Scalar, Sequence, YamlNode, entries_of, items_of

Fill = dict[str, Scalar]
"""The replacement of each placeholder."""

_BRACES = re.compile(r"\{([^{}]*)\}")


def read_each(node: YamlNode | None) -> list[tuple[str, list[Scalar]]]:
    """Return the placeholders of an `each` with their names."""
    return [
        (key.text, [item for item in items_of(value) if isinstance(item, Scalar)]) for key, value in entries_of(node)
    ]


def fill_placeholders(node: YamlNode, fill: Fill, findings: Findings) -> YamlNode:
    """Return a value with placeholders replaced; a value that is a single placeholder becomes its replacement."""
    if isinstance(node, Sequence):
        return Sequence(node.span, tuple(fill_placeholders(item, fill, findings) for item in node.items))
    if isinstance(node, Mapping):
        return Mapping(node.span, tuple((key, fill_placeholders(value, fill, findings)) for key, value in node.items))
    alone = _BRACES.fullmatch(node.text)
    if alone and alone.group(1) in fill:
        return fill[alone.group(1)]
    return Scalar(node.span, _replace_placeholders(node, fill, findings), node.style) if "{" in node.text else node


def filled_name(node: Scalar, fill: Fill, findings: Findings) -> LocatedText | None:
    """Return a name with placeholders replaced; None if the result is no name."""
    # Players are called "Ann" at the table and `ann` in rules.
    small = {word: Scalar(name.span, name.text.lower(), name.style) for word, name in fill.items()}
    text = _replace_placeholders(node, small, findings)
    if is_name(text):
        return LocatedText(node.span, text)
    message = f'"{text}" is not a name: small letters, digits and single hyphens'
    findings.add(Code.WRONG_FORM, node.span, message)
    return None


def filled_label(node: Scalar, fill: Fill, findings: Findings) -> LocatedText:
    """Return a text with placeholders replaced by spoken words: blanks for hyphens, a capital at the start."""
    spoken = {word: Scalar(name.span, name.text.replace("-", " "), name.style) for word, name in fill.items()}
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
