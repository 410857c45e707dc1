"""What cases are told, word for word, kept in a file for each file of cases: `python tests/check/told.py` writes them.

Whoever changes a message reads here how it comes out in every case, and commits that with the change.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulewright.diagnostics import Diagnostic

REMEDY = "run `python tests/check/told.py`, then read what `git diff` says that is told otherwise"


def told(found: Iterable[Diagnostic]) -> str:
    """Return every finding with its place from where to where, its message and its remedy."""
    return "\n".join("\n  ".join((_place(one), one.message, *one.remedy)) for one in found)


def _place(one: Diagnostic) -> str:
    span = one.span
    return f"{span.file}:{span.line}:{span.column} to {span.end_line}:{span.end_column} {one.severity} {one.code}"


def read(folder: Path) -> dict[str, str]:
    """Return what is kept in a folder: the name of a case, what it is told."""
    parts = [part for path in sorted(folder.glob("*.told")) for part in path.read_text("utf-8").split("==== ")[1:]]
    return {name: text.strip("\n") for name, _, text in (part.partition("\n") for part in parts)}


def keep(folder: Path, said: Mapping[str, str]) -> None:
    """Write what cases are told, in one file for each file of cases."""
    files: dict[str, list[str]] = {}
    for name, text in said.items():
        files.setdefault(name.partition(":")[0], []).append(f"==== {name}\n{text}\n")
    for stem, parts in files.items():
        (folder / f"{stem}.told").write_text("\n".join(parts), "utf-8")


def main() -> None:
    """Write anew what all cases of the checks, of typing mistakes and of composing are told."""
    tests = Path(__file__).parents[1]
    for folder in (tests / "check" / "bad", tests / "mistakes"):
        keep(folder, dict(case for path in sorted(folder.glob("*.rules")) for case in _checked(path)))
    keep(tests / "compose" / "cases", dict(_composed()))


def _checked(path: Path) -> Iterator[tuple[str, str]]:
    import check_cases

    for case in check_cases.cases_in(path):
        with tempfile.TemporaryDirectory() as place:
            yield case.name, told(check_cases.found_in(check_cases.write(case, Path(place))))


def _composed() -> Iterator[tuple[str, str]]:
    sys.path.insert(0, str(Path(__file__).parents[1] / "compose"))
    import compose_cases

    for case in compose_cases.cases():
        if case.expected():
            with tempfile.TemporaryDirectory() as place:
                compose_cases.write(case, Path(place))
                yield case.name, told(compose_cases.looked_at(case, Path(place))[2])


if __name__ == "__main__":
    main()
