"""Measures the language server over 500 recorded edits: `python -m tests.benchmarks.editor`.

The recording is made the same way every time: lines are typed letter by letter, deleted, and pasted from elsewhere. The
server runs in a process of its own and is spoken to as by an editor. After each edit its findings for the edited file
are compared with those of a workspace that reads the same text, as `check` does.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.benchmarks.__main__ import machine
from tests.lsp.editor import Editor

from rulewright.diagnostics import RulesError
from rulewright.workspace import Workspace

RULESETS = Path(__file__).parents[2] / "rulesets"
PATIENCE = 10
"""Seconds until findings that are still missing count as such."""
BASE, ABOVE = "goa", ("goa-bonanza", "goa-draw-then-discard", "goa-polish", "goa-tournament")


def main() -> None:
    """Measure Goa alone, then with four open rulesets that extend it, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.editor", description=__doc__)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--skip-comparison", action="store_true", help="do not compare with check after each edit")
    asked = parser.parse_args()
    print(f"{asked.edits} edits of the largest rule file of {BASE}; {machine()}")
    differ = 0
    for above, goal in (((), 100), (ABOVE, 250)):
        with TemporaryDirectory() as root:
            differ += measure(Path(root), above, goal, asked.edits, not asked.skip_comparison)
    sys.exit(bool(differ))


def measure(root: Path, above: tuple[str, ...], goal: int, edits: int, compare: bool) -> int:
    """Send the edits one by one, and print the median and the longest time of each answer.

    Returns after how many of them the findings were not those of `check`.
    """
    for name in (BASE, *above):
        shutil.copytree(RULESETS / name, root / "rulesets" / name)
    path = max((root / "rulesets" / BASE / "rules").iterdir(), key=lambda file: file.stat().st_size)
    editor, space = Editor(root, {**os.environ}), Workspace(root)
    for name in above:
        editor.open(min((root / "rulesets" / name / "rules").iterdir()))
    editor.open(path)
    editor.until(lambda: editor.codes(path) is not None)
    shown, worked, completed, differ = list[float](), list[float](), list[float](), 0
    for number, (text, line, character) in enumerate(recording(path.read_text("utf-8"), edits), 2):
        begun, before = perf_counter(), cpu(editor)
        editor.change(path, text, number)
        editor.until(partial(reported, editor, path, number))
        shown.append(perf_counter() - begun)
        worked.append(cpu(editor) - before)
        begun = perf_counter()
        editor.ask("textDocument/completion", editor.at(path, line, character))
        completed.append(perf_counter() - begun)
        space.overlay(path, text)
        differ += compare and not agrees(editor, path, checked(space, path, (BASE, *above)))
    editor.end()
    title = f"a base of {len(above)} rulesets, all open" if above else "alone"
    tell(f"edit to findings, {title}", shown, goal)
    tell(f"the server's CPU time of that, {title}", worked, goal)
    tell(f"completion, {title}", completed, 50)
    print(f"{'':4}findings other than those of check: {f'{differ} times' if compare else 'not compared'}")
    return differ


def reported(editor: Editor, path: Path, number: int) -> bool:
    """Return whether findings were reported for a version of a file."""
    return editor.versions.get(path.as_uri()) == number


def cpu(editor: Editor) -> float:
    """Return the seconds that the server has worked; 0 where that cannot be asked."""
    try:
        fields = Path(f"/proc/{editor.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def recording(text: str, edits: int) -> Iterator[tuple[str, int, int]]:
    """Yield the text after each edit, with the line and the character where it was made."""
    chance, lines = Random(1), text.split("\n")
    made = 0
    while made < edits:
        at = chance.choice([number for number, line in enumerate(lines) if line.startswith("    ")])
        for changed, character in _strokes(lines, at, chance):
            lines = changed
            made += 1
            yield "\n".join(lines), at, character
            if made == edits:
                return
        lines = text.split("\n")


def _strokes(lines: list[str], at: int, chance: Random) -> Iterator[tuple[list[str], int]]:
    """Yield the lines while one is typed at the end of another, is deleted again, or is pasted from elsewhere."""
    line, way = lines[at], chance.choice(("type", "delete", "paste"))
    steps = [line + "\n" + line[:end] for end in range(4, min(len(line), 24) + 1)] if way == "type" else []
    steps = [line[:end] for end in range(len(line) - 1, max(3, len(line) - 16), -1)] if way == "delete" else steps
    if way == "paste":
        steps = ["", chance.choice(lines), line]
    for step in steps:
        shown = step.split("\n")
        yield [*lines[:at], *shown, *lines[at + 1 :]], len(shown[0])


def agrees(editor: Editor, path: Path, wanted: list[tuple[str, int]]) -> bool:
    """Return whether the editor comes to show what is wanted, at the latest once all rulesets were looked at."""
    end = perf_counter() + PATIENCE
    while perf_counter() < end:
        editor.ask("textDocument/foldingRange", {"textDocument": {"uri": path.as_uri()}})
        if sorted((one["code"], one["range"]["start"]["line"]) for one in editor.found[path.as_uri()]) == wanted:
            return True
    return False


def checked(space: Workspace, path: Path, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """Return what check finds in a file, in its ruleset and in those above."""
    found = set[tuple[str, int, str]]()
    for name in names:
        ruleset = space.ruleset(name)
        try:
            findings = ruleset.findings
        except RulesError as problem:
            findings = problem.findings
        shown = f"{BASE}/rules/{path.name}"
        found |= {(str(one.code), max(0, one.span.line - 1), one.message) for one in findings if one.span.file == shown}
    return sorted((code, line) for code, line, _ in found)


def tell(what: str, times: list[float], goal: int) -> None:
    """Print a line of the table."""
    ordered = sorted(1000 * one for one in times)
    late = sum(one > goal for one in ordered)
    print(f"{what:55}{median(ordered):8.1f} ms, at most {ordered[-1]:.1f}; goal {goal}, {late} of {len(ordered)} above")


if __name__ == "__main__":
    main()
