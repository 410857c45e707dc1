"""Whole turns of phrase that people bring along: from rulebooks, from other languages, from how they speak.

Each is found by its words where a line cannot be read. A piece of a line is parted from the next by a blank here, so
"player's" is `player 's`.
"""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.habit import habit

_NEXT = "after a colon the next line begins"

HABITS = (
    # -- what belongs into the next line
    habit(
        r"^(if .*?) (?P<at>then) (?!:$).*$",
        'no "then": a colon ends this line',
        "Write {1}: and the rest below it, 4 blanks further in.",
        "{1} :",
    ),
    habit(
        r"^(?:if|for|repeat|otherwise|option|ask|step|phase|when|keep)\b.*? : (?P<at>(?!\d)[a-z].*)$",
        _NEXT,
        "Put this in a line of its own, 4 blanks further in.",
        code=Code.TWO_IN_ONE_LINE,
    ),
    habit(r"^(if .*?) (?P<at>then)$", 'no "then": a colon ends this line', "Write {1}:", "{1} :"),
    habit(
        r"^(?:if|option|when)\b.*? (?P<at>(?:- >|->|=>|→)) .*$",
        "a colon ends this line",
        "Write a colon, and the rest below it, 4 blanks further in.",
    ),
    # -- everybody
    habit(
        r"^(?P<at>(?:for )?(?:all|every) (?:the )?players?)\b",
        "everybody in turn is said otherwise",
        'Write "for each player in players:" and below it, 4 blanks further in, what each does.',
    ),
    habit(
        r"^for (?P<at>each (?!player\b)({w})) :$",
        'which ones? "in" and a set are missing',
        'Write "for each {2} in ...:" with the set or place to go through.',
    ),
    habit(
        r"^for (?P<at>each player) :$",
        'which ones? "in" and a set are missing',
        'Write "for each player in players:".',
        "for each player in players :",
    ),
    habit(
        r"^for each ({w}) (?P<at>in) (\d+) to (\d+) :$",
        "numbers go from one to another",
        'Write "for each {1} from {3} to {4}:".',
        "for each {1} from {3} to {4} :",
    ),
    habit(
        r"^(?P<at>(?:all|every|each) players?|the players|players|everybody|everyone)"
        r" (?:takes?|pays?|draws?|gets?|may|must|chooses?|moves?)\b",
        "everybody in turn is said otherwise",
        'Write "for each player in players:" and below it, 4 blanks further in, what each does.',
    ),
    habit(
        r"^({w}) (?P<at>may|can|could) ",
        "what somebody may do is an option",
        'Write \'ask {1} "...?":\' and below it an "option" for each answer.',
    ),
    habit(
        r"^({w}) (?P<at>must|has to|shall|should) (take|pay) ",
        "what somebody must do is just done",
        'Write "{1} {3}s ...".',
    ),
    # -- conditions
    habit(
        r"(?P<at>\b(?:there (?:is|are) |has |have |are |is )?(\d+) in a (?:row|line))\b",
        "a row is asked for otherwise",
        'Write "there is a row of {2} in ...", with the set of spaces.',
    ),
    habit(
        r"(?P<at>\bthere is no row) of ({w}|\d+) in\b",
        'what is not so begins with "not"',
        'Write "not (there is a row of {2} in ...)".',
    ),
    habit(
        r"(?P<at>\b({w}) to the (left|right) of)\b",
        "directions are said in fewer words",
        'Write "{2} {3} of ...".',
    ),
    habit(
        r"\b({w}) (?P<at>has|have|owns|holds) (?:at least )?(\d+|(?!the\b|a\b|an\b|no\b|to\b|more\b|won\b){w}) ({w})",
        'what somebody has is asked with "is"',
        'Write "{1}\'s {4} is at least {3}".',
    ),
    habit(
        r"\b(?P<at>(?:isn|wasn|doesn|don|aren|can|won) ' t)\b",
        "no short forms",
        'Write "is not", and "not" before other conditions.',
    ),
    habit(
        r"\b((?!if\b|when\b|until\b|where\b|and\b|or\b){v}) is (not )?({v}) (or|and) (?P<at>{w}|\d+) ?(?::|$|,)",
        'on each side of "{4}" stands a whole condition',
        'Write "{1} is {2}{3} {4} {1} is {2}{5}".',
    ),
    habit(
        r"\b({w}(?: 's {w})?) is (?P<at>between) (\d+|{w}) and (\d+|{w})",
        "a range is asked in two halves",
        'Write "{1} is at least {3} and {1} is at most {4}".',
    ),
    # -- chance
    habit(
        r"^roll (?P<at>(?:a|an|the|one|\d+) .*)$",
        "a roll gives what comes of it a name",
        'Write "roll pips from 1 to 6"; "pips" is then the number.',
    ),
    habit(
        r"^(?:let|set) .*? (?:be|to) (?P<at>(?:roll|random|rnd|rand)\b.*)$",
        "a roll is a sentence of its own",
        'Write "roll pips from 1 to 6" in a line above; "pips" is then the number.',
    ),
    # -- how many
    habit(r"^(draw) (?P<at>{w}) from\b", "how many?", 'Write a number: "draw 1 {2} from ...".'),
    habit(
        r"^(take|pay) (?:a |an |the |some )?({w}) (?P<at>\d+)$",
        "the number comes first",
        'Write "{1} {3} {2}".',
        "{1} {3} {2}",
    ),
    habit(r"\b(take|takes|pay|pays) (?P<at>{w})$", "how many?", 'Write a number: "{1} 1 {2}".'),
    habit(
        r"^(?:({w}) )?(take|takes|pay|pays) (\d+|{w}) ({w}) (?P<at>and) (\d+|{w}) ({w})$",
        "one thing in each line",
        'Write two lines: "{2} {3} {4}" and "{2} {6} {7}".',
    ),
    habit(
        r"\b(?P<at>(?:the )?(top|topmost|uppermost|bottom|lowest) {w} (?:of|from|in) (?:the )?({w}))",
        "what lies on top is the first, what lies below the last",
        'Write "first of {3}" or "last of {3}".',
    ),
    habit(
        r"^(?:discard|move|shuffle) (?P<at>all (?:the )?{w} (?:from|of|in)) ",
        "a place stands for all that lies in it",
        "Name only the place.",
    ),
    habit(
        r"^(?:{w} )?pays? .* (?P<at>to (?:the )?(?:bank|supply|box|stock|reserve))$",
        "what is paid to nobody goes back to the supply",
        "Leave this out.",
    ),
    # -- who takes and pays
    habit(r"^(?P<at>add|give) (\d+) ({w}) to ({w})\b.*", 'who gets something "takes" it', 'Write "{4} takes {2} {3}".'),
    habit(r"^(?P<at>give) ({w}) (\d+) ({w})$", 'who gets something "takes" it', 'Write "{2} takes {3} {4}".'),
    habit(
        r"^(?P<at>remove|subtract) (\d+) ({w}) from ({w})\b.*",
        'who loses something "pays" it',
        'Write "{4} pays {2} {3}".',
    ),
    habit(
        r"^(?P<at>lose|loose|spend) (\d+) ({w})$",
        'who loses something "pays" it',
        'Write "pay {2} {3}".',
        "pay {2} {3}",
    ),
    habit(
        r"^choose (?:either |between )(?P<at>({w}) (?:and|or) ({w}))",
        "a choice is made from a set",
        'Write "choose NAME from {2} + {3}".',
    ),
    # -- signs from elsewhere
    habit(r"(?P<at>/ /|- -|/ \*|--|//).*$", "a comment begins with #", "Write # instead."),
    habit(
        r"^(?P<at>[-*•‣–]|\d+ [.)]) ",
        "a line begins with its first word",
        "Leave this out: every line is a sentence of its own.",
    ),
    habit(
        r"(?P<at>\b(\d{1,3}) [.,] (\d{3}))\b(?! [.,])",
        "large numbers have nothing between their digits",
        "Write {2}{3}.",
    ),
    habit(r"(?P<at>\b\d+ \. \d+)\b", "there are whole numbers only", "Count in smaller units, or round."),
    habit(
        r"(?:: |from |each )(?P<at>(\d+)(?: \. \. (?:\. )?| … |-| - | – )(\d+))(?: :| ,.*)?$",
        'a range has "to" in it',
        'Write "{2} to {3}".',
    ),
    habit(
        r": (?P<at>yes / no|true / false|true or false)\b",
        'a fact that is so or not is "yes or no"',
        'Write "yes or no".',
    ),
    habit(r"\b({w}?)s? (?P<at>') ({w})", "the apostrophe stands before the s", 'Write "{1}\'s {3}".'),
)
