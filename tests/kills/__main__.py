"""Kills by hand: `python -m tests.kills --play 200 --simulate 100 --seed 1`; prints the figures."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.kills.play import kill_play
from tests.kills.simulate import kill_simulate


def main() -> None:
    """Kill as often as was asked for; what is lost fails an assertion."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("--play", type=int, default=200, help="how often play is killed")
    parser.add_argument("--simulate", type=int, default=100, help="how often simulate is killed")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        for name, kill, times in (("play", kill_play, asked.play), ("simulate", kill_simulate, asked.simulate)):
            place = Path(folder) / name
            place.mkdir()
            print(f"{name}: {kill(times, Random(asked.seed), place)}", flush=True)


if __name__ == "__main__":
    main()
