"""The schemas themselves: valid, closed, explained, and in the part of JSON Schema that editors know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rulewright.diagnostics import Findings
from rulewright.source import plain, schemas
from rulewright.source.yaml_reader import read_yaml

FILES = sorted(schemas().glob("*.schema.json"))
CASES = Path(__file__).parent


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_schema_is_sound(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    Draft7Validator.check_schema(schema)
    Draft202012Validator.check_schema({name: value for name, value in schema.items() if name != "$schema"})
    for part in parts(schema):
        here = ("#", "inventory.", "figures.", "weights.", "plan.", "search.", "targets.", "table.", "look.",
                "scenario.")  # fmt: skip
        assert str(part.get("$ref", "#")).startswith(here), "nothing is fetched"
        if isinstance(part.get("properties"), dict) and path.stem != "data.schema":
            assert "additionalProperties" in part or part is schema.get("then")
            for name, entry in part["properties"].items():
                assert "description" in entry, name


@pytest.mark.parametrize("folder", ["good", "bad"])
def test_the_schema_for_editors_agrees_on_data(folder: str) -> None:
    registry: Registry[Any] = Registry().with_resources(
        (path.name, DRAFT202012.create_resource(json.loads(path.read_text("utf-8")))) for path in FILES
    )
    schema = json.loads((schemas() / "data.schema.json").read_text("utf-8"))
    for path in sorted((CASES / folder / "data").glob("*.yaml")):
        node = read_yaml(path.name, path.read_text("utf-8"), Findings())
        assert node is not None
        fits = Draft202012Validator(schema, registry=registry).is_valid(plain(node))
        later = ("citation", "unknown-source", "unlisted", "braces-m", "each-makes", "copies-and", "fact-given")
        assert fits == (folder == "good" or path.stem.startswith(later)), path.stem
