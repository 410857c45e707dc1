"""How answers are registered: what a request is about, and what becomes of rules that cannot be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from rulewright.diagnostics import RulesError
from rulewright.lsp.positions import Position
from rulewright.lsp.project import Refused
from rulewright.lsp.wire import path_of

T = TypeVar("T")


def answer(ls: LanguageServer, method: str, options: object = None) -> Callable[[Callable[[Any], T]], None]:
    """Register the answer to a request; None where the rules cannot be read.

    A request that is cancelled before its turn is not answered at all.
    """

    def register(question: Callable[[Any], T]) -> None:
        @ls.feature(method, options)
        @wraps(question)
        async def answered(params: Any) -> T | None:
            await asyncio.sleep(0)
            try:
                return question(params)
            except Refused as problem:
                raise JsonRpcInvalidParams(str(problem)) from None
            except RulesError:
                return None

    return register


def in_file(params: Any) -> Path:
    """Return the file that a request is about."""
    return path_of(params.text_document.uri)


def at(params: Any) -> tuple[Path, Position]:
    """Return the file and the position that a request is about."""
    return in_file(params), Position(params.position.line, params.position.character)
