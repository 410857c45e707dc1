"""Validation of the save format: the entries of a file and the type of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulewright.backends import Program

LEGEND = ["asked", "chosen", "fingerprint", "offered", "changed by it"]
"""The parts of a decision, as documented in the file itself."""


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def _is_secret(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value) is not None


def _is_values(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(v, int | str) for v in value.values())


def _is_settings(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(v, int) for v in value.values())


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _is_step(value: object) -> bool:
    return isinstance(value, list) and len(value) == len(LEGEND) and _are_texts(value[:4]) and _is_values(value[4])


def _are_decisions(value: object) -> bool:
    return isinstance(value, list)


PARTS: dict[str, Callable[[object], bool]] = {
    "format": _is_number, "title": _is_text, "fingerprint": _is_text, "seats": _are_texts, "seed": _is_number,
    "decisions": _are_decisions,
}  # fmt: skip
"""Required entries."""

FURTHER: dict[str, Callable[[object], bool]] = {
    "secret": _is_secret,
    "ruleset": _is_text, "settings": _is_settings, "origin": _is_table, "origin at": _is_text, "vector": _is_table,
    "at": _is_text, "stands": _is_values, "each decision": LEGEND.__eq__, "end": _is_step,
}  # fmt: skip
"""Optional entries."""

TOGETHER = (("vector", "at"), ("stands", "each decision", "end"))
"""Groups of entries that occur together or not at all."""


def wrong_in(content: object) -> str:
    """Return what is wrong with the content of a file; empty if it is valid."""
    if not isinstance(content, dict):
        return "something else stands here than a saved game"
    for name in content:
        if name not in PARTS and name not in FURTHER:
            return f'a save has no "{name}"'
    for name, fits in (PARTS | FURTHER).items():
        if name not in content and name in PARTS:
            return f'"{name}" is missing in this file'
        if name in content and not fits(content[name]):
            return f'"{name}" has another form in this file than was saved'
    for group in TOGETHER:
        lacking = [name for name in group if name not in content]
        if lacking and len(lacking) < len(group):
            return f'"{lacking[0]}" is missing in this file'
    for number, decision in enumerate(content["decisions"], 1):
        if not (_is_step(decision) if "stands" in content else _is_text(decision)):
            return f"decision {number} has another form in this file than was saved"
    return ""


def unsound(program: Program, state: list[int]) -> str:
    """Return what is wrong with the positions of the pieces; empty if they are consistent."""
    for domain, pieces in program.tables.pieces.items():
        info = program.domains[domain]
        found: set[int] = set()
        for place, piece in _lying(program, domain, state):
            if not 0 <= piece < len(info.members):
                return f"something that is no {domain} lies in {program.tables.places[place].name}"
            if piece not in program.tables.places[place].possible:
                return f"{info.labels[piece]} lies in {program.tables.places[place].name}, where it cannot be"
            if piece in found or pieces.place_of(state, piece) != place:
                return f"{info.labels[piece]} lies in two places"
            found.add(piece)
        missing = [label for piece, label in enumerate(info.labels) if piece not in found]
        if missing:
            return f"{missing[0]} lies nowhere"
    return ""


def _lying(program: Program, domain: str, state: list[int]) -> Iterator[tuple[int, int]]:
    """Yield every place of a domain's pieces with each piece in it."""
    for number, place in enumerate(program.tables.places):
        if place.domain == domain:
            for piece in place.contents(state):
                yield number, piece


def violated_invariant(program: Program, state: list[int]) -> str:
    """Return the name of the first `always` rule that does not hold."""
    rules = zip(program.tables.invariants, program.always, strict=True)
    return next((rule.name for rule, holds in rules if not holds(state)), "")
