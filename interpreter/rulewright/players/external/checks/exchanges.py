"""Situations of questions and answers."""

from __future__ import annotations

import time
from dataclasses import replace

from rulewright.players.external.checks.probe import HELLO, QUESTION, FailedError, Probe, question, refusal
from rulewright.players.external.messages import Option, line

MANY, LONG, ENTRIES = 1_000, 10_000, 5_000
SHORT = 0.05
"""Seconds for an answer in a hurry."""
HURRIES = 5
"""How often a seat may try, since the machine may be busy."""


def answers_a_question(probe: Probe) -> None:
    """answers a question with the name of an option"""
    probe.greet()
    probe.ask()


def many_options(probe: Probe) -> None:
    """answers a question with 1,000 options"""
    probe.greet()
    probe.ask(question(1, options=[Option(f"take {n}", "take", f"Take {n}", value=n) for n in range(MANY)]))


def long_labels(probe: Probe) -> None:
    """answers where labels are 10,000 characters long"""
    probe.greet()
    probe.ask(question(1, options=[Option(name, name, name * (LONG // 4)) for name in ("left", "down")]))


def unicode(probe: Probe) -> None:
    """repeats names with letters of any script exactly"""
    probe.greet()
    names = ["żółw", "陶器", "e\u0301", "\U0001f3b2", "ab\u2028c", "עברית"]
    probe.ask(question(1, options=[Option(name, name, name.upper()) for name in names]))


def quoted_names(probe: Probe) -> None:
    """repeats names with quotation marks, backslashes and spaces exactly"""
    probe.greet()
    names = ['say "yes"', "back\\slash", "two  spaces", " 7 ", "{}"]
    probe.ask(question(1, options=[Option(name, name) for name in names]))


def large_view(probe: Probe) -> None:
    """reads a view with 5,000 entries"""
    probe.greet()
    probe.ask(question(1, view={f"space.worth s{n}": n for n in range(ENTRIES)}))


def values_of_all_types(probe: Probe) -> None:
    """reads numbers, names, yes and no, lists and null in the view"""
    probe.greet()
    view = {"a": -(2**40), "b": 0, "c": "lamp", "d": True, "e": ["lamp", "hidden"], "f": [], "g": None}
    probe.ask(question(1, view=view))


def least_fields(probe: Probe) -> None:
    """answers a question without prompt, labels and log, as simulations ask"""
    probe.greet()
    options = [Option("pass", "pass"), Option("bid 6", "bid", value=6)]
    probe.ask(question(1, prompt=None, log=None, options=options, view={}))


def unknown_field(probe: Probe) -> None:
    """ignores a field that it does not know"""
    probe.greet()
    probe.send_with(QUESTION, weather={"wind": [1, 2]})
    probe.answered(QUESTION)


def unknown_type(probe: Probe) -> None:
    """ignores a message of a type that it does not know"""
    probe.greet()
    probe.send_with(QUESTION, type="weather")
    probe.quiet()
    probe.ask()


def error_for_a_valid_answer(probe: Probe) -> None:
    """answers once more after an error, even if its answer was right"""
    probe.greet()
    probe.ask()
    probe.send(refusal(1))
    probe.answered(QUESTION)


def two_errors(probe: Probe) -> None:
    """answers after two errors in a row"""
    probe.greet()
    for left in (2, 1):
        probe.ask() if left == 2 else probe.answered(QUESTION)
        probe.send(refusal(1, left))
    probe.answered(QUESTION)


def error_for_the_greeting(probe: Probe) -> None:
    """greets once more after an error without a question"""
    probe.greet()
    probe.send(replace(refusal(1), id=None, options=None))
    probe.greeted()


def moved_on(probe: Probe) -> None:
    """answers the next question after one that was decided without it"""
    probe.greet()
    probe.ask()
    probe.ask(question(5))


def two_questions_at_once(probe: Probe) -> None:
    """answers two questions that come at once, each with its id"""
    probe.greet()
    second = question(2)
    probe.send(QUESTION, second)
    probe.answered(QUESTION)
    probe.answered(second)


def half_a_line(probe: Probe) -> None:
    """waits for the end of a line that comes in two parts"""
    probe.greet()
    whole = line(QUESTION)
    probe.link.send_bytes(whole[:40])
    time.sleep(0.1)
    probe.link.send_bytes(whole[40:])
    probe.answered(QUESTION)


def same_question_again(probe: Probe) -> None:
    """answers the same question again, with another id, after a free effect"""
    probe.greet()
    options = [Option("use lamp", "use", "Use the lamp", again=True), Option("pass", "pass", "Pass")]
    for number in (1, 2, 3):
        probe.ask(question(number, options=options))


def large_ids(probe: Probe) -> None:
    """repeats an id of ten digits"""
    probe.greet()
    probe.ask(question(4_000_000_007))


def one_answer_each(probe: Probe) -> None:
    """sends one line for a question, and nothing after it"""
    probe.greet()
    probe.ask()
    probe.quiet()


def nothing_unasked(probe: Probe) -> None:
    """sends nothing before it is asked"""
    probe.greet()
    probe.quiet()


def in_a_hurry(probe: Probe) -> None:
    """answers within 50 ms where that is the limit"""
    probe.greet()
    probe.ask()  # what a seat prepares at its first question is not counted
    for number in range(2, 2 + HURRIES):
        began = time.monotonic()
        probe.send(question(number, time_limit=SHORT))
        probe.answered(question(number))
        if time.monotonic() - began <= SHORT:
            return
    raise FailedError(f"none of {HURRIES} answers came within {SHORT:g} s", "Look at time_limit before thinking.")


def after_a_pause(probe: Probe) -> None:
    """waits while nothing comes for a second"""
    probe.greet()
    time.sleep(1)
    probe.ask()


def settings_and_seats(probe: Probe) -> None:
    """sits at a table of six with figures that were set"""
    seats = ["red", "blue", "green", "white", "black", "grey"]
    probe.greet(replace(HELLO, seats=seats, seat="grey", settings={"first-coins": 12}))
    probe.ask()


EXCHANGES = (
    answers_a_question, nothing_unasked, one_answer_each, least_fields, many_options, long_labels, unicode,
    quoted_names, large_view, values_of_all_types, settings_and_seats, unknown_field, unknown_type, large_ids,
    half_a_line, two_questions_at_once, same_question_again, error_for_a_valid_answer, two_errors,
    error_for_the_greeting, moved_on, in_a_hurry, after_a_pause,
)  # fmt: skip
