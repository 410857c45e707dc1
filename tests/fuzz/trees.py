"""Damage to YAML files: entries get values of other sorts, other words before their colons, values of each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from rulewright.diagnostics import Findings
from rulewright.source import Mapping, Sequence, YamlNode
from rulewright.source.folders import schemas
from rulewright.source.yaml_reader import read_yaml

JUNK = (
    "[]", "{}", "[[]]", "{a: {b: [1]}}", "nothing", "null", "~", "yes", "no", "true", "-1", "0", "1.5", "1e9", "0x10",
    "rest",
    "&a x", "*a", "!!int 3", "'{red}'", "{red}", "\"{\"", '"{}"', "nobody", "[1, 2, 3]", "[nothing]", "{nothing: 1}",
    '""',
    "'book \"Set-up\"'", 'a "b" c', "99999999999999999", "1000000", "player", "it", "|\n  x", "? x", "<<", "2026-01-01",
    "[a, a]", "{a: 1, a: 2}", "every one", "the stack", "[deck, hand]", "{1: 2}", "x" * 3000,
)  # fmt: skip
MARKS = ("&a ", "*a ", "!!str ", "!x ", "- ", "? ", "<<: ", "--- ", "%YAML 1.1\n")
"""What means something to YAML and nothing here."""

Shelf = tuple[str, ...]


@lru_cache(maxsize=1)
def keys() -> tuple[str, ...]:
    """Return all words that may stand before a colon somewhere."""
    texts = [path.read_text("utf-8") for path in sorted(schemas().glob("*.json"))]
    return tuple(sorted({word for text in texts for word in re.findall(r'"([a-z][a-z -]*)": ?\{', text)}))


@lru_cache(maxsize=64)
def parts(text: str) -> dict[str, tuple[tuple[int, int, str], ...]]:
    """Return the words before colons and the values of a YAML file, with their places."""
    ends = [0]
    for line in text.split("\n"):
        ends.append(ends[-1] + len(line) + 1)
    found: dict[str, list[tuple[int, int, str]]] = {"key": [], "value": []}
    tree = read_yaml("fuzz", text, Findings())
    for sort, node in _nodes(tree, "value") if tree is not None else ():
        span = node.span
        last = min(span.end_line, len(ends) - 1)
        begin, end = ends[span.line - 1] + span.column - 1, ends[last - 1] + span.end_column - 1
        found[sort].append((begin, end, text[begin:end].rstrip()))
    return {sort: tuple(spots) for sort, spots in found.items()}


def _nodes(node: YamlNode, sort: str) -> Iterator[tuple[str, YamlNode]]:
    yield sort, node
    if isinstance(node, Mapping):
        for key, value in node.items:
            yield "key", key
            yield from _nodes(value, "value")
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _nodes(item, "value")


def value_replaced(text: str, shelf: Shelf, chance: Random) -> str:
    """Write something else for a value."""
    return _replaced(text, "value", chance.choice(JUNK), chance)


def value_exchanged(text: str, shelf: Shelf, chance: Random) -> str:
    """Write for a value one from anywhere in the ruleset."""
    there = parts(chance.choice((text, *shelf)))["value"]
    return _replaced(text, "value", chance.choice(there)[2], chance) if there else text


def key_renamed(text: str, shelf: Shelf, chance: Random) -> str:
    """Write another word before a colon."""
    there = [spot[2] for spot in parts(text)["key"]]
    return _replaced(text, "key", chance.choice((*there, *keys())), chance)


def anchor(text: str, shelf: Shelf, chance: Random) -> str:
    """Put a reference or a tag before a value."""
    here = parts(text)["value"]
    begin = chance.choice(here)[0] if here else 0
    return (
        text[:begin]
        + chance.choice(("&a ", "*a ", "!!str ", "!x ", "- ", "? ", "<<: ", "--- ", "%YAML 1.1\n"))
        + text[begin:]
    )


def _replaced(text: str, sort: str, new: str, chance: Random) -> str:
    here = parts(text)[sort]
    if not here:
        return text
    begin, end, old = chance.choice(here)
    kept = text[begin:end]
    return text[:begin] + new + kept[len(old) :] + text[end:]


TREES: tuple[Callable[[str, Shelf, Random], str], ...] = (
    value_replaced, value_replaced, value_exchanged, value_exchanged, key_renamed, anchor,
)  # fmt: skip
"""What can be done to YAML files."""
