"""Which key of a data file names what: the one table by which names are completed and renamed, and keys are tested.

`tests/check/test_data_keys.py` compares it with the schemas, and tries each row: a name that stands for nothing is a
finding there, and one that stands for something is a use of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.diagnostics import Code, Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Scalar, YamlNode
from rulewright.source.nodes import entries_of, items_of
from rulewright.source.schema import PLAN_SCHEMA


class DataKey(NamedTuple):
    """Where names stand in data files of one kind: keys with / between them, and whether the name is a key there."""

    role: str
    path: str
    is_key: bool
    kinds: tuple[str, ...]
    """The kinds of symbols that are named; before a full stop stands whose they must be."""
    full: bool = False
    """Whether full names are written: `player.coins`."""


THINGS = ("names", "grid", "shape", "piece")
HELD = ("fact", "amount", "place", "printed")
WEIGHED = ("player.amount", "player.fact", "player.place")
SHARED = ("game.amount", "game.fact")
PARTS = ("piece-rule", "printed", "fact", "thing")
LOOKED_AT = (*THINGS, "amount", "thing", "player", "piece-rule")
DATA_KEYS = (
    DataKey("inventory", "pieces", False, ("piece",)),
    DataKey("inventory", "rows/(facts|copies)", True, ("printed",)),
    DataKey("inventory", "rows/(facts|copies)/.*", False, ("thing",)),
    DataKey("inventory", "rows/each", True, ("names",)),
    DataKey("inventory", "rows/each/.*", False, ("thing",)),
    DataKey("figures", "figures", True, ("figure",)),
    DataKey("figures", "figures/[^/]*/value(/.*)?", True, ("thing", "player")),
    DataKey("figures", "figures/[^/]*/value(/.*)?", False, ("thing", "player")),
    DataKey("weights", "worth", True, WEIGHED),
    DataKey("weights", "worth", True, SHARED, full=True),
    DataKey("weights", "worth/.*", True, PARTS),
    DataKey("weights", "time/phase", False, ("phase",)),
    DataKey("weights", "time/(first|last)", False, ("thing",)),
    DataKey(PLAN_SCHEMA, "plays", False, ("plan",)),
    DataKey(PLAN_SCHEMA, "(prefers|never)", False, ("option", "piece-rule", "thing")),
    DataKey(PLAN_SCHEMA, "at most", True, ("option",)),
    DataKey(PLAN_SCHEMA, "does not know", False, ("amount", "fact", "place")),
    DataKey(PLAN_SCHEMA, "weights", True, WEIGHED),
    DataKey(PLAN_SCHEMA, "weights", True, SHARED, full=True),
    DataKey(PLAN_SCHEMA, "weights/.*", True, PARTS),
    DataKey("search", "weights", True, WEIGHED),
    DataKey("search", "weights", True, SHARED, full=True),
    DataKey("search", "weights/.*", True, PARTS),
    DataKey("table", "first", False, (*THINGS, *HELD, "value"), full=True),
    DataKey("table", "show", False, ("value",), full=True),
    DataKey("table", "hide", False, (*THINGS, *HELD), full=True),
    DataKey("table", "total", False, ("fact",), full=True),
    DataKey("table", "path", True, THINGS, full=True),
    DataKey("table", "path/.*", False, ("fact",), full=True),
    DataKey("table", "say", True, HELD, full=True),
    DataKey("look", "things", True, LOOKED_AT, full=True),
    DataKey("look", "boards", True, THINGS, full=True),
    DataKey("look", "boards/[^/]*/at", True, ("thing",)),
)


def keys_at(role: str, path: str, is_key: bool) -> Iterator[DataKey]:
    """Yield what the table says of names at a place."""
    rows = (row for row in DATA_KEYS if (row.role, row.is_key) == (role, is_key))
    return (row for row in rows if re.fullmatch(row.path, path))


def names_in(role: str, node: YamlNode | None, path: str = "") -> Iterator[tuple[DataKey, Scalar]]:
    """Yield the names in a data file, each with what the table says of it."""
    if isinstance(node, Scalar):
        yield from ((row, node) for row in keys_at(role, path, False))
    for item in items_of(node):
        yield from names_in(role, item, path)
    for word, inner in entries_of(node):
        yield from ((row, word) for row in keys_at(role, path, True))
        yield from names_in(role, inner, f"{path}/{word.text}".lstrip("/"))


def report_unknown(word: Scalar, what: str, known: Iterable[str], findings: Findings) -> None:
    """Report a name that stands for nothing of what belongs there."""
    remedy = did_you_mean_or_known(word.text, known)
    findings.add(Code.UNKNOWN_NAME, word.span, f'there is no {what} called "{word.text}"', *remedy)


def did_you_mean_or_known(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return a remedy for a name: a similar one, or the first of those that are known."""
    pool = sorted(set(known))
    return did_you_mean(name, pool) or ((f"Known here: {', '.join(pool[:12])}.",) if pool else ())
