"""Pieces of sentences: text in which some words are stressed or lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Run(NamedTuple):
    """A stretch of text; style is empty, strong, em, code or note (small and raised), target a link's anchor."""

    text: str
    style: str = ""
    target: str = ""


Phrase = tuple[Run, ...]
Part = Phrase | str | int


def run(text: str, style: str = "", target: str = "") -> Phrase:
    """Return a phrase of one stretch."""
    return (Run(text, style, target),)


def say(template: str, *parts: Part) -> Phrase:
    """Return the template with the parts in place of its {}."""
    words = template.split("{}")
    found: list[Run] = [Run(words[0])]
    for part, after in zip(parts, words[1:], strict=True):
        found += part if isinstance(part, tuple) else (Run(str(part)),)
        found.append(Run(after))
    return tuple(stretch for stretch in found if stretch.text)


def plain(phrase: Phrase) -> str:
    """Return the words alone."""
    return "".join(stretch.text for stretch in phrase)


def capital(phrase: Phrase) -> Phrase:
    """Return the phrase with a capital letter in front."""
    if not phrase:
        return phrase
    first = phrase[0]
    return (first._replace(text=first.text[:1].upper() + first.text[1:]), *phrase[1:])


def sentence(phrase: Phrase, end: str = ".") -> Phrase:
    """Return the phrase as a sentence."""
    return (*capital(phrase), *(() if plain(phrase)[-1:] in ".:!?" else (Run(end),)))


def styled(phrase: Phrase, style: str) -> Phrase:
    """Return the phrase in another style, equal stretches in one piece."""
    found: list[Run] = []
    for stretch in phrase:
        if found and found[-1].target == stretch.target:
            found[-1] = found[-1]._replace(text=found[-1].text + stretch.text)
        else:
            found.append(stretch._replace(style=style))
    return tuple(found)


def joined(parts: Iterable[Phrase], between: str = " ") -> Phrase:
    """Join phrases with something between them."""
    found: list[Run] = []
    for part in parts:
        found += [Run(between), *part] if found else part
    return tuple(found)


def listed(parts: Sequence[Phrase], last: str = "and") -> Phrase:
    """Join phrases as in a sentence: `a, b and c`."""
    if len(parts) < 2:
        return joined(parts)
    return say(f"{{}} {last} {{}}", joined(parts[:-1], ", "), parts[-1])


def spaced(name: str) -> str:
    """Return a name of the rules as words: `action-card` is "action card"."""
    return name.replace("-", " ")


def article(words: str) -> str:
    """Return the words with a or an in front."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


DONE = re.compile(r"(ed|en|wn|ing|left|sold|lost|kept|paid)$")
"""Endings of words that qualify the one before: `cards left`, `ships taken`."""


def is_plural(words: str) -> bool:
    """True when what is spoken of is a plural: the word before "of", the one before "left", else the last."""
    head = words.partition(" of ")[0].split(" ")
    last = head[-2] if len(head) > 1 and DONE.search(head[-1]) else head[-1]
    return last.endswith("s") and not last.endswith(("ss", "us", "'s"))


OPENERS = frozenset((
    "Add", "As", "At", "Choose", "Discard", "Do", "Draw", "Each", "For", "From", "If", "Lower", "Move", "Nobody",
    "Otherwise", "Pay", "Raise", "Remove", "Roll", "Say", "Score", "Shuffle", "Take", "That", "The", "There", "This",
    "You", "Your",
))  # fmt: skip
"""What our own sentences begin with."""


def lowered(text: str) -> str:
    """Return one of our own sentences as it continues another; names keep their capital letter."""
    return text[:1].lower() + text[1:] if text.split(" ")[0].rstrip(":") in OPENERS else text
