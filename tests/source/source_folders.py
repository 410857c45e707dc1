"""Rulesets that a test writes for itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Write = Callable[[dict[str, str]], Path]

_MANIFEST = """\
ruleset: {name}
title: "Small game"
players: {{from: 2, to: 2, names: [Yellow, Red]}}
sources: {{book: {{title: "Book", passages: ["Set-up"]}}}}
"""


def manifest(name: str) -> str:
    """Return a complete ruleset.yaml."""
    return _MANIFEST.format(name=name)
