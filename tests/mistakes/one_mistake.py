"""Makes one mistake in a line of rules, of each kind that somebody may make at a keyboard or for want of a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from tests.fuzz.sentences import language

from rulewright import reference
from rulewright.syntax.parser import declaration_texts
from rulewright.syntax.recovery.hints import hints

CHECKOUT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"^```rules[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
WORD = re.compile(r'"[^"\n]*"|[a-z][a-z0-9]*(?:-[a-z0-9]+)*|\d+|[^\s\w]')
SIGNS = {
    "is at least": ">=", "is at most": "<=", "is not": "!=", "is": "==", "is above": ">", "is below": "<", "times": "*",
    "and": "&", "or": "|", "be": "=", "to": "=", "'s": "\u2019s", " - ": " \u2212 ", '"': "\u201c",
}  # fmt: skip
"""Signs of other languages for words and signs of this one."""


@cache
def declarations() -> tuple[str, ...]:
    """Return every declaration of the shipped rulesets, the examples and the reference, each once."""
    files = [*CHECKOUT.glob("rulesets/*/rules/*.rules"), *CHECKOUT.glob("examples/*/rules/*.rules")]
    texts = [path.read_text("utf-8") for path in sorted(files)]
    for page in sorted(Path(reference.__file__).parent.glob("*.md")):
        texts += EXAMPLE.findall(page.read_text("utf-8"))
    return tuple(
        dict.fromkeys(piece for text in texts for _, piece in declaration_texts(text) if says_something(piece))
    )


def says_something(piece: str) -> bool:
    """Return whether a part of a file is more than blank lines and comments."""
    return any(line.strip() and line.strip()[0] != "#" for line in piece.split("\n"))


def words_of(line: str) -> list[re.Match[str]]:
    """Return the words, numbers, texts and signs of a line, without its comment."""
    return list(WORD.finditer(re.sub(r'(?<=[\s)])#[^"]*$', "", line)))


def _put(line: str, spot: re.Match[str], new: str) -> str:
    return line[: spot.start()] + new + line[spot.end() :]


def _chosen(line: str, chance: Random, fits: Callable[[str], bool]) -> re.Match[str] | None:
    spots = [spot for spot in words_of(line) if fits(spot[0])]
    return chance.choice(spots) if spots else None


def slip(line: str, chance: Random) -> str:
    """One letter of a word is wrong, missing, double, or changes places with the next."""
    spot = _chosen(line, chance, lambda word: word[0].isalpha() and len(word) > 1)
    if spot is None:
        return line
    word = spot[0]
    at = chance.randrange(len(word) - 1)
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    return _put(line, spot, chance.choice((
        word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:], word[:at] + letter + word[at + 1 :],
    )))  # fmt: skip


def capital(line: str, chance: Random) -> str:
    """A word begins with a capital letter."""
    spot = _chosen(line, chance, lambda word: word[0].isalpha())
    return line if spot is None else _put(line, spot, spot[0].capitalize())


def underlined(line: str, chance: Random) -> str:
    """A name has an underline, or a blank, where a hyphen belongs."""
    spot = _chosen(line, chance, lambda word: word[0].isalpha() and "-" in word)
    return line if spot is None else _put(line, spot, spot[0].replace("-", chance.choice("_ "), 1))


def quoted(line: str, chance: Random) -> str:
    """A word stands in quotes, or a text without them, or with one."""
    spot = _chosen(line, chance, lambda word: word[0].isalpha() or word[0] == '"')
    if spot is None:
        return line
    if spot[0][0] == '"':
        return _put(line, spot, chance.choice((spot[0][1:], spot[0][:-1], spot[0][1:-1], f"'{spot[0][1:-1]}'")))
    return _put(line, spot, f'"{spot[0]}"')


def blanks(line: str, chance: Random) -> str:
    """A blank is missing or too many."""
    at = chance.randrange(len(line) - len(line.lstrip()), len(line))
    spots = [spot.start() for spot in re.finditer(r"(?<=\S) ", line)]
    if spots and chance.random() < 0.6:
        at = chance.choice(spots)
        return line[:at] + line[at + 1 :]
    return line[:at] + chance.choice(" \t\u00a0") + line[at:]


def indented(line: str, chance: Random) -> str:
    """A line stands too far to the left or to the right."""
    by = chance.choice((-4, -2, -1, 1, 2, 4))
    return " " * by + line if by > 0 else line.removeprefix(" " * -by)


def moved(line: str, chance: Random) -> str:
    """Two neighbouring words change places."""
    spots = words_of(line)
    if len(spots) < 2:
        return line
    at = chance.randrange(len(spots) - 1)
    one, two = spots[at], spots[at + 1]
    return line[: one.start()] + two[0] + line[one.end() : two.start()] + one[0] + line[two.end() :]


def dropped(line: str, chance: Random) -> str:
    """A word or a sign is missing."""
    spot = _chosen(line, chance, lambda _: True)
    return line if spot is None else _put(line, spot, "")


def added(line: str, chance: Random) -> str:
    """A word or a sign is too many."""
    spot = _chosen(line, chance, lambda _: True)
    extra = chance.choice((*MORE, chance.choice(language()), spot[0] if spot else ""))
    return line if spot is None else _put(line, spot, f"{spot[0]} {extra}")


MORE = ("the", "a", "new", "random", "all", "then", "(", ")", ":", ",", "top", "fits", "under", "each", "so")
"""Words and signs that are often too many."""


def other(line: str, chance: Random) -> str:
    """Another word stands for one of the language."""
    spot = _chosen(line, chance, lambda word: word in language())
    return line if spot is None else _put(line, spot, chance.choice((*OTHERS, chance.choice(language()))))


OTHERS = ("under", "into", "onto", "in", "of", "by", "for", "with", "from", "to", "on", "fits", "back", "first", "at")
"""Words that are often taken for others."""


def foreign(line: str, chance: Random) -> str:
    """A word or sign of another language stands for one of this language."""
    table = [(ours, theirs) for words in hints().words.values() for theirs, ours in words.items() if ours]
    table += SIGNS.items()
    fits = [(ours, theirs) for ours, theirs in table if re.search(rf"(?<![\w-]){re.escape(ours)}(?![\w-])", line)]
    if not fits:
        return line
    ours, theirs = chance.choice(fits)
    return re.sub(rf"(?<![\w-]){re.escape(ours)}(?![\w-])", theirs, line, count=1)


MISTAKES = (
    slip, slip, capital, underlined, quoted, blanks, indented, moved, dropped, added, other, foreign,
)  # fmt: skip
"""What somebody may do to a line."""


def spoilt(declaration: str, chance: Random, mistakes: int = 1) -> tuple[str, str]:
    """Return a declaration with mistakes, each in a line of its own, and the name of the last kind."""
    lines, kind = declaration.split("\n"), ""
    spots = [at for at, line in enumerate(lines) if line.strip() and line.strip()[0] != "#"]
    for at in chance.sample(spots, min(mistakes, len(spots))):
        make = chance.choice(MISTAKES)
        lines[at], kind = make(lines[at], chance), make.__name__
    return "\n".join(lines), kind
