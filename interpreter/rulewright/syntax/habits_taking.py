"""Turns of phrase for what somebody takes, pays and chooses, and for steps that are done."""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.habit import habit

_TAKE = "(take|pay|takes|pays)"
_SOMEBODY = "(?:(?:an|the) ?other player|(?:a|another|some|one) player|{w})"
_ASK = 'Write \'ask player "...?":\' and below it an "option" for each, with what is done under it.'

TAKING = (
    habit(
        rf"^((?:{{w}} )?{_TAKE}) 1 ({{w}}) (?P<at>(?:for (?:each|every)|per) (?:of )?({{w}}))$",
        "how many are taken stands in front, in brackets",
        'Write "{1} (player\'s {5}) {3}"; for pieces it is "(number of ...)" with the place where they lie.',
    ),
    habit(
        rf"^((?:{{w}} )?{_TAKE}) (\d+) ({{w}}) (?P<at>(?:for (?:each|every)|per) (?:of )?({{w}}))$",
        "how many are taken stands in front, in brackets",
        'Write "{1} ({3} times player\'s {6}) {4}"; for pieces it is "({3} times number of ...)" with the place.',
    ),
    habit(
        rf"^(?:{{w}} )?{_TAKE} (?:\d+|{{w}}) {{w}} (?P<at>or) (?:take |pay )?(?:\d+|{{w}})",
        "a choice is asked for",
        _ASK,
    ),
    habit(
        rf"^{_TAKE} (?P<at>up to (\d+|{{w}})) ({{w}})$",
        "how many is chosen first",
        'Write "choose amount from 0 to {3}" in a line above, and here "{1} amount {4}".',
    ),
    habit(
        r"^pay (\d+|{w}) ({w}) (?P<at>for|: take|and take|to take|to get) (\d+|{w}) ({w})$",
        "one thing in each line",
        'Write two lines: "pay {1} {2}" and "take {4} {5}".',
    ),
    habit(
        rf"^{_TAKE} (\d+|{{w}}) ({{w}}) (?P<at>,) (\d+|{{w}}) ({{w}})$",
        "one thing in each line",
        'Write two lines: "{1} {2} {3}" and "{1} {5} {6}".',
    ),
    habit(
        r"^(take (?:\d+|{w}) {w}) (?P<at>from (?:the )?(?:bank|supply|box|stock|reserve|general supply))$",
        "what is taken comes from the supply",
        "Leave this out.",
        "{1}",
    ),
    habit(
        rf"^(?P<at>(?:take|steal|get|rob) (\d+|{{w}}) ({{w}}) from {_SOMEBODY})$",
        "what comes from somebody is paid by him",
        'Write "choose rival from others" in a line above, and here "rival pays {2} {3} to player".',
    ),
    habit(
        r"^(?P<at>let) ({w} 's {w}(?: for {w})?) be (.+)$",
        '"let" gives a new name to something; what belongs to somebody is set',
        'Write "set {2} to {3}".',
        "set {2} to {3}",
    ),
    habit(
        r"^(do {w}) (?P<at>\() (.+) \)$",
        'what is given to a step stands behind "with"',
        'Write "{1} with {3}".',
        "{1} with {3}",
    ),
    habit(
        r"^option\b.* (?P<at>once (?:per|a|every|in each|in a)) ({w})",
        "once in which stretch of the game?",
        'Write "once each {2}".',
    ),
    habit(r"^option\b.*? (?P<at>if) ", 'the condition of an option begins with "when"', 'Write "when".'),
    habit(
        r"^(?P<at>at (?:the )?end of (?:the )?game|at end|at the end of (?:the )?game|end of (?:the )?game) :$",
        "when the game is over is said in fewer words",
        'Write "at the end:".',
        "at the end :",
        inside="at",
    ),
    habit(
        r"(?P<at>\b(?:the )?(?:count|amount|total|size|how many)(?: of)?) (?=(?:the )?{w}(?: 's {w})?)",
        "how many there are is said otherwise",
        'Write "number of".',
        inside="take",
    ),
    habit(
        r"^(?P<at>(?:each|every) ({w})) :$",
        "what is done again and again says for whom, or how often",
        'Write "in laps for each player in players:", "for each player in players:" or "repeat 3 times:".',
        inside="take",
    ),
    habit(
        r"^(?:let )?({w}) (?:be|is|=) "
        r"(?P<at>(?:a )?(?:random )?(?:number )?(?:from |between )?(\d+) (?:to|and) (\d+))$",
        "a number that chance gives is rolled",
        'Write "roll {1} from {3} to {4}".',
        "roll {1} from {3} to {4}",
        inside="roll",
    ),
    habit(
        r"(?P<at>\b(?:twice|double)(?: the)?) ({w}(?: 's {w})?)",
        "how often stands as a number before it",
        'Write "2 times {2}".',
    ),
    habit(
        r"^(?:raise|lower|set|let)\b.*(?<!/) (?P<at>(\d+) ({w}))$",
        "between a number and what it multiplies a word is missing",
        'Write "{2} times {3}".',
    ),
    habit(r"^do (?P<at>the|step|phase) ({w})$", "this is too much here", "Leave it out.", "do {2}", Code.WORD_TOO_MANY),
    habit(
        r"^({w}) (?P<at>does|performs|carries out) ({w})$", "who acts need not be named", 'Write "do {3}".', "do {3}"
    ),
    habit(r'^tell (?P<at>{w}) ""$', "everybody reads what is told", "Leave it out.", 'tell ""', Code.WORD_TOO_MANY),
    habit(
        r'^(?P<at>"")$',
        "what is to be done with this text?",
        "To tell it, write tell before it.",
        'tell ""',
        inside="tell",
    ),
    habit(
        r'^(?P<at>repeat asking|repeat ask|ask again|ask repeatedly) ({w}) "" :$',
        "a question that comes back begins otherwise",
        "Write 'keep asking {2} \"...\":'.",
        'keep asking {2} "" :',
    ),
    habit(
        r"^figure ({w}) (?P<at>(?::|is|=|:?) (\d+))$",
        "here stands from what to what it may go; the number itself is in a data file",
        'Write "figure {1}: 0 to 99" here, and "{1}: {{value: {3}, source: ...}}" under "figures:" in a file in data/.',
        "figure {1} : 0 to 99",
    ),
    habit(
        r"^cites (?P<at>\"\")$",
        "in which source? its short name is missing",
        'Write "cites NAME" before the passage, with a name from "sources:" in ruleset.yaml.',
    ),
)
"""Taking, paying, choosing and doing, as people say it."""
