"""The log as text: as a story, or with the rule behind every line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from rulewright.diagnostics import RulesError
from rulewright.engine.runtime_errors import BrokenRules
from rulewright.report.layout import cells, fold, width
from rulewright.report.wording import together, word

if TYPE_CHECKING:
    from rulewright.engine import LogLine

SHORT = 36
"""Sentences up to this length share a line."""

OFTEN = 3
"""Repetitions of an action, or of alternating actions, from which they are merged into one line."""

EVERYTHING = -1
"""In place of a seat: one who reads all secrets."""


def readable(lines: Iterable[LogLine], seat: int | None) -> list[LogLine]:
    """Return the lines that this seat may read; None reads what is for all."""
    if seat == EVERYTHING:
        return [line for line in lines if not line.instead]
    return [line for line in lines if line.private is None or seat in line.private]


class StoryLine(NamedTuple):
    """A line of the story, and the lines of the log that it tells."""

    text: str
    told: tuple[LogLine, ...]


@dataclass(slots=True)
class Deed:
    """What one or several players did, one thing after the other."""

    who: list[str]
    phrases: list[str] = field(default_factory=list)
    chosen: bool = True
    begun: bool = False
    text: str = ""
    title: str = ""
    verb: str = ""
    told: list[LogLine] = field(default_factory=list)
    answered: set[int] = field(default_factory=set)
    """The questions that were answered in it."""

    def add(self, said: Said) -> None:
        """Go on with what the same player did."""
        line = said.line
        if line.verb and line.verb == self.verb:
            self.phrases[-1] = f"{self.phrases[-1]}, {line.phrase.removeprefix(line.verb).strip()}"
        else:
            self.phrases.append(line.phrase)
        self.verb = line.verb
        self.answered.add(line.question)
        self.text = said.text if len(self.phrases) == 1 else ""
        self.begun = self.begun or line.choice or said.is_effect
        self.chosen = self.chosen and line.choice

    def sentence(self) -> str:
        """Return the deed as a sentence."""
        if self.text and len(self.who) < 2 and not self.title:
            return self.text
        if not self.who:
            return self.text
        each = f"{word('each')} " if len(self.who) > 1 and not self.chosen else ""
        colon = ":" if self.title or each or self.begun else ""
        said = f"{self.title or together(self.who)}{colon} {each}{'; '.join(_several_deeds(self.phrases))}"
        return said if self.chosen or said.endswith((".", "?")) else f"{said}."


def _several_deeds(phrases: Sequence[str]) -> list[str]:
    """Return what was done, with repetitions merged and counted."""
    told: list[str] = []
    at = 0
    while at < len(phrases):
        size, end = _round_parts(phrases, at)
        for phrase in dict.fromkeys(phrases[at : at + size]):
            number = phrases[at:end].count(phrase)
            told.append(word("times", what=phrase, number=str(number)) if number > 1 else phrase)
        at = end
    return told


def _round_parts(phrases: Sequence[str], at: int) -> tuple[int, int]:
    """Return how many phrases from here on come again and again, and where that ends."""
    for size in range(1, (len(phrases) - at) // OFTEN + 1):
        end = at + size
        while end < len(phrases) and phrases[end] == phrases[end - size]:
            end += 1
        if end - at >= OFTEN * size:
            return size, end
    return 1, at + 1


def until_broken(problem: RulesError, seat: int | None, shown: int = 0) -> list[str]:
    """Return what happened until the rules broke, as far as it was not shown before, and a blank line below it."""
    told = story(problem.log[shown:], seat) if isinstance(problem, BrokenRules) else []
    return [*told, ""] if told else []


def story(lines: Iterable[LogLine], seat: int | None) -> list[str]:
    """Return what happened as sentences; sentences are joined, headings are lines of their own."""
    return [line.text for line in story_lines(lines, seat)]


def story_lines(lines: Iterable[LogLine], seat: int | None) -> list[StoryLine]:
    """Return the story line by line."""
    told: list[StoryLine] = []
    title: LogLine | None = None
    block: list[Said] = []
    for said in folded(readable(lines, seat)):
        if said.line.heading:
            told += _block_lines(title, block)
            title, block = said.line, []
        else:
            block.append(said)
    return told + _block_lines(title, block)


REACH = 8
"""How many lines after a choice are looked at for what it has caused."""


@dataclass(slots=True)
class Said:
    """A line of the log that a story is made of."""

    line: LogLine
    who: str
    dropped: bool = False

    @property
    def is_effect(self) -> bool:
        """Whether the line attributes the event to the player whose answer caused it."""
        return self.who != self.line.who

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.who}: {self.line.phrase}." if self.is_effect else self.line.text


def folded(lines: Sequence[LogLine]) -> list[Said]:
    """Leave out bookkeeping, answers that their effects tell again, and what comes to stand differently at once."""
    start = next((at for at, line in enumerate(lines) if line.choice or line.heading), len(lines))
    kept = [
        Said(line, line.who) for at, line in enumerate(lines)
        if not line.routine and (at >= start or line.who or not line.phrase)
    ]  # fmt: skip
    for at, said in enumerate(kept):
        effect = _without_repeats(said.line, kept[at + 1 : at + 1 + REACH])
        if effect is not None:
            said.dropped, effect.who = True, effect.who or said.who
    return [said for said in kept if not said.dropped]


def _without_repeats(line: LogLine, later: Sequence[Said]) -> Said | None:
    """Return the line that tells again what a line tells: the effect of an answer, or how something stands then."""
    for said in later:
        other = said.line
        if other.heading or (other.choice and line.who and other.who != line.who):
            return None
        if line.subject and line.subject == other.subject:
            return said
        if not line.choice or other.choice or not other.phrase or other.who not in ("", line.who):
            continue
        numeric = line.thing.lstrip("-").isdecimal()
        if (line.forced and not line.thing) or (line.thing and (numeric or line.thing.lower() in other.phrase.lower())):
            return said
    return None


def _block_lines(title: LogLine | None, lines: Sequence[Said]) -> list[StoryLine]:
    """Return a heading and what happened under it; a heading that names who did the first of it begins the sentence."""
    deeds = _alike(_joined_deeds(lines))
    if title and deeds and deeds[0].who and title.text.endswith(deeds[0].who[0]):
        deeds[0].title, deeds[0].text = title.text, ""
        return [*_broken_lines(deeds[0].sentence(), deeds[0].told), *_packed_sentences(deeds[1:])]
    return [*([StoryLine(text, (title,)) for text in fold(title.text)] if title else []), *_packed_sentences(deeds)]


def _broken_lines(sentence: str, told: Iterable[LogLine]) -> list[StoryLine]:
    return [StoryLine(text, tuple(told)) for text in fold(sentence, "", "  ")]


def _joined_deeds(lines: Sequence[Said]) -> list[Deed]:
    """Put together what the same player did, and what happened in between."""
    deeds: list[Deed] = []
    answered = set[int]()
    for at, said in enumerate(lines):
        line = said.line
        if not (deeds and _goes_on(deeds[-1], said)) or _is_another(deeds[-1], lines[at:], answered):
            deeds.append(Deed([said.who] if said.who else [], text=said.text))
        answered |= {line.question} - {-1}
        deeds[-1].told.append(line)
        if line.phrase:
            deeds[-1].add(said)
    return deeds


def _goes_on(deed: Deed, said: Said) -> bool:
    """Tell whether a line belongs to an action: the same player continues, or it follows from a choice."""
    if not said.line.phrase or not deed.who:
        return False
    return said.who in deed.who if said.who else deed.begun


def _is_another(deed: Deed, lines: Sequence[Said], answered: set[int]) -> bool:
    """Tell whether the first of these lines begins another action, not the next step of the same player's deed.

    It does as a choice from a menu, or an answer to a question that was answered before, unless the deed goes on after
    it. In the action that asked the question, a choice without consequences only ends it.
    """
    said, line = lines[0], lines[0].line
    if deed.chosen or not line.phrase or not (line.menu or line.question in answered):
        return False
    caused = [other.line for other in takewhile(lambda other: other.who in ("", said.who), lines[1:])]
    rules = {told.rule for told in deed.told}
    if any(not other.choice and other.rule in rules for other in caused):
        return False
    return (bool(caused) and not caused[0].choice) or not (line.menu or line.question in deed.answered)


def _alike(deeds: Sequence[Deed]) -> list[Deed]:
    """Put together players who did the same one after the other."""
    kept: list[Deed] = []
    for deed in deeds:
        last = kept[-1] if kept else None
        if last and last.who and deed.who and last.phrases == deed.phrases and last.chosen == deed.chosen:
            last.who += [name for name in deed.who if name not in last.who]
            last.told += deed.told
        else:
            kept.append(deed)
    return kept


def _packed_sentences(deeds: Sequence[Deed]) -> list[StoryLine]:
    """Put short sentences side by side, and break long ones."""
    lines: list[StoryLine] = []
    short = False
    for deed in deeds:
        sentence = deed.sentence()
        now = cells(sentence) <= SHORT
        if now and short and cells(lines[-1].text) + 2 + cells(sentence) <= width():
            before, told = lines[-1]
            lines[-1] = StoryLine(f"{before}{'' if before.endswith('.') else '.'} {sentence}", (*told, *deed.told))
        else:
            lines += _broken_lines(sentence, deed.told)
        short = now
    return lines


def recent(lines: Sequence[LogLine], seat: int | None, under: Sequence[str]) -> list[str]:
    """Return the story since the last question, without the headings of the current phases."""
    kept: list[LogLine] = []
    for line in readable(lines, seat):
        if line.heading and kept and kept[-1].heading:
            kept.pop()
        kept.append(line)
    while kept and kept[-1].heading:
        kept.pop()
    last = next((line for line in reversed(kept) if line.heading), None)
    if last is not None and last.text in under:
        kept.remove(last)
    return story(kept, seat)


def trace(lines: Iterable[LogLine], seat: int | None) -> list[str]:
    """Return what happened with the rule and its file and line under each sentence."""
    told: list[str] = []
    for line in readable(lines, seat):
        told += fold(line.text, "", "  ")
        if line.rule:
            told.append(f"    {line.rule}, {line.place}" if line.place else f"    {line.rule}")
    return told
