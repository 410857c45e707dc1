"""What an option's condition reads must be visible to the one who is asked.

Each part of a condition, and of the conditions of the steps that an option leads to, is read with the eyes of the seat
that is asked (`check.secret_reading`): whether an option is missing must not tell him what he may not see.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import questions_of
from rulewright.check.secret_reading import SecretFinder, Unseen, secret_finder
from rulewright.check.tested_values import Tested, of_choice, of_option
from rulewright.diagnostics import Code, Findings


def report_peeking(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each condition of an option that tells the one who is asked what he may not see."""
    look = secret_finder(checked)
    for question in questions_of(checked):
        eyes = look.seen_by_seat(question.seat)
        for choice in question.choices:
            _report_unseen(eyes, of_choice(choice, look.names), choice, findings)
    for option in (option for menu in checked.menus for option in menu.options):
        _report_unseen(
            look.seen_by_seat(c.Use(option.menu.player)), of_option(option, look.names), option.choice, findings
        )


def _report_unseen(look: SecretFinder, tests: list[Tested], choice: c.Choice, findings: Findings) -> None:
    for tested in tests:
        for what, span in look.secrets_read(tested.value, tested.names, tested.span):
            remedy = ["A missing option would give it away. Let the condition read what the one who is asked sees."]
            if isinstance(what, c.Place) and what.seen == "others":
                remedy[1:] = [
                    'It may be read of a player "from others", or "where it is not" the one who is asked.',
                    f'Its owner chooses a place, and no piece: "place {what.name} for each NAME: at most 1 ...".',
                ]
            if isinstance(what, c.Place):
                remedy.append(f'How many pieces lie there may be asked: "number of …{what.name}".')
            if not choice.plain and span.line != choice.span.line:
                where = f"{choice.span.file}:{choice.span.line}"
                remedy.append(f'The option "{choice.name}" ({where}) leads here before it changes anything.')
            findings.add(Code.SECRET_CONDITION, span, unseen_message(what, "option may depend on it"), *remedy)


def unseen_message(what: Unseen, must_not: str) -> str:
    """Return what the one who is asked does not see, and what therefore must not be."""
    if isinstance(what, c.PickAtRandom):
        return f'"{what.var.name}" was chosen at random, and the one who is asked may not have seen it'
    if isinstance(what, c.RollDie):
        return f'"{what.var.name}" was rolled in secret, and not by the one who is asked'
    if what.seen == "nobody":
        return f'nobody sees "{what.name}", so no {must_not}'
    if what.seen == "others":
        return f'everybody but its owner sees "{what.name}", and the one who is asked may be its owner'
    return f'the one who is asked does not see another player\'s "{what.name}"'
