"""The quick reader of simple YAML texts: its trees are ruamel's, and it leaves everything else to ruamel."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.source import YamlNode, yaml_simple
from rulewright.source.yaml_reader import read_any_yaml
from rulewright.source.yaml_simple import simple_tree

ROOT = Path(__file__).parent.parent.parent
SHIPPED = sorted(path for top in ("rulesets", "examples") for path in (ROOT / top).rglob("*.yaml"))
TESTED = sorted((ROOT / "tests").rglob("*.yaml"))
PARTS = [
    "a", "b c", "a: ", "b:", "- ", "-", "-1", ": ", ":", "{", "}", "[", "]", ", ", ",", "'", '"', "'it''s'",
    '"q"', '"\\""', " # note", "#", "\n", "\n", "\n  ", "\n    ", " ", "?", "? ", "&x ", "*x", "!t ", "|", ">", "%",
    "@", "<<: ", "---", "...", "\\", "~", "12:30", "ä", "{a: 1}", "[x, y]", "{a: [1,\n 2]}",
]  # fmt: skip
"""What random texts are made of."""


def whole_tree(text: str) -> YamlNode | None:
    return read_any_yaml("file.yaml", text, Findings())


def damaged(text: str, chance: Random) -> str:
    """Return a text with something inserted, left out or indented differently, in up to three places."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        gone = at + chance.choice([0, 0, 1, 2])
        text = text[:at] + chance.choice([*PARTS, "", ""]) + text[gone:]
    return text


def wrong_trees(seed: int) -> list[str]:
    """Return random texts of which the quick reader makes another tree than ruamel, or one where that makes none."""
    chance = Random(seed)
    texts = ["".join(chance.choices(PARTS, k=chance.randint(1, 12))) for _ in range(150)]
    for path in chance.sample([*SHIPPED, *TESTED], 8):
        lines = path.read_text("utf-8", "replace").split("\n")
        at = chance.randrange(len(lines))
        texts += [damaged("\n".join(lines[at : at + 12]), chance) for _ in range(5)]
    return [text for text in texts if (tree := simple_tree("file.yaml", text)) is not None and tree != whole_tree(text)]


@pytest.mark.parametrize("path", sampled(40, SHIPPED), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_shipped_files_are_simple_and_read_alike(path: Path) -> None:
    text = path.read_text("utf-8")
    tree = simple_tree("file.yaml", text)
    assert tree is not None
    assert tree == whole_tree(text)


@pytest.mark.parametrize("seed", sampled(8, range(200)))
def test_no_random_text_has_another_tree(seed: int) -> None:
    assert wrong_trees(seed) == []


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("_IN_BLOCK", r"[a-z0-9][^\n]*"),
        ("_IN_FLOW", r"[^,\[\]{}\n]+"),
        ("_COLON", r":"),
        ("_DASH", r"-"),
    ],
)
def test_a_reader_that_takes_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, pattern: str) -> None:
    monkeypatch.setattr(yaml_simple, name, re.compile(pattern))
    assert any(wrong_trees(seed) for seed in range(20))


@pytest.mark.parametrize("text", ["a: |\n  b\n", "a: b\n  c\n", 'a: "\\n"\n', "a: 1\na: 2\n", "a: &b c\n", "[a]\n", ""])
def test_other_texts_are_left_to_ruamel(text: str) -> None:
    assert simple_tree("file.yaml", text) is None
