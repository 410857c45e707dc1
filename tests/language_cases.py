"""How many language cases there are for each stage that reads what a designer writes: `python -m tests.language_cases`.

A case is a few lines with what must be answered: for a bad one the code and the line, for a good one nothing, or what
comes of it. In the files of tests/syntax/bad/ each announced mistake is one. The examples of the reference, which are
good cases of syntax, compose and check, too, are told apart.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
REFERENCE = HERE.parent / "interpreter" / "rulewright" / "reference"
CASE = re.compile(r"^# ==== .*\n((?:(?!# ==== ).*\n?)*)", re.MULTILINE)
EXPECT = re.compile(r"# expect[^:\n]*: ")
ANNOUNCED = re.compile(r"# expect[^:\n]*: (.*)")
EXAMPLE = re.compile(r"^```rules", re.MULTILINE)
READING = re.compile(r"^## (\S+)", re.MULTILINE)


def counted() -> dict[str, tuple[int, int]]:
    """Return for each stage how many bad and how many good cases it has."""
    typed = [EXPECT.search(text) for text in _cases("mistakes", "typed.rules")]
    codes = [case.string[case.end() :].split()[0] for case in typed if case]
    reading = set(READING.findall((REFERENCE / "codes-reading.md").read_text("utf-8")))
    files = [path.read_text("utf-8") for how in ("bad", "good") for path in (HERE / "source" / how).rglob("*.yaml")]
    source = _split([*files, *_cases("source/entries", "*.yaml")])
    bad = "\n".join(_texts("syntax/bad", "*.rules"))
    announced = sum(said.count(";") + 1 for said in ANNOUNCED.findall(bad))
    syntax = announced + sum(code in reading for code in codes), len(_cases("syntax/good", "*.rules"))
    compose = _split(_cases("compose/cases", "*.rules"))
    check = _split(_cases("check/bad", "*.rules") + _cases("check/good", "*.rules"))
    return {
        "source": source,
        "syntax": syntax,
        "compose": compose,
        "check": (check[0] + sum(code not in reading for code in codes), check[1]),
    }


def examples() -> int:
    """Return how many examples of the reference are read, checked and played, each a good case of every stage."""
    return sum(len(EXAMPLE.findall(page.read_text("utf-8"))) for page in REFERENCE.glob("*.md"))


def _texts(folder: str, pattern: str) -> list[str]:
    return [path.read_text("utf-8") for path in sorted((HERE / folder).glob(pattern))]


def _cases(folder: str, pattern: str) -> list[str]:
    return [found for text in _texts(folder, pattern) for found in CASE.findall(text)]


def _split(texts: list[str]) -> tuple[int, int]:
    bad = sum(EXPECT.search(text) is not None for text in texts)
    return bad, len(texts) - bad


def main() -> None:
    """Print the table."""
    print("stage      bad  good   sum")
    for stage, (bad, good) in counted().items():
        print(f"{stage:8} {bad:5} {good:5} {bad + good:5}")
    print(f"and {examples()} examples of the reference, each read, checked and played")


if __name__ == "__main__":
    main()
