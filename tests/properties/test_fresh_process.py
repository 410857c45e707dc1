"""The vector alone is enough to go on in another process; processes and hash seeds make no difference."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_games import CHECKOUT, GAME, chosen, games, positions, program

HERE = Path(__file__).parent


def environment(hash_seed: str, cache: str = "off") -> dict[str, str]:
    """Return what a process needs to find the rules, and to compile them anew if nothing else is said."""
    path = str(CHECKOUT / "interpreter")
    return {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, "RULEWRIGHT_CACHE": cache}


class Elsewhere:
    """A process that is handed nothing but vectors."""

    def __init__(self, seats: int, build: str, hash_seed: str) -> None:
        command = [sys.executable, str(HERE / "vector_player.py"), GAME, str(seats), build]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(hash_seed)
        )

    def ask(self, state: list[int], code: int | None) -> tuple[list[int], list[int] | None]:
        """Return the vector after a choice, or the same vector, and the choices there."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([state, code]) + "\n")
        self.process.stdin.flush()
        state, codes = json.loads(self.process.stdout.readline())
        return state, codes

    def end(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@pytest.fixture(scope="module", params=[(2, "traced", "7"), (4, "plain", "12345")], ids=["two", "four"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[tuple[int, Elsewhere]]:
    """Yield a number of seats and a process that plays for them."""
    seats, build, hash_seed = request.param
    process = Elsewhere(seats, build, hash_seed)
    yield seats, process
    process.end()


@pytest.mark.slow
def test_the_vector_alone_goes_on_elsewhere(elsewhere: tuple[int, Elsewhere]) -> None:
    """At every decision the other process sees the same choices, and what it plays is what is played here."""
    seats, process = elsewhere
    for number in games(2, 100):
        reached: tuple[list[int], list[int] | None] | None = None
        for decision, (state, codes) in enumerate(positions(program(seats), number)):
            if reached is not None:
                assert reached == (state, codes or None), f"game {number}, decision {decision}"
            if codes:
                assert process.ask(state, None) == (state, codes)
                reached = process.ask(state, chosen(number, decision, codes))


@pytest.mark.slow
def test_a_game_goes_on_elsewhere_to_the_same_end(elsewhere: tuple[int, Elsewhere]) -> None:
    """From the middle of a game the vectors of the other process alone lead to the end that is reached here."""
    seats, process = elsewhere
    for number in games(2, 100):
        here = [list(state) for state, _ in positions(program(seats), number)]
        decision = len(here) // 2
        state, codes = process.ask(here[decision], None)
        while codes:
            state, after = process.ask(state, chosen(number, decision, codes))
            codes, decision = after or [], decision + 1
        assert (state, decision) == (here[-1], len(here) - 1)


def simulated(out: Path, jobs: int, hash_seed: str, cache: str) -> bytes:
    command = [sys.executable, "-m", "rulewright.cli", "simulate", GAME, *("--games", str(games(6, 200).stop - 1))]
    command += ["--jobs", str(jobs), "--out", str(out)]
    done = subprocess.run(command, env=environment(hash_seed, cache), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out.read_bytes()


@pytest.mark.slow
def test_hash_seeds_and_processes_give_the_same_bytes(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    first = simulated(tmp_path / "a", 1, "1", "off")
    assert first and first == simulated(tmp_path / "b", 1, "98765", cache) == simulated(tmp_path / "c", 2, "2", cache)


@pytest.mark.slow
def test_hash_seeds_give_the_same_program(tmp_path: Path) -> None:
    """Two processes write the same code, the same layout and the same tables."""
    script = (
        "import sys; from dataclasses import fields; from hashlib import sha256; from marshal import dumps\n"
        "from rulewright.workspace import compiled_program; from rulewright.compile.tables.storage import as_plain\n"
        "c = compiled_program(sys.argv[1], seats=3).compiled; t = c.tables\n"
        "parts = {f.name: repr(as_plain(getattr(t, f.name))) for f in fields(t)} | {'source': c.source}\n"
        "parts |= {'code': repr(dumps(c.code))}\n"
        "print([(name, sha256(part.encode()).hexdigest()) for name, part in parts.items()])"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", script, GAME], env=environment(seed), capture_output=True, check=True
        ).stdout
        for seed in ("1", "77777")
    }
    assert len(written) == 1 and len(written.pop()) > 1000
