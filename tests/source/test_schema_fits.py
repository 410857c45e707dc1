"""The quick test of a schema says of every value what jsonschema says."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.source import plain, schema, schema_fits
from rulewright.source.yaml_reader import read_yaml

ROOT = Path(__file__).parent.parent.parent
ROLES = {"data": "data", "labels": "labels", "scenarios": "scenario", "scenario": "scenario", "ruleset": "ruleset"}
FOLDERS = [ROOT / "rulesets", ROOT / "examples", ROOT / "tests" / "source" / "good", ROOT / "tests" / "source" / "bad"]
FILES = [path for top in FOLDERS for path in sorted(top.rglob("*.yaml")) if path.parent.name in ROLES]
OTHERS = [0, -1, 7, True, None, "", "x", "A b", [], ["x", "x"], [1, True, 1], {}, {"x": 1}, {"a": {"b": ["c"]}}]


def value_in(path: Path) -> Any:
    tree = read_yaml(path.name, path.read_text("utf-8", "replace"), Findings())
    return plain(tree) if tree is not None else None


def parts_of(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from parts_of(part)


def damaged(value: Any, chance: Random) -> Any:
    """Return a value with an entry exchanged, added, or left out somewhere."""
    whole = deepcopy(value)
    at = chance.choice([*parts_of(whole)])
    names = ["kind", "name", "x", *at] if isinstance(at, dict) else range(len(at))
    if isinstance(at, list):
        at.append(chance.choice(OTHERS))
    key = chance.choice([*names] or [0])
    if chance.random() < 0.3 and isinstance(at, dict):
        at.pop(key, None)
    else:
        at[key] = deepcopy(chance.choice(OTHERS))
    return whole


def disagreements(path: Path) -> list[Any]:
    value, chance = value_in(path), Random(path.stem)
    some = [value, *(damaged(value, chance) for _ in range(20))] if isinstance(value, dict | list) else [value]
    name = schema._schema_of(value, ROLES[path.parent.name])
    return [one for one in some if schema._fits(name)(one) != schema._validator(name).is_valid(one)]


@pytest.mark.parametrize(
    "path", sampled(12, FILES), ids=lambda path: f"{path.parts[-3]}-{path.parent.name}-{path.stem}"
)
def test_the_quick_test_agrees_with_jsonschema(path: Path) -> None:
    assert disagreements(path) == []


@pytest.mark.parametrize("keyword", ["required", "additionalProperties", "uniqueItems", "type", "anyOf", "pattern"])
def test_a_keyword_that_is_not_tested_is_noticed(monkeypatch: pytest.MonkeyPatch, keyword: str) -> None:
    monkeypatch.setitem(schema_fits._KEYWORDS, keyword, lambda _, __: lambda value: True)
    schema._fits.cache_clear()
    try:
        assert any(map(disagreements, FILES))
    finally:
        schema._fits.cache_clear()
