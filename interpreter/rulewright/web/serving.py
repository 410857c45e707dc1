"""From a command to a running server: the socket, the store, the addresses that are printed."""

from __future__ import annotations

import io
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno
import uvicorn

from rulewright.web.protocol import MOST_BYTES
from rulewright.web.server import Server
from rulewright.web.transports import PromptRequests, ReadingPages

if TYPE_CHECKING:
    from rulewright.web.computers import Computers
    from rulewright.web.hall import Hall

USUAL_PORT = 8000
SECONDS_TO_END = 2


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is reached: `url` is the address from outside, `root` the path under which a proxy has it."""

    port: int
    lan: bool = False
    url: str = ""
    root: str = ""

    @property
    def names(self) -> list[str]:
        """The names of this machine that requests may ask for."""
        outside = urlsplit(self.url).hostname
        return ["127.0.0.1", "localhost", *([lan_address()] if self.lan else []), *([outside] if outside else [])]

    def of(self, token: str) -> str:
        """Return a link as it is given to a person."""
        here = f"http://{lan_address() if self.lan else '127.0.0.1'}:{self.port}"
        return f"{self.url.rstrip('/') or here}{self.root.rstrip('/')}/t/{token}"


def lan_address() -> str:
    """Return the address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def bound_socket(port: int | None, lan: bool) -> socket.socket:
    """Return a socket that listens: by default at the usual port, or at any if that is taken.

    Raises `OSError` where the wanted port cannot be used.
    """
    if port is None:
        try:
            return bound_socket(USUAL_PORT, lan)
        except OSError:
            port = 0
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("0.0.0.0" if lan else "127.0.0.1", port))
    made.listen(128)
    return made


def qr_lines(text: str) -> Sequence[str]:
    """Return a QR code for a terminal."""
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()


def serve(hall: Hall, computers: Computers, address: Address, pace: float, listening: socket.socket) -> None:
    """Answer until the process is to end."""
    app = Server(hall, computers, address.names, pace, address.of).app
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, proxy_headers=False, root_path=address.root,
        ws_max_size=4 * MOST_BYTES, ws_max_queue=16, h11_max_incomplete_event_size=16384,
        timeout_graceful_shutdown=SECONDS_TO_END, http=PromptRequests, ws=ReadingPages,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
