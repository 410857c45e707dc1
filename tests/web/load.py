"""How long it takes from a choice to all screens, printed by `python -m tests.web.load --tables 50 --seconds 60`.

Each table has four persons, who decide one after the other, one decision every five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import time
from html import unescape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tests.web.serving import Page, Served
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

EVERY = 5.0


class Screen:
    """One browser: when it last got a view, and what it is asked."""

    def __init__(self, link: str) -> None:
        self.link, self.at, self.question, self.heard = link, "", "", 0.0
        self.bytes = 0
        self.socket: ClientConnection

    async def listen(self) -> None:
        """Take in what comes."""
        async for text in self.socket:
            message = json.loads(text)
            self.heard, self.bytes = time.monotonic(), self.bytes + len(text)
            if message["type"] == "view":
                self.at, self.question = message["at"], message["parts"].get("question", self.question)


async def sit_down(screens: list[Screen]) -> list[asyncio.Task[None]]:
    """Connect all screens of a table."""
    for screen in screens:
        place = urlsplit(screen.link)
        origin = Origin(f"http://{place.netloc}")
        screen.socket = await connect(f"ws://{place.netloc}{place.path}/live", origin=origin, open_timeout=60)
    return [asyncio.create_task(screen.listen()) for screen in screens]


async def play(screens: list[Screen], until: float, random: Random, times: list[float]) -> None:
    """Decide every five seconds, and note when the last screen had what came of it."""
    await asyncio.sleep(random.uniform(0, EVERY))
    while time.monotonic() < until:
        asked = next((screen for screen in screens if screen.at), None)
        if asked is None:
            return
        names = [unescape(name) for name in re.findall(r'(?:data-choice|option value)="([^"]*)"', asked.question)]
        message = {"do": "choose", "at": asked.at, "choice": random.choice(names)}
        began = time.monotonic()
        await asked.socket.send(json.dumps(message))
        await asyncio.sleep(EVERY)
        if all(screen.heard >= began for screen in screens):
            times.append(max(screen.heard for screen in screens) - began)


async def measure(tables: list[list[str]], seconds: float) -> list[float]:
    """Play at all tables and return the times."""
    screens = [[Screen(link) for link in links] for links in tables]
    for each in screens:
        await sit_down(each)
    times: list[float] = []
    until, random = time.monotonic() + seconds, Random(1)
    await asyncio.gather(*(play(each, until, Random(random.random()), times) for each in screens))
    return times


def memory_of(process: int) -> float:
    """Return what a process holds, in MB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def seconds_of(process: int) -> float:
    """Return how long a process has computed."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure with as many tables as were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.load")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ruleset", default="goa")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, Served(asked.ruleset, store=Path(folder) / "t.sqlite") as served:
        first = memory_of(served.process.pid)
        with Page(served.links[0]) as host:
            for _ in range(asked.tables - 1):
                host.say(do="new", ruleset=asked.ruleset, kinds=["person"] * 4)
                host.hear()
            while host.parts["tables"].count("<section") < asked.tables:
                host.hear()
            tokens = re.findall(r'href="([\w-]+)"', host.parts["tables"])
        links = [f"{served.origin}/t/{token}" for token in tokens]
        tables = [links[at * 5 : at * 5 + 4] for at in range(asked.tables)]
        begun = memory_of(served.process.pid)
        spent = seconds_of(served.process.pid)
        times = sorted(asyncio.run(measure(tables, asked.seconds)))
        spent = seconds_of(served.process.pid) - spent
        last = memory_of(served.process.pid)
    shares = ", ".join(f"{share} % {1000 * times[len(times) * share // 100]:.0f} ms" for share in (50, 95, 99))
    print(
        f"{asked.tables} tables, {len(times)} decisions: {shares}; {1000 * spent / len(times):.0f} ms of computing each"
    )
    print(
        f"memory: {first:.0f} MB with one table, {(begun - first) / max(1, asked.tables - 1):.2f} MB for each further "
        f"one, {last:.0f} MB after the last decision"
    )


if __name__ == "__main__":
    main()
