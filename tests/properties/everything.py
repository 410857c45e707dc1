"""A process that does everything once and prints a fingerprint of all that came out, by what it was: a line of JSON.

Started by the tests with other hash seeds, other numbers of processes and other Pythons; all must print the same.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.engine import Game
from rulewright.engine.savefile.games import save
from rulewright.workspace import compiled_program

CHECKOUT = Path(__file__).parents[2]
GAMES = ("goa", "examples/kuhn-poker", "tests/probes/sharing-out")
FAULTY = ("tests/check/base", "tests/scenarios/yard-rich", "tests/probes/rank-fight")
"""Rulesets that are checked with one word of each rule file misspelt; the first is faulty by itself."""

COMMANDS = (
    "check goa", "check goa --format json", "check goa-polish --format sarif", "sources goa", "sources goa --missing",
    "rulebook goa", "rulebook goa-polish --html OUT", "show goa tile.duty --expanded", "show goa turn --program",
    "show goa --layout --players 3 player", "test tests/scenarios/yard", "explain unknown-name", "fmt goa --check",
    "coverage tests/scenarios/yard --games 3 --jobs JOBS", "list", "simulate goa --games 6 --jobs JOBS --out OUT",
    "simulate examples/kuhn-poker --games 40 --jobs JOBS --out OUT",
    "arena examples/kuhn-poker --seat greedy --seat random --until 20 --jobs JOBS --out OUT",
    "tune examples/kuhn-poker --budget 60 --playouts 5 --jobs JOBS",
    "strategy tests/strategy/orchard --budget 60 --no-compiler --jobs JOBS",
)  # fmt: skip


def main(jobs: str) -> None:
    """Do everything and print the fingerprints."""
    os.chdir(CHECKOUT)
    found: dict[str, str] = {}
    with TemporaryDirectory() as place:
        out = Path(place) / "out"
        for typed in COMMANDS:
            found[typed] = typed_in(typed, jobs, out)
        for name in FAULTY:
            found[f"mistakes in {name}"] = typed_in(f"check {misspelt(Path(name), Path(place))}", jobs, out, place)
        for name in GAMES:
            for what, text in played(name, out).items():
                found[f"{name}: {what}"] = text
    print(json.dumps({what: sha256(text.encode()).hexdigest()[:16] for what, text in found.items()}))


def typed_in(typed: str, jobs: str, out: Path, place: str = "") -> str:
    """Return what a command prints and writes, without the time that it took and where it wrote."""
    opening.space.cache_clear()
    out.unlink(missing_ok=True)
    done = CliRunner().invoke(cli, typed.replace("JOBS", jobs).replace("OUT", str(out)).split())
    written = out.read_text("utf-8") if out.exists() else ""
    assert done.exit_code in (0, 1), f"{typed}: {done.output}"
    printed = "" if typed.startswith("simulate") else done.output
    return f"{done.exit_code}\n{printed}\n{written}".replace(str(out), "OUT").replace(place or "\0", "PLACE")


def misspelt(folder: Path, place: Path) -> Path:
    """Copy a ruleset with a letter left out of the middle word of every rule file."""
    copy = place / folder.name
    for path in sorted(folder.rglob("*.*")):
        text = path.read_text("utf-8")
        if path.suffix == ".rules":
            words = text.split(" ")
            words[len(words) // 2 + 1] = words[len(words) // 2 + 1][1:]
            text = " ".join(words)
        new = copy / path.relative_to(folder)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(text, "utf-8")
    return copy


def played(name: str, out: Path) -> dict[str, str]:
    """Play a game in both builds; return its states, its log, all that is seen on the way, and its saves."""
    plain, traced = (
        compiled_program(name, seats=3 if name != GAMES[1] else 2, traced=traced) for traced in (False, True)
    )
    states: list[str] = []
    game, seen = _through(traced, lambda g: states.append(repr((g.state, g.codes))), out)
    other: list[str] = []
    _through(plain, lambda g: other.append(repr((g.state, g.codes))), out)
    assert states == other, "the plain build plays another game"
    log = "\n".join(f"{line.text} {line.rule} {line.place} {sorted(line.private or ())}" for line in game.log)
    return {"states": "".join(states), "log": log, "views and saves": seen}


def _through(program: Program, note: Callable[[Game], None], out: Path) -> tuple[Game, str]:
    game, seen = Game.start(program, 7), []
    while not game.over:
        note(game)
        if len(game.decisions) % 40 == 0:
            save(game, out)
            reasons = game.why_not() if program.traced else []
            seen.append(repr((game.view(game.seat), reasons, game.names())) + out.read_text("utf-8"))
        game.choose(game.codes[pick(7, len(game.decisions), len(game.codes))])
    note(game)
    seen.append(repr((game.scores(), game.ranking())))
    return game, "".join(seen)


if __name__ == "__main__":
    main(sys.argv[1])
