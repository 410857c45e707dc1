"""Whether values conform to a schema: yes or no, by the keywords that the schemas here use.

Nearly all files are in order, and loading jsonschema alone takes longer than this does for a whole ruleset. So it is
asked only where something is wrong, and explains that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from rulewright.source.folders import schemas

Schema = dict[str, Any]
Test = Callable[[Any, Any, Schema, str], bool]
"""Tells whether a value conforms to what stands behind a keyword, in a schema, in a file."""

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": int,
    "boolean": bool,
    "null": type(None),
}
"""The types of values in YAML trees."""


@cache
def load_schema(name: str) -> Schema:
    """Return a schema by its name."""
    schema: Schema = json.loads(schemas().joinpath(f"{name}.schema.json").read_text("utf-8"))
    return schema


def conforms(value: Any, schema: Schema, home: str) -> bool:
    """Return whether a value conforms to a schema, or a part of one, in the file `home`."""
    return all(
        KEYWORDS[keyword](value, wanted, schema, home) for keyword, wanted in schema.items() if keyword not in SAYING
    )


@cache
def _referred(reference: str, home: str) -> tuple[Schema, str]:
    file, _, pointer = reference.partition("#")
    home = file.removesuffix(".schema.json") or home
    schema = load_schema(home)
    for step in pointer.split("/")[1:]:
        schema = schema[step]
    return schema, home


SAYING = {"$schema", "$defs", "title", "description", "examples", "patternErrorMessage", "then"}
"""Keywords that exclude nothing by themselves."""

KEYWORDS: dict[str, Test] = {
    "type": lambda value, wanted, *_: (
        type(value) is KINDS[wanted] if isinstance(wanted, str) else any(type(value) is KINDS[kind] for kind in wanted)
    ),
    "const": lambda value, wanted, *_: type(value) is type(wanted) and value == wanted,
    "enum": lambda value, wanted, *_: any(type(value) is type(one) and value == one for one in wanted),
    "minimum": lambda value, wanted, *_: type(value) is not int or value >= wanted,
    "exclusiveMinimum": lambda value, wanted, *_: type(value) is not int or value > wanted,
    "maximum": lambda value, wanted, *_: type(value) is not int or value <= wanted,
    "minLength": lambda value, wanted, *_: type(value) is not str or len(value) >= wanted,
    "maxLength": lambda value, wanted, *_: type(value) is not str or len(value) <= wanted,
    "pattern": lambda value, wanted, *_: type(value) is not str or re.search(wanted, value) is not None,
    "minItems": lambda value, wanted, *_: type(value) is not list or len(value) >= wanted,
    "maxItems": lambda value, wanted, *_: type(value) is not list or len(value) <= wanted,
    "items": lambda value, wanted, _, home: (
        type(value) is not list or all(conforms(each, wanted, home) for each in value)
    ),
    "uniqueItems": lambda value, *_: (
        type(value) is not list or len({json.dumps(each, sort_keys=True) for each in value}) == len(value)
    ),
    "minProperties": lambda value, wanted, *_: type(value) is not dict or len(value) >= wanted,
    "maxProperties": lambda value, wanted, *_: type(value) is not dict or len(value) <= wanted,
    "required": lambda value, wanted, *_: type(value) is not dict or all(key in value for key in wanted),
    "propertyNames": lambda value, wanted, _, home: (
        type(value) is not dict or all(conforms(key, wanted, home) for key in value)
    ),
    "properties": lambda value, wanted, _, home: (
        type(value) is not dict
        or all(conforms(each, wanted[key], home) for key, each in value.items() if key in wanted)
    ),
    "additionalProperties": lambda value, wanted, schema, home: (
        type(value) is not dict
        or all(
            conforms(each, wanted, home) if isinstance(wanted, dict) else wanted
            for key, each in value.items()
            if key not in schema.get("properties", ())
        )
    ),
    "$ref": lambda value, wanted, _, home: conforms(value, *_referred(wanted, home)),
    "not": lambda value, wanted, _, home: not conforms(value, wanted, home),
    "anyOf": lambda value, wanted, _, home: any(conforms(value, part, home) for part in wanted),
    "allOf": lambda value, wanted, _, home: all(conforms(value, part, home) for part in wanted),
    "if": lambda value, wanted, schema, home: (
        not conforms(value, wanted, home) or conforms(value, schema["then"], home)
    ),
}
