"""The script of the page is formatted by Prettier, fits the types in its comments, and stays small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rulewright

sys.path.append(str(Path(__file__).parents[1] / "pages"))
from browser import MODULES, needs  # noqa: E402

SCRIPT = Path(rulewright.__file__).parent / "web" / "static" / "page.js"
MOST_LINES = 900
TYPES = "export const Idiomorph: { morph(old: Element, fresh: string, options: object): unknown };\n"
"""What the script uses of the library."""
CHECKING = ("--ignoreConfig", "--noEmit", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022")


def told_by(package: str, script: str, *words: str) -> str:
    """Run the program of a package, and return what it says if it does not agree."""
    command = ["node", str(MODULES.resolve() / package / "bin" / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    return done.stdout + done.stderr if done.returncode else ""


def typed(folder: Path, text: str) -> str:
    """Check types where the script is as it is served, beside the library."""
    served, library = folder / "static" / "page.js", folder / "vendored" / "idiomorph" / "idiomorph.d.ts"
    for path, content in ((served, text), (library, TYPES)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return told_by("typescript", "tsc", *CHECKING, str(served))


def test_it_is_small() -> None:
    assert sum(bool(line.strip()) for line in SCRIPT.read_text("utf-8").splitlines()) < MOST_LINES


@pytest.mark.slow
@needs("prettier")
def test_it_is_formatted(tmp_path: Path) -> None:
    assert told_by("prettier", "prettier.cjs", "--check", str(SCRIPT)) == ""
    other = tmp_path / "page.js"
    other.write_text(SCRIPT.read_text("utf-8").replace(";\n", "\n", 1), "utf-8")
    assert "page.js" in told_by("prettier", "prettier.cjs", "--check", str(other))


@pytest.mark.slow
@needs("typescript")
def test_it_fits_its_types(tmp_path: Path) -> None:
    text = SCRIPT.read_text("utf-8")
    assert typed(tmp_path, text) == ""
    assert "TS2322" in typed(tmp_path, text.replace('let at = "";', "let at = 0;\nat = document.title;"))
