"""Trees: what they hold, and where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.diagnostics import Findings
from rulewright.source import Mapping, Scalar, YamlNode, check_text, plain
from rulewright.source.documents import NODES
from rulewright.source.nodes import scalars
from rulewright.source.yaml_reader import read_yaml


def tree(text: str) -> YamlNode:
    findings = Findings()
    node = read_yaml("file.yaml", text, findings)
    assert node is not None, findings.found
    return node


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("7", 7), ("-3", -3), ("0", 0), ("07", "07"), ("0x1F", "0x1F"), ("1_000", "1_000"), ("1.5", "1.5"),
        ("1e3", "1e3"), (".nan", ".nan"), ("2004-01-01", "2004-01-01"), ("true", True), ("yes", "yes"), ("no", "no"),
        ("'7'", "7"), ('"true"', "true"), ("~", "~"), ("null", "null"), ("12:30", "12:30"), ("٣", "٣"),
    ],
)  # fmt: skip
def test_values_hold_no_surprises(written: str, meant: object) -> None:
    assert plain(tree(f"[{written}]")) == [meant]


def test_an_empty_value_is_none() -> None:
    assert plain(tree("one:\ntwo: ''")) == {"one": None, "two": ""}


def test_places_are_exact() -> None:
    text = "first: one\nrows:\n  - {a: 12, b: [x, 'y z']}\n"
    lines = text.split("\n")
    for scalar in scalars(tree(text)):
        span = scalar.span
        assert scalar.text in lines[span.line - 1][span.column - 1 : span.end_column - 1]
    rows = tree(text)
    assert isinstance(rows, Mapping)
    assert rows.items[1][1].span[1:] == (3, 3, 3, 27)
    assert rows.span[1:] == (1, 1, 3, 27)


def test_a_tree_survives_being_kept() -> None:
    node = tree("a: [1, {b: 'c'}]\nd: |\n  text\n")
    assert NODES.decode(NODES.encode(node), "file.yaml") == node
    kept = NODES.decode(NODES.encode(node), "other.yaml")
    assert kept.span.file == "other.yaml"
    assert plain(kept) == plain(node)


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "a:\n"])
def test_ten_thousand_levels_are_one_finding(opening: str) -> None:
    deep = "".join(" " * i + "a:\n" for i in range(1000)) if opening == "a:\n" else opening * 10_000
    findings = Findings()
    assert read_yaml("deep.yaml", deep, findings) is None
    assert [d.code for d in findings.found] == ["nested-too-deep"]


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab:-?[]{},&*!|>'\"%@`#<\\ \n01~.\u00e4"), max_size=40))
def test_any_text_is_a_tree_or_a_finding(text: str) -> None:
    findings = Findings()
    if check_text(text, "any.yaml", findings):
        node = read_yaml("any.yaml", text, findings)
        assert (node is None) == bool(findings.found)
        lines = text.split("\n")
        for finding in findings.found:
            assert 1 <= finding.span.line <= len(lines)


def test_keys_are_found_by_name() -> None:
    node = tree("a: 1\nb: 2")
    assert isinstance(node, Mapping)
    assert isinstance(node.get("b"), Scalar)
    assert node.get("c") is None
    assert node.key("b") == node.items[1][0]
