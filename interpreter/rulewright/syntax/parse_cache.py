"""The parse cache: declarations of a rule file from the last run, so only those that were edited are parsed again.

A tree is stored as tuples, numbers and words: a node is (number of its class, span, fields...), a tuple (-1, items...).
Spans are relative to the first line of the declaration, so moving it does not change it.

If `Take` is class 57, `take 2 coins` in line 12 of a declaration that begins in line 10 is stored as

    (57, (3, 5, 3, 17), None, (41, (3, 10, 3, 11), 2), (63, (3, 12, 3, 17), "coins"))

and is the same when ten lines are put above the declaration. An edited declaration has another key, a hash of its text;
all others are found again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rulewright.diagnostics import Span
from rulewright.source import cache
from rulewright.source.disk import disk
from rulewright.source.remembering import cleared_by_forgetting
from rulewright.syntax import declarations, expressions, statements
from rulewright.syntax.expressions import Node
from rulewright.syntax.tables import fingerprint

Shape = tuple[type[Node], tuple[str, ...]]


@lru_cache(maxsize=1)
def shapes() -> tuple[Shape, ...]:
    """Return every class of the syntax tree with its fields, in one fixed order."""
    found = {
        kind.__name__: kind
        for module in (expressions, statements, declarations)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Node)
    }
    return tuple((kind, tuple(field.name for field in fields(kind))) for _, kind in sorted(found.items()))


@lru_cache(maxsize=1)
def version() -> str:
    """Return the fingerprint of what a cached tree depends on: the grammar, the classes of the tree, what builds it."""
    described = ";".join(f"{kind.__name__}({','.join(names)})" for kind, names in shapes())
    here = Path(__file__).parent
    readers = [
        (here / name).read_bytes()
        for name in ("build.py", "build_declarations.py", "lalr.py", "reduce_actions.py", "lines.py")
    ]
    return cache.fingerprint(fingerprint(), described, *readers)


@lru_cache(maxsize=1)
def _class_numbers() -> dict[type, int]:
    return {kind: number for number, (kind, _) in enumerate(shapes())}


def encode(value: Any, above: int) -> Any:
    """Return a tree as plain data; `above` is the number of lines over its declaration."""
    if isinstance(value, Node):
        number = _class_numbers()[type(value)]
        names = shapes()[number][1][1:]
        span = value.span
        place = (span.line - above, span.column, span.end_line - above, span.end_column)
        return (number, place, *(encode(getattr(value, name), above) for name in names))
    if isinstance(value, tuple):
        return (-1, *(encode(item, above) for item in value))
    return value


def decoder(file: str, above: int) -> Callable[[Any], Any]:
    """Return a function from plain data to the tree of a declaration with `above` lines over it in `file`."""
    kinds = [kind for kind, _ in shapes()]

    def decode(data: Any) -> Any:
        if type(data) is not tuple:
            return data
        if data[0] < 0:
            return tuple([decode(item) if type(item) is tuple else item for item in data[1:]])
        line, column, end_line, end_column = data[1]
        span = Span(file, line + above, column, end_line + above, end_column)
        return kinds[data[0]](span, *[decode(item) if type(item) is tuple else item for item in data[2:]])

    return decode


class CachedTrees(NamedTuple):
    """The declarations of a file as plain data by key, and their trees by key and the number of lines over them."""

    data: dict[bytes, Any]
    trees: dict[tuple[bytes, int], tuple[Any, ...]]


_last: dict[str, CachedTrees] = cleared_by_forgetting({})
"""What was kept of each file when it was last parsed in this process."""


class ParseCache:
    """The cached declarations of one file: those of the last time or the last run, and those of this time."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.name = "rules-" + cache.fingerprint(version(), file)
        self.old = _last.get(self.name) or CachedTrees(cache.load(self.name) or {}, {})
        self.new = CachedTrees({}, {})

    def find(self, key: bytes, above: int) -> tuple[Any, ...] | None:
        """Return the declarations of a text with this key; None if it is new."""
        data = self.old.data.get(key)
        if data is None:
            return None
        trees = self.old.trees.get((key, above)) or decoder(self.file, above)(data)
        return self._keep_encoded(key, above, data, trees)

    def keep(self, key: bytes, above: int, trees: tuple[Any, ...]) -> None:
        """Cache the declarations of a text with this key."""
        self._keep_encoded(key, above, encode(trees, above), trees)

    def _keep_encoded(self, key: bytes, above: int, data: Any, trees: tuple[Any, ...]) -> tuple[Any, ...]:
        self.new.data[key] = data
        self.new.trees[key, above] = trees
        return trees

    def save(self) -> None:
        """Keep it for the next time, and write it for the next run if anything changed and is on disk."""
        _last[self.name] = self.new
        if self.new.data.keys() != self.old.data.keys() and not disk().has_unsaved:
            cache.save(self.name, self.new.data)


def key_of(text: str) -> bytes:
    """Return the key of a declaration's text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
