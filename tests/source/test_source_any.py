"""Whatever a YAML file says, the answer is a tree or a finding."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_source_cases import understand

from rulewright.diagnostics import Findings
from rulewright.source.documents import document
from rulewright.source.schema import load_schema, validate_tree

ROLES = ("ruleset", "data", "labels", "scenario")
SCHEMAS = json.dumps([load_schema(role) for role in (*ROLES, "inventory", "figures")])
WORDS = sorted(set(re.findall(r'"([a-z ]+)": \{', SCHEMAS)))

leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.sampled_from(["", "red", "{red}", 'book "Set-up"', "inventory"])
)
words = st.sampled_from(WORDS)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.parametrize("role", ROLES)
@settings(max_examples=20, deadline=None)
@given(value=values)
def test_any_values_have_an_answer(role: str, value: Any) -> None:
    findings = Findings()
    tree = document(f"{role}.yaml", json.dumps(value), role, findings)
    assert (tree is None) == bool(findings.errors)
    if tree is not None:
        understand(tree, role, findings)


rows = st.fixed_dictionaries(
    {"rule": st.sampled_from(["one", "{a}", "a-{b}"]), "assumed": st.just("a guess")},
    optional={
        "name": st.sampled_from(["x", "{a}-{b}", "{", "{a", "{}"]),
        "label": st.sampled_from(["{a} one", "two {b}", "{c}", "}{"]),
        "each": st.dictionaries(st.sampled_from("ab"), st.lists(leaves, max_size=2), max_size=2),
        "facts": st.dictionaries(words, leaves | st.lists(leaves, max_size=2), max_size=2),
        "copies": st.lists(st.dictionaries(words, leaves, max_size=2), max_size=2),
        "count": st.integers(-1, 3),
        "source": st.sampled_from(['book "Set-up"', "book", '"', 'a "b" c']),
    },
)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(value=st.lists(rows, min_size=1, max_size=2))
def test_any_rows_have_an_answer(value: Any) -> None:
    findings = Findings()
    tree = document("any.yaml", json.dumps({"kind": "inventory", "pieces": "tile", "rows": value}), "data", findings)
    if tree is not None:
        assert validate_tree(tree, "inventory", findings)
        understand(tree, "data", findings)
