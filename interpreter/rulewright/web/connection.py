"""Pages that are open: what they are sent, and how many messages are welcome from them."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect

from rulewright.report.pages import page_word
from rulewright.web.protocol import Json
from rulewright.web.view import View, Viewer, changes

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 10, 40


@dataclass(slots=True)
class Allowance:
    """How many messages are welcome from the pages of one link."""

    left: float = MESSAGES_AT_ONCE
    since: float = field(default_factory=time.monotonic)

    def pay(self, cost: float) -> bool:
        """Count a message, or what it costs; return whether that was within what is welcome."""
        now = time.monotonic()
        self.left = min(MESSAGES_AT_ONCE, self.left + (now - self.since) * MESSAGES_A_SECOND) - cost
        self.left, self.since = max(self.left, -1.0), now
        return self.left >= 0


@dataclass(eq=False)
class Connection:
    """One page that is open."""

    socket: WebSocket
    viewer: Viewer
    shown: View | None = None
    heard: float = field(default_factory=time.monotonic)
    refused: int = 0
    latest: View | None = None
    stirred: asyncio.Event = field(default_factory=asyncio.Event)

    def show(self, view: View) -> None:
        """Have the page show a view, unless there is a later one before it is ready: nobody waits for a slow page."""
        self.latest = view
        self.stirred.set()

    async def keep_showing(self) -> None:
        """Send what changes of the page; nothing where that is nothing."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            if (view := self.latest) is None:
                continue
            parts, redrawn = changes(self.shown, view)
            if parts or redrawn or self.shown is None or view.at != self.shown.at:
                self.shown, about = view, {"type": "view", "title": view.title, "at": view.at}
                await self.send({**about, "parts": {**parts}, "redrawn": {**redrawn}})

    async def receive(self) -> str:
        """Return the next message; what is no text is read as an empty one, which is refused."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        self.heard = time.monotonic()
        return message.get("text") or ""

    async def close(self, code: int, why: str) -> None:
        """End it with a reason."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(code, page_word(self.viewer.eyes.language, why))

    async def send(self, message: dict[str, Json]) -> None:
        """Send a message; a connection that has ended meanwhile is found to be so when it is read."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
