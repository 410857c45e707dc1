"""The pages about YAML files: `check` accepts their examples, and every word of the schemas has an entry."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from code_pages import Block, write
from market import HERE

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.reference import all_pages
from rulewright.source.folders import schemas

BLOCK = re.compile(r"^```yaml ([^\n]*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
FILES = ("files.md", "languages.md", "weights.md", "seats.md", "table.md", "scenarios.md")
BLOCKS = [Block("good", *found) for name in FILES for found in BLOCK.findall((HERE / name).read_text("utf-8"))]
SCHEMAS = sorted(path for path in schemas().glob("*.json") if path.stem not in ("seat.schema", "web.schema"))
"""Those of files; those of messages are explained on other pages."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    opening.space.cache_clear()
    return tmp_path


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.info}-{BLOCKS.index(block)}")
def test_check_finds_no_mistake_in_an_example(block: Block, folder: Path) -> None:
    done = CliRunner().invoke(cli, ["check", write(block, folder)])
    assert done.exit_code == 0, done.output


def test_a_mistake_in_an_example_is_noticed(folder: Path) -> None:
    (block,) = (block for block in BLOCKS if "copies:" in block.text)
    wrong = Block("good", block.info, block.text.replace("copies:", "copys:"))
    assert CliRunner().invoke(cli, ["check", write(wrong, folder)]).exit_code == 1


def test_there_is_an_example_of_every_file() -> None:
    assert {block.info.partition("/")[0] for block in BLOCKS} == {"ruleset.yaml", "data", "labels"}
    kinds = {re.search("kind: (.*)", block.text)[1] for block in BLOCKS if block.info.startswith("data")}
    assert kinds == {"inventory", "figures", "weights", "seat", "search", "targets", "table", "look"}


def keys(schema: object) -> Iterator[str]:
    """Yield the words that a schema allows before a colon."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else ()
        for part in schema.values():
            yield from keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys(part)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_every_word_of_a_schema_has_an_entry(path: Path) -> None:
    """It stands in a heading of a page about files, not only somewhere as a word of the language."""
    words = set(keys(json.loads(path.read_text("utf-8"))))
    about_files = [page for page in all_pages() if f"{page.name}.md" in FILES]
    explained = {title for page in about_files for entry in page.entries for title in entry.titles}
    assert words and words <= explained, sorted(words - explained)
