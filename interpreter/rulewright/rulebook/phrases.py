"""Pieces of sentences: text in which some words are stressed or lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class TextRun(NamedTuple):
    """A stretch of text; style is empty, strong, em, code or note (small and raised), target a link's anchor."""

    text: str
    style: str = ""
    target: str = ""


Phrase = tuple[TextRun, ...]
Part = Phrase | str | int


def phrase_of(text: str, style: str = "", target: str = "") -> Phrase:
    """Return a phrase of one stretch."""
    return (TextRun(text, style, target),)


def say(template: str, *parts: Part) -> Phrase:
    """Return the template with the parts in place of its {}."""
    words = template.split("{}")
    found: list[TextRun] = [TextRun(words[0])]
    for part, after in zip(parts, words[1:], strict=True):
        found += part if isinstance(part, tuple) else (TextRun(str(part)),)
        found.append(TextRun(after))
    return tuple(stretch for stretch in found if stretch.text)


def plain_text(phrase: Phrase) -> str:
    """Return the words alone."""
    return "".join(stretch.text for stretch in phrase)


def capitalize_phrase(phrase: Phrase) -> Phrase:
    """Return the phrase with a capital letter in front."""
    if not phrase:
        return phrase
    first = phrase[0]
    return (first._replace(text=first.text[:1].upper() + first.text[1:]), *phrase[1:])


def end_sentence(phrase: Phrase, end: str = ".") -> Phrase:
    """Return the phrase as a sentence."""
    return (*capitalize_phrase(phrase), *(() if plain_text(phrase)[-1:] in ".:!?" else (TextRun(end),)))


def restyle_phrase(phrase: Phrase, style: str) -> Phrase:
    """Return the phrase in another style, equal stretches in one piece."""
    found: list[TextRun] = []
    for stretch in phrase:
        if found and found[-1].target == stretch.target:
            found[-1] = found[-1]._replace(text=found[-1].text + stretch.text)
        else:
            found.append(stretch._replace(style=style))
    return tuple(found)


def join_phrases(parts: Iterable[Phrase], between: str = " ") -> Phrase:
    """Join phrases with something between them."""
    found: list[TextRun] = []
    for part in parts:
        found += [TextRun(between), *part] if found else part
    return tuple(found)


def list_phrases(parts: Sequence[Phrase], last: str = "and") -> Phrase:
    """Join phrases as in a sentence: `a, b and c`."""
    if len(parts) < 2:
        return join_phrases(parts)
    return say(f"{{}} {last} {{}}", join_phrases(parts[:-1], ", "), parts[-1])


def list_asked_about(parts: Sequence[Phrase]) -> Phrase:
    """Join what a verb is asked about as the rules do: the tile fits `the cell at the turning`."""
    return say("{} at {}", parts[0], list_phrases(parts[1:])) if len(parts) > 1 else join_phrases(parts)


def name_words(name: str) -> str:
    """Return a name of the rules as words: `action-card` is "action card"."""
    return name[:1] + name[1:].replace("-", " ")


def with_article(words: str) -> str:
    """Return the words with a or an in front."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


PARTICIPLE_ENDING = re.compile(r"(ed|en|wn|ing|left|sold|lost|kept|paid)$")
"""Endings of words that qualify the one before: `cards left`, `ships taken`."""


def is_plural(words: str) -> bool:
    """True when what is spoken of is a plural: the word before "of", the one before "left", else the last."""
    head = words.partition(" of ")[0].split(" ")
    last = head[-2] if len(head) > 1 and PARTICIPLE_ENDING.search(head[-1]) else head[-1]
    return last.endswith("s") and not last.endswith(("ss", "us", "'s"))


OPENING_WORDS = frozenset((
    "Add", "Again", "All", "As", "At", "Chance", "Choose", "Discard", "Do", "Draw", "Each", "For", "From", "If",
    "Lower", "Move", "Nobody", "Otherwise", "Pay", "Put", "Raise", "Remove", "Roll", "Say", "Score", "Shuffle", "Take",
    "That", "The", "There", "This", "You", "Your",
))  # fmt: skip
"""What our own sentences begin with."""


def continue_sentence(text: str) -> str:
    """Return one of our own sentences as it continues another; names keep their capital letter."""
    return text[:1].lower() + text[1:] if text.split(" ")[0].rstrip(":") in OPENING_WORDS else text
