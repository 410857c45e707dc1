"""`python -m tests.examples`: write the pages of the examples anew where a command prints something else by now.

`--program PATH` runs another `rulewright` than the one here, for example that of a wheel, and only compares.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.examples import listed
from tests.examples.pages import Difference, Run, done

ROOT = Path(__file__).parents[2]
ADVICE = ROOT / "examples" / "advice.md"
"""A page about a game that lies in the repository."""
WALKS = sorted(path for path in (ROOT / "examples").glob("*/README.md") if "```console" in path.read_text("utf-8"))


def program(called: list[str]) -> Run:
    """Return what runs a program, as it is called."""

    def run(words: list[str], typed: str) -> str:
        made = subprocess.run([*called, *words], input=typed, capture_output=True, text=True, encoding="utf-8")
        # What a command that succeeds says besides, as that it compiles first, differs from one time to the next.
        return made.stdout + (made.stderr if made.returncode else "")

    return run


def walked(page: Path, run: Run, keep: bool) -> list[Difference]:
    """Do what a page says in an empty folder; `keep` writes the page, and the example as it is at the end of it."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            text, found = done(page.read_text("utf-8"), run)
        finally:
            os.chdir(ROOT)
        if keep:
            page.write_text(text, encoding="utf-8", newline="\n")
            shutil.copytree(Path(folder, "rulesets", page.parent.name), page.parent, dirs_exist_ok=True)
        return found


def read_here(page: Path, run: Run, keep: bool) -> list[Difference]:
    """Do what a page says in the folder of the repository, where it writes nothing; `keep` writes the page."""
    os.chdir(ROOT)
    text, found = done(page.read_text("utf-8"), run)
    if keep:
        page.write_text(text, encoding="utf-8", newline="\n")
    return found


def main() -> int:
    """Write or compare all pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", help="compare with what this program prints, and write nothing")
    given = parser.parse_args()
    run = program([given.program] if given.program else [sys.executable, "-m", "rulewright.cli"])
    found = {page: walked(page, run, keep=not given.program) for page in WALKS}
    found[ADVICE] = read_here(ADVICE, run, keep=not given.program)
    for page, differences in found.items():
        for one in differences:
            print(f"{page.relative_to(ROOT)}: rulewright {one.command}\n{one.printed}")
    if given.program:
        return int(any(found.values()))
    listed.PAGE.write_text(listed.listed(listed.PAGE.read_text("utf-8")), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
