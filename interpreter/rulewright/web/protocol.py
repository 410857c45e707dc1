"""The messages between a page and its table: JSON texts, described by `schemas/web.schema.json`."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Never

from jsonschema import Draft7Validator

from rulewright.source.folders import schemas
from rulewright.web.live import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]
Message = dict[str, Any]
"""A message of a page that fits the schema."""

MOST_BYTES = 4096
"""The longest message of a page."""


def message_in(text: str) -> Message:
    """Return a message of a page. Refuses everything that is none."""
    try:
        found = json.loads(text, parse_float=_no_number, parse_constant=_no_number)
        json.dumps(found, ensure_ascii=False).encode()  # half a character would fit into no answer
    except (ValueError, RecursionError):
        raise RefusedError("wrong-form") from None
    kind = found.get("do") if isinstance(found, dict) else None
    form = _forms().get(kind) if isinstance(kind, str) else None
    if form is None or not form.is_valid(found):
        raise RefusedError("wrong-form")
    return dict(found)


def _no_number(text: str) -> Never:
    raise ValueError(text)  # also of 1.0, which JSON schema takes for a whole number


@cache
def _forms() -> Mapping[str, Draft7Validator]:
    """Return what validates each kind of message of a page."""
    described = json.loads((schemas() / "web.schema.json").read_text("utf-8"))
    return {name: Draft7Validator(form) for name, form in described["$defs"]["from-page"].items()}
