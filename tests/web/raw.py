"""Requests that no browser makes: bytes on a socket, and what comes back."""

from __future__ import annotations

import os
import socket
import struct
from random import Random
from urllib.parse import urlsplit

METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G\0T")
PATHS = (
    "/", "/t/{t}", "/t/{t}/", "/t/{t}/live", "/t/{t}/..", "/t/{t}%00", "/t/{t}%0d%0aX:1", "/t/{t}?a=1", "//t/{t}", "*",
    "/games/t/{t}", "/t/wrong", "/t/wrong/live", "/t/../../../etc/passwd", "/static/../store.py", "/static/%00", "é",
    "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static//etc/passwd", "/static/%c0%ae%c0%ae/server.py",
    "/static/", "/static", "/static/page.js/x", "/vendored/../web/store.py", "/vendored/", "/pictures/../server.py",
    "/pages/page.html.jinja", "http://evil.example/t/{t}", "evil.example:80", "/" + "a" * 3000, "/" + "a" * 30000,
    "/static/" + "a/" * 500, "/static/" + "a" * 300, "/t/" + "a" * 300, "/t/%ff%fe", "/t/{t}#x", "/t/{t};x", "",
)  # fmt: skip
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
)
HEADERS = (
    "Host: evil.example", "Host: ", "Host: 127.0.0.1:x@evil.example", "Host: localhost", "Host: [::1",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999", "Content-Length: 5", "Content-Length: 5\r\nContent-Length: 6",
    "Range: bytes=0-0",
    "Transfer-Encoding: chunked", "Transfer-Encoding: x", "Upgrade: websocket\r\nConnection: Upgrade",
    "Expect: 100-continue",
    "X-Forwarded-Host: evil.example", "X: " + "y" * 20000, "X: a\rb", "X: \0", " folded", "no colon",
    "X\xff: \xff", "If-None-Match: *",
    "Accept-Encoding: gzip", "Range: bytes=9999999-1",
    "Range: bytes=" + ",".join(f"{n}-{n}" for n in range(0, 2000, 2)),
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 1\r\nSec-WebSocket-Key: x", "Cookie: a=b",
    UPGRADE,
    "Origin: http://evil.example", "Origin: null", "Upgrade: h2c\r\nConnection: Upgrade",
)  # fmt: skip


def strange_request(random: Random, token: str, host: str) -> bytes:
    """Return a request that may be wrong in several ways."""
    path, version = random.choice(PATHS).format(t=token), random.choice(("1.1", "1.1", "1.0", "9"))
    lines = [f"{random.choice(METHODS)} {path} HTTP/{version}"]
    lines += [f"Host: {host}"] * random.choice((0, 1, 1, 1, 1, 2)) + random.sample(HEADERS, random.randrange(4))
    body = random.choice(("", "", "x" * 50, "5\r\nabc"))
    made = "\r\n".join([*lines, "Connection: close", "", body]).encode("latin-1")
    if random.random() < 0.15:
        at = random.randrange(len(made))
        made = made[:at] + random.choice((b"", b"\n", b"\xff\x00", b"\r\n\r\n", random.randbytes(20))) + made[at + 1 :]
    return random.randbytes(200) if random.random() < 0.03 else made


def answered(origin: str, sent: bytes, seconds: float = 5) -> bytes:
    """Send bytes, and return all that comes back until the connection ends, or until nothing more comes."""
    place = urlsplit(origin)
    found = b""
    with socket.create_connection((place.hostname, place.port), seconds) as wire:
        try:
            wire.sendall(sent)
            wire.shutdown(socket.SHUT_WR)
            while more := wire.recv(65536):
                found += more
        except OSError:  # a server may hang up on what it does not read to the end
            pass
    return found


def handshake(link: str, origin: str) -> bytes:
    """Return the request with which a page of some origin connects."""
    place = urlsplit(link)
    lines = (f"GET {place.path}/live HTTP/1.1", f"Host: {place.netloc}", f"Origin: {origin}", UPGRADE, "", "")
    return "\r\n".join(lines).encode()


def opened(link: str) -> socket.socket:
    """Return a socket on which a page is open, by a handshake of our own."""
    place = urlsplit(link)
    wire = socket.create_connection((place.hostname, place.port), 30)
    wire.sendall(handshake(link, f"http://{place.netloc}"))
    head = b""
    while b"\r\n\r\n" not in head:
        head += wire.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return wire


def frame(opcode: int, data: bytes, end: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """Return a frame of a WebSocket."""
    head = bytes([end << 7 | reserved << 4 | opcode])
    mask = os.urandom(4) if masked else b""
    size = len(data)
    if size < 126:
        head += bytes([masked << 7 | size])
    else:
        head += bytes([masked << 7 | (126 if size < 1 << 16 else 127)]) + struct.pack(
            ">H" if size < 1 << 16 else ">Q", size
        )
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)) if masked else data
    return head + mask + body


def strange_frames(random: Random) -> bytes:
    """Return frames that no page sends."""
    return random.choice([
        frame(2, b"\0" * 20), frame(1, b"\xff\xfe"), frame(1, b'{"do":"why"'), frame(1, b"x" * 60000), frame(2,
    random.randbytes(3000)),
        frame(1, b'{"do":', end=False) + frame(0, b'"why"}'), frame(1, b"x", end=False) * 2, frame(0, b"x"),
    frame(3, b"x"),
        frame(1, b"x", masked=False), frame(1, b"x", reserved=4), frame(9, b"x" * 126), frame(9,
    b"x" * 100) * 50, frame(8, b"\0"),
        frame(8, struct.pack(">H", 1005)), frame(10, b"x"), b"\x81\xff" + b"\xff" * 8, frame(1, b"")[:1],
    random.randbytes(50),
        b"".join(frame(1, b"x" * 100, end=False) if not n else frame(0, b"x" * 100, end=False) for n in range(500)),
        frame(1, b"[" * 4000), frame(1, b"{}") * 100,
    ])  # fmt: skip
