"""Decides quickly whether a value fits a schema. What is wrong with one that does not fit, jsonschema finds out.

A schema is compiled to functions, one for each keyword that the schemas here use. Values are those of `nodes.plain`,
which contain no fractions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from json import dumps
from operator import getitem
from typing import Any

Fits = Callable[[Any], bool]
Schema = dict[str, Any]
Compile = Callable[[Any], Fits]

_KINDS = {str: "string", bool: "boolean", int: "integer", list: "array", dict: "object", type(None): "null"}
_SILENT = frozenset(("$schema", "$defs", "title", "description", "patternErrorMessage", "then", "$ref"))
"""Keywords that test nothing by themselves."""


def fitting(name: str, load: Callable[[str], Schema]) -> Fits:
    """Return the function that tests whether a value fits a schema; `load` returns schemas by name."""
    known: dict[str, Fits] = {}

    def referred(file: str, reference: str) -> Fits:
        other, _, path = reference.partition("#")
        file = other.removesuffix(".schema.json") or file
        full = f"{file}#{path}"

        def fits(value: Any) -> bool:
            if full not in known:
                known[full] = compiled(file, reduce(getitem, filter(None, path.split("/")), load(file)))
            return known[full](value)

        return fits

    def compiled(file: str, schema: Schema | bool) -> Fits:
        if isinstance(schema, bool):
            return lambda _: schema
        inner: Compile = lambda part: compiled(file, part)  # noqa: E731
        tests = [_KEYWORDS[key](schema, inner) for key in schema if key not in _SILENT]
        tests += [referred(file, schema["$ref"])] if "$ref" in schema else []
        return _all(tests)

    return compiled(name, load(name))


def _all(tests: list[Fits]) -> Fits:
    return tests[0] if len(tests) == 1 else lambda value: all(test(value) for test in tests)


def _type(schema: Schema, _: Compile) -> Fits:
    wanted = schema["type"]
    kinds = {wanted} if isinstance(wanted, str) else set(wanted)
    return lambda value: _KINDS[type(value)] in kinds


def _size(key: str, kind: Any) -> Callable[[Schema, Compile], Fits]:
    sign = 1 if key.startswith("min") else -1
    return lambda schema, _: lambda value: type(value) is not kind or sign * len(value) >= sign * schema[key]


def _pattern(schema: Schema, _: Compile) -> Fits:
    search = re.compile(schema["pattern"]).search
    return lambda value: type(value) is not str or search(value) is not None


def _each(key: str, kind: Any) -> Callable[[Schema, Compile], Fits]:
    """Return what compiles a test of each item of a list, or of each name in an object."""

    def compile_(schema: Schema, inner: Compile) -> Fits:
        test = inner(schema[key])
        return lambda value: type(value) is not kind or all(map(test, value))

    return compile_


def _unique(_: Schema, __: Compile) -> Fits:
    return lambda value: type(value) is not list or len({dumps(one, sort_keys=True) for one in value}) == len(value)


def _properties(schema: Schema, inner: Compile) -> Fits:
    tests = {name: inner(part) for name, part in schema["properties"].items()}
    return lambda value: type(value) is not dict or all(tests[name](value[name]) for name in tests if name in value)


def _additional(schema: Schema, inner: Compile) -> Fits:
    test, named = inner(schema["additionalProperties"]), set(schema.get("properties", ()))
    return lambda value: type(value) is not dict or all(test(part) for name, part in value.items() if name not in named)


def _required(schema: Schema, _: Compile) -> Fits:
    return lambda value: type(value) is not dict or all(name in value for name in schema["required"])


def _if(schema: Schema, inner: Compile) -> Fits:
    condition, then = inner(schema["if"]), inner(schema["then"])
    return lambda value: not condition(value) or then(value)


def _not(schema: Schema, inner: Compile) -> Fits:
    test = inner(schema["not"])
    return lambda value: not test(value)


def _any(schema: Schema, inner: Compile) -> Fits:
    tests = list(map(inner, schema["anyOf"]))
    return lambda value: any(test(value) for test in tests)


_KEYWORDS: dict[str, Callable[[Schema, Compile], Fits]] = {
    "type": _type, "pattern": _pattern, "minLength": _size("minLength", str), "minItems": _size("minItems", list),
    "minProperties": _size("minProperties", dict), "maxProperties": _size("maxProperties", dict),
    "items": _each("items", list), "propertyNames": _each("propertyNames", dict), "uniqueItems": _unique,
    "properties": _properties, "additionalProperties": _additional, "required": _required,
    "if": _if, "not": _not, "anyOf": _any, "allOf": lambda schema, inner: _all(list(map(inner, schema["allOf"]))),
    "const": lambda schema, _: lambda value: value == schema["const"],
    "enum": lambda schema, _: lambda value: value in schema["enum"],
    "minimum": lambda schema, _: lambda value: type(value) is not int or value >= schema["minimum"],
    "maximum": lambda schema, _: lambda value: type(value) is not int or value <= schema["maximum"],
}  # fmt: skip
