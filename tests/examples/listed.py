"""The list of all examples: each by what its own files say, so that nobody edits one list for all."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.cli import opening

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = EXAMPLES / "README.md"
SHOWS = re.compile(r"(?:^|\. |\n)(?:It\s+s|S)hows ([^.]+?)\.(?:\s|$)", re.DOTALL)
HEAD = "| example | players | what it shows |\n|---|---|---|\n"


def folders() -> list[Path]:
    """Return the folder of every example."""
    return sorted(manifest.parent for manifest in EXAMPLES.glob("*/ruleset.yaml"))


def shows(folder: Path) -> str:
    """Return what an example shows of the language: the sentence of its page that begins with "It shows"."""
    page = folder / "README.md"
    assert page.is_file(), f"{folder.name} needs a README.md"
    found = SHOWS.search(page.read_text("utf-8"))
    assert found, f'{page} needs a sentence that begins with "It shows": which words of the language one sees there'
    return " ".join(found[1].split())


def row(folder: Path) -> str:
    """Return the line of the list for an example."""
    about = opening.ruleset(str(folder)).about
    many = f"{about.fewest} to {about.most}" if about.most > about.fewest else str(about.most)
    return f"| [{about.title}]({folder.name}/README.md) | {many} | {shows(folder)} |\n"


def listed(page: str) -> str:
    """Return the page of examples with the list as it should be."""
    before, _, rest = page.partition(HEAD)
    after = re.sub(r"\A(\|.*\n)*", "", rest)
    return before + HEAD + "".join(row(folder) for folder in folders()) + after
