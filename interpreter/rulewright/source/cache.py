"""Plain data kept between runs, in the user's cache. Whatever goes wrong there, the data is only made again.

The folder is `RULEWRIGHT_CACHE` if that is set ("off": nothing is kept), else where the system keeps such things. An
entry is named by the fingerprint of what it was made from, so it never grows stale. Entries are numbers, texts, lists,
tuples and dictionaries only: reading one runs no code.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from functools import cache as cache_result
from pathlib import Path
from typing import Any

from rulewright.source.writing import replace_file

_MARK = f"rulewright kept data, Python {sys.version_info[0]}.{sys.version_info[1]}\n".encode()
_SUM = hashlib.sha256().digest_size


def folder() -> Path | None:
    """Return the folder in which entries are kept; None when nothing is to be kept."""
    wanted = os.environ.get("RULEWRIGHT_CACHE", "")
    if wanted.lower() == "off":
        return None
    if wanted:
        return Path(wanted)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) / "rulewright" / "cache" if base else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "rulewright"


def fingerprint(*parts: str | bytes) -> str:
    """Return a name that is the same for the same parts only."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.hexdigest()[:40]


@cache_result
def own_code(*stages: str) -> str:
    """Return what changes whenever a file of one of these stages of the interpreter does."""
    root = Path(__file__).parent.parent
    stamps = [
        (path.name, path.stat().st_size, path.stat().st_mtime_ns)
        for stage in stages
        for path in sorted((root / stage).rglob("*.*"))
        if path.suffix in (".py", ".lark", ".yaml", ".c")
    ]
    return repr(stamps)


def load(name: str) -> Any:
    """Return what was saved under a name; None when it is missing, damaged or made by another Python."""
    place = folder()
    if place is None:
        return None
    try:
        data = (place / name).read_bytes()
    except (OSError, ValueError):
        return None
    body = data[len(_MARK) + _SUM :]
    if not data.startswith(_MARK) or hashlib.sha256(body).digest() != data[len(_MARK) : len(_MARK) + _SUM]:
        return None
    try:
        return marshal.loads(body)
    except (ValueError, EOFError, TypeError):
        return None


def save(name: str, value: Any) -> None:
    """Save plain data under a name, all of it or nothing; do nothing where that is not possible."""
    place = folder()
    if place is None:
        return
    body = marshal.dumps(value)
    try:
        place.mkdir(parents=True, exist_ok=True)
        replace_file(place / name, _MARK + hashlib.sha256(body).digest() + body, durable=False)
    except (OSError, ValueError):
        return
