"""Situations of questions and answers."""

from __future__ import annotations

import time
from dataclasses import replace

from rulewright.players.external.checks.probe import HELLO, QUESTION, FailedError, SeatProbe, question_with, refusal_of
from rulewright.players.external.messages import SeatOption, encoded_line

MANY, LONG, ENTRIES = 1_000, 10_000, 5_000
SHORT_SECONDS = 0.05
"""Seconds for an answer in a hurry."""
HURRIED_QUESTIONS = 5
"""How often a seat may try, since the machine may be busy."""


def answers_a_question(probe: SeatProbe) -> None:
    """answers a question with the name of an option"""
    probe.greet()
    probe.ask_question()


def many_options(probe: SeatProbe) -> None:
    """answers a question with 1,000 options"""
    probe.greet()
    probe.ask_question(
        question_with(1, options=[SeatOption(f"take {n}", "take", f"Take {n}", value=n) for n in range(MANY)])
    )


def long_labels(probe: SeatProbe) -> None:
    """answers where labels are 10,000 characters long"""
    probe.greet()
    probe.ask_question(
        question_with(1, options=[SeatOption(name, name, name * (LONG // 4)) for name in ("left", "down")])
    )


def unicode(probe: SeatProbe) -> None:
    """repeats names with letters of any script exactly"""
    probe.greet()
    names = ["żółw", "陶器", "e\u0301", "\U0001f3b2", "ab\u2028c", "עברית"]
    probe.ask_question(question_with(1, options=[SeatOption(name, name, name.upper()) for name in names]))


def quoted_names(probe: SeatProbe) -> None:
    """repeats names with quotation marks, backslashes and spaces exactly"""
    probe.greet()
    names = ['say "yes"', "back\\slash", "two  spaces", " 7 ", "{}"]
    probe.ask_question(question_with(1, options=[SeatOption(name, name) for name in names]))


def large_view(probe: SeatProbe) -> None:
    """reads a view with 5,000 entries"""
    probe.greet()
    probe.ask_question(question_with(1, view={f"space.worth s{n}": n for n in range(ENTRIES)}))


def values_of_all_types(probe: SeatProbe) -> None:
    """reads numbers, names, yes and no, lists and null in the view"""
    probe.greet()
    view = {"a": -(2**40), "b": 0, "c": "lamp", "d": True, "e": ["lamp", "hidden"], "f": [], "g": None}
    probe.ask_question(question_with(1, view=view))


def least_fields(probe: SeatProbe) -> None:
    """answers a question without prompt, labels and log, as simulations ask"""
    probe.greet()
    options = [SeatOption("pass", "pass"), SeatOption("bid 6", "bid", value=6)]
    probe.ask_question(question_with(1, prompt=None, log=None, options=options, view={}))


def unknown_field(probe: SeatProbe) -> None:
    """ignores a field that it does not know"""
    probe.greet()
    probe.send_with(QUESTION, weather={"wind": [1, 2]})
    probe.expect_answer(QUESTION)


def unknown_type(probe: SeatProbe) -> None:
    """ignores a message of a type that it does not know"""
    probe.greet()
    probe.send_with(QUESTION, type="weather")
    probe.expect_nothing()
    probe.ask_question()


def error_for_a_valid_answer(probe: SeatProbe) -> None:
    """answers once more after an error, even if its answer was right"""
    probe.greet()
    probe.ask_question()
    probe.send(refusal_of(1))
    probe.expect_answer(QUESTION)


def two_errors(probe: SeatProbe) -> None:
    """answers after two errors in a row"""
    probe.greet()
    for left in (2, 1):
        probe.ask_question() if left == 2 else probe.expect_answer(QUESTION)
        probe.send(refusal_of(1, left))
    probe.expect_answer(QUESTION)


def error_for_the_greeting(probe: SeatProbe) -> None:
    """greets once more after an error without a question"""
    probe.greet()
    probe.send(replace(refusal_of(1), id=None, options=None))
    probe.expect_greeting()


def moved_on(probe: SeatProbe) -> None:
    """answers the next question after one that was decided without it"""
    probe.greet()
    probe.ask_question()
    probe.ask_question(question_with(5))


def two_questions_at_once(probe: SeatProbe) -> None:
    """answers two questions that come at once, each with its id"""
    probe.greet()
    second = question_with(2)
    probe.send(QUESTION, second)
    probe.expect_answer(QUESTION)
    probe.expect_answer(second)


def half_a_line(probe: SeatProbe) -> None:
    """waits for the end of a line that comes in two parts"""
    probe.greet()
    whole = encoded_line(QUESTION)
    probe.link.send_bytes(whole[:40])
    time.sleep(0.1)
    probe.link.send_bytes(whole[40:])
    probe.expect_answer(QUESTION)


def same_question_again(probe: SeatProbe) -> None:
    """answers the same question again, with another id, after a free effect"""
    probe.greet()
    options = [SeatOption("use lamp", "use", "Use the lamp", again=True), SeatOption("pass", "pass", "Pass")]
    for number in (1, 2, 3):
        probe.ask_question(question_with(number, options=options))


def large_ids(probe: SeatProbe) -> None:
    """repeats an id of ten digits"""
    probe.greet()
    probe.ask_question(question_with(4_000_000_007))


def one_answer_each(probe: SeatProbe) -> None:
    """sends one line for a question, and nothing after it"""
    probe.greet()
    probe.ask_question()
    probe.expect_nothing()


def nothing_unasked(probe: SeatProbe) -> None:
    """sends nothing before it is asked"""
    probe.greet()
    probe.expect_nothing()


def in_a_hurry(probe: SeatProbe) -> None:
    """answers within 50 ms where that is the limit"""
    probe.greet()
    probe.ask_question()  # what a seat prepares at its first question is not counted
    for number in range(2, 2 + HURRIED_QUESTIONS):
        began = time.monotonic()
        probe.send(question_with(number, time_limit=SHORT_SECONDS))
        probe.expect_answer(question_with(number))
        if time.monotonic() - began <= SHORT_SECONDS:
            return
    raise FailedError(
        f"none of {HURRIED_QUESTIONS} answers came within {SHORT_SECONDS:g} s", "Look at time_limit before thinking."
    )


def after_a_pause(probe: SeatProbe) -> None:
    """waits while nothing comes for a second"""
    probe.greet()
    time.sleep(1)
    probe.ask_question()


def settings_and_seats(probe: SeatProbe) -> None:
    """sits at a table of six with figures that were set"""
    seats = ["red", "blue", "green", "white", "black", "grey"]
    probe.greet(replace(HELLO, seats=seats, seat="grey", settings={"first-coins": 12}))
    probe.ask_question()


EXCHANGES = (
    answers_a_question, nothing_unasked, one_answer_each, least_fields, many_options, long_labels, unicode,
    quoted_names, large_view, values_of_all_types, settings_and_seats, unknown_field, unknown_type, large_ids,
    half_a_line, two_questions_at_once, same_question_again, error_for_a_valid_answer, two_errors,
    error_for_the_greeting, moved_on, in_a_hurry, after_a_pause,
)  # fmt: skip
