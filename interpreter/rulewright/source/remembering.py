"""Keeps what texts were read as while a process runs, so that after an edit only the changed text is read again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from rulewright.diagnostics import Findings

F = TypeVar("F", bound=Callable[..., Any])

MOST = 512
"""Limit on the calls that are remembered of each function."""


_FORGETTING: list[Callable[[], None]] = []


def forget() -> None:
    """Forget everything: texts are read again, or found in the user's cache."""
    for clear in _FORGETTING:
        clear()


def remembered(function: F) -> F:
    """Remember what a function of texts returns and finds; its last argument are the findings.

    Called again with equal arguments it returns the same object, which nobody may change, and adds the same findings.
    """

    @lru_cache(MOST)
    def computed(*texts: str) -> tuple[Any, Findings]:
        own = Findings()
        return function(*texts, own), own

    _FORGETTING.append(computed.cache_clear)

    @wraps(function)
    def call(*given: Any) -> Any:
        *texts, findings = given
        made, own = computed(*texts)
        findings.take(own)
        return made

    return cast(F, call)
