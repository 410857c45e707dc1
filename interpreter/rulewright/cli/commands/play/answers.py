"""From what a person typed to the choice that is meant, or a sentence that helps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from unicodedata import combining, normalize

from rulewright.diagnostics.similar import nearest_word
from rulewright.engine import Choice, Question
from rulewright.phrasing import listing
from rulewright.report.question_text import amount_text, amounts, how_many_text, numbered
from rulewright.report.wording import word

MOST_NAMES = 8
"""More names than this are not listed in an answer."""

BARRED_LETTERS = str.maketrans("łđøæœß", "ldoaos")
"""Letters that are no plain letters with a mark to take away."""

Answer = Choice | str
"""The choice that was meant, or what to tell the person instead."""


def choice_meant(question: Question, typed: str) -> Answer:
    """Return the choice meant by an amount, a number, a name, a label, or the beginning of one."""
    start = " ".join(typed.split()).lower()
    if re.fullmatch("-?[0-9]{1,18}", start):
        return by_amount(question, int(start)) if question.amount else by_number(question, int(start))
    exact = [c for c in question.choices if start in spellings_of(c)]
    found = (
        exact
        or choices_beginning(question, start)
        or [c for c in question.choices if without_marks(start) in map(without_marks, spellings_of(c))]
    )
    if len(found) == 1:
        return found[0]
    return ask_which(found, exact=bool(exact)) if found else unknown_answer(question, typed)


def choices_meant(question: Question, typed: str) -> list[Choice] | str:
    """Return what is meant, or what to tell the person; several things stand one behind the other, or after commas."""
    whole = choice_meant(_without_doubles(question), typed)
    if question.several is None:
        return whole if isinstance(whole, str) else [whole]
    found = things_meant(
        question, [typed] if not isinstance(whole, str) else typed.split("," if "," in typed else None)
    )
    if isinstance(found, str):
        return found
    least, most = question.several
    if least <= len(found) <= most:
        return found or [question.choices[0]]
    return word("not-so-many", many=str(len(found)), wanted=how_many_text(question.several))


def things_meant(question: Question, words: Sequence[str]) -> list[Choice] | str:
    """Return which things some words mean, each thing once, or what to tell the person."""
    left, found = question, list[Choice]()
    for each in filter(None, map(str.strip, words)):
        digits = each.isdecimal()
        meant = choice_meant(question if digits else _without_doubles(left), each)
        if isinstance(meant, str):
            return meant
        found += [meant] if meant in left.choices and meant.value is not None else []
        left = replace(left, choices=tuple(one for one in left.choices if one is not meant))
    return found


def _without_doubles(question: Question) -> Question:
    """Return a question with the first of things that look alike, where several are chosen."""
    if question.several is None:
        return question
    return replace(question, choices=tuple({choice.label: choice for choice in question.choices[::-1]}.values())[::-1])


def matching_choices(question: Question, typed: str) -> list[Choice]:
    """Return the choices that an answer that begins as was typed can mean; all of them while nothing is typed."""
    start = " ".join(typed.split()).lower()
    if not start:
        return list(question.choices)
    meant = choice_meant(question, typed)
    if not isinstance(meant, str):
        return [meant]
    listed = {c.code: str(number) for number, c in enumerate(numbered(question), 1)}
    by_digits = [
        c for c in question.choices if (str(c.amount) if question.amount else listed.get(c.code, "")).startswith(start)
    ]
    return (
        by_digits
        or choices_beginning(question, start)
        or [c for c in question.choices if any(without_marks(start) in without_marks(n) for n in spellings_of(c))]
    )


def choices_beginning(question: Question, start: str) -> list[Choice]:
    """Return the choices that begin with the start; where an amount is asked, amounts are typed as numbers."""
    found = [c for c in question.choices if any(name.startswith(start) for name in spellings_of(c))]
    others = [c for c in found if c.amount is None] if question.amount else []
    return others or found


def spellings_of(choice: Choice) -> tuple[str, ...]:
    """Return all ways to write a choice out."""
    label = choice.label.lower()
    return choice.name.lower(), choice.name.lower().replace("-", " "), label, label.replace(" ", "-")


def without_marks(text: str) -> str:
    """Return a text without marks on its letters, as it can be typed on any keyboard."""
    letters = normalize("NFKD", text.translate(BARRED_LETTERS))
    return "".join(letter for letter in letters if not combining(letter))


def by_amount(question: Question, amount: int) -> Answer:
    """Return the choice with this amount."""
    found = [c for c in question.choices if c.amount == amount]
    if len(found) == 1:
        return found[0]
    if found:
        return ask_which(found)
    ranges = listing([amount_text(group) for group in amounts(question)], word("or"))
    if ranges:
        return word("cannot-amount-of", amount=str(amount), ranges=ranges)
    return word("cannot-amount", amount=str(amount))


def by_number(question: Question, number: int) -> Answer:
    """Return the option with this number in the list."""
    listed = numbered(question)
    exact = [c for c in question.choices if c.name == str(number)]
    if exact:
        return exact[0]
    if 1 <= number <= len(listed):
        return listed[number - 1]
    return word("no-option", number=str(number), last=str(len(listed))) if listed else word("type-a-name")


def ask_which(found: Sequence[Choice], exact: bool = False) -> str:
    """Return the question which of several was meant."""
    names = list(dict.fromkeys(c.name if exact else c.label for c in found))
    if len(names) < 2:
        names = [c.name for c in found]
    shown = listing(names, word("or"))
    if len(names) > MOST_NAMES:
        shown = f"{', '.join(names[:MOST_NAMES])} {word('others-too', number=str(len(names) - MOST_NAMES))}"
    return word("which-one", names=shown)


def unknown_answer(question: Question, typed: str) -> str:
    """Return the message for a word that matches no choice, with a suggestion."""
    known = {name for c in question.choices for name in spellings_of(c)}
    best = nearest_word(typed.lower(), known)
    meant = word("did-you-mean", name=best) if best else ""
    return word("not-offered", typed=typed, meant=meant)
