"""What others could learn from a question: from its texts, and from whether it is asked at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import all_lines, questions_of
from rulewright.check.name_meanings import Meaning, Names
from rulewright.check.secret_reading import Secret, SecretFinder, Unseen, secret_finder
from rulewright.check.tested_values import Tested, of_choice, of_option, sets_of
from rulewright.check.validators.visibility import unseen_message
from rulewright.diagnostics import Code, Findings

REMEDY = "Print what everybody sees, or ask secretly: then nobody else reads what was chosen."


class Private:
    """Says of the questions of checked rules what hangs on something that not everybody sees."""

    def __init__(self, checked: c.CheckedRules) -> None:
        self.look = secret_finder(checked)

    def offered(self, question: c.Question) -> bool:
        """Return whether it decides what is offered, and so perhaps whether anything is.

        Options of lists that stand beside the others are left out: they alone are no reason to ask.
        """
        listed = question.menu.options if question.menu is not None else []
        tests = [test for choice in question.choices for test in of_choice(choice, self.look.names)]
        return self._depends_on_private(tests) or self._list_decides(listed)

    def beside(self, question: c.Question) -> bool:
        """Return whether it decides what is offered beside the options, and so whether there is only one."""
        return any(self._list_decides(menu.options) for menu in question.also)

    def _list_decides(self, options: Iterable[c.MenuOption]) -> bool:
        return self._depends_on_private(test for option in options for test in of_option(option, self.look.names))

    def _depends_on_private(self, tests: Iterable[Tested]) -> bool:
        return any(True for test in tests for _ in self.look.secrets_read(test.value, test.names, test.span))

    def printed(self, question: c.Question) -> bool:
        """Return whether the text of the question shows it."""
        return any(True for _ in _shown_in_text(self.look, question.prompt, self.look.names))


def report_showing(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each text that shows the one who is asked, or those who read the log, what they may not see."""
    look = secret_finder(checked)
    for question in questions_of(checked):
        asked = look.seen_by_seat(question.seat)
        _report_shown(_shown_in_text(asked, question.prompt, look.names), findings)
        for choice in question.choices:
            _report_label(asked, choice, question.secret and not question.together, findings)
    for option in (option for menu in checked.menus for option in menu.options):
        _report_label(look.seen_by_seat(c.Use(option.menu.player)), option.choice, False, findings)
    for line in all_lines(checked):
        if isinstance(line, c.PickAtRandom) and line.seat is None:
            _report_random(look, line, findings)
    for phase in (step for step in checked.procedures if step.heading is not None):
        _report_public(look, phase.heading, look.names, "this heading", findings)


def _report_label(asked: SecretFinder, choice: c.Choice, secret: bool, findings: Findings) -> None:
    """What an option prints is read by the one who is asked, and in the log by all, unless it is a secret choice."""
    names = asked.names
    for var, things in sets_of(choice):
        names = {**names, id(var): Meaning(things, names, True)}
    if isinstance(choice.things, c.Combined):
        _report_parts(asked, choice, names, findings)
    unseen_by_asked = list(_shown_in_text(asked, choice.label, names))
    _report_shown(unseen_by_asked, findings)
    if not unseen_by_asked and not secret:
        _report_public(asked.by_anybody(), choice.label, names, "in the log what is chosen here", findings)


def _report_parts(asked: SecretFinder, choice: c.Choice, names: Names, findings: Findings) -> None:
    """Combinations are numbers that mean the same to all, so pieces that not everybody sees are no part of them."""
    for var, things in sets_of(choice):
        if not (asked.by_anybody().in_sight(things, names) or all_in_sight(asked.checked, things.type)):
            message = f'not everybody sees which "{var.name}" this is, and what comes with others is known to all'
            remedy = f'Ask for it alone: "choose {var.name} from ..." in a line of its own.'
            findings.add(Code.SECRET_TEXT, choice.span, message, remedy)


def all_in_sight(checked: c.CheckedRules, type_: c.Type) -> bool:
    """Return whether everybody sees all things of a set wherever they are."""
    places = (place for place in checked.places if place.pieces is type_.domain)
    return all(place.seen == "all" or (place.kind and type_.kind and place.kind is not type_.kind) for place in places)


def _report_random(look: SecretFinder, line: c.PickAtRandom, findings: Findings) -> None:
    """Everybody reads what was chosen at random, but for pieces: those are read by who sees them."""
    pieces = line.things.type.domain is not None and line.things.type.domain.how == "piece"
    for what, span in look.secrets_read(line.things, look.names, line.span):
        if not (pieces and isinstance(what, c.Place)):
            message = f'everybody reads what is chosen here, and not everybody sees "{_name_of(what)}"'
            remedy = 'Write "secretly" at the end of the line: then only the one who acts reads it.'
            findings.add(Code.SECRET_TEXT, span, message, remedy)


def _name_of(what: Unseen) -> str:
    return what.var.name if isinstance(what, c.RollDie | c.PickAtRandom) else what.name


def _report_public(anybody: SecretFinder, text: c.Text | None, names: Names, called: str, findings: Findings) -> None:
    for what, span in _shown_in_text(anybody, text, names):
        message = f'everybody reads {called}, and not everybody sees "{_name_of(what)}"'
        findings.add(Code.SECRET_TEXT, span, message, REMEDY)


def _shown_in_text(look: SecretFinder, text: c.Text | None, names: Names) -> Iterator[Secret]:
    if text is not None:
        values = (part for part in text.parts if not isinstance(part, str))
        for value, span in zip(values, text.places, strict=True):
            yield from ((what, span) for what, _ in look.secrets_read(value, names, span))


def _report_shown(found: Iterator[Secret] | list[Secret], findings: Findings) -> None:
    for what, span in found:
        remedy = "Let the text show what the one who is asked sees."
        findings.add(Code.SECRET_TEXT, span, unseen_message(what, "text may show it"), remedy)
