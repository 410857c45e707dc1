"""Damage to rule files that still reads like rules: words, names, values, sentences and declarations change places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from random import Random

from rulewright.diagnostics import Findings
from rulewright.syntax.declarations import Decl
from rulewright.syntax.expressions import Node, Word
from rulewright.syntax.parser import declaration_texts, parse
from rulewright.syntax.tables import grammar

WORD = re.compile(r'"[^"\n]*"|[a-z][a-z0-9]*(?:-[a-z0-9]+)*|\d+')
Shelf = tuple[str, ...]
"""The rule texts from which parts may be taken."""


@lru_cache(maxsize=1)
def language() -> tuple[str, ...]:
    """Return the words of the language."""
    return tuple(sorted(set(re.findall(r'"([a-z-]+)"', grammar()))))


@lru_cache(maxsize=1)
def starts() -> frozenset[str]:
    """Return the language's words as a set."""
    return frozenset(language())


def words(text: str) -> list[re.Match[str]]:
    """Return all words, numbers and texts of a rule file, without its comments."""
    return list(WORD.finditer(re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), text)))


def _put(text: str, spot: re.Match[str], new: str) -> str:
    return text[: spot.start()] + new + text[spot.end() :]


def other_word(text: str, shelf: Shelf, chance: Random) -> str:
    """Write another word of the language for one that stands there."""
    spots = [spot for spot in words(text) if spot[0] in starts()]
    return _put(text, chance.choice(spots), chance.choice(language())) if spots else text


def other_name(text: str, shelf: Shelf, chance: Random) -> str:
    """Write another name of the ruleset, or a word of the language, for a name that stands there."""
    spots = [spot for spot in words(text) if spot[0] not in starts() and not spot[0].isdigit() and spot[0][0] != '"']
    if not spots:
        return text
    known = sorted({spot[0] for other in (text, *shelf) for spot in words(other) if spot[0][0] != '"'} - starts())
    new = chance.choice((*known, chance.choice(language()))) if chance.random() < 0.9 else chance.choice(language())
    return _put(text, chance.choice(spots), new)


def names_swapped(text: str, shelf: Shelf, chance: Random) -> str:
    """Let two names of a file change places, everywhere in the file."""
    known = sorted({spot[0] for spot in words(text) if spot[0][0] != '"' and not spot[0].isdigit()} - starts())
    if len(known) < 2:
        return text
    a, b = chance.sample(known, 2)
    return WORD.sub(lambda spot: {a: b, b: a}.get(spot[0], spot[0]), text)


def word_moved(text: str, shelf: Shelf, chance: Random) -> str:
    """Leave out a word, or write it twice, or write it elsewhere too."""
    spots = words(text)
    if not spots:
        return text
    spot, other = chance.choice(spots), chance.choice(spots)
    return chance.choice(
        (_put(text, spot, ""), _put(text, spot, f"{spot[0]} {spot[0]}"), _put(text, spot, f"{spot[0]} {other[0]}"))
    )


# ---- parts of the tree


@lru_cache(maxsize=64)
def parts(text: str) -> dict[str, tuple[tuple[int, int, str], ...]]:
    """Return the parts of a rule file by sort: values and conditions, sentences, declarations, with their places."""
    ends = [0]
    for line in text.split("\n"):
        ends.append(ends[-1] + len(line) + 1)
    found: dict[str, list[tuple[int, int, str]]] = {"value": [], "sentence": [], "declaration": []}
    for declaration in parse("fuzz", text, Findings()):
        for sort, node in _nodes(declaration, "declaration"):
            span = node.span
            begin, end = ends[span.line - 1] + span.column - 1, ends[span.end_line - 1] + span.end_column - 1
            found[sort].append((begin, end, text[begin:end]))
    return {sort: tuple(spots) for sort, spots in found.items()}


def _nodes(node: Node, sort: str) -> Iterator[tuple[str, Node]]:
    yield sort, node
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Node) and not isinstance(inner, Word):
                yield from _nodes(inner, _sort(inner))


def _sort(node: Node) -> str:
    if isinstance(node, Decl):
        return "declaration"
    return "sentence" if type(node).__module__.endswith(("statements", "declarations")) else "value"


def part_exchanged(text: str, shelf: Shelf, chance: Random) -> str:
    """Write a value for a value, a sentence for a sentence, from anywhere in the ruleset."""
    sort = chance.choice(("value", "value", "value", "sentence"))
    here = parts(text)[sort]
    there = parts(chance.choice((text, *shelf)))[sort]
    if not here or not there:
        return text
    begin, end, old = chance.choice(here)
    new = chance.choice(there)[2]
    if sort == "value" and chance.random() < 0.4:
        new = chance.choice(WRAPPED).format(new, old)
    return text[:begin] + _indented(text, begin, new) + text[end:]


WRAPPED = (
    "number of ({0})", "({0}) + ({1})", "({1}) - ({0})", "first of ({0})", "({0}) times ({1})", "last of ({0})",
    "not ({1})", "({0}) is ({1})", "({0}) is not in ({1})", "({0}) within ({1})", "only one of ({0})", "({0})'s {1}",
    "sum of {0} for each {1} in players", "{0} where it is {1}", "{0} with most {1}", "{0} for {1}", "({1}) or ({0})",
    "({1}) and ({0})", "there is no ({0})", "for some it in ({0}) ({1})", "lesser of ({0}) and ({1})",
    "next {0} after {1}",
)  # fmt: skip


def _indented(text: str, begin: int, new: str) -> str:
    """Return a part with its inner lines indented as they belong there."""
    own = begin - (text.rfind("\n", 0, begin) + 1)
    lines = new.split("\n")
    inner = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    shift = own + 4 - min(inner) if inner else 0
    return "\n".join([lines[0], *(" " * max(0, shift + len(x) - len(x.lstrip())) + x.lstrip() for x in lines[1:])])


def sentence_added(text: str, shelf: Shelf, chance: Random) -> str:
    """Write a sentence from anywhere in the ruleset above or below one that stands there."""
    here = parts(text)["sentence"]
    there = parts(chance.choice((text, *shelf)))["sentence"]
    if not here or not there:
        return text
    begin, end, _ = chance.choice(here)
    new = _indented(text, begin, chance.choice(there)[2].rstrip())
    margin = "\n" + " " * (begin - (text.rfind("\n", 0, begin) + 1))
    if chance.random() < 0.5:
        return text[:begin] + new + margin + text[begin:]
    return text[:end].rstrip() + margin + new + "\n" + text[end:]


def declaration_added(text: str, shelf: Shelf, chance: Random) -> str:
    """Put in a whole declaration of another file."""
    there = [piece for _, piece in declaration_texts(chance.choice((text, *shelf)))]
    here = [piece for _, piece in declaration_texts(text)]
    here.insert(chance.randrange(len(here) + 1), chance.choice(there))
    return "\n".join(here)


RULES: tuple[Callable[[str, Shelf, Random], str], ...] = (
    other_word, other_name, other_name, names_swapped, word_moved, part_exchanged, part_exchanged, part_exchanged,
    part_exchanged, sentence_added, sentence_added, declaration_added,
)  # fmt: skip
"""What can be done to rule files."""
