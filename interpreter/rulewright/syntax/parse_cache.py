"""The parse cache: declarations of a rule file from the last run, so only those that were edited are parsed again.

Trees are stored as `source/serialization.py` says, with spans relative to the first line of the declaration, so moving
it does not change it.

If `Take` is class 57, `take 2 coins` in line 12 of a declaration that begins in line 10 is stored as

    (57, (3, 5, 3, 17), None, (41, (3, 10, 3, 11), 2), (63, (3, 12, 3, 17), "coins"))

and is the same when ten lines are put above the declaration. An edited declaration has another key, a hash of its text;
all others are found again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rulewright.source import cache
from rulewright.source.disk import disk
from rulewright.source.remembering import cleared_by_forgetting
from rulewright.source.serialization import TreeCodec
from rulewright.syntax import declarations, expressions, statements
from rulewright.syntax.expressions import Node
from rulewright.syntax.tables import fingerprint


@lru_cache(maxsize=1)
def codec() -> TreeCodec:
    """Return what converts every class of the syntax tree, in one fixed order."""
    found = {
        kind.__name__: kind
        for module in (expressions, statements, declarations)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Node)
    }
    return TreeCodec(kind for _, kind in sorted(found.items()))


@lru_cache(maxsize=1)
def version() -> str:
    """Return the fingerprint of what a cached tree depends on: the grammar, the classes of the tree, what builds it."""
    shapes = zip(codec().kinds, codec().names, strict=True)
    described = ";".join(f"{kind.__name__}({','.join(names)})" for kind, names in shapes)
    here = Path(__file__).parent
    readers = [
        (here / name).read_bytes()
        for name in ("build.py", "build_declarations.py", "lalr.py", "reduce_actions.py", "lines.py")
    ]
    return cache.fingerprint(fingerprint(), described, *readers)


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
        trees = self.old.trees.get((key, above)) or codec().decode(data, self.file, above)
        return self._keep_encoded(key, above, data, trees)

    def keep(self, key: bytes, above: int, trees: tuple[Any, ...]) -> None:
        """Cache the declarations of a text with this key."""
        self._keep_encoded(key, above, codec().encode(trees, above), trees)

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
