"""Values of a game as words: names that saves and tests use, labels that persons read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from rulewright.compile import Program
from rulewright.compile.program import comes_with
from rulewright.source.languages import form_for

KINDS = ("piece", "shape", "names", "grid")
"""What full names of kinds of things begin with."""


def bits(mask: int) -> list[int]:
    """The things of a set in order."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def phrase(program: Program, name: str, **filled: str) -> str:
    """Something that the interpreter itself says, in the language of the program."""
    return str(program.data["phrases"][name]).format(**filled)


def called(program: Program, owner: str, name: str) -> str:
    """How a fact, an amount or a place of an owner is called: by its label in another language, else by its words.

    `owner` is the domain, "" for the game; what is declared for a kind of piece has the name of that kind.
    """
    kinds = [kind[0] for kind in program.data["kinds"].get(owner, ())]
    for one in (owner or "game", *kinds):
        full = f"{one}.{name}"
        if full in program.data["told"]:
            return str(program.data["told"][full])
        if full in program.data["forms"]:
            return alone(program, full)
    return name.replace("-", " ")


def amounts_called(program: Program, owner: str, name: str, plural: str) -> str:
    """How a counted thing is called without its number."""
    known = called(program, owner, name)
    return known if known != name.replace("-", " ") else plural.replace("-", " ")


def key_called(program: Program, key: str) -> str:
    """How a key of a table is called: in another language by its label, else by its name."""
    lists = (info for info in program.domains.values() if info.how == "names" and key in info.index)
    found = next((f"{info.name}.{key}" for info in lists if f"{info.name}.{key}" in program.data["told"]), None)
    return key if found is None else lowered(str(program.data["told"][found]))


def lowered(label: str) -> str:
    """A label within a sentence: with a small first letter, unless its second is capital, too."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def alone(program: Program, full: str) -> str:
    """A counted thing without its number, in another language."""
    forms = program.data["forms"][full]
    return str(forms.get("alone") or forms[form_for(program.data["plurals"], 2)])


def form_beside(program: Program, full: str, number: int) -> str | None:
    """The form of a counted thing beside a number, in another language."""
    forms = program.data["forms"].get(full)
    return None if forms is None else str(forms[form_for(program.data["plurals"], number)])


def things(program: Program, domain: str) -> str:
    """All things of a kind, as they are called."""
    full = next((f"{kind}.{domain}" for kind in KINDS if f"{kind}.{domain}" in program.data["forms"]), None)
    return program.domains[domain].plural if full is None else alone(program, full)


def label_of(program: Program, key: str, value: int) -> str:
    """A value as a person reads it; `key` is number, truth, one:DOMAIN or set:DOMAIN."""
    how, _, domain = key.partition(":")
    if how == "number":
        return str(value)
    if how == "truth":
        return phrase(program, "yes" if value else "no")
    if value == -1 and how == "one":
        return phrase(program, "nobody" if domain == "player" else "nothing")
    labels = program.domains[domain].labels
    if how == "set":
        return numbered(labels[i] for i in bits(value)) or phrase(program, "nothing")
    return labels[value]


def numbered(labels: Iterable[str]) -> str:
    """Labels one after the other, those that are equal once with their number: `2 x Lamp, Rope`."""
    return ", ".join(f"{number} x {label}" if number > 1 else label for label, number in Counter(labels).items())


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
    owners = {row[0] or "game" for row in program.data["stored"] if row[1] == amount and row[11]}
    for form in (form_beside(program, f"{owner}.{amount}", number) for owner in owners):
        if form is not None:
            return f"{number} {form}"
    plural = program.data["amounts"].get(amount, amount)
    word = amount if number == 1 else plural
    return f"{number} {word.replace('-', ' ')}"


def fact_called(program: Program, owner: str, name: str, number: int) -> str:
    """A number that is a fact of a thing: `2 coins` where the rules say both forms of its name, else `limit 2`."""
    form = form_beside(program, f"{owner}.{name}", number)
    if form is not None:
        return f"{number} {form}"
    one = {plural: one for one, plural in program.data["amounts"].items()}.get(name, name)
    known = one in program.data["amounts"]
    return counted(program, number, one) if known else f"{called(program, owner, name)} {number}"


def member_label(program: Program, domain: str, thing: int) -> str:
    """A piece's label; in quotes when it could be read as an amount."""
    label = program.domains[domain].labels[thing]
    return f'"{label}"' if label[:1].isdigit() else label


def pieces_called(program: Program, domain: str, pieces: list[int]) -> str:
    """Pieces without their labels: `a card`, `27 tiles`."""
    one, many, number = domain, program.domains[domain].plural, len(pieces)
    for name, plural, start, size in program.data.get("kinds", {}).get(domain, ()):
        if all(start <= piece < start + size for piece in pieces):
            one, many = name, plural
    forms = (form_beside(program, f"{kind}.{one}", number) for kind in ("piece", "shape"))
    word = next(filter(None, forms), (one if number == 1 else many).replace("-", " "))
    return (
        phrase(program, "an-thing" if word[0] in "aeiou" else "a-thing", thing=word)
        if number == 1
        else f"{number} {word}"
    )


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
