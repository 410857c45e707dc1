"""A server in a process of its own, and pages that talk to it as those in a browser do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect
from websockets.typing import Origin

import rulewright

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCES = Path(rulewright.__file__).parents[1]
LINK = re.compile(r"(\S.*?)\s+(http://\S+)$", re.MULTILINE)
SECONDS = 60
"""How long an answer may take on a machine that does other things."""


class Page:
    """An open page: the parts that it shows, and the number of the question that it asks."""

    def __init__(self, link: str, origin: str | None = None) -> None:
        self.link, place = link, urlsplit(link)
        self.parts: dict[str, str] = {}
        self.drawn: dict[str, str] = {}
        """The parts of the picture of the table."""
        self.at = ""
        self.got: list[str] = []
        """Everything that was sent, as it came."""
        address = f"ws://{place.netloc}{place.path}/live"
        self._opening = connect(address, origin=Origin(origin or f"http://{place.netloc}"), open_timeout=SECONDS)

    def __enter__(self) -> Page:
        self.socket = self._opening.__enter__()
        self.hear()
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self, seconds: float = SECONDS) -> dict[str, Any]:
        """Return the next message; a view is taken in."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.got.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "view":
            self.drawn = ({} if "table" in message["parts"] else self.drawn) | message["redrawn"]
            self.parts |= message["parts"] | {"table": "".join(self.drawn.values())}
            self.at = message["at"]
        return message

    def hear_question(self, number: str = "") -> None:
        """Wait until something is asked, or a certain question."""
        while not self.at or number not in ("", self.at):
            self.hear()

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message and return the next one that is no view."""
        self.say(**message)
        while (answer := self.hear())["type"] == "view":
            pass
        return answer

    @property
    def choices(self) -> list[str]:
        """The options that are offered."""
        return [unescape(name) for name in re.findall(r'data-choice="([^"]*)"', self.parts.get("question", ""))]

    def choose(self, choice: str | None = None, at: str | None = None) -> None:
        """Take an option, by default the first."""
        self.say(do="choose", at=self.at if at is None else at, choice=choice or self.choices[0])

    def decide(self) -> None:
        """Take the first option and wait for what comes of it."""
        before = self.at
        self.choose()
        while self.at == before:
            self.hear()


class Served:
    """A running server; `links` are those that it printed, in order: the lobby's first."""

    def __init__(self, *words: str, store: Path) -> None:
        self.words = [*words, "--store", str(store), "--port", "0", "--pace", "0"]
        self.complaints = store.with_suffix(".stderr")
        """What it has said on stderr."""

    def __enter__(self) -> Served:
        self.start()
        return self

    def start(self) -> None:
        """Start it and read its links."""
        command = [sys.executable, "-m", "rulewright.cli", "serve", *self.words]
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        with self.complaints.open("ab") as complaints:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=environment
            )
        assert self.process.stdout is not None
        printed = ""
        while "Ctrl-C" not in printed:
            line = self.process.stdout.readline()
            assert line, printed + self.complaints.read_text()
            printed += line
        self.links = re.findall(r"http://\S+", printed)

    def kill(self) -> None:
        """End it with `kill -9`."""
        self.process.kill()
        self.process.wait()

    def again(self) -> None:
        """Start it once more at the same address, without a further table."""
        self.words[self.words.index("--port") + 1] = self.origin.rpartition(":")[2]
        if self.words[0][0] != "-":
            del self.words[0]
        self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def origin(self) -> str:
        """The address without a path."""
        place = urlsplit(self.links[0])
        return f"{place.scheme}://{place.netloc}"
