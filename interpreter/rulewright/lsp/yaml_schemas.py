"""What the schema of a YAML file says of its keys and values."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.lsp.positions import Position, column
from rulewright.lsp.yaml_place import ITEM, place_in, word_end
from rulewright.reference import explanation_of
from rulewright.source.schema import KINDS, load_schema, schema_of
from rulewright.workspace.formatting import role_of

Schema = dict[str, Any]


def about_key(path: Path, lines: list[str], position: Position) -> str | None:
    """Return what the schema says of the key or the value at a position of a YAML file, as Markdown."""
    role = role_of(path)
    if role is None or position.line >= len(lines):
        return None
    line = lines[position.line]
    end = word_end(line, column(line, position.character) - 1)
    place = place_in([*lines[: position.line], line[:end]])
    keys = (*place.keys, place.typed.strip("\"'")) if place.is_key else place.keys
    name = next((key for key in reversed(keys) if key != ITEM), "")
    texts = (one["description"] for one in schemas_at(refined(role, lines), keys) if "description" in one)
    text = next(texts, None)
    if text is None:
        return None
    more = f"\n\n`rulewright explain {name}`" if explanation_of(name) else ""
    return f"**{name}**\n\n{text}{more}"


def refined(role: str, lines: list[str]) -> str:
    """Return the name of the schema of a file, which depends on its first keys."""
    if role == "data":
        kinds = (line.partition("kind:")[2].strip() for line in lines if line.startswith("kind:"))
        return next((schema_of(kind) for kind in kinds if kind in KINDS), role)
    if role == "scenario" and any(line.startswith("scenarios:") for line in lines):
        return "scenarios"
    return role


def schemas_at(role: str, keys: tuple[str, ...]) -> list[Schema]:
    """Return the schemas of what stands under some keys."""
    found = [(role, load_schema(role))]
    for key in keys:
        found = [inner for file, schema in found for inner in _schemas_inside(file, schema, key)]
    return [schema for _, schema in (_resolved(*one) for one in found)]


def _resolved(file: str, schema: Schema) -> tuple[str, Schema]:
    reference = schema.get("$ref")
    if reference is None:
        return file, schema
    other, _, inside = reference.partition("#/$defs/")
    file = other.removesuffix(".schema.json") or file
    whole = load_schema(file)
    found, schema = _resolved(file, whole["$defs"][inside] if inside else whole), schema
    return found[0], found[1] | {key: value for key, value in schema.items() if key != "$ref"}


def _schemas_inside(file: str, schema: Schema, key: str) -> Iterator[tuple[str, Schema]]:
    file, schema = _resolved(file, schema)
    inner = schema.get("items") if key == ITEM else schema.get("properties", {}).get(key)
    if inner is None and key != ITEM:
        inner = schema.get("additionalProperties")
    if isinstance(inner, dict):
        yield file, inner
