"""From what a person typed to the choice that is meant, or a sentence that helps."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, normalize

from rulewright.diagnostics import nearest
from rulewright.players.table import TableChoice, TableQuestion
from rulewright.report.layout import listing
from rulewright.report.question_text import amount_text, amounts, numbered

AT_MOST = 8
"""More names than this are not listed in an answer."""

BARRED = str.maketrans("łđøæœß", "ldoaos")
"""Letters that are no plain letters with a mark to take away."""

Answer = TableChoice | str
"""The choice that was meant, or what to tell the person instead."""


def answer(question: TableQuestion, typed: str) -> Answer:
    """Return the choice meant by an amount, a number, a name, a label, or the beginning of one."""
    word = " ".join(typed.split()).lower()
    if word.lstrip("-").isascii() and word.lstrip("-").isdigit():
        return by_amount(question, int(word)) if question.amount else by_number(question, int(word))
    exact = [c for c in question.choices if word in spellings(c)]
    found = (
        exact or begun(question, word) or [c for c in question.choices if plainly(word) in map(plainly, spellings(c))]
    )
    if len(found) == 1:
        return found[0]
    return which(found, exact=bool(exact)) if found else unknown(question, typed)


def begun(question: TableQuestion, word: str) -> list[TableChoice]:
    """Return the choices that begin with the word; where an amount is asked, amounts are typed as numbers."""
    found = [c for c in question.choices if any(name.startswith(word) for name in spellings(c))]
    others = [c for c in found if c.amount is None] if question.amount else []
    return others or found


def spellings(choice: TableChoice) -> tuple[str, ...]:
    """Return all ways to write a choice out."""
    label = choice.label.lower()
    return choice.name.lower(), choice.name.lower().replace("-", " "), label, label.replace(" ", "-")


def plainly(text: str) -> str:
    """Return a text without marks on its letters, as it can be typed on any keyboard."""
    letters = normalize("NFKD", text.translate(BARRED))
    return "".join(letter for letter in letters if not combining(letter))


def by_amount(question: TableQuestion, amount: int) -> Answer:
    """Return the choice with this amount."""
    found = [c for c in question.choices if c.amount == amount]
    if len(found) == 1:
        return found[0]
    if found:
        return which(found)
    ranges = listing([amount_text(group) for group in amounts(question)], "or")
    return f"{amount} cannot be chosen: {ranges}." if ranges else f"{amount} cannot be chosen."


def by_number(question: TableQuestion, number: int) -> Answer:
    """Return the option that stands in the list with this number."""
    listed = numbered(question)
    exact = [c for c in question.choices if c.name == str(number)]
    if exact:
        return exact[0]
    if 1 <= number <= len(listed):
        return listed[number - 1]
    return f"There is no option {number}; they go from 1 to {len(listed)}." if listed else "Type one of the names."


def which(found: Sequence[TableChoice], exact: bool = False) -> str:
    """Return the question which of several was meant."""
    names = list(dict.fromkeys(c.name if exact else c.label for c in found))
    if len(names) < 2:
        names = [c.name for c in found]
    more = f" or {len(names) - AT_MOST} others" if len(names) > AT_MOST else ""
    shown = ", ".join(names[:AT_MOST]) if more else listing(names, "or")
    return f"That can be {shown}{more}: type more of it."


def unknown(question: TableQuestion, typed: str) -> str:
    """Return what to do about a word that is no answer."""
    known = {name for c in question.choices for name in spellings(c)}
    best = nearest(typed.lower(), known)
    meant = f' Did you mean "{best}"?' if best else ""
    return f'"{typed}" is not offered now.{meant} Type ? for help, or why {typed} for the reason.'
