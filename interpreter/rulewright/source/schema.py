"""Validates a YAML file against its JSON Schema, and locates every mistake.

The registry of schemas is closed: nothing is ever fetched. The schema of a data file is selected by its `kind` before
validation, so that messages refer to the right form.

jsonschema gives the path to each mistake (`rows`, 3, `count`), which is walked down the tree to the node and its span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.diagnostics import Diagnostic, Findings
from rulewright.diagnostics.similar import nearest_word
from rulewright.source import cache, late
from rulewright.source.conforming import conforms
from rulewright.source.conforming import load_schema as load_schema
from rulewright.source.folders import schemas
from rulewright.source.indentation import Entries
from rulewright.source.nodes import Mapping, Scalar, Sequence, YamlNode, plain
from rulewright.source.schema_messages import SchemaMistake, report_mistake, unknown_keys

if TYPE_CHECKING:
    import referencing

KINDS = ("inventory", "figures", "weights", "seat", "search", "targets", "table", "look")
"""The kinds of data files."""
PLAN_SCHEMA = "plan"
"""The schema of kind seat."""

Otherwise = Callable[[Entries], Iterable[tuple[YamlNode, Diagnostic]]]


def validate_tree(node: YamlNode, role: str, findings: Findings, otherwise: Otherwise = lambda _: ()) -> bool:
    """Report violations of the schema of a role; return whether there are none.

    `otherwise` yields trees of the same file in which some entries belong to other groups.

    Roles are ruleset, data (refined by `kind`), inventory, figures, weights, plan, search, targets, table, look,
    labels and scenario.
    """
    mistakes = _mistakes_in(node, role)
    for entries in filter(None, map(_misplaced_entries, mistakes)):
        for tree, misplaced in otherwise(entries):
            if len(left := _mistakes_in(tree, role)) < len(mistakes):
                findings.put(misplaced)
                mistakes = left
                break
    for mistake in sorted(mistakes, key=lambda mistake: _ORDER.get(mistake.keyword, 0)):
        report_mistake(mistake, findings)
    return not mistakes


def _mistakes_in(node: YamlNode, role: str) -> list[SchemaMistake]:
    values = plain(node)
    name = _schema_of(values, role)
    errors = () if conforms(values, load_schema(name), name) else _schema_validator(name).iter_errors(values)
    mistakes = [_located_mistake(node, error) for error in errors]
    # jsonschema reports each missing key on its own: those of one group become one mistake.
    lacking: dict[int, SchemaMistake] = {}
    for mistake in (mistake for mistake in mistakes if mistake.keyword == "required"):
        other = lacking.get(id(mistake.node), mistake)
        wanted = list(dict.fromkeys((*other.wanted, *mistake.wanted)))
        lacking[id(mistake.node)] = SchemaMistake(
            "required", wanted, other.schema | mistake.schema, other.node, other.key
        )
    return [mistake for mistake in mistakes if mistake.keyword != "required"] + list(lacking.values())


def _misplaced_entries(mistake: SchemaMistake) -> Entries:
    """Return the entries of a group that mean nothing there and are not misspelt; none of a group in braces."""
    group, known = mistake.node, mistake.schema.get("properties", {})
    if (
        mistake.keyword != "additionalProperties"
        or not isinstance(group, Mapping)
        or group.span[:3] != group.items[0][0].span[:3]
    ):
        return []
    keys = [key for key in unknown_keys(mistake) if not nearest_word(key.text, known)]
    return [entry for entry in group.items if entry[0] in keys]


@lru_cache(maxsize=1)
def schemas_fingerprint() -> str:
    """Return a hash of all schemas."""
    return cache.fingerprint(*(path.read_bytes() for path in sorted(schemas().glob("*.schema.json"))))


_ORDER = {"additionalProperties": -1, "required": 1, "anyOf": 2}
"""Sort misspelt keys before missing ones: often they are the same mistake."""


def _schema_of(values: Any, role: str) -> str:
    if role == "scenario" and isinstance(values, dict) and "scenarios" in values:
        return "scenarios"
    kind = values.get("kind") if role == "data" and isinstance(values, dict) else None
    return schema_of(str(kind)) or role


def schema_of(kind: str) -> str:
    """Return the name of the schema of a kind of data file; empty for what is none."""
    return PLAN_SCHEMA if kind == "seat" else kind if kind in KINDS else ""


@lru_cache(maxsize=8)
def _schema_validator(name: str) -> Any:
    schema = load_schema(name)
    others = {
        "data": map(schema_of, KINDS),
        PLAN_SCHEMA: ("weights",),
        "search": ("weights",),
        "scenarios": ("scenario",),
    }.get(name, ())
    draft = late.schema_versions.DRAFT202012
    resources = [(f"{other}.schema.json", draft.create_resource(load_schema(other))) for other in others]
    registry: referencing.Registry[Any] = late.referencing.Registry().with_resources(resources)
    return late.jsonschema.Draft202012Validator(schema, registry=registry)


def _located_mistake(root: YamlNode, error: Any) -> SchemaMistake:
    """Return an error of jsonschema with its node and the key of this node."""
    node, key = root, None
    for step in error.absolute_path:
        if isinstance(node, Mapping):
            key, node = next((word, value) for word, value in node.items if word.text == step)
        elif isinstance(node, Sequence):
            key, node = None, node.items[step]
    if "propertyNames" in error.absolute_schema_path:  # the mistake is in the name of an entry
        found = node.key(error.instance) if isinstance(node, Mapping) else None
        node = found if isinstance(found, Scalar) else node
    return SchemaMistake(error.validator, error.validator_value, error.schema, node, key)
