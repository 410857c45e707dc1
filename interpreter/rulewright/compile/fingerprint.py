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
    "spots",
    "joins",
    "link_ends",
}
"""Fields that affect only how something reads, not what it does, or follow from others."""


@lru_cache(maxsize=4)
def of_rules(rules: c.CheckedRules) -> str:
    """Return a short text that is equal for equal rules, seats and figures, whatever their texts and files are.

    Names of classes and fields in `check.core` are part of it: renaming one makes all saves those of other rules.
    """
    serializer = Serializer()
    serializer.add(rules)
    return sha256("".join(f"{token}\0" for token in serializer.tokens).encode()).hexdigest()[:16]


def of_texts(contents: str) -> str:
    """Return a short text that is equal for equal files."""
    return sha256(contents.encode()).hexdigest()[:16]


ADDED = {
    "answer", "before", "circle", "endless", "ending", "gathers", "grid", "histories", "later", "lets", "made_of",
    "shape", "together", "turned",
}  # fmt: skip
"""Fields that older rules do not have: where they are None or empty, they are no part of the fingerprint."""


@lru_cache(maxsize=256)
def _relevant_fields(kind: Hashable) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in TEXTS and f.name[0] != "_") if is_dataclass(kind) else ()


class Serializer:
    """Serializes the checked rules; an object that occurs again is written as a reference to its first occurrence.

    For instance, a list of two uses of one variable is `[2`, `Use`, `Var`, …, `Use`, `@7`, if it is the seventh object.
    """

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.met: dict[int, tuple[int, object]] = {}
        """By identity, the number of an object, and the object itself, as identities of dropped objects are reused."""

    def add(self, thing: object) -> None:
        """Add the tokens of anything that checked rules consist of."""
        if isinstance(thing, (list, tuple)):  # noqa: UP038 - a union would be made each time
            self.tokens.append(f"[{len(thing)}")
            for part in thing:
                self.add(part)
        elif isinstance(thing, dict):
            for key in sorted(thing, key=str):
                self.tokens.append(str(key))
                self.add(thing[key])
        elif not is_dataclass(thing) or isinstance(thing, type):
            self.tokens.append(repr(thing))
        elif id(thing) in self.met:
            self.tokens.append(f"@{self.met[id(thing)][0]}")
        else:
            self.met[id(thing)] = len(self.met), thing
            self.tokens.append(type(thing).__name__)
            for name in () if isinstance(thing, c.Text) else _relevant_fields(cast(Hashable, type(thing))):
                part = getattr(thing, name)
                absent = name in ADDED and part in (None, [], (), "")
                if not absent and not (isinstance(thing, c.Var) and name == "name"):
                    self.add(part)
