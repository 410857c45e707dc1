"""Two fingerprints: of the rules (what saves, replays and results depend on) and of everything that is written."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from hashlib import sha256
from typing import cast

from rulewright.check import core as c

TEXTS = {
    "span",
    "label",
    "labels",
    "prompt",
    "heading",
    "title",
    "texts_of_rules",
    "text",
    "declared",
    "language",
    "told",
}
"""Fields that affect only how something reads, not what it does."""


def of_rules(rules: c.CheckedRules) -> str:
    """Return a short text that is equal for equal rules, seats and figures, whatever their texts and files are.

    Names of classes and fields in `check.core` are part of it: renaming one makes all saves those of other rules.
    """
    walk = _Walk()
    walk.go(rules)
    return sha256("".join(f"{token}\0" for token in walk.tokens).encode()).hexdigest()[:16]


def of_texts(contents: str) -> str:
    """Return a short text that is equal for equal files."""
    return sha256(contents.encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def _told(kind: Hashable) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in TEXTS and f.name[0] != "_") if is_dataclass(kind) else ()


class _Walk:
    """Serializes the checked rules; an object that occurs again is written as a reference to its first occurrence."""

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.met: dict[int, int] = {}
        self.kept: list[object] = []

    def go(self, thing: object) -> None:
        if is_dataclass(thing) and not isinstance(thing, type):
            self._node(thing)
        elif isinstance(thing, list | tuple):
            self.tokens.append(f"[{len(thing)}")
            for part in thing:
                self.go(part)
        elif isinstance(thing, dict):
            for key in sorted(thing, key=str):
                self.tokens.append(str(key))
                self.go(thing[key])
        else:
            self.tokens.append(repr(thing))

    def _node(self, node: object) -> None:
        if id(node) in self.met:
            self.tokens.append(f"@{self.met[id(node)]}")
            return
        self.met[id(node)] = len(self.met)
        self.kept.append(node)
        self.tokens.append(type(node).__name__)
        if isinstance(node, c.Text):
            return
        for name in _told(cast(Hashable, type(node))):
            if not (isinstance(node, c.Var) and name == "name"):
                self.go(getattr(node, name))
