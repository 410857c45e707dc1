"""Turns of phrase in first lines of declarations."""

from __future__ import annotations

from rulewright.syntax.habit import habit

HEADINGS = (
    habit(
        r"^value (?P<at>({w}) 's ({w})) :$",
        "whose value it is stands behind it",
        'Write "value {3} of {2}:".',
        "value {3} of {2} :",
    ),
    habit(
        r"^(?P<at>(?:at )?the end of (?:the )?game|at the end|end of (?:the )?game|final scoring) :$",
        "points are counted in a scoring",
        'Write \'scoring NAME "Label":\', and under it "score NUMBER points".',
        "scoring x :",
    ),
    habit(
        r"^(?:rule )?(?P<at>after|before) (?:each |every |the )?({w}) :$",
        "a rule that runs before or after a step has a name",
        'Write "rule NAME {1} {2}:".',
        "rule x {1} {2} :",
    ),
    habit(
        r"^(?:rule )?(?P<at>at the (?:end|start|beginning) of (?:each |every |the )?(?!game\b)({w})) :$",
        "a rule that runs at the end of a phase has a name",
        'Write "rule NAME at the end of {2}:"; at its start it is "rule NAME before {2}:".',
        "rule x at the end of {2} :",
    ),
    habit(
        r"^(rule {w}) (?P<at>when (?:the |a )?({w}) (?:ends?|is over)) :$",
        "what runs at the end of a phase says so",
        'Write "{1} at the end of {3}:".',
        "{1} at the end of {3} :",
    ),
    habit(
        r"^(?P<at>(?!each player has )(?:(?:all|every|the|each) )?players? (?:has|have|had|gets|owns)) :$",
        "what everybody has is said otherwise",
        'Write "each player has:".',
        "each player has :",
    ),
    habit(
        r"^(?P<at>(?:all|every|each) ({w}) (?:have|had|gets|owns)) :$",
        "what each of them has is said otherwise",
        'Write "each {2} has:".',
        "each {2} has :",
    ),
    habit(
        r"^(?P<at>(?:the |a )?game (?:have|had|owns|contains)) :$",
        "what there is once is said otherwise",
        'Write "the game has:".',
        "the game has :",
    ),
)
"""First lines that cannot be read, or are read as something else."""
