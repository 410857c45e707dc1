"""Reads what JSON holds as the values that were written, by the types that their classes declare.

Example: `decode_as(Match, {"candidate": 3, "deal": 1, "seat": 0})` returns a `Match`; a text in place of a number
raises `ValueError`. What a journal holds may have been changed by hand, and must not surprise whoever works with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from inspect import Parameter, signature
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")

LARGEST_NUMBER = 1 << 64
"""No number that is written is as large as this."""


def decode_as(kind: type[T], plain: object) -> T:
    """Return the value of a type or of one of several, a list or dictionary of such values, or an object.

    Raises `ValueError` for others.
    """
    found: T = _decode_value(kind, plain)
    return found


def _decode_value(kind: Any, plain: object) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _decode_one_of(parts, plain)
    match plain:
        case None if kind is NoneType:
            return None
        case list() if origin is list:
            return [_decode_value(parts[0], part) for part in plain]
        case list() if origin is tuple and len(plain) == len(parts):
            return tuple(_decode_value(hint, part) for hint, part in zip(parts, plain, strict=True))
        case dict() if origin is dict:
            return {_decode_value(parts[0], key): _decode_value(parts[1], part) for key, part in plain.items()}
        case dict() if origin is None:
            return _decode_object(kind, plain)
        case str() | bool() if type(plain) is kind:
            return plain
        case int() | float() if type(plain) in (kind, int) and kind in (int, float) and type(plain) is not bool:
            if isfinite(plain) and abs(plain) < LARGEST_NUMBER:
                return plain
    raise ValueError(f"this is no {kind}")


def _decode_one_of(kinds: Iterable[Any], plain: object) -> Any:
    for kind in kinds:
        with suppress(ValueError):
            return _decode_value(kind, plain)
    raise ValueError(f"this is none of {kinds}")


def _decode_object(kind: Any, plain: Mapping[str, object]) -> Any:
    hints = _fields_of(kind)
    if any(needed and name not in plain for name, (_, needed) in hints.items()) or not plain.keys() <= hints.keys():
        raise ValueError(f"this is no {kind}")
    return kind(**{name: _decode_value(hints[name][0], part) for name, part in plain.items()})


@cache
def _fields_of(kind: type) -> dict[str, tuple[Any, bool]]:
    """Return the type of each field of a class, and whether it must be given."""
    if kind in (str, int, float, bool):
        return {"": (kind, True)}
    hints = get_type_hints(kind)
    return {one.name: (hints[one.name], one.default is Parameter.empty) for one in signature(kind).parameters.values()}
