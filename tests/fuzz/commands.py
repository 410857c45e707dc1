"""Hands a ruleset to the commands, as a person types them: whatever it is, they end with an exit code of theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.fuzz import games, processes
from tests.fuzz.answers import Wrong
from tests.fuzz.seeds import MAIN, Files, text_in
from tests.fuzz.typed import GAMES, command_line, typed_lines

TYPED = "typed"
"""The file of a case that says which words were given, in its first line, and what was typed then."""

RULESET = f"./{MAIN}"
USUAL = tuple(
    line.replace("RULESET", RULESET).split()
    for line in (
        "check RULESET", "check RULESET --format json", "check RULESET --format sarif", "test RULESET",
        "sources RULESET", "sources RULESET --missing", "simulate RULESET --games 2 --jobs 1", "show RULESET turn",
        "rulebook RULESET", "show RULESET game --expanded", "show RULESET game --layout", "show RULESET game --program",
        "fmt RULESET --diff", "fmt RULESET --check", "coverage RULESET --games 2 --jobs 1",
    )
)  # fmt: skip
WRITING = (
    ["simulate", RULESET, "--games", "2", "--jobs", "1", "--no-compiler", "--out", "games.jsonl"],
    ["replay", "games.jsonl", "--game", "1", "--rules", RULESET, "--keep", "game.replay"],
)
"""What writes the files of games."""

READING = (
    ["replay"], ["replay", "--trace"], ["replay", "--verify"], ["replay", "--accept"], ["replay", "--at", "1"],
    ["replay", "--at", "2", "--show"], ["replay", "--game", "1"], ["replay", "--game", "2", "--trace"],
    ["play", RULESET, "--resume"],
)  # fmt: skip
"""What reads them."""

LINES = 6
"""So many commands are given for a ruleset, besides those that write the files."""


def run_commands(place: Path, chance: Random) -> Iterator[Wrong]:
    """Run some commands in the folder in which a ruleset lies; yield those that ended badly."""
    for words in WRITING:
        yield from _run(words, "", place)
    words = ["play", RULESET, "--seed", "1"]
    yield from _run(words, f"{typed_lines(_files(place), chance)}\nsave game.save\nquit\n", place)
    whole = _files(place)
    for _ in range(LINES):
        files, words, typed = _any(whole, chance)
        _write(files, place)
        yield from _run(words, typed, place)


def run_case(place: Path) -> Iterator[Wrong]:
    """Run the command of a case again."""
    first, _, typed = text_in(place / TYPED).partition("\n")
    yield from _run(json.loads(first), typed, place)


def _any(files: Files, chance: Random) -> tuple[Files, list[str], str]:
    """Return some command, what is typed, and the files, of which one that it reads is damaged."""
    typed = typed_lines(files, chance) if chance.random() < 0.8 else ""
    which = chance.random()
    if which < 0.2:
        return files, chance.choice(USUAL), typed
    if which < 0.6:
        return files, command_line(files, chance), typed
    read = chance.choice(GAMES)
    words = [*chance.choice(READING), read]
    return games.damaged(files, (read,), chance), words + ["--rules", RULESET] * (words[0] == "replay"), typed


def _run(words: list[str], typed: str, place: Path) -> Iterator[Wrong]:
    case = {**_files(place), TYPED: f"{json.dumps(words)}\n{typed}"}
    for sort, story in processes.wrong_with(words, processes.run(words, typed, place)):
        yield Wrong(sort, f"{words}\n{story}", case)


def _files(place: Path) -> Files:
    parts = (path for path in sorted(place.rglob("*")) if path.is_file() and not path.is_symlink())
    return {path.relative_to(place).as_posix(): text_in(path) for path in parts}


def _write(files: Files, place: Path) -> None:
    """Put the files of games there; what commands did to others stays."""
    for name in GAMES:
        if name in files:
            (place / name).write_bytes(files[name].encode("utf-8", "surrogateescape"))
