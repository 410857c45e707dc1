"""Turns of phrase where a condition belongs: things that are done instead of asked for, and other words for "is"."""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.habit import habit

_IF, _UP = r"\b(if|when|until|where|and|or|not) ", r"( :$|(?= (?:and|or) )|$)"
_DOES, _OWN_LINE = "a condition stands here, and this does something", " What is done stands in a line of its own."
_WHOSE = r"^(?:.*(?:\b(?:if|when|until|where|and|or|not)|\() )?"

DONE = (
    habit(
        _IF + r"(?P<at>set|let) ({v}) (?:to|be|is) ({v})" + _UP, _DOES, 'To ask write "{1} {3} is {4}{5}".' + _OWN_LINE
    ),
    habit(
        _IF + r"(?P<at>raise|lower) ({v}) by ({v})" + _UP,
        _DOES,
        'To ask write what must be so, as in "{1} {3} is at least {4}{5}".' + _OWN_LINE,
    ),
    habit(
        _IF + r"(?P<at>take|pay|gain|get|lose) (\d+|{w}) ({w})" + _UP,
        _DOES,
        'To ask write what must be so, as in "{1} player\'s {4} is at least {3}{5}".' + _OWN_LINE,
    ),
    habit(
        _IF + r"(?P<at>({w}) (?:takes|pays|gains|gets|loses)) (\d+|{w}) ({w})" + _UP,
        _DOES,
        'To ask write what must be so, as in "{1} {3}\'s {5} is at least {4}{6}".' + _OWN_LINE,
    ),
    habit(
        _IF + r"(?P<at>move|place|put) ({v}) to ({v})" + _UP, _DOES, 'To ask write "{1} {3} is in {4}{5}".' + _OWN_LINE
    ),
    habit(_IF + r"(?P<at>mark) ({w}|\( .* \)) ({w})" + _UP, _DOES, 'To ask write "{1} {3} is {4}{5}".' + _OWN_LINE),
    habit(
        _IF + r"(?P<at>unmark) ({w}|\( .* \)) ({w})" + _UP, _DOES, 'To ask write "{1} {3} is not {4}{5}".' + _OWN_LINE
    ),
    habit(
        _IF + r"(?P<at>roll) (?:(?:a|an|the) )?({w}) (?:is|shows|from \d+ to) (\d+)" + _UP,
        _DOES,
        'Write "roll {3} from 1 to 6" in a line above, and here "{1} {3} is {4}{5}".',
    ),
    habit(
        _IF + r"(?P<at>(?:(?:you|player) )?(?:roll|rolls|throw|throws)) (?:(?:a|an) )?(\d+)" + _UP,
        _DOES,
        'Write "roll die from 1 to 6" in a line above, and here "{1} die is {3}{4}".',
    ),
    habit(
        _IF + r"(?P<at>(?:(?:a|an) )?(\d+) (?:is|was) (?:rolled|thrown))" + _UP,
        "what was rolled has a name",
        'Write "{1} die is {3}{4}", with the name that "roll" gave it.',
    ),
    habit(_IF + r"(?P<at>do|perform|follow) ({w})" + _UP, _DOES, 'To ask write "{1} can do {3}{4}".' + _OWN_LINE),
    habit(_IF + r"(?P<at>pay) ({w})" + _UP, _DOES, 'To ask write "{1} can pay {3}{4}".' + _OWN_LINE),
    habit(
        _IF + r"(?P<at>take|pay|move|discard|draw|shuffle|choose|swap|tell|ask|raise|lower) (?!is\b)[a-z0-9]",
        _DOES,
        'Write what must be so, as in "{1} player is first of players".' + _OWN_LINE,
    ),
)
"""Something that is done where a condition belongs."""

_MORE, _LESS = "(?:more|higher|greater|larger|above|over)", "(?:less|fewer|lower|smaller|below|under)"
_ASKED, _HAS = 'what somebody has is asked with "is"', r"\b({w}) (?P<at>has|have|owns|holds) "
_SOME = 'what is so for one of several begins with "for some" or "for every"'
_ANY, _ALL = (
    r"(?:(?:some|any|a|one) player|someone|somebody|anyone|anybody)",
    r"(?:(?:every|each|all) players?|everyone|everybody)",
)

ASKED = (
    habit(
        r"^(?P<at>while|repeat (?:until|while)|until|loop (?:until|while))\b.*:$",
        "nothing repeats by a condition alone",
        'Write "for each ... in ...:", "repeat 3 times:", "in laps for each player in players until ...:" '
        'or "keep asking player ... until ...:".',
    ),
    habit(
        r"^(?P<at>for each ({w})) until\b",
        "what comes back until something is so goes in laps",
        'Write "in laps for each {2} in players until ...:".',
    ),
    habit(
        _WHOSE + r"({v}) is (\d+|{w}) (?P<at>or " + _MORE + r")\b",
        '"at least" stands before the number',
        'Write "{1} is at least {2}".',
    ),
    habit(
        _WHOSE + r"({v}) is (\d+|{w}) (?P<at>or " + _LESS + r")\b",
        '"at most" stands before the number',
        'Write "{1} is at most {2}".',
    ),
    *(
        habit(
            _IF + "(?P<at>" + who + r") (?:has|have|owns|holds) (?:at least )?(\d+|{w}) ({w})" + _UP,
            _SOME,
            f'Write "{{1}} for {which} rival in players (rival\'s {{4}} is at least {{3}}){{5}}".',
        )
        for who, which in ((_ANY, "some"), (_ALL, "every"))
    ),
    *(
        habit(
            _IF + "(?P<at>" + who + r") (?:is|are) ({v})" + _UP,
            _SOME,
            f'Write "{{1}} for {which} rival in players (rival is {{3}}){{4}}".',
        )
        for who, which in ((_ANY, "some"), (_ALL, "every"))
    ),
    habit(
        r"(?P<at>\bthere (?:is|are) (?:a|an|any|some|at least one) (?!row\b){w}) (?:in|on|at) ({w}(?: 's {w})?)",
        "whether anything lies in a place is asked with the place",
        'Write "there is {2}".',
    ),
    habit(
        r"(?P<at>\bthere (?:is|are) (?:no|not any) (?!row\b){w}) (?:in|on|at) ({w}(?: 's {w})?)",
        "whether nothing lies in a place is asked with the place",
        'Write "there is no {2}".',
    ),
    habit(_HAS + _MORE + r" than (\d+|{w}) ({w})", _ASKED, 'Write "{1}\'s {4} is above {3}".'),
    habit(_HAS + _LESS + r" than (\d+|{w}) ({w})", _ASKED, 'Write "{1}\'s {4} is below {3}".'),
    habit(_HAS + r"at most (\d+|{w}) ({w})", _ASKED, 'Write "{1}\'s {4} is at most {3}".'),
    habit(_HAS + r"no ({w})", _ASKED, 'Write "{1}\'s {3} is 0".'),
    habit(
        r"^(?:(?:if|when|until|otherwise if|option)\b.* |(?:(?!there\b){w})(?: 's {w})? )"
        r"(?<!there )(?P<at>are|equals|shows|were|was) (?!takes\b|pays\b)",
        "the language says this in another way",
        'Write "is".',
    ),
    habit(
        r"(?P<at>\b(\d+) %) (?=:|and\b|or\b)",
        "the language has no percent",
        'For a chance write "roll pips from 1 to 100" in a line above, and here "pips is at most {2}".',
        code=Code.SIGN_UNKNOWN,
    ),
)
"""What must be so, as people say it."""
