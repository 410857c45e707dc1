"""The interpreter knows no game, and rulesets hold no Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright

CHECKOUT = Path(__file__).parents[2]
INTERPRETER = Path(rulewright.__file__).parents[1]

NOUNS = re.compile(
    r"\b(goas?|batavias?|borneos?|spices?|ducats?|plantations?|colony|colonies|colonists?|harbou?rs?|merchants?)\b",
    re.I,
)
WRITTEN = {".py", ".lark", ".md", ".json", ".txt", ".toml", ".yaml", ".rules", ".html", ".css", ".js"}


def written_files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in WRITTEN and "_shipped" not in path.parts)


def words_of(text: str) -> str:
    """Return a text with the parts of joined names as words of their own: `spice_names` and `SpiceRack` too."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.replace("_", " "))


def spoken_of(text: str) -> list[str]:
    """Return the lines of a text in which a game is named."""
    return [line.strip() for line in text.split("\n") if NOUNS.search(words_of(line))]


@pytest.mark.slow
def test_no_game_is_named_in_the_interpreter() -> None:
    found = {path.relative_to(INTERPRETER).as_posix(): path.read_text("utf-8") for path in written_files(INTERPRETER)}
    assert len(found) > 700
    assert {name: lines for name, text in found.items() if (lines := spoken_of(text))} == {}


def test_the_words_are_looked_for_as_whole_words() -> None:
    for text in ("a Spice", "spice-row", "spice_names", "SpiceRack", "two colonies", "goa/rules"):
        assert NOUNS.search(words_of(text)), text
    for text in ("goal", "education", "merchandise"):
        assert not NOUNS.search(words_of(text)), text


@pytest.mark.parametrize("folder", ["rulesets", "examples"])
def test_rulesets_hold_no_python(folder: str) -> None:
    code = {".py", ".pyc", ".pyi", ".pyx", ".so", ".dll", ".exe", ".sh", ".js"}
    found = (path for path in (CHECKOUT / folder).rglob("*") if path.suffix in code)
    assert [path for path in found if path.parent != CHECKOUT / "examples" / "seats"] == []
