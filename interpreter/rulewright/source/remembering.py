"""Keeps what texts were read as while a process runs, so that after an edit only the changed text is read again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, NamedTuple, TypeVar, cast

from rulewright.diagnostics import Findings

F = TypeVar("F", bound=Callable[..., Any])
D = TypeVar("D", bound=dict[Any, Any])

MOST_REMEMBERED = 512
"""Limit on the calls that are remembered of each function."""


_FORGETTING: list[Callable[[], None]] = []


def forget_everything() -> None:
    """Forget everything: texts are read again, or found in the user's cache."""
    for clear in _FORGETTING:
        clear()


def cleared_by_forgetting(known: D) -> D:
    """Return a dictionary that `forget_everything` will clear."""
    _FORGETTING.append(known.clear)
    return known


class _Same(NamedTuple):
    """A tree as the argument of a remembered function: equal only to itself."""

    tree: Any

    def __hash__(self) -> int:
        return id(self.tree)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.tree is other.tree


def remembered(function: F) -> F:
    """Remember what a function of texts, or of a tree, returns and finds; its last argument are the findings.

    Called again with equal texts or the same tree it returns the same object, which nobody may change, and adds the
    same findings.
    """

    @lru_cache(MOST_REMEMBERED)
    def computed(*given: str | _Same) -> tuple[Any, Findings]:
        own = Findings()
        return function(*(one.tree if isinstance(one, _Same) else one for one in given), own), own

    _FORGETTING.append(computed.cache_clear)

    @wraps(function)
    def call(*given: Any) -> Any:
        *of, findings = given
        made, own = computed(*(one if isinstance(one, str) else _Same(one) for one in of))
        findings.take(own)
        return made

    return cast(F, call)
