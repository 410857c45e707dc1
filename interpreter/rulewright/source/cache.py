"""The user's cache of plain data and files. Any failure is a cache miss.

The folder is `RULEWRIGHT_CACHE` if that is set ("off" disables the cache), otherwise the system's cache folder. The key
of an entry is a hash of what it was derived from, so entries never become stale.

Some entries contain code that will be executed. The folder must therefore belong to the user alone, or it is not used,
and every entry is authenticated before it is read: by a keyed digest of its name and content, with a key that only the
user can read. Nobody else can forge, exchange or damage an entry unnoticed. Reading an entry executes no code.
"""

from __future__ import annotations

import hashlib
import hmac
import marshal
import os
import sys
from functools import cache as cache_result
from pathlib import Path
from typing import Any

from rulewright.source.folders import exposure_of, user_folder
from rulewright.source.writing import replace_file

_MARK = f"rulewright kept data 2, Python {sys.version_info[0]}.{sys.version_info[1]}\n".encode()
_SUM = hashlib.sha256().digest_size
_KEY = "key"


def folder() -> Path | None:
    """Return the cache folder; None if the cache is disabled or the folder must not be used."""
    place = _configured_folder()
    return None if place is None or exposure_of(place) else place


def refusal() -> str:
    """Return why the configured folder must not be used; empty if it may, or if the cache is disabled."""
    place = _configured_folder()
    return exposure_of(place) if place is not None else ""


def _configured_folder() -> Path | None:
    return user_folder("RULEWRIGHT_CACHE", "XDG_CACHE_HOME", ".cache")


def fingerprint(*parts: str | bytes) -> str:
    """Return the key of an entry: a hash of its parts."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.hexdigest()[:40]


def own_code(*stages: str) -> str:
    """Return what tells the interpreter's files in these stages, and those that belong to none, from other ones."""
    return repr([_stamps(stage) for stage in ("", *stages)])


@cache_result
def _stamps(stage: str) -> list[tuple[str, int, int]]:
    paths = (Path(__file__).parent.parent / stage).glob("**/*.*" if stage else "*.py")
    found = ((path.name, path.stat()) for path in paths if path.suffix in (".py", ".lark", ".yaml", ".txt", ".c"))
    return sorted((name, info.st_size, info.st_mtime_ns) for name, info in found)


@cache_result
def whole_code() -> str:
    """Return a hash of all that the interpreter consists of: the same wherever the same files are installed."""
    root = Path(__file__).parent.parent
    paths = sorted(path for path in root.rglob("*.*") if path.is_file() and path.suffix != ".pyc")
    return fingerprint(*(part for path in paths for part in (path.relative_to(root).as_posix(), path.read_bytes())))


def load(name: str) -> Any:
    """Return a cached value; None if it is missing, damaged, forged or from another version of Python."""
    place = folder()
    if place is None:
        return None
    try:
        key, data = (place / _KEY).read_bytes(), (place / name).read_bytes()
    except (OSError, ValueError):
        return None
    body = data[len(_MARK) + _SUM :]
    if len(key) != _SUM or not hmac.compare_digest(data[: len(_MARK) + _SUM], _MARK + _keyed_digest(key, name, body)):
        return None
    try:
        return marshal.loads(body)
    except (ValueError, EOFError, TypeError):
        return None


def save(name: str, value: Any) -> None:
    """Cache plain data atomically; do nothing if that is not possible."""
    body = marshal.dumps(value)
    try:
        place = _ensured_folder()
        if place is not None:
            replace_file(place / name, _MARK + _keyed_digest(_ensured_key(place), name, body) + body, durable=False)
    except (OSError, ValueError):
        return


def load_file(name: str) -> Path | None:
    """Return the path of a cached file; None if it is missing or was modified."""
    place, known = folder(), load(_sum_of(name))
    if place is None or known is None:
        return None
    try:
        data = (place / name).read_bytes()
    except OSError:
        return None
    return place / name if known == _size_and_hash(data) else None


def save_file(name: str, data: bytes) -> Path | None:
    """Save a file that others than Rulewright read, and return where; None where that is not possible."""
    try:
        place = _ensured_folder()
        if place is not None:
            replace_file(place / name, data, durable=False)
    except OSError:
        return None
    save(_sum_of(name), _size_and_hash(data))
    return load_file(name)


def _sum_of(name: str) -> str:
    return f"{name}.sum"


def _size_and_hash(data: bytes) -> tuple[int, bytes]:
    return len(data), hashlib.sha256(data).digest()


def _ensured_folder() -> Path | None:
    """Return the folder, made if need be for the user alone; None when nothing is to be kept."""
    place = folder()
    if place is not None and not place.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.mkdir(mode=0o700, exist_ok=True)
    return folder()


def _ensured_key(place: Path) -> bytes:
    """Return the user's key. Where there is none, or half of one, a new one is made, for which no entry is valid."""
    path = place / _KEY
    if not path.is_file() or path.stat().st_size != _SUM:
        replace_file(path, os.urandom(_SUM), durable=False)
    return path.read_bytes()


def _keyed_digest(key: bytes, name: str, body: bytes) -> bytes:
    return hmac.digest(key, b"\0".join((_MARK, name.encode(), body)), "sha256")
