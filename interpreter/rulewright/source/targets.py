"""Targets of a game as designers write them: `seat spread < 5%`, `rounds 6 to 10`, `search:50 above greedy > 60%`.

A target is a measure, what is wanted of it, and, where it is not random seats, who plays. Every stage reads targets
here: files of `kind: targets`, and options of commands. `comparison/targets/` measures them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

from rulewright.diagnostics.similar import did_you_mean
from rulewright.source.seat_kinds import RANDOM

ROUNDS, DECISIONS, SPREAD, RAREST = "rounds", "decisions", "seat spread", "rarest option"
CHANGES, BEHIND, OPEN = "lead changes", "won from behind", "open part"
WAIT, UNFINISHED, ABOVE = "longest wait", "unfinished games", "above"
UNDER, OVER = "games under", "games over"
UNITS = (ROUNDS, DECISIONS)


@dataclass(frozen=True, slots=True)
class Measure:
    """What can be measured: how it is written, what it is, and whether it is a share."""

    written: str
    meaning: str
    percent: bool = True


MEASURES: Mapping[str, Measure] = {
    ROUNDS: Measure(ROUNDS, "how many rounds a game takes, on average", percent=False),
    DECISIONS: Measure(DECISIONS, "how many decisions a game takes, on average", percent=False),
    UNDER: Measure("games under N rounds", "the share of games that end too early; also: N decisions"),
    OVER: Measure("games over N rounds", "the share of games that take too long; also: N decisions"),
    UNFINISHED: Measure(UNFINISHED, "the share of games that break, or never end"),
    WAIT: Measure(WAIT, "the most decisions of others between two of one's own, on average", percent=False),
    SPREAD: Measure(SPREAD, "by how much more of the games the best seat wins than the worst"),
    CHANGES: Measure(CHANGES, "how often somebody else comes to lead, on average", percent=False),
    BEHIND: Measure(BEHIND, "the share of games whose winner was behind after half of the decisions"),
    OPEN: Measure(OPEN, "the part of a game after which its winner leads to the end, on average"),
    RAREST: Measure(RAREST, "the share of games in which the option is taken that is taken in the fewest"),
    ABOVE: Measure("KIND above KIND", "how often one kind of seat finishes above another, a tie as half"),
}
"""What targets are about, by name."""

_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,3})?\s*%?"
_TARGET = re.compile(
    rf"(?P<measure>.*?)(?:\s*(?P<sign><=?|>=?|\bat most\b|\bat least\b)\s*(?P<one>{_NUMBER})"
    rf"|\s+(?P<low>{_NUMBER})\s+to\s+(?P<high>{_NUMBER}))(?:\s+by\s+(?P<who>.+?)(?:\s+seats)?)?"
)
_BOUND = re.compile(rf"({UNDER}|{OVER}) ([0-9]{{1,6}}) ({'|'.join(UNITS)})")
_KIND = re.compile(r"(search:[1-9][0-9]{0,8}|level:[1-5]|[a-z][a-z0-9]*(-[a-z0-9]+)*)(\s+(with|without)\s.+)?")
FORMS = "Write what is wanted behind a measure: rounds 6 to 10, decisions < 400, seat spread < 5%."
KNOWN = f"Known: {', '.join(measure.written for measure in MEASURES.values())}."


class TargetError(ValueError):
    """A text that is no target: from where to where it is wrong, why, and what to do about it."""

    def __init__(self, start: int, wrong: str, message: str, *remedy: str) -> None:
        self.start, self.wrong, self.message, self.remedy = start, wrong, message, remedy
        super().__init__(f"column {start + 1}: {' '.join((f'{message}.', *remedy))}")


@dataclass(frozen=True)
class Target:
    """What is wanted of a measure: a number from `least` to `most`; shares are from 0 to 1.

    `kinds`: who plays, the same kind in all seats, or two against each other, the one that is to finish above second.
    `bound` and `unit`: of `games under 4 rounds`.
    """

    measure: str
    least: float = -inf
    most: float = inf
    kinds: tuple[str, ...] = (RANDOM,)
    bound: int = 0
    unit: str = ""

    @property
    def percent(self) -> bool:
        """Whether a share is wanted."""
        return MEASURES[self.measure].percent

    @property
    def subject(self) -> str:
        """What is measured, in one way however it was typed."""
        if self.measure == ABOVE:
            return f"{self.kinds[1]} {ABOVE} {self.kinds[0]}"
        return f"{self.measure} {self.bound} {self.unit}" if self.unit else self.measure

    @property
    def who(self) -> str:
        """Who plays, where that is said: ` by greedy seats`."""
        return "" if self.measure == ABOVE or self.kinds == (RANDOM,) else f" by {self.kinds[0]} seats"

    @property
    def wanted(self) -> str:
        """What is wanted: `< 5%`, `6 to 10`."""
        low, high = (f"{100 * end if self.percent else end:.7g}{'%' * self.percent}" for end in (self.least, self.most))
        return f"< {high}" if self.least == -inf else f"> {low}" if self.most == inf else f"{low} to {high}"

    def __str__(self) -> str:
        return f"{self.subject} {self.wanted}{self.who}"


def names_in_kind(kind: str) -> list[str]:
    """Return a kind of seat without its restrictions, and the names in those."""
    return re.split(r"\s+(?:with|without|and|over)\s+", kind)


def typed_target(text: str) -> Target:
    """Return the target that a text says; raises `TargetError` for any other text."""
    found = _TARGET.fullmatch(text.strip())
    start = len(text) - len(text.lstrip())
    if found is None:
        raise TargetError(start, text.strip(), f'"{text.strip()}" is no target', FORMS)
    measure, kinds, bound, unit = _subject(" ".join(found["measure"].split()), start)
    if found["who"] is not None:
        if measure == ABOVE:
            raise TargetError(start + found.start("who"), found["who"], "who plays is said already", 'Leave out "by".')
        kinds = (_kind(found["who"], start + found.start("who")),)
    ends = [_number(found, part, measure, start) for part in (("one",) if found["one"] else ("low", "high"))]
    least, most = (ends[0], ends[-1]) if len(ends) > 1 else (-inf, inf)
    if found["sign"]:
        least, most = (-inf, ends[0]) if found["sign"] in ("<", "<=", "at most") else (ends[0], inf)
    if least > most:
        where = start + found.start("low")
        raise TargetError(where, found["low"], "the first number is the larger one", "Swap the two numbers.")
    return Target(measure, least, most, kinds, bound, unit)


def typed_measure(text: str) -> Target:
    """Return a target of which nothing is wanted, for a measure alone; raises `TargetError` for any other text."""
    percent = next((measure.percent for name, measure in MEASURES.items() if text.strip().startswith(name)), True)
    return replace(typed_target(f"{text} > 0{'%' * percent}"), least=-inf)


def _subject(said: str, start: int) -> tuple[str, tuple[str, ...], int, str]:
    """Return a measure, who plays, and with how many of what games are compared."""
    stronger, above, weaker = said.rpartition(f" {ABOVE} ")
    if above:
        kinds = (_kind(weaker, start + len(stronger) + len(above)), _kind(stronger, start))
        if kinds[0] == kinds[1]:
            raise TargetError(start, said, "no seat finishes above its own kind more often", "Name two kinds.")
        return ABOVE, kinds, 0, ""
    bound = _BOUND.fullmatch(said)
    if bound is not None:
        return bound[1], (RANDOM,), int(bound[2]), bound[3]
    if said not in MEASURES or said in (ABOVE, UNDER, OVER):
        near = did_you_mean(said, [measure.written for measure in MEASURES.values()])
        raise TargetError(start, said, f'there is no measure "{said}"', *near, KNOWN)
    return said, (RANDOM,), 0, ""


def _kind(said: str, start: int) -> str:
    if _KIND.fullmatch(said) is None:
        remedy = "Name a kind such as random, greedy, search:50 or level:3, or a plan of the ruleset."
        raise TargetError(start, said, f'"{said}" is no kind of seat that plays the same game again', remedy)
    return said


def _number(found: re.Match[str], part: str, measure: str, start: int) -> float:
    """Return a number; a share is one with a percent sign."""
    typed, percent = found[part], MEASURES[measure].percent
    number = float(typed.rstrip("% "))
    if ("%" in typed) != percent:
        says = "is a share, with a percent sign" if percent else "is no share"
        shown = f"{number:.7g}{'%' * percent}"
        raise TargetError(start + found.start(part), typed, f'"{found["measure"].strip()}" {says}', f"Write {shown}.")
    if percent and number > 100:
        raise TargetError(start + found.start(part), typed, "no share is above 100%", "Write a smaller one.")
    return number / 100 if percent else number
