"""YAML is read by libyaml: its trees equal those of ruamel, and mistakes are left to ruamel."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.source import YamlNode, yaml_reader
from rulewright.source.yaml_reader import tree_by_libyaml, tree_by_ruamel

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
    return tree_by_ruamel("file.yaml", text, Findings())


def damaged(text: str, chance: Random) -> str:
    """Return a text with something inserted, left out or indented differently, in up to three places."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        gone = at + chance.choice([0, 0, 1, 2])
        text = text[:at] + chance.choice([*PARTS, "", ""]) + text[gone:]
    return text


def wrong_trees(seed: int) -> list[str]:
    """Return random texts that libyaml reads differently from ruamel, or where ruamel finds a mistake."""
    chance = Random(seed)
    texts = ["".join(chance.choices(PARTS, k=chance.randint(1, 12))) for _ in range(150)]
    for path in chance.sample([*SHIPPED, *TESTED], 8):
        lines = path.read_text("utf-8", "replace").split("\n")
        at = chance.randrange(len(lines))
        texts += [damaged("\n".join(lines[at : at + 12]), chance) for _ in range(5)]
    return [
        text for text in texts if (tree := tree_by_libyaml("file.yaml", text)) is not None and tree != whole_tree(text)
    ]


@pytest.mark.parametrize("path", sampled(40, SHIPPED), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_shipped_files_are_read_alike(path: Path) -> None:
    text = path.read_text("utf-8")
    tree = tree_by_libyaml("file.yaml", text)
    assert tree is not None
    assert tree == whole_tree(text)


@pytest.mark.parametrize("seed", sampled(8, range(200)))
def test_no_random_text_has_another_tree(seed: int) -> None:
    assert wrong_trees(seed) == []


def test_a_builder_that_accepts_every_scalar_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader._Builder, "is_disputed", property(lambda _: False, lambda *_: None), raising=False)
    assert any(wrong_trees(seed) for seed in range(20))


@pytest.mark.parametrize("text", ["a: |\n  b\n", "a:\n", "a:\t1\n", "a: 1\na: 2\n", "a: &b c\n", "a: b\n...\n", ""])
def test_what_parsers_read_differently_is_left_to_ruamel(text: str) -> None:
    assert tree_by_libyaml("file.yaml", text) is None
