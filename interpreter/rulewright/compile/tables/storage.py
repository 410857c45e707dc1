"""Tables as plain values that marshal can keep, and back.

Both directions follow the fields of the dataclasses, so a new field needs nothing here. A dataclass is kept as a tuple
of its fields, and so is a named tuple; other values are kept as they are. The types of fields are looked at when a
program starts, so the modules of the tables do not postpone their annotations: evaluating them later takes longer.

For instance, `Choice("sell", …, ValueType("one", "card"), …)` is kept as `("sell", …, ("one", "card"), …)`. The reader
of `Choice` compares the types of the parts with `(str, …, tuple, …)` all at once, and then reads only the deep ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import cast, get_args, get_origin, get_type_hints

from rulewright.compile.tables.program import CompiledProgram

FORMAT = "program 4"
"""The first item of stored content; its number is increased when old content must not be read."""

Reader = Callable[[object], object]
"""From a plain value to what a field holds."""


class MalformedError(ValueError):
    """A plain value is not what a field can hold."""


def to_plain(program: CompiledProgram) -> tuple[object, ...]:
    """Return a compiled program as plain values."""
    return FORMAT, as_plain(program)


def from_plain(plain: object) -> CompiledProgram | None:
    """Return the program that was written; None for anything else."""
    match plain:
        case (str(kept), content) if kept == FORMAT:
            try:
                program = _reader_of(CompiledProgram)(content)
            except MalformedError:
                return None
            return program if isinstance(program, CompiledProgram) else None
    return None


def as_plain(value: object) -> object:
    """Return rows, in whatever they are, as plain values."""
    kind = type(value)
    if is_dataclass(kind):
        return tuple([as_plain(getattr(value, name)) for name in _field_names(kind)])
    if isinstance(value, dict):
        return {key: as_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        parts = [as_plain(part) for part in value]
        return tuple(parts) if isinstance(value, tuple) else parts
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the fields that a record is made of; others follow from these."""
    given = fields(kind) if is_dataclass(kind) else ()
    return tuple(field.name for field in given if field.init) or tuple(getattr(kind, "_fields", ()))


@cache
def _reader_of(hint: Hashable) -> Reader:
    """Return what reads the values of a type, as the fields are annotated."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is list:
        return _list_reader(arguments[0])
    if origin is dict:
        return _dict_reader(*arguments)
    if origin is tuple:
        read_parts = _parts_reader(arguments)
        return lambda plain: tuple(read_parts(plain))
    if arguments:
        return _union_reader(arguments)
    assert isinstance(hint, type)
    return _record_reader(hint) if _field_names(hint) else _leaf_reader(hint)


def _leaf_reader(kind: type) -> Reader:
    def read(plain: object) -> object:
        if type(plain) is not kind:
            raise MalformedError
        return plain

    return read


def _record_reader(kind: type) -> Reader:
    """Read a dataclass or a named tuple."""
    if is_dataclass(kind):
        hints = [cast(Hashable, field.type) for field in fields(kind) if field.init]
    else:
        hints = [*get_type_hints(kind).values()]
    read_parts = _parts_reader(hints)
    return lambda plain: kind(*read_parts(plain))


def _parts_reader(hints: Sequence[Hashable]) -> Callable[[object], Sequence[object]]:
    """Read a tuple with a type for each of its parts."""
    readers = [_reader_of(hint) for hint in hints]
    usual = tuple(_kept_as(hint) for hint in hints)
    deep = [at for at, hint in enumerate(hints) if hint is not usual[at]]

    def read(plain: object) -> Sequence[object]:
        if not isinstance(plain, tuple) or len(plain) != len(usual):
            raise MalformedError
        if tuple(map(type, plain)) != usual:
            return [reader(part) for reader, part in zip(readers, plain, strict=True)]
        parts = [*plain]
        for at in deep:
            parts[at] = readers[at](parts[at])
        return parts

    return read


def _kept_as(hint: Hashable) -> Hashable:
    """Return the type of the plain value that is kept for a type; for one of several types it can be another."""
    origin = get_origin(hint) or hint
    return tuple if isinstance(origin, type) and _field_names(origin) else origin


def _list_reader(hint: Hashable) -> Callable[[object], list[object]]:
    """Read a list of values of one type; one of plain values stays as it is."""
    reader, only = _reader_of(hint), {hint}

    def read(plain: object) -> list[object]:
        if not isinstance(plain, list):
            raise MalformedError
        return plain if set(map(type, plain)) <= only else [reader(part) for part in plain]

    return read


def _dict_reader(key: Hashable, value: Hashable) -> Reader:
    read_keys, read_values = _list_reader(key), _list_reader(value)

    def read(plain: object) -> object:
        if not isinstance(plain, dict):
            raise MalformedError
        return dict(zip(read_keys([*plain]), read_values([*plain.values()]), strict=True))

    return read


def _union_reader(hints: Sequence[Hashable]) -> Reader:
    """Return a reader for a union, at most one member of which is not plain."""
    leaves = {hint for hint in hints if isinstance(hint, type) and not _field_names(hint)}
    rest = [_reader_of(hint) for hint in hints if hint not in leaves]

    def read(plain: object) -> object:
        if type(plain) in leaves:
            return plain
        if not rest:
            raise MalformedError
        return rest[0](plain)

    return read
