"""Measures speed against a peer in the same run: `python -m tests.benchmarks`. README.md says what each line means."""

from __future__ import annotations

import argparse
import os
import platform
from statistics import median

from tests.benchmarks.play import Facts, Pace, Play, copy_time, facts, own, peer, run, spread
from tests.benchmarks.processes import memory, times
from tests.benchmarks.small import small_rows

from rulewright.compile import compiled

Row = tuple[str, str, str]
GOAL_MOVES = 1500
GOAL_DECISIONS = 0.3
SMALL_ROUNDS, SMALL_SECONDS = 40, 0.05
"""Small games take microseconds: many short rounds say more than a few long ones."""


def main() -> None:
    """Measure, and print a table with the goals beside."""
    asked = arguments()
    core = one_core()
    program = compiled(asked.ruleset, seats=asked.seats, traced=False)
    other = peer("connect_four")
    print(f"{asked.ruleset}, {asked.seats} players, plain build, random play; {machine()}; {core}")
    rounds = alternate(other, own(program), asked.rounds, asked.seconds)
    looked = facts(program, asked.games)
    rows = pace_rows(rounds, looked) + game_rows(looked, asked.seats)
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


def alternate(other: Play | None, play: Play, rounds: int, seconds: float) -> list[tuple[Pace | None, Pace]]:
    """Let both sides play in turns, after a short round that does not count."""
    for side in filter(None, (other, play)):
        run(side, seconds / 4, 1)
    return [
        (run(other, seconds, 1 + 100_000 * i) if other else None, run(play, seconds, 1 + 100_000 * i))
        for i in range(rounds)
    ]


def pace_rows(rounds: list[tuple[Pace | None, Pace]], looked: Facts) -> list[Row]:
    """Speeds are the middle of the rounds; ratios are made in each round and their middle and extremes given."""
    games = [mine.games / mine.seconds for _, mine in rounds]
    rows = [("games per second", f"{median(games):.1f}", "")]
    rows.append(("time per decision", f"{1e6 / median(g * looked.mean_decisions for g in games):.2f} us", ""))
    pairs = [(theirs.decisions / theirs.seconds, mine) for theirs, mine in rounds if theirs is not None]
    if pairs:
        moves = [pace / (mine.games / mine.seconds) for pace, mine in pairs]
        each = [(mine.decisions / mine.seconds) / pace for pace, mine in pairs]
        rows.insert(0, ("connect_four moves per second", f"{median(pace for pace, _ in pairs):,.0f}", ""))
        rows.append(("moves per game", spread(moves, "{:,.0f}"), f"at most {GOAL_MOVES:,}"))
        rows.append(("decisions per move", spread(each, "{:.3f}"), f"at least {GOAL_DECISIONS}"))
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
