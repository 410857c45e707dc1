"""Turns of phrase in which rulebooks say who wins, when a turn is over, who gets what and how points are counted."""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.habit import habit

_MOST, _LEAST = "(?:most|highest|largest|greatest|biggest|maximum)", "(?:least|fewest|lowest|smallest|minimum)"
_WINS = r"(?:wins?|has won|won|is (?:the )?winner)\b.*"
_ANYBODY = "(?:the )?(?:player|person|one|somebody|someone) (?:with|who has|that has|having|has)"
_WHO = f"(?:{_ANYBODY}|whoever has|who has)(?: the)?"
_OTHERS = "(?:all |the )*others?(?: players?)?|(?:each|every|all) (?:the )?other players?"
_NEIGHBOUR = "(?:(?:the )?next player|(?:the |his |her )?(?:left )?neighbour)"
_WORTH_MANY = "(?:is worth|are worth|gives?|scores?|brings?|counts?)"
_HALF = (
    'Let a figure list the results, as "figure half for each 0 to 99: 0 to 49" with its numbers in data/; '
    'then write "half for (...)".'
)
_WINNER = "no line says who wins: when the game is over, whoever has the most points does"
_LEVEL = '\nWho of those with the same points wins says a "tie-break".'
_SCORE = "Points are counted under a line 'scoring NAME \"Label\":' in column 1: "
_POINTS = r"(?:victory )?(?:points?|vps?|scores?)"
_EACH = r"(?:for (?:each|every)|per|each)"
_WORTH = '\nFor something that is counted; for pieces write "score number of ... points" with the place where they lie.'
_SCORED = 'points are counted with "score", for each player when the game is over'
_OVER = 'what is over is left with "end"'

WINS = (
    habit(rf"^(?P<at>(?:{_WHO} |the )?{_MOST} {_POINTS} {_WINS})$", _WINNER, "Leave this line out." + _LEVEL),
    habit(
        rf"^(?P<at>(?:{_WHO} |the )?{_MOST} ({{w}}) {_WINS})$",
        _WINNER,
        _SCORE + '"score player\'s {2} points".' + _LEVEL,
    ),
    habit(
        rf"^(?P<at>(?:{_WHO} |the )?{_LEAST} ({{w}}) {_WINS})$",
        _WINNER,
        _SCORE + '"score 0 - player\'s {2} points".' + _LEVEL,
    ),
    habit(
        r"^(?P<at>(?:(?:the )?({w}) )?(?:wins?|has won|won|is (?:the )?winner)(?: (?:the )?game)?)$",
        _WINNER,
        'Write "end game" here. ' + _SCORE + '"score 1 points if ...", with what must be so of the winner.',
        "end game",
    ),
)
"""Who wins."""

ENDING = (
    habit(
        r"^(?P<at>(?:the )?({w}) (?:ends|is over|stops|is finished))$",
        _OVER,
        'Write "end {2}", with the name of the step or phase.',
        "end {2}",
    ),
    habit(r"^(?P<at>(?:the )?game over|end (?:of )?the game)$", _OVER, 'Write "end game".', "end game"),
    habit(r"^(?P<at>end of (?:the )?({w}))$", _OVER, 'Write "end {2}", with the name of the step or phase.', "end {2}"),
    habit(
        r"^(?P<at>(?:(?:go|move|pass|switch|continue) (?:on )?(?:to|with) )?(?:the )?next (?:player|turn)(?: 's turn)?"
        r"|pass the turn|skip (?:a|the|this) turn|lose (?:a|the|this) turn|pass)$",
        "who is next, the loop says in which this is done",
        'Write "end {here}" to leave this {what}.',
        "end {here}",
        inside="take",
    ),
    # -- who asks, who acts
    habit(
        r"^(?:the )?({w}) (?P<at>chooses|decides|picks|selects|is asked|answers) \"\" :$",
        'a question begins with "ask"',
        "Write 'ask {1} \"...\":'.",
        'ask {1} "" :',
    ),
    habit(
        r"^(ask|keep asking) (?P<at>the) ({w}) \"\" (.*)$",
        "this is too much here",
        "Leave it out.",
        '{1} {3} "" {4}',
        Code.WORD_TOO_MANY,
    ),
    habit(
        r"^(?P<at>you) ((?:take|pay|draw|move|discard|roll|choose|raise|lower|shuffle)\b.*)$",
        'who acts is "player", and need not be named',
        'Write "{2}".',
        "{2}",
    ),
    habit(
        r"^(?P<at>you) (?:get|gain|receive|earn) (\d+|{w}) ({w})$",
        "who gets something takes it",
        'Write "take {2} {3}".',
        "take {2} {3}",
    ),
    habit(
        r"^(?P<at>you) (?:lose|spend|give) (\d+|{w}) ({w})$",
        "who loses something pays it",
        'Write "pay {2} {3}".',
        "pay {2} {3}",
    ),
    habit(
        r"(?P<at>\b(?:your|his|her|their|my) ({w}))",
        'the one who acts is "player"',
        'Write "player\'s {2}".',
    ),
    habit(
        rf"^(?P<at>{_OTHERS}) (takes?|pays?|gets?|loses?|draws?|gives?) ",
        "everybody else in turn is said otherwise",
        'Write "for each rival in others:" and below it, 4 blanks further in, what each does: "rival takes 1 ...".',
    ),
    habit(
        r"^(?P<at>(?:the )?(?:bank|supply|box|stock|reserve|pool) (?:pays|gives)) (\d+|{w}) ({w}) to (?:the )?({w})$",
        "what comes from the supply is just taken",
        'Write "{4} takes {2} {3}".',
        "{4} takes {2} {3}",
    ),
    habit(
        rf"^({{w}}) (?P<at>gives|hands|passes|transfers|pays) (\d+|{{w}}) ({{w}}) to {_NEIGHBOUR}$",
        'who gives something "pays" it',
        'Write "{1} pays {3} {4} to next player after {1}".',
        "{1} pays {3} {4} to next player after {1}",
    ),
    habit(
        r"^({w}) (?P<at>gives|hands|transfers) (\d+|{w}) ({w}) to ({v})$",
        'who gives something "pays" it',
        'Write "{1} pays {3} {4} to {5}".',
        "{1} pays {3} {4} to {5}",
    ),
    # -- numbers that change
    habit(
        r"^(?P<at>add) (\d+|{w}) to ({v})$",
        "no line begins with this word",
        'Write "raise {3} by {2}".',
        "raise {3} by {2}",
    ),
    habit(
        r"^(?P<at>subtract) (\d+|{w}) from ({v})$",
        "no line begins with this word",
        'Write "lower {3} by {2}".',
        "lower {3} by {2}",
    ),
    habit(
        r"^({v}) (?P<at>increases|rises|grows|goes up) by ({v})$",
        'this is done with "raise"',
        'Write "raise {1} by {3}".',
        "raise {1} by {3}",
    ),
    habit(
        r"^({v}) (?P<at>decreases|falls|sinks|shrinks|drops|goes down) by ({v})$",
        'this is done with "lower"',
        'Write "lower {1} by {3}".',
        "lower {1} by {3}",
    ),
    habit(
        r"^((?!if |let |set ){w}(?: 's {w})?(?: for {w})?) (?P<at>is|=|becomes|equals|: =|is now) ([^:\"]+)$",
        'this is done with "set"',
        'Write "set {1} to {3}".',
        "set {1} to {3}",
        inside="take",
    ),
    habit(
        r"^(?P<at>otherwise|else) (?!if\b|:)([a-z].*)$",
        "a colon ends this line",
        'Write "otherwise:" and the rest in a line of its own below it, 4 blanks further in.',
        code=Code.TWO_IN_ONE_LINE,
    ),
    habit(
        r"^roll (?P<at>1?d(\d+))$",
        "a roll gives what comes of it a name",
        'Write "roll die from 1 to {2}"; "die" is then the number.',
        "roll die from 1 to {2}",
    ),
    habit(
        r"^roll (?P<at>([2-9])d(\d+))$",
        "each roll gives what comes of it a name",
        'Write "roll one-die from 1 to {3}" and "roll other-die from 1 to {3}"; the sum is "one-die + other-die".',
    ),
    # -- points
    habit(
        rf"^(?P<at>(?:(?:each |the )?players?|you|everybody) {_WORTH_MANY} (\d+) {_POINTS}(?: each)?)$",
        _SCORED,
        'Write "score {2} points" under a line \'scoring NAME "Label":\' in column 1.',
    ),
    *(
        habit(said, _SCORED, f'Write "score {times} points".' + _WORTH)
        for number, times in (("1()", "player's {3}"), (r"(\d+)", "{2} times player's {3}"))
        for said in (rf"^(?P<at>(?:score )?{number} {_POINTS} {_EACH} (?:of )?({{w}}))$",)
    ),
    *(
        habit(said, _SCORED, f'Write "score {times} points".' + _WORTH)
        for number, times in (("1()", "player's {2}"), (r"(\d+)", "{3} times player's {2}"))
        for said in (rf"^(?P<at>(?:each |every |an? |one |1 )?({{w}}) {_WORTH_MANY} {number} {_POINTS}(?: each)?)$",)
    ),
    habit(
        r"(?P<at>\bhalf (?:of )?(?:the )?)",
        "the language does not divide",
        _HALF,
    ),
    habit(
        r"(?P<at>(?:/|divided by) \d+)",
        "the language does not divide",
        _HALF,
    ),
    # -- what everybody has
    habit(
        r"^(?P<at>amount (?:of )?({w}?)s?)( : .*)?$",
        "what is counted has two names, for one and for many",
        'Write "amount {2} / {2}s", or as the two names are.',
        "amount {2} / {2}s{3}",
        inside="amount",
    ),
    habit(
        r"^(?P<at>(\d+) ({w}?)s?)$",
        "what everybody has is declared here, and taken when the game begins",
        'Write "amount {3} / {3}s". In "game" write "for each player in players:" and below it "take {2} {3}s".',
        "amount {3} / {3}s",
        inside="amount",
    ),
    habit(
        r"^(?P<at>({w}?)s?)$",
        "what is counted has two names, for one and for many",
        'Write "amount {2} / {2}s", or as the two names are.',
        "amount {2} / {2}s",
        inside="amount",
    ),
    habit(
        r"^amount ({w}) / ({w}) (?P<at>: (\d+)|(?:is|starts? (?:with|at)|begins? (?:with|at)|of) (\d+))$",
        "how many there are at the start is no part of this line",
        'Leave it out. In "game" write "for each player in players:" and below it "take {4}{5} {2}".',
        "amount {1} / {2}",
        inside="amount",
    ),
)
"""What is over, who acts, and how points are counted."""

WINNERS = (
    habit(
        rf"^(?P<at>(?:{_WHO} |the )?(?:{_MOST}|{_LEAST}) {{w}} {_WINS})$",
        _WINNER,
        _SCORE + '"score NUMBER points".' + _LEVEL,
        "scoring x :",
    ),
    habit(
        r"^(?P<at>(?:the )?(?:winners?|winning|victory|wins?|(?:win|winning|victory) conditions?)(?: of the game)?) :$",
        _WINNER,
        _SCORE + '"score NUMBER points".' + _LEVEL,
        "scoring x :",
    ),
)
"""Who wins, in first lines of declarations: nothing below them is read."""
