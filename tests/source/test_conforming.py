"""Whether values conform to a schema is answered as jsonschema does, which then has to explain mistakes only."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.diagnostics import Findings
from rulewright.source import plain, schema
from rulewright.source.conforming import conforms
from rulewright.source.yaml_reader import read_yaml

ROOT = Path(__file__).parent.parent
FILES = {
    "ruleset": [*ROOT.parent.glob("examples/*/ruleset.yaml")],
    "scenario": [*ROOT.parent.glob("examples/*/scenarios/*.yaml"), *ROOT.glob("source/*/scenarios/*.yaml")],
    "labels": [*ROOT.parent.glob("rulesets/*/labels/*.yaml"), *ROOT.glob("source/*/labels/*.yaml")],
    "data": [*ROOT.parent.glob("examples/*/data/*.yaml"), *ROOT.glob("source/*/data/*.yaml")],
}
JUNK = [
    0, 1, -1, 10**9, True, False, None, "", "a", "A b", "#zz", [], {}, [1, 1], [True, 1], ["a", "a"], {"a": 1},
    [{"a": 1, "b": 2}, {"b": 2, "a": 1}],
]  # fmt: skip
WORDS = ["source", "assumed", "each", "count", "Bad name", "extends"]
ROLES = ["ruleset", "scenario", "scenarios", "labels", "data", *map(schema.schema_of, schema.KINDS)]
DAMAGES = 4


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every part of a value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def damaged(value: Any, chance: Random) -> Any:
    """Return the value with a part missing, twice there, exchanged or added."""
    value = inside = deepcopy(value)
    *path, last = chance.choice([*places(value)])
    for step in path:
        inside = inside[step]
    match chance.randrange(4):
        case 0:
            del inside[last]
        case 1 if isinstance(inside, dict):
            inside[chance.choice(WORDS)] = chance.choice(JUNK)
        case 2 if isinstance(inside, list):
            inside.append(inside[last])
        case _:
            inside[last] = chance.choice(JUNK)
    return value


@pytest.mark.parametrize("role", FILES)
def test_jsonschema_says_the_same(role: str) -> None:
    chance, answers = Random(role), {True: 0, False: 0}
    for path in sorted(FILES[role]):
        node = read_yaml(path.name, path.read_text("utf-8"), Findings())
        if node is None or not isinstance(whole := plain(node), dict):
            continue
        for value in [whole, *(damaged(whole, chance) for _ in range(DAMAGES))]:
            for name in (schema._schema_of(value, role), chance.choice(ROLES)):
                fits = conforms(value, schema.load_schema(name), name)
                assert fits == schema._schema_validator(name).is_valid(value), (path, name, value)
                answers[fits] += 1
    assert min(answers.values()) > 10


@pytest.mark.parametrize("role", ROLES)
def test_all_keywords_of_a_schema_are_known(role: str) -> None:
    assert conforms({}, schema.load_schema(role), role) == schema._schema_validator(role).is_valid({})


def test_what_is_in_order_is_not_shown_to_jsonschema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "_schema_validator", lambda name: pytest.fail(f"jsonschema was asked about {name}"))
    path = ROOT.parent / "examples/tic-tac-toe/ruleset.yaml"
    node = read_yaml(path.name, path.read_text("utf-8"), Findings())
    assert node is not None
    assert schema.validate_tree(node, "ruleset", Findings())
