"""After any sequence of edits a workspace answers what a fresh one answers that reads the same texts from disk."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.tiers import LONG, sampled

from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.workspace import Workspace
from rulewright.workspace.overlay import Overlay
from rulewright.workspace.results import Results

HERE = Path(__file__).parent.parent / "scenarios"
NAMES = ("yard", "yard-rich", "yard-above")
STEPS = 12
ABOVE = "ruleset: yard-above\ntitle: Above\nextends: yard-rich\n"
REPLAY = """Rulewright save. It holds every secret of this game.
{
 "format": 2, "title": "The yard", "ruleset": "yard", "fingerprint": "", "seed": 1, "decisions": [],
 "seats": ["Anna", "Ben"]
}
"""
NEW = {
    "yard/rules/new.rules": ["ruling new:\n    cites common \"The rules\"\n    asks \"Why?\"\n", "nonsense\n", ""],
    "yard/scenarios/new.yaml": [
        "scenario: New\nplay: []\nexpect: {over: no}\n", "scenario: New\nplay: []\nexpect: {cat: 1}\n",
        "scenario: Elsewhere\nplay: []\nexpect: {over: no}\nsame under: [yard-above]\n", "[",
    ],
    "yard/labels/pl.yaml": ["language: pl\nlabels: {step.nothing: Nic}\n", "language: de\nlabels: {}\n"],
    "yard/replays/one.replay": [REPLAY, REPLAY.replace("Ben", "Bob"), REPLAY.replace("yard", "barn")],
    "yard-rich/rules/more.rules": ["replace step nothing:\n    do nothing\n", "step nothing:\n"],
    "yard-above/ruleset.yaml": [ABOVE, ABOVE.replace("yard-rich", "yard-poor"), ABOVE.replace("yard-rich", "yard")],
    "yard/notes": ["not read"],
}  # fmt: skip
"""Files that are not there at first, and what may stand in them."""

State = dict[str, str]
"""The text of each file below the folder of rulesets."""


def files_at_first() -> State:
    paths = [path for name in ("yard", "yard-rich") for path in (HERE / name).rglob("*") if path.is_file()]
    return {path.relative_to(HERE).as_posix(): path.read_text("utf-8") for path in paths}


def damaged(text: str, chance: Random) -> str:
    """Return a text with one line removed, doubled, or with a word of another line in it, or one name changed."""
    if chance.random() < 0.4:
        name = chance.choice(re.findall(r"\b[a-z]{4,}\b", text) or ["name"])
        return re.sub(rf"\b{name}\b", f"{name}-too", text)
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    words = [word for line in lines for word in line.split()] or ["word"]
    changed = lines[at].split(" ")
    changed[chance.randrange(len(changed))] = chance.choice(words)
    ways = [lines[:at] + lines[at + 1 :], lines[:at] + lines[at : at + 1] + lines[at:]]
    return "\n".join(chance.choice([*ways, [*lines[:at], " ".join(changed), *lines[at + 1 :]]]))


class Edits:
    """A workspace that is edited at random, beside the files as they are on disk and as the editor has them."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root, self.chance = root, Random(seed)
        self.first = self.on_disk = files_at_first()
        self.unsaved: State = {}
        self.space = Workspace(root)
        write(self.on_disk, root)

    def step(self) -> str:
        """Change something, and return what."""
        file = self.chance.choice([*self.first, *NEW, *NEW])
        if self.chance.random() < 0.3:
            return self._revert()
        text = self.chance.choice(NEW[file]) if file in NEW else damaged(self.first[file], self.chance)
        if self.chance.random() < 0.7:
            self._type(file, text)
            return f"type {file}"
        self.on_disk = {**self.on_disk, file: text}
        return self._saved(f"save {file}")

    def _revert(self) -> str:
        if self.unsaved and self.chance.random() < 0.7:
            file = self.chance.choice(sorted(self.unsaved))
            self._type(file, None)
            return f"close {file}"
        self.on_disk = dict(self.first)
        return self._saved("restore the files on disk")

    def _type(self, file: str, text: str | None) -> None:
        self.unsaved = {name: old for name, old in self.unsaved.items() if name != file}
        self.unsaved |= {} if text is None else {file: text}
        self.space.overlay(Path("rulesets") / file, text)

    def _saved(self, what: str) -> str:
        shutil.rmtree(self.root / "rulesets")
        write(self.on_disk, self.root)
        self.space.refresh()
        return what

    def differences(self) -> Iterator[str]:
        """Yield the rulesets of which a fresh workspace finds something else."""
        fresh = self.root.with_name(f"{self.root.name}-fresh")
        shutil.rmtree(fresh, ignore_errors=True)
        write(self.on_disk | self.unsaved, fresh)
        for name in NAMES:
            if found(self.space, name) != found(Workspace(fresh), name):
                yield name


def write(files: State, root: Path) -> None:
    for file, text in files.items():
        path = root / "rulesets" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def found(space: Workspace, name: str) -> tuple[Diagnostic, ...]:
    try:
        return space.ruleset(name).findings
    except RulesError as problem:
        return problem.findings


def first_difference(root: Path, seed: int) -> list[str]:
    """Edit at random; return the edits up to the first after which something else is found, if there is one."""
    edits, done = Edits(root, seed), list[str]()
    for _ in range(STEPS):
        done.append(edits.step())
        if different := list(edits.differences()):
            return [*done, *different]
    return []


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(32, range(64 if LONG else 33)))
def test_edits_leave_nothing_stale(tmp_path: Path, seed: int) -> None:
    assert first_difference(tmp_path / "edited", seed) == []


def forget_folders(patch: pytest.MonkeyPatch) -> None:
    """Plant a fault: what lies in a folder is not recorded."""
    ask = Overlay._record_answer

    def asked(self: Overlay, what: str, path: Path, most: int = 0) -> object:
        found = ask(self, what, path, most)
        if what == "names" and self.asked:
            self.asked[-1].pop((what, str(path), most), None)
        return found

    patch.setattr(Overlay, "_record_answer", asked)


def forget_results(patch: pytest.MonkeyPatch) -> None:
    """Plant a fault: scenarios do not record by which names they were checked."""
    get = Results.get

    def got(self: Results, key: tuple[object, ...], compute: object, comparable: bool = False) -> object:
        found = get(self, key, compute, comparable)  # type: ignore[arg-type]
        if "choices" in key and self._open:
            self._open[-1].used.pop(key, None)
        return found

    patch.setattr(Results, "get", got)


@pytest.mark.slow
@pytest.mark.parametrize(("plant", "likely"), [(forget_folders, 23), (forget_results, 4)])
def test_a_missed_dependency_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], likely: int
) -> None:
    plant(monkeypatch)
    assert any(first_difference(tmp_path / str(seed), seed) for seed in (likely, *range(30)))
