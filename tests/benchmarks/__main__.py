"""Measures speed against a peer in the same run: `python -m tests.benchmarks`. README.md says what each line means."""

from __future__ import annotations

import argparse
import os
import platform
from statistics import median

from tests.benchmarks.play import AT_ONCE, Facts, Pace, Play, copy_time, facts, in_one_call, own, peer, run, spread
from tests.benchmarks.processes import memory, simulating, times
from tests.benchmarks.small import small_rows

from rulewright.backends import Program
from rulewright.backends.native import NoLibrary, native
from rulewright.workspace import compiled_program

Row = tuple[str, str, str]
GOAL_MOVES = 1500
GOAL_DECISIONS = 0.3
SMALL_ROUNDS, SMALL_SECONDS = 40, 0.05
"""Small games take microseconds: many short rounds say more than a few long ones."""


def main() -> None:
    """Measure, and print a table with the goals beside."""
    asked = arguments()
    core = one_core()
    program = compiled_program(asked.ruleset, seats=asked.seats, traced=False)
    builds = {"Python": program, **compiled_in_c(program)}
    other = peer("connect_four")
    print(f"{asked.ruleset}, {asked.seats} players, plain build, random play; {machine()}; {core}")
    rounds = alternate([other, *map(own, builds.values())], asked.rounds, asked.seconds)
    looked = facts(program, asked.games)
    rows = pace_rows(list(builds), rounds, looked) + game_rows(looked, asked.seats)
    if "C" in builds:
        alone = run(in_one_call(builds["C"]), asked.seconds, 1)
        games = alone.games * AT_ONCE
        rows.append(("whole games in one call of C", f"{games / alone.seconds:,.0f} a second", ""))
    rows.append(("length of the vector", f"{program.length} numbers", ""))
    rows.append(("copying a state", f"{copy_time(looked.state) * 1e6:.2f} us", "below 5 us"))
    rows += small_rows(SMALL_ROUNDS, SMALL_SECONDS)
    if not asked.pace_only:
        rows += process_rows(asked.ruleset, asked.seats, asked.games)
    print_table(rows)
    if other is None:
        print('OpenSpiel is not installed, so there are no ratios: pip install -e ".[bench]"')


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--ruleset", default="goa")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7, help="how often the two sides take turns")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each side plays in a round")
    parser.add_argument("--games", type=int, default=200, help="games that are looked at without a clock")
    parser.add_argument("--pace-only", action="store_true", help="leave out what starts processes of its own")
    return parser.parse_args()


def compiled_in_c(program: Program) -> dict[str, Program]:
    """Return the same program in C, if there is a compiler."""
    try:
        return {"C": native(program)}
    except NoLibrary as problem:
        print(f"Nothing is measured in C: {problem}.")
        return {}


def one_core() -> str:
    """Keep this process and those it starts on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return "not kept on one core"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"one of {os.cpu_count()} cores"


def machine() -> str:
    """Return what is measured on, and how busy it was before: on a busy machine only the ratios mean something."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}{load}"


def alternate(sides: list[Play | None], rounds: int, seconds: float) -> list[list[Pace | None]]:
    """Let all sides play in turns, after a short round that does not count."""
    for side in filter(None, sides):
        run(side, seconds / 4, 1)
    return [[run(side, seconds, 1 + 100_000 * i) if side else None for side in sides] for i in range(rounds)]


def pace_rows(builds: list[str], rounds: list[list[Pace | None]], looked: Facts) -> list[Row]:
    """Speeds are the middle of the rounds; ratios are made in each round and their middle and extremes given."""
    rows = []
    peers = [theirs.decisions / theirs.seconds for theirs, *_ in rounds if theirs is not None]
    if peers:
        rows.append(("connect_four moves per second", f"{median(peers):,.0f}", ""))
    for at, build in enumerate(builds, 1):
        mine = [paces[at] for paces in rounds]
        rows += build_rows(build, peers, [pace for pace in mine if pace is not None], looked)
    return rows


def build_rows(build: str, peers: list[float], mine: list[Pace], looked: Facts) -> list[Row]:
    """The rows of one build: its ratios to the other side, round by round, and its speed."""
    rows = []
    if peers:
        moves = [pace / (own.games / own.seconds) for pace, own in zip(peers, mine, strict=True)]
        each = [own.decisions / own.seconds / pace for pace, own in zip(peers, mine, strict=True)]
        rows.append((f"{build}: moves per game", spread(moves, "{:,.0f}"), f"at most {GOAL_MOVES:,}"))
        rows.append((f"{build}: decisions per move", spread(each, "{:.3f}"), f"at least {GOAL_DECISIONS}"))
    games = median(own.games / own.seconds for own in mine)
    rows.append((f"{build}: games per second", f"{games:,.1f}", ""))
    rows.append((f"{build}: time per decision", f"{1e6 / (games * looked.mean_decisions):.2f} us", ""))
    return rows


def game_rows(looked: Facts, seats: int) -> list[Row]:
    least, most = min(looked.decisions), max(looked.decisions)
    return [
        ("decisions per game", f"{looked.mean_decisions:.1f} ({least} to {most})", ""),
        ("decisions per person", f"{looked.mean_decisions / seats:.1f}", "about 100"),
        ("options per decision", f"{looked.mean_options:.2f}", ""),
        ("winning score", f"{looked.mean_winner:.2f}", ""),
    ]


def process_rows(ruleset: str, seats: int, games: int) -> list[Row]:
    """What whole processes take; `python` is one that does nothing."""
    taken, peak = times(ruleset, seats, 5), memory(ruleset, seats, games)
    return [
        ("simulate", f"{simulating(ruleset, seats, 500, 10_000):,.0f} games a second", ""),
        ("simulate --no-compiler", f"{simulating(ruleset, seats, 50, 500, '--no-compiler'):,.0f} games a second", ""),
        ("peak memory of a simulating process", f"{peak:.0f} MB" if peak else "unknown", "below 150 MB"),
        ("to the first decision, warm cache", f"{taken['warm']:.2f} s", "below 0.25 s"),
        ("to the first decision, edited rule", f"{taken['edited']:.2f} s", "below 0.5 s"),
        ("to the first decision, no cache", f"{taken['cold']:.2f} s", ""),
        ("check, no cache", f"{taken['check']:.2f} s", "below 1 s"),
        ("(a Python process that does nothing)", f"{taken['python']:.2f} s", ""),
    ]


def print_table(rows: list[Row]) -> None:
    widths = [max(len(row[i]) for row in [*rows, ("", "measured", "goal")]) for i in range(3)]
    for name, value, goal in [("", "measured", "goal"), *rows]:
        print(f"{name:<{widths[0]}}  {value:>{widths[1]}}  {goal:<{widths[2]}}".rstrip())


if __name__ == "__main__":
    main()
