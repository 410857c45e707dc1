"""An editor without a window: starts the server and talks to it over standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic, sleep
from typing import IO, Any

PATIENCE = 60
"""Seconds to wait for what comes within a fraction of one."""


class Editor:
    """A client of the language server in a folder."""

    def __init__(self, root: Path, environment: dict[str, str], greet: bool = True) -> None:
        """Start the server; `greet` it, as an editor does before it asks anything else."""
        self.log: IO[bytes] = TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright.cli", "lsp"], cwd=root, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.root, self.number = root, 0
        self.found: dict[str, list[dict[str, Any]]] = {}
        """By URI, the diagnostics that were reported last."""
        self.answers: dict[int, dict[str, Any]] = {}
        """By number, the answers that nobody has taken yet."""
        self.versions: dict[str, int | None] = {}
        """By URI, the version of the text for which diagnostics were reported last."""
        self.shown: list[str] = []
        """The messages to whoever sits there."""
        self.arrived: Queue[dict[str, Any]] = Queue()
        Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()
        self.capabilities: dict[str, Any] = self.greet() if greet else {}

    def greet(self) -> dict[str, Any]:
        """Say who asks, and return what the server can do."""
        able: dict[str, Any] = self.ask("initialize", {
            "processId": None, "rootUri": self.root.as_uri(), "capabilities": {},
            "workspaceFolders": [{"uri": self.root.as_uri(), "name": "root"}],
        })["capabilities"]  # fmt: skip
        self.tell("initialized", {})
        return able

    def _listen(self, stream: IO[bytes]) -> None:
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self.arrived.put(json.loads(stream.read(length)))

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8", "surrogatepass"))

    def send_bytes(self, data: bytes) -> None:
        """Send what may be no message."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Send a request and return its result; a refusal is returned as a text."""
        return self.answer(self.start(method, **params))

    def start(self, method: str, **params: Any) -> int:
        """Send a request and return its number."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, number: int) -> Any:
        """Return the answer to a request; a refusal is returned as a text."""
        while number not in self.answers:
            self._next()
        message = self.answers.pop(number)
        return message["error"]["message"] if "error" in message else message["result"]

    def until(self, done: Callable[[], bool]) -> None:
        """Take in what arrives until something holds."""
        while not done():
            self._next()

    def until_asked(self, done: Callable[[], bool]) -> None:
        """Ask again and again until something holds."""
        end = monotonic() + PATIENCE
        while not done():
            assert monotonic() < end, "it never holds"
            sleep(0.02)

    def _next(self) -> dict[str, Any]:
        try:
            message = self.arrived.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"the server says nothing; it ended with {self.process.poll()}") from None
        if "id" in message and "method" not in message:
            self.answers[message["id"]] = message
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.versions[message["params"]["uri"]] = message["params"].get("version")
        if message.get("method") == "window/showMessage":
            self.shown.append(message["params"]["message"])
        return message

    def open(self, path: Path, text: str | None = None) -> None:
        written = path.read_text("utf-8") if text is None else text
        document = {"uri": path.as_uri(), "languageId": "rulewright", "version": 1, "text": written}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str, version: int = 2) -> None:
        document = {"uri": path.as_uri(), "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, path: Path, line: int, character: int, **more: Any) -> dict[str, Any]:
        """Return the parameters of a request about a position, counted from 0."""
        return {
            "textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}, **more
        }  # fmt: skip

    def command(self, name: str, path: Path, **more: Any) -> Any:
        """Run a command about a file and return its result."""
        given = {"command": f"rulewright.{name}", "arguments": [{"uri": path.as_uri(), **more}]}
        return self.ask("workspace/executeCommand", given)

    def whole(self, path: Path, lines: int = 1000) -> dict[str, Any]:
        """Return the parameters of a request about a whole file."""
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
        return {"textDocument": {"uri": path.as_uri()}, "range": everything}

    def codes(self, path: Path) -> list[str] | None:
        """Return the codes that were reported last for a file; None where nothing was."""
        found = self.found.get(path.as_uri())
        return None if found is None else [one["code"] for one in found]

    def logged(self) -> str:
        """Return what the server wrote for its log, which editors show as errors."""
        self.log.seek(0)
        return self.log.read().decode("utf-8")

    def end(self) -> int:
        """Shut the server down and return its exit code."""
        self.ask("shutdown", {})
        self.tell("exit", {})
        return self.process.wait(PATIENCE)
