"""How YAML files are laid out: ugly/ becomes laid-out/; every other file keeps its tree and its comments."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source_cases import HERE
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.source import YamlNode, plain, yaml_layout
from rulewright.source.yaml_layout import format_yaml, lay_out
from rulewright.source.yaml_reader import read_yaml

UGLY = sorted((HERE / "ugly").glob("*.yaml"))
ROOT = HERE.parents[1]
FILES = [
    path
    for part in ("rulesets", "examples", "tests")
    for path in sorted((ROOT / part).rglob("*.yaml"))
    if path not in UGLY
]


def read(text: str) -> YamlNode | None:
    return read_yaml("x.yaml", text, Findings())


def laid_out(text: str) -> str:
    tree = read(text)
    assert tree is not None, text
    return lay_out(text, tree)


def keeps_everything(text: str, new: str) -> bool:
    """Say whether a new text has the same tree, with entries in the same order, and stays as it is."""
    old_tree, new_tree = read(text), read(new)
    assert old_tree is not None
    assert new_tree is not None, new
    return repr(plain(old_tree)) == repr(plain(new_tree)) and laid_out(new) == new


@pytest.mark.parametrize("path", UGLY, ids=lambda path: path.stem)
def test_ugly_files_are_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    new = laid_out(text)
    assert new == (HERE / "laid-out" / path.name).read_text("utf-8")
    assert keeps_everything(text, new)


@pytest.mark.parametrize("path", sampled(8, FILES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_that_can_be_read_keeps_what_it_says(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
    if read(text) is not None:
        new = laid_out(text)
        assert keeps_everything(text, new)
        assert letters(text) == letters(new)


def letters(text: str) -> Counter[str]:
    """Count what is no blank, bracket or other sign that depends on the layout; so no comment is missing."""
    return Counter(sign for sign in text if sign.isalnum() or sign in "#'\"(;!")


TEXTS = ("a", "b c", "7", "yes", "x#y", "http://x:1", "it's", "-", "1.5")
QUOTED = ('""', "''", '"# not a comment"', "'it''s: so'", '"a \\"b\\" \\\\"', '"{x}"')
LONG = ('"one\n{0}two"', "'one\n\n{0}two  '", "plain\n{0}text", '"one \\\n{0}two"')
BLOCKS = ("|\n{0}one\n{0}  two", ">-\n{0}one # no comment\n\n{0}two", "|+\n{0}one\n\n", "|2-\n{1}     one\n{1}  two")


class Scribbler:
    """Writes trees down in as many ways as YAML has, with comments wherever they can stand."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.comments: list[str] = []

    def file(self) -> str:
        lines = self.block(self.tree(0, "{"), 0)
        return "\n".join(lines) + "\n" * self.random.randint(0, 3)

    def tree(self, depth: int, kind: str = "") -> Any:
        """Return a tree: a dictionary, a list, or None for a single value."""
        kind = kind or self.random.choice("{[" + "v" * (2 + depth))
        size = self.random.randint(1, 4)
        if kind == "{":
            return {f"k{number}": self.tree(depth + 1) for number in range(size)}
        return [self.tree(depth + 1) for _ in range(size)] if kind == "[" else None

    def comment(self) -> str:
        text = f"# comment {len(self.comments)}"
        self.comments.append(text)
        return text

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def above(self) -> list[str]:
        """Return what may stand above an entry."""
        lines = [""] * self.random.choice((0, 0, 0, 1, 2))
        if self.often(0.2):
            lines.append(" " * self.random.randint(0, 9) + self.comment())
        return lines

    def behind(self) -> str:
        return " " * self.random.randint(1, 3) + self.comment() if self.often(0.2) else ""

    def block(self, tree: Any, indent: int) -> list[str]:
        lines: list[str] = []
        members = tree.items() if isinstance(tree, dict) else [("", item) for item in tree]
        for key, value in members:
            start = f"{key}:" if key else "-"
            lines += self.above() + self.member(" " * indent + start, value, indent, bool(key))
        return lines

    def member(self, start: str, value: Any, indent: int, is_entry: bool) -> list[str]:
        deeper = indent + self.random.randint(1, 4)
        if value is not None and self.often(0.6):
            may_stay = is_entry and isinstance(value, list) and self.often(0.5)
            return [start + self.behind(), *self.block(value, indent if may_stay else deeper)]
        if value is None and self.often(0.3):
            text = self.random.choice(LONG + BLOCKS).format(" " * deeper, " " * indent)
            return [f"{start} {text}", *([] if text.endswith("\n") else [""])]
        if self.often(0.1):
            return [start + self.behind()]
        gap = " " if self.often(0.8) else f"{self.behind()}\n" + " " * deeper
        return [start + gap + self.flow(value, deeper) + self.behind()]

    def flow(self, value: Any, indent: int) -> str:
        """Return a value in brackets."""
        if value is None:
            return self.random.choice(TEXTS + QUOTED)
        is_list = isinstance(value, list)
        members = [("", item) for item in value] if is_list else [(f"{key}: ", item) for key, item in value.items()]
        parts = [self.gap(indent) + key + self.flow(item, indent) + self.gap(indent) for key, item in members]
        return "[{"[not is_list] + ",".join(parts) + "]}"[not is_list]

    def gap(self, indent: int) -> str:
        if self.often(0.1):
            return f"{self.behind()}\n" + " " * indent
        return " " * self.random.randint(0, 2)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_written_keeps_what_it_says(seed: int) -> None:
    scribbler = Scribbler(Random(seed))
    text = scribbler.file()
    if read(text) is None:  # a gap can end a value before its time; such a file has mistakes
        return
    new = laid_out(text)
    assert keeps_everything(text, new)
    assert all(new.count(f"{comment}\n") == 1 for comment in scribbler.comments)
    assert not any(line.endswith(" ") for line in new.split("\n") if not line.endswith("\\ "))
    assert new.endswith("\n")


@pytest.mark.slow
def test_most_of_what_is_written_can_be_read() -> None:
    assert sum(read(Scribbler(Random(seed)).file()) is not None for seed in range(200)) > 150


def test_a_file_with_mistakes_is_not_laid_out() -> None:
    findings = Findings()
    assert format_yaml("x.yaml", "kind: figures\nfigure: {}\n", "data", findings) is None
    assert [finding.code for finding in findings.found] == ["unknown-key"]


TEXT = "kind:  figures  # all\nfigures:\n  x: {value: 1, source: book One}\n"
NEAT = TEXT.replace("  figures ", " figures ")


@pytest.mark.parametrize(
    "spoilt",
    [
        NEAT.replace("1", "2"), NEAT.replace("1", '"1"'), NEAT.replace("  # all", ""), NEAT + "# more\n",
        NEAT.replace("value: 1, source: book One", "source: book One, value: 1"), NEAT.replace("}", ""), "",
    ],
)  # fmt: skip
def test_what_would_say_something_else_is_left_alone(spoilt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Findings()
    assert format_yaml("x.yaml", TEXT, "data", findings) == NEAT
    monkeypatch.setattr(yaml_layout, "lay_out", lambda text, tree: spoilt)
    assert format_yaml("x.yaml", TEXT, "data", findings) is None
    assert [finding.code for finding in findings.found] == ["left-unformatted"]


def test_what_would_change_once_more_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Findings()
    monkeypatch.setattr(yaml_layout, "lay_out", lambda text, tree: text + "\n")
    assert format_yaml("x.yaml", TEXT, "data", findings) is None
    assert [finding.code for finding in findings.found] == ["left-unformatted"]
