"""Sockets that are not kept for ever: uvicorn's protocols, with an end for clients that never ask or never read."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_SOCKETS = 900
"""Below the 1,024 files that a process may usually open."""
SECONDS_TO_ASK, SECONDS_TO_READ = 10, 30
MOST_UNREAD = 1 << 20
"""Bytes that wait for a client."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\nToo many connections: try again later.\n"


class PromptRequests(H11Protocol):
    """HTTP in which the first request must have come, with all its headers, after some seconds."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, unless there are too many sockets."""
        super().connection_made(transport)
        if len(self.connections) > MOST_SOCKETS:
            transport.write(FULL)
            transport.close()
        self.loop.call_later(SECONDS_TO_ASK, self._end_if_silent)

    def _end_if_silent(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.abort()


class ReadingPages(WebSocketsSansIOProtocol):
    """WebSockets whose client reads what it is sent: also the answers to its pings."""

    _impatience: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take in what a client sends, unless it lets too much lie."""
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Wait for a client to read on, for some seconds."""
        super().pause_writing()
        self._impatience = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        if self._impatience is not None:
            self._impatience.cancel()
