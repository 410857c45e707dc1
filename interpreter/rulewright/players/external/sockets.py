"""A seat that listens at an address: one connection for each seat, with the messages of pipes."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.links import LOOK_SECONDS, SeatLink


class SocketLink(SeatLink):
    """A TCP connection."""

    def __init__(self, host: str, port: int, seconds: float) -> None:
        """Connect within `seconds`. Raises `FaultError` if nobody answers there."""
        super().__init__()
        try:
            self._socket = socket.create_connection((host, port), timeout=seconds)
        except OSError as problem:
            said = f"nothing answers at {host}:{port}: {problem.strerror or problem}"
            raise FaultError(SeatFault.NOT_STARTED, said, "Start the seat first, and check host and port.") from None
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._closing, self._ended = threading.Lock(), threading.Event()
        self.start_threads(self._read_bytes, self._socket.sendall)

    def _read_bytes(self) -> bytes:
        data = b""
        try:
            data = self._socket.recv(1 << 16)
            return data
        finally:
            if not data:
                self._ended.set()

    def end_input(self) -> None:
        """Shut down sending, once all is sent."""
        self._sending.put(None)
        self._threads[1].join(LOOK_SECONDS)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def reason_gone(self) -> str:
        """Return that the connection was closed; empty while it is there."""
        return "it closed the connection" if self._ended.is_set() else ""

    def close(self, grace: float) -> None:
        """Wait until the seat closes the connection, at most for `grace` seconds, and close it."""
        with self._closing:
            if self._closed.is_set():
                return
            self._ended.wait(grace)
            self._closed.set()
            self._sending.put(None)
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self.join_threads(grace)
            self._socket.close()
