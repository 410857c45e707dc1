"""The language reference for designers: an entry for each word of the language and for each code of a message.

An entry is a heading `## word` in one of the files here, and what follows it. A heading may name several words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


@lru_cache(maxsize=1)
def _entries() -> dict[str, str]:
    """Return each entry by each title in its heading."""
    found: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.md")):
        parts = HEADING.split(path.read_text("utf-8"))
        for heading, text in zip(parts[1::2], parts[2::2], strict=True):
            for title in titles(heading):
                found[title] = f"{heading}\n\n{text.strip()}\n" + (found.get(title, "") and f"\n{found[title]}")
    return found


def titles(heading: str) -> tuple[str, ...]:
    """Return the words that a heading names: they are separated by commas, and a comma may be one of them."""
    return tuple(title for title in re.split(r",\s+", heading) if title)


def words() -> tuple[str, ...]:
    """Return every word and code that has an entry, in alphabetical order."""
    return tuple(sorted(_entries()))


def explain(word: str) -> str | None:
    """Return what the reference says about a word of the language or the code of a message; None: nothing."""
    entries = _entries()
    wanted = " ".join(word.lower().split())
    if wanted in entries:
        return entries[wanted]
    near = [title for title in sorted(entries) if wanted and wanted in title.split()]
    return entries[near[0]] if near else None
