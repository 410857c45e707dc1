"""Measures the table as an application: `python -m tests.benchmarks.table`. README.md says what each line means."""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import resource
import select
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import perf_counter, process_time

SIZES = ((80, 24), (140, 40))
KEYS = {
    "cursor down to repaint": "down",
    "cursor up to repaint": "up",
    "letter typed to repaint": "c",
    "letter erased to repaint": "backspace",
    "undo to repaint": "f5",
    "redo, and the others decide again": "f6",
}
"""Pressed in pairs, one after the other."""
SECONDS = 60


def main() -> None:
    """Measure, and print a line for each."""
    asked = arguments()
    for size in SIZES:
        name = f"{asked.ruleset}, {size[0]} x {size[1]}"
        for what, times in asyncio.run(repaints(asked.ruleset, size, asked.keys)).items():
            ordered = sorted(times)
            high = ordered[int(len(ordered) * 0.95)]
            print(f"{name}, {what}: {median(times) * 1e3:.1f} ms CPU, 95% below {high * 1e3:.1f} ms")
    print(f"{asked.ruleset}, a changed number in the running game: {reloaded(asked.ruleset, asked.change):.2f} s CPU")
    for what, more, sign in (("", (), b"F1 help"), (" with --plain", ("--plain",), b"? help")):
        spent, waited = first_question([asked.ruleset, *more], sign)
        print(f"{asked.ruleset}, first question of the command{what}: {spent:.2f} s CPU, {waited:.2f} s in all")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.table", description=__doc__)
    parser.add_argument("--ruleset", default="goa")
    parser.add_argument("--keys", type=int, default=100, help="how often each key is pressed")
    parser.add_argument("--change", nargs=3, metavar=("FILE", "OLD", "NEW"), help="the number that is changed")
    parser.set_defaults(change=("data/board.yaml", "[4, 6,", "[5, 6,"))
    return parser.parse_args()


async def repaints(ruleset: str, size: tuple[int, int], number: int) -> dict[str, list[float]]:
    """Return the CPU seconds from a key until the screen is painted anew, at a position in the middle of a game."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "screen"))
    from driving import app_for, played, program

    from rulewright.engine import Game

    game = played(Game.start(program(ruleset, 4), 5), 40)
    app = app_for(game, ["person" if seat == game.seat else "random" for seat in range(4)])
    found: dict[str, list[float]] = {}
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")  # a decision, so that there is one to take back
        await pilot.pause(1)
        for pair in zip(*[iter(KEYS.items())] * 2, strict=True):
            for what, key in number * pair:
                await pilot.pause()
                begun = process_time()
                await pilot.press(key)
                await pilot.pause()
                found.setdefault(what, []).append(process_time() - begun)
        for option in app.shown:
            begun = process_time()
            app.session.advice.foresee(app.session.game, option.code)
            found.setdefault("what an option would do", []).append(process_time() - begun)
    return found


def reloaded(ruleset: str, change: Sequence[str]) -> float:
    """Return the CPU seconds of `reload` after a number was changed, in a copy of the ruleset."""
    from rulewright.cli import opening
    from rulewright.cli.commands.play.debugging.debugger import Debugger
    from rulewright.cli.commands.play.debugging.rules import RunningRules
    from rulewright.cli.commands.play.session import Session
    from rulewright.report.wording import word

    folder = Path(mkdtemp()) / ruleset
    shutil.copytree(opening.ruleset(ruleset).source.folder, folder)
    file, old, new = change
    ready = opening.ruleset(str(folder)).program(4, traced=True)
    session = Session(opening.start_game(ready, 5), opening.seat_labels(ready), ["person"] * 4)
    debugger = Debugger(session, RunningRules(str(folder), 4, {}))
    path = folder / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    begun = process_time()
    said = debugger.do_reload("")
    spent = process_time() - begun
    shutil.rmtree(folder.parent)
    assert said == [word("reloaded")], said
    return spent


def first_question(words: Sequence[str], sign: bytes, rounds: int = 5) -> tuple[float, float]:
    """Return the CPU seconds and the seconds of the command from its start to the first question, medians of some runs.

    `sign` is written only with a question.
    """
    taken = [_started(words, sign) for _ in range(rounds + 1)]
    return median(spent for spent, _ in taken), median(waited for _, waited in taken)


def _started(asked: Sequence[str], sign: bytes) -> tuple[float, float]:
    """Run the command at a terminal of its own until the sign stands on the screen; return CPU seconds and seconds."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    pid, screen = pty.fork()
    if not pid:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLUMNS": "80",
            "LINES": "24",
            "RULEWRIGHT_STATE": "off",
        }
        words: Sequence[str] = [sys.executable, "-m", "rulewright.cli", "play", *asked, "--seed", "5"]
        os.execve(sys.executable, words, environment)
    shown, until = b"", perf_counter() + SECONDS
    while sign not in shown and perf_counter() < until:
        if select.select([screen], [], [], 0.05)[0]:
            shown += os.read(screen, 65536)
    waited = perf_counter() - begun
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(screen)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, waited


if __name__ == "__main__":
    main()
