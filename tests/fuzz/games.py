"""Damage to files of games: saves, replays, and the results of many games, which are JSON in lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.fuzz import lines
from tests.fuzz.seeds import Files

JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 63, 65536, 1 << 62, 1 << 63, 1 << 64, 10**30, 1.5, 1e308, float("nan"), "", "\x00",
    "a..b", "b 0..999999999", "\x1b[2J", "\ud800", "x" * 3000, [], {}, [[]], [[[[1]]]], {"": {}}, ["", "", "", "", {}],
)  # fmt: skip
"""What stands in no file of a game, at least not there."""

Part = tuple[Any, Any]
"""A list or table of a file, and the number or key of an entry in it."""


def damaged(files: Files, names: tuple[str, ...], chance: Random) -> Files:
    """Return files with one to three things done to one of those named, if there is one of them."""
    there = [name for name in names if name in files]
    if not there:
        return files
    name = chance.choice(there)
    text = files[name]
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice((value, value, value, lines.number, *lines.ANY))(text, chance)
    return {**files, name: text}


def value(text: str, chance: Random) -> str:
    """Change a value somewhere: leave it out, double it, write another from the file or something strange for it."""
    first, _, rest = text.partition("\n")
    head, body = ("", text) if first.startswith("{") else (f"{first}\n", rest)
    whole = body.split("\n") if not head else [body]
    at = chance.randrange(len(whole))
    try:
        content = json.loads(whole[at])
    except (ValueError, RecursionError):
        return lines.sign(text, chance)
    parts = list(_parts(content))
    if not parts:
        return lines.cut(text, chance)
    _change(*chance.choice(parts), chance.choice(parts), chance)
    whole[at] = json.dumps(content, indent=1 if head else None)
    return head + "\n".join(whole)


def _change(inside: Any, place: Any, other: Part, chance: Random) -> None:
    how = chance.randrange(5)
    if how == 0:
        del inside[place]
    elif how == 1 and isinstance(inside, list):
        inside.insert(place, inside[place])
    elif how == 1:
        inside[f"{place}x"] = inside.pop(place)
    elif how == 2:
        inside[place] = json.loads(json.dumps(other[0][other[1]]))
    elif how == 3 and isinstance(inside[place], int):
        inside[place] += chance.choice((-1, 1, 2, 1000, 1 << 64))
    else:
        inside[place] = chance.choice(JUNK)


def _parts(content: Any) -> Iterator[Part]:
    if isinstance(content, dict):
        entries: Any = list(content.items())
    elif isinstance(content, list):
        entries = list(enumerate(content))
    else:
        return
    for place, part in entries:
        yield content, place
        yield from _parts(part)
