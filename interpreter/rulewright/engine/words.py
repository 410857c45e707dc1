"""Values of a game as text: stable names for saves and tests, labels for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, product
from typing import TYPE_CHECKING, NamedTuple

from rulewright.compile.tables import Computed, Fact, Place, ValueType, argument_of, bits, piece_of
from rulewright.source.languages import form_for, possessive_of

if TYPE_CHECKING:
    from rulewright.backends import Program

Rendered = tuple[str | tuple[tuple[str, str], int], ...]
"""A text of the rules as returned by generated code: words, and values with the fields of their `ValueType`."""

Known = int | str | bool | list[str] | None
"""A number, a name, a Boolean or several names; None for nothing, nobody and a single hidden piece."""

KINDS = ("piece", "shape", "names", "grid")
"""The prefixes of the full names of kinds of things."""


class TypedValue(NamedTuple):
    """A value as the tables of a program have it: things as numbers, sets as sets of bits."""

    type: ValueType
    number: int

    @property
    def plain_number(self) -> int | None:
        """The value, if it is a number and nothing else."""
        return int(self.number) if self.type.is_number else None

    @property
    def seat(self) -> int | None:
        """The seat that the value names."""
        names_seat = self.type.how == "one" and self.type.domain == "player" and self.number >= 0
        return self.number if names_seat else None

    @property
    def least(self) -> int:
        """The value of the type that says nothing: nobody, 0, no."""
        return -1 if self.type.how == "one" else 0


def phrase(program: Program, name: str, /, **filled: str) -> str:
    """Return a phrase of the interpreter's own, in the language of the program."""
    return program.tables.phrases[name].format(**filled)


@lru_cache(maxsize=8192)
def holding_label(program: Program, owner: str, name: str) -> str:
    """Return the label of a fact, amount or place of an owner; without a translation its words.

    `owner` is the domain, "" for the game; what is declared for a kind of piece has the name of that kind.
    """
    tables = program.tables
    kinds = [kind.name for kind in tables.pieces[owner].kinds] if owner in tables.pieces else []
    for one in (owner or "game", *kinds):
        full = f"{one}.{name}"
        if full in tables.labels:
            return tables.labels[full]
        if full in tables.forms:
            return alone(program, full)
    return name.replace("-", " ")


@lru_cache(maxsize=8192)
def full_name(program: Program, what: Fact | Computed | Place) -> str:
    """Return the full name of what somebody has, as rules declare it: `player.coin`, `card.load`, `game.deck`.

    The owner of what a kind of piece has is that kind, not the shape that it shares with others.
    """
    if not what.owner:
        return f"game.{what.name}"
    match what:
        case Fact():
            stretch = range(what.first, what.first + len(what.owners))
        case Computed():
            stretch = range(*what.owners)
        case _:
            piece = program.domains[what.owner].index[what.owner_key]
            stretch = range(piece, piece + 1)
    table = program.tables.pieces.get(what.owner)
    kinds = table.kinds if table is not None and stretch else ()
    inside = (kind.name for kind in kinds if kind.start <= stretch[0] and stretch[-1] < kind.start + kind.size)
    return f"{next(inside, what.owner)}.{what.name}"


def is_translated(program: Program) -> bool:
    """Whether a program speaks another language than its rules."""
    return bool(program.tables.labels)


def rule_label(program: Program, name: str) -> str:
    """Return what a rule is called, by its full name; without a translation its words."""
    label = program.tables.labels.get(name) or name.rpartition(".")[2].replace("-", " ")
    return label[:1].upper() + label[1:]


def amount_label(program: Program, owner: str, name: str, plural: str) -> str:
    """Return the label of a counted thing without its number."""
    known = holding_label(program, owner, name)
    return known if known != name.replace("-", " ") else plural.replace("-", " ")


def title_of(program: Program, what: Fact | Place | Computed) -> str:
    """Return what a fact, an amount, a place or a declared value is called as a heading."""
    if isinstance(what, Fact) and what.is_amount:
        return amount_label(program, what.owner, what.name, what.plural)
    return holding_label(program, what.owner, what.name)


@lru_cache(maxsize=8192)
def key_label(program: Program, key: str) -> str:
    """Return the label of a key of a table; without a translation its name."""
    lists = (info for info in program.domains.values() if info.how == "names" and key in info.index)
    labels = (program.tables.labels.get(f"{info.name}.{key}") for info in lists)
    return next((lowered(label) for label in labels if label is not None), key)


def lowered(label: str) -> str:
    """Return a label for the middle of a sentence: in lower case, unless its second letter is a capital, too."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def alone(program: Program, full: str) -> str:
    """Return the translation of a counted thing without its number."""
    forms = program.tables.forms[full]
    return forms.get("alone") or forms[form_for(program.tables.plurals, 2)]


def form_beside(program: Program, full: str, number: int) -> str | None:
    """Return the translation of a counted thing for a number."""
    forms = program.tables.forms.get(full)
    return None if forms is None else forms[form_for(program.tables.plurals, number)]


def things(program: Program, domain: str) -> str:
    """Return the plural label of a kind of thing."""
    full = next((f"{kind}.{domain}" for kind in KINDS if f"{kind}.{domain}" in program.tables.forms), None)
    return program.domains[domain].plural if full is None else alone(program, full)


def label_of(program: Program, type_: ValueType, value: int) -> str:
    """Return the label of a value."""
    if type_.is_number:
        return str(value)
    if type_.how == "truth":
        return phrase(program, "yes" if value else "no")
    if value == -1 and type_.how == "one":
        return phrase(program, "nobody" if type_.domain == "player" else "nothing")
    labels = program.domains[type_.domain].labels
    if type_.how == "set":
        return numbered(labels[i] for i in bits(value)) or phrase(program, "nothing")
    return labels[value]


def named(program: Program, type_: ValueType, value: int) -> Known:
    """Return a value by the names of the rules."""
    if type_.how == "number":
        return value
    if type_.how == "truth":
        return bool(value)
    if type_.how == "set":
        return sorted(member_name(program, type_.domain, thing) for thing in bits(value))
    return member_name(program, type_.domain, value) if value >= 0 else None


def numbered(labels: Iterable[str]) -> str:
    """Join labels, counting equal ones: `2 x Lamp, Rope`."""
    return ", ".join(f"{number} x {label}" if number > 1 else label for label, number in Counter(labels).items())


@lru_cache(maxsize=8192)
def render(program: Program, parts: Rendered) -> str:
    """Return a text with its values filled in."""
    return "".join(p if isinstance(p, str) else label_of(program, ValueType(*p[0]), p[1]) for p in parts)


def member_name(program: Program, domain: str, thing: int) -> str:
    """Return the name of a thing; indistinguishable pieces share one."""
    if thing < 0:
        return "nobody" if domain == "player" else "nothing"
    return member_names(program, domain)[thing]


@lru_cache(maxsize=64)
def member_names(program: Program, domain: str) -> Sequence[str]:
    """Return the names of all things of a domain; indistinguishable pieces share one."""
    info, tables = program.domains[domain], program.tables
    if info.made_of:
        each = [
            member_names(program, of)[low : low + size] if of else [str(low + at) for at in range(size)]
            for of, low, size in info.made_of
        ]
        return [" ".join(words) for words in product(*each)]
    if info.how != "piece" or any(place.domain == domain and place.order == "row" for place in tables.places):
        return info.members
    same = Counter(tables.pieces[domain].classes)
    return [
        name.rpartition("-")[0] if same[number] > 1 and name.rpartition("-")[2].isdigit() else name
        for name, number in zip(info.members, tables.pieces[domain].classes, strict=True)
    ]


@lru_cache(maxsize=8192)
def choice_name(program: Program, code: int) -> str:
    """Return the name of a choice: the option's, and its argument."""
    choice = program.tables.choice(code)
    if choice.argument is None:
        return choice.name
    value = argument_of(code)
    text = str(value) if choice.argument.is_number else member_name(program, choice.argument.domain, value)
    return text if choice.plain else f"{choice.name} {text}"


@lru_cache(maxsize=8192)
def counted(program: Program, number: int, amount: str) -> str:
    """Return a number of counted things, in the right grammatical form."""
    owners = {fact.owner or "game" for fact in program.tables.facts if fact.name == amount and fact.is_amount}
    for form in (form_beside(program, f"{owner}.{amount}", number) for owner in owners):
        if form is not None:
            return f"{number} {form}"
    plural = program.tables.amounts.get(amount, amount)
    word = amount if number == 1 else plural
    return f"{number} {word.replace('-', ' ')}"


def fact_label(program: Program, owner: str, name: str, number: int) -> str:
    """Return a numeric fact: `2 coins` if the rules give both forms of its name, otherwise `limit 2`."""
    form = form_beside(program, f"{owner}.{name}", number)
    if form is not None:
        return f"{number} {form}"
    one = {plural: one for one, plural in program.tables.amounts.items()}.get(name, name)
    known = one in program.tables.amounts
    return counted(program, number, one) if known else f"{holding_label(program, owner, name)} {number}"


def place_label(program: Program, number: int) -> str:
    """Return a place with its owner: `a1's lot`, `the game's market for red`."""
    place = program.tables.places[number]
    further = f" for {place.further_key}" if place.further_key else ""
    return possessive_of(place.owner_key or "the game", place.name) + further


def member_label(program: Program, domain: str, thing: int) -> str:
    """Return a piece's label, in quotes if it could be mistaken for an amount."""
    label = program.domains[domain].labels[thing]
    return f'"{label}"' if label[:1].isdigit() else label


@lru_cache(maxsize=8192)
def pieces_label(program: Program, domain: str, kind: str, number: int) -> str:
    """Return a number of pieces without labels: `a card`, `27 tiles`; `kind` is the domain where there are several."""
    plurals = {each.name: each.plural for each in program.tables.pieces[domain].kinds}
    forms = (form_beside(program, f"{prefix}.{kind}", number) for prefix in ("piece", "shape"))
    many = plurals.get(kind, program.domains[domain].plural)
    word = next(filter(None, forms), (kind if number == 1 else many).replace("-", " "))
    if number != 1:
        return f"{number} {word}"
    return phrase(program, "an-thing" if word[0] in "aeiou" else "a-thing", thing=word)


@lru_cache(maxsize=64)
def kinds_of(program: Program, domain: str) -> Sequence[str]:
    """Return the kind of each piece of a domain."""
    return [kind.name for kind in program.tables.pieces[domain].kinds for _ in range(kind.size)]


def common_kind(program: Program, domain: str, pieces: Iterable[int]) -> str:
    """Return the kind of pieces, or of several kinds their domain."""
    kinds = {kinds_of(program, domain)[piece] for piece in pieces}
    return kinds.pop() if len(kinds) == 1 else domain


def choice_names(program: Program, codes: list[int]) -> list[str]:
    """Return unique names of choices: pieces that share a name keep their numbers."""
    short = [choice_name(program, code) for code in codes]
    if len(set(short)) == len(short):
        return short
    names: list[str] = []
    for code, name in zip(codes, short, strict=True):
        shared = short.count(name) > 1 if program.tables.choice(code).piece else name in names
        if shared or name in names:
            name = next(fuller for fuller in _longer_names(program, code) if fuller not in names)
        names.append(name)
    return names


def possible_names(program: Program, code: int) -> list[str]:
    """Return the names that a choice can have, from short to long; only where they are all taken, a number is added."""
    short = choice_name(program, code)
    menu, full = program.tables.choice(code).menu, _numbered_name(program, code, short)
    return [short, full, *([f"{full} ({menu})"] if menu else [])]


def _longer_names(program: Program, code: int) -> Iterator[str]:
    """Yield ever longer names: with the piece's number, with the menu, with a number of its own."""
    longer = possible_names(program, code)[1:]
    yield from longer
    yield from (f"{longer[-1]} {number}" for number in count(2))


def _numbered_name(program: Program, code: int, name: str) -> str:
    """Return the name with the number of the option's piece or of its argument."""
    choice = program.tables.choice(code)
    if choice.piece:
        return name.replace(choice.name, program.domains[choice.piece].members[piece_of(code)], 1)
    if choice.argument is not None and choice.argument.domain:
        info, thing = program.domains[choice.argument.domain], argument_of(code)
        return name.removesuffix(member_name(program, info.name, thing)) + info.members[thing]
    return name
