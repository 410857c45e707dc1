"""Rulesets of the rows: what all of them share, in `base/`, with the file of the row in `rows/`."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
ROWS = sorted(path.stem for path in (HERE / "rows").glob("*.rules"))
KEPT = TemporaryDirectory(prefix="rulewright-words-")


def text_of(word: str) -> str:
    """Return the rules of a row."""
    return (HERE / "rows" / f"{word}.rules").read_text("utf-8")


def said(word: str, what: str) -> list[str]:
    """Return what the comments of a row say of something: `# what: this; that`."""
    found: Iterator[str] = (
        line.partition(":")[2] for line in text_of(word).split("\n") if line.startswith(f"# {what}:")
    )
    return [part.strip() for line in found for part in re.split(r";|$", line) if part.strip()]


def write(word: str, folder: Path) -> Path:
    """Write the ruleset of a row into a folder."""
    shutil.copytree(HERE / "base", folder, dirs_exist_ok=True)
    (folder / "manifest.yaml").rename(folder / "ruleset.yaml")  # nobody takes `base` for a whole ruleset
    if (more := HERE / "extra" / word).is_dir():
        shutil.copytree(more, folder, dirs_exist_ok=True)
    rules = re.sub(r"\A(#.*\n)*", "", text_of(word))  # what the row says of itself is no comment of the game
    (folder / "rules" / "row.rules").write_text(rules, "utf-8")
    return folder


@cache
def folder_of(word: str) -> Path:
    """Return the folder with the ruleset of a row, written once."""
    return write(word, Path(KEPT.name) / word)
