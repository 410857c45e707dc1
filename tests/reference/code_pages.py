"""The pages of the codes: what, why, an example that is run, a remedy that is run where it is a corrected text.

A page is a heading, what the mistake is, a paragraph "Why: ...", a block ```bad, a paragraph "Remedy: ...", and often a
block ```good. What follows the word in the block's first line says what the block is: nothing or `do ...` (rules put on
top of the market, with what every player does after a turn), or a file of the ruleset. `# ---- FILE` begins another
file in a block; a line `$ rulewright ...` is a command that is run. `made` is a block that only shows what `making.py`
makes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from market import HERE, MANIFEST, made_up, market, without

from rulewright.syntax.parser import declaration_texts

PAGE = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(bad|good) ?([^\n]*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
CHANGES = re.compile(r"^(replace|change|remove|difference) ", re.MULTILINE)
ON_TOP = "ruleset: my-house\ntitle: House\nextends: my-market\nsources: {house: {title: Ours, passages: [PASSAGES]}}\n"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: whether it is bad or good, what its first line says of it, and its text."""

    how: str
    info: str
    text: str

    @property
    def commands(self) -> list[list[str]]:
        """The commands in it, cut into words."""
        lines = [line for line in self.text.split("\n") if line.startswith("$ rulewright ")]
        return [re.sub(r'"([^"]*)"', lambda m: m[1].replace(" ", "\0"), line)[13:].split() for line in lines]

    @property
    def files(self) -> dict[str, str]:
        """The files in it by their path in the ruleset; one that is empty is left out of the market."""
        played = self.info.startswith("do ")
        name = "rules/example.rules" if played or not self.info else self.info
        found: dict[str, str] = {}
        for line in self.text.split("\n"):
            if line.startswith("# ---- "):
                name = line[7:]
                found[name] = ""
            elif not line.startswith("$ "):
                found[name] = found.get(name, "") + line + "\n"
        if played:
            after = "".join(f"    {line.strip()}\n" for line in self.info.split(";"))
            found["rules/example.rules"] += f"\nrule example after turn:\n{after}"
        return found


@dataclass(frozen=True, slots=True)
class Page:
    """What the reference says about a code."""

    code: str
    text: str
    file: str

    @property
    def prose(self) -> list[str]:
        """Its paragraphs without the blocks."""
        return [part.strip() for part in BLOCK.sub("", self.text).split("\n\n") if part.strip()]

    def blocks(self, how: str) -> list[Block]:
        return [Block(*found) for found in BLOCK.findall(self.text) if found[0] == how]


def pages() -> list[Page]:
    """Return the pages of all codes, in the order of files and lines."""
    found = ((path.name, path.read_text("utf-8")) for path in sorted(HERE.glob("codes-*.md")))
    return [Page(code, text, name) for name, whole in found for code, text in PAGE.findall(whole)]


def write(block: Block, folder: Path) -> str:
    """Write the ruleset of a block into a folder, and return the name of what is to be looked at."""
    (folder / "rulesets").symlink_to(".")
    files = block.files
    rules = "\n".join(text for path, text in files.items() if path.endswith(".rules"))
    manifest = files.get("ruleset.yaml", "")
    above = CHANGES.search(rules) or (
        "\nextends: my-market\n" in manifest and not manifest.startswith("ruleset: my-market\n")
    )
    house = bool(above) and not rules.startswith("# alone")
    whole = market() if house else without(market(), rules)
    given = {"rules/market.rules": whole, **_data(whole + ("" if house else rules))}
    given["ruleset.yaml"] = MANIFEST.format(
        name="my-market", above="", source="book", passages=_passages(whole + rules)
    )
    if house:
        _write(folder / "my-market", given)
        files = {"ruleset.yaml": ON_TOP.replace("PASSAGES", _passages(rules)), **files}
        _write(folder / "my-house", files)
        return "my-house"
    _write(folder / "my-market", {**given, **files})
    return "my-market"


def _data(rules: str) -> dict[str, str]:
    return {f"data/{name}.yaml": text for name, text in made_up(rules).items()}


def _passages(rules: str) -> str:
    found = set(re.findall(r'(?:cites|because) [a-z]+ ("[^"]*")', rules)) | {'"Data"', '"Prices"'}
    return ", ".join(sorted(found))


def _write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        if not text.strip():
            continue
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


__all__ = ["Block", "Page", "pages", "declaration_texts", "write"]
