"""Classes of frozen values that are made quickly: a command imports hundreds of them before it does anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_class(cls: type[T]) -> type[T]:
    """Make a class of frozen values that are compared, and shown, by what they hold.

    The type checker enforces that they are frozen. Doing so at run time, and generating each method anew, would take
    four times as long, and a new value three times.
    """
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    key = attrgetter(*made.__dataclass_fields__)
    made.__eq__ = lambda self, other: key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented
    made.__hash__ = lambda self: hash(key(self))
    made.__repr__ = _shown
    frozen: type[T] = made
    return frozen


def _shown(self: Any) -> str:
    parts = (f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
    return f"{type(self).__qualname__}({', '.join(parts)})"
