"""Values of a game as words: names that saves and tests use, labels that persons read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from rulewright.compile import Program

BY_NOTHING = 65535
"""What comes with a choice of nothing."""


def bits(mask: int) -> list[int]:
    """The things of a set in order."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def label_of(program: Program, key: str, value: int) -> str:
    """A value as a person reads it; `key` is number, truth, one:DOMAIN or set:DOMAIN."""
    how, _, domain = key.partition(":")
    if how == "number":
        return str(value)
    if how == "truth":
        return "yes" if value else "no"
    if value == -1 and how == "one":
        return "nobody" if domain == "player" else "nothing"
    labels = program.domains[domain].labels
    if how == "set":
        return ", ".join(labels[i] for i in bits(value)) or "nothing"
    return labels[value]


def render(program: Program, parts: tuple[Any, ...]) -> str:
    """A text whose values are given as (type, value)."""
    return "".join(p if isinstance(p, str) else label_of(program, p[0], p[1]) for p in parts)


def member_name(program: Program, domain: str, thing: int) -> str:
    """The name of a thing; pieces that nothing tells apart, not even their place in a row, have one name together."""
    if thing < 0:
        return "nobody" if domain == "player" else "nothing"
    info = program.domains[domain]
    name = info.members[thing]
    if info.how == "piece":
        classes = program.data["twins"][domain][0]
        in_rows = any(place[3] == domain and place[5] == "row" for place in program.data["places"])
        if classes.count(classes[thing]) > 1 and not in_rows:
            return name.rsplit("-", 1)[0] if name.rsplit("-", 1)[-1].isdigit() else name
    return name


def comes_with(code: int) -> int:
    """What comes with a choice: a number or a thing, or nothing."""
    low = code & 65535
    return -1 if low == BY_NOTHING else low


def piece_of(code: int) -> int:
    """The piece to whose rule a choice belongs."""
    return (code >> 16 & 65535) - 1


def choice_name(program: Program, code: int) -> str:
    """The name of a choice: the option's, and what comes with it."""
    name, _, _, comes, plain, _, _ = program.data["choices"][code >> 32]
    if comes is None:
        return str(name)
    value = comes_with(code)
    text = str(value) if comes == "number" else member_name(program, comes, value)
    return text if plain else f"{name} {text}"


def counted(program: Program, number: int, amount: str) -> str:
    """So many of a counted thing, in the right form."""
    plural = program.data["amounts"].get(amount, amount)
    word = amount if number == 1 else plural
    return f"{number} {word.replace('-', ' ')}"


def member_label(program: Program, domain: str, thing: int) -> str:
    """A piece's label; in quotes when it could be read as an amount."""
    label = program.domains[domain].labels[thing]
    return f'"{label}"' if label[:1].isdigit() else label


def pieces_called(program: Program, domain: str, pieces: list[int]) -> str:
    """Pieces without their labels: `a card`, `27 tiles`."""
    one, many = domain, program.domains[domain].plural
    for name, plural, start, size in program.data.get("kinds", {}).get(domain, ()):
        if all(start <= piece < start + size for piece in pieces):
            one, many = name, plural
    word = (one if len(pieces) == 1 else many).replace("-", " ")
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}" if len(pieces) == 1 else f"{len(pieces)} {word}"


def choice_names(program: Program, codes: list[int]) -> list[str]:
    """The names of several choices, no two equal: pieces that share a name keep their numbers."""
    short = [choice_name(program, code) for code in codes]
    names: list[str] = []
    for code, name in zip(codes, short, strict=True):
        of_piece = program.data["choices"][code >> 32][5] in program.domains
        shared = short.count(name) > 1 if of_piece else name in names
        if shared or name in names:
            name = next(fuller for fuller in _fuller(program, code, name) if fuller not in names)
        names.append(name)
    return names


def _fuller(program: Program, code: int, name: str) -> Iterator[str]:
    """Yield longer and longer names: with the piece's number, with the menu, with a number of its own."""
    name = _numbered(program, code, name)
    yield name
    menu = program.data["choices"][code >> 32][6]
    if menu:
        name = f"{name} ({menu})"
        yield name
    yield from (f"{name} {number}" for number in count(2))


def _numbered(program: Program, code: int, name: str) -> str:
    """The name with the number of the piece that the option belongs to, or that comes with it."""
    option, _, _, comes, _, domain, _ = program.data["choices"][code >> 32]
    if domain in program.domains:
        return name.replace(option, program.domains[domain].members[piece_of(code)], 1)
    if comes in program.domains:
        short = member_name(program, comes, comes_with(code))
        return name.removesuffix(short) + program.domains[comes].members[comes_with(code)]
    return name
