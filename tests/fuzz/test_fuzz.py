"""Whatever is done to files, rules, scenarios and saves: the answer is a diagnostic, soon, in a place of theirs.

So many inputs are tried of each seed, always the same ones. `python -m tests.fuzz` tries others, as long as one likes.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.fuzz import processes
from tests.fuzz.commands import TYPED, run_commands
from tests.fuzz.damage import damaged
from tests.fuzz.found import kept, read
from tests.fuzz.limits import timed
from tests.fuzz.seeds import Files, Seed, seeds
from tests.fuzz.stages import Outcome, through, write
from tests.tiers import LONG, sampled, slow_unless

from rulewright.check.resolve import questions
from rulewright.diagnostics import Code, Findings

NUMBER = 1
"""The number that repeats these inputs."""

TURNS = {"rulesets": 2, "probes": 10, "yard": 20, "reference": 1, "checks": 1, "syntax": 2, "yaml": 1}
"""How many inputs are made of each seed, by group: more of those that are whole games."""
EVERY = {} if LONG else {"rulesets": 4, "checks": 18, "reference": 17, "probes": 8, "yaml": 3, "syntax": 3}
"""The sampling interval of groups with many seeds; `.ci/long` takes all."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path_factory.getbasetemp() / "fuzz-cache"))


def tried(files: Files, place: Path, turn: int) -> Outcome:
    return through(write(files, place / str(turn)), Random(turn))


@pytest.mark.slow
@pytest.mark.parametrize("group", slow_unless(lambda group: group == "yard", TURNS))
def test_damaged_files_are_answered(group: str, tmp_path: Path) -> None:
    stages = Counter[str]()
    for number, seed in enumerate(seeds()[group]):
        for turn in range(0 if number % EVERY.get(group, 1) else TURNS[group]):
            outcome = tried(damaged(seed, NUMBER, turn), tmp_path, number * 100 + turn)
            assert outcome.wrong == [], f"{seed.group}/{seed.name}, turn {turn}"
            stages[outcome.stage] += 1
    assert stages["check"] > 0
    assert stages["end"] > 0 or group in ("syntax", "yaml", "checks")


@pytest.mark.parametrize("path", sampled(6, kept()), ids=lambda path: path.stem)
def test_what_was_found_is_answered(path: Path, tmp_path: Path) -> None:
    assert tried(read(path), tmp_path, 0).wrong == []


# ---- that it would be found


def seed_of(name: str) -> Seed:
    return next(seed for group in seeds().values() for seed in group if seed.name == name)


@pytest.mark.slow
def test_a_seed_passes_as_it_is(tmp_path: Path) -> None:
    assert tried(seed_of("kuhn-poker").files, tmp_path, 0) == Outcome("end")


@pytest.mark.slow
def test_a_mistake_of_ours_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "ask", lambda *given: given[9])
    assert (
        tried(seed_of("kuhn-poker").files, tmp_path, 0)
        .sorts[0]
        .startswith("IndexError check/resolve/resolver.py:sentence")
    )


@pytest.mark.slow
def test_what_never_ends_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(questions, "ask", forever)
    monkeypatch.setattr("tests.fuzz.stages.timed", partial(timed, 0.3))
    assert tried(seed_of("kuhn-poker").files, tmp_path, 0).sorts[0].startswith("TooSlow")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code", "message", "sort"),
    [
        (99, Code.UNKNOWN_NAME, "there is no such place", "a place outside of its file (unknown-name)"),
        (1, Code.UNKNOWN_NAME, "unexpected token", "jargon (unknown-name, token)"),
        (1, Code.UNKNOWN_NAME, "", "no sentence (unknown-name)"),
    ],
)
def test_a_bad_message_is_found(
    line: int, code: Code, message: str, sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(_: object, sentence: object, *__: object) -> None:
        findings.append(sentence.span._replace(line=line, end_line=line))  # type: ignore[attr-defined]

    findings: list[object] = []
    original = Findings.stop_on_errors

    def stop(self: Findings) -> None:
        for span in findings:
            self.add(code, span, message)  # type: ignore[arg-type]
        original(self)

    monkeypatch.setattr(questions, "ask", found)
    monkeypatch.setattr(Findings, "stop_on_errors", stop)
    assert sort in tried(seed_of("kuhn-poker").files, tmp_path, 0).sorts


# ---- that it would be found in commands

linux = pytest.mark.skipif(not processes.POSSIBLE, reason="processes are found by what only Linux has")


@pytest.mark.slow
@linux
@pytest.mark.parametrize(
    ("code", "sort"),
    [
        ("raise KeyError('planted')", "list broke KeyError: 'planted'"),
        ("while True: pass", "list broke tests.fuzz.limits.TooSlow"),
        ("import os; os.kill(os.getpid(), 11)", "list broke "),
        ("import sys; sys.exit(17)", "list broke "),
        ("import subprocess; subprocess.Popen(['sleep', '60'])", "list leaves processes behind"),
    ],
)
def test_what_is_wrong_with_a_command_is_found(
    code: str, sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes.command, "main", lambda: exec(code, {}))
    monkeypatch.setattr(processes, "SECONDS", 0.3)
    monkeypatch.setattr(processes, "ENDING", 0.3)
    found = [name for name, _ in processes.wrong_with(["list"], processes.run(["list"], "", tmp_path))]
    assert any(name.startswith(sort) for name in found), found


@pytest.mark.slow
@linux
def test_a_command_that_was_kept_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**seed_of("kuhn-poker").files, TYPED: '["check", "./game"]\n'}
    assert tried(files, tmp_path, 0) == Outcome("commands")
    monkeypatch.setattr(processes, "CODES", frozenset({1}))
    assert tried(files, tmp_path, 1).sorts[0].startswith("check broke")


@pytest.mark.slow
@linux
def test_commands_read_the_damaged_files_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    run = processes.run

    def noted(words: list[str], typed: str, folder: Path) -> processes.Ended:
        result = run(words, typed, folder)
        ended.append(f"{words[0]} {result.code}")
        return result

    monkeypatch.setattr(processes, "run", noted)
    place = write(seed_of("kuhn-poker").files, tmp_path / "here").parent
    assert not [wrong for turn in range(3) for wrong in run_commands(place, Random(turn))]
    assert {"simulate 0", "play 0", "replay 0"} < set(ended) and {"replay 1", "replay 2"} & set(ended)
