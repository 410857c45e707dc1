"""What fuzzing found, kept as data: `found/*.txt`, each the files of a small ruleset under `==== path`."""

from __future__ import annotations

import re
from pathlib import Path

from tests.fuzz.seeds import Files, text_in

FOUND = Path(__file__).parent / "found"


def kept() -> list[Path]:
    """Return every input that was answered badly once."""
    return sorted(FOUND.glob("*.txt"))


def read(path: Path) -> Files:
    """Return the files of a kept input."""
    _, *parts = re.split(r"^==== ", text_in(path), flags=re.M)
    pairs = (part.partition("\n") for part in parts)
    return {name: text.removesuffix("\n") for name, _, text in pairs}


def keep(files: Files, sort: str, story: str) -> Path:
    """Write an input, with what was wrong with the answer above it; return where."""
    name = re.sub(r"[^a-z0-9]+", "-", sort.lower()).strip("-")[:60]
    above = "".join(f"# {line}\n" for line in (sort, *story.rstrip().split("\n")[-1:]))
    text = above + "".join(f"==== {path}\n{text}\n" for path, text in files.items())
    FOUND.mkdir(exist_ok=True)
    (FOUND / f"{name}.txt").write_bytes(text.encode("utf-8", "surrogateescape"))
    return FOUND / f"{name}.txt"
