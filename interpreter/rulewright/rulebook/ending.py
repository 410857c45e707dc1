"""The chapters after the pieces: scoring, words with a meaning, decided questions, what always holds."""

from __future__ import annotations

from rulewright.phrasing import upper
from rulewright.rulebook.categories import parameters
from rulewright.rulebook.conditions import condition
from rulewright.rulebook.course import sentences
from rulewright.rulebook.making import Making
from rulewright.rulebook.model import Chapter, Entry, Group, Paragraph
from rulewright.rulebook.phrases import Phrase, capital, joined, listed, run, say, sentence, spaced
from rulewright.rulebook.rules import Numbering, rule_lines
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.values import things, value
from rulewright.syntax import declarations as d


def scoring(made: Making) -> Chapter:
    """Return how points are counted and who wins."""
    own = sorted(made.rules.of(d.Scoring), key=lambda decl: decl.span)
    parts: list[Entry] = []
    for decl in own:
        lines = rule_lines(decl.body, made.scope, Numbering(made.words.anchor(decl)))
        parts.append(made.entry(decl, run(made.words.title(decl)), sentences(lines)))
    by_pieces = [piece for piece in made.rules.of(d.PieceRule) if piece.scores]
    links = [made.words.link(piece) for piece in by_pieces]
    ties = sorted(made.rules.of(d.TieBreak), key=lambda decl: decl.span)
    said = "At the end everybody counts points as follows." if own or by_pieces else "No points are counted."
    intro = [Paragraph(run(said))]
    if links:
        intro.append(Paragraph(say("These count by their own rules: {}.", listed(links))))
    if own or by_pieces:
        last = "the tie-breaks at the end of this chapter decide" if ties else "the place is shared"
        intro.append(Paragraph(run(f"Whoever has most points wins. If several have as many, {last}.")))
    for number, tie in enumerate(ties):
        start = "If they are still equal," if number else "Among those with as many points"
        text = say("{} the highest number wins: {}.", start, value(tie.value, made.scope))
        title = say("Tie-break: {}", made.words.title(tie))
        parts.append(made.entry(tie, title, [Paragraph(text, made.key(tie))]))
    return Chapter("scoring", "Counting points", tuple(intro), tuple(parts))


def terms(made: Making) -> Chapter:
    """Return the words that the rules give a meaning, in the order of the alphabet."""
    decls = sorted(made.rules.of(d.Value), key=lambda decl: (_term(made, decl).lower(), decl.span))
    return Chapter("terms", "Words with a meaning of their own", (), tuple(_value(made, decl) for decl in decls))


def _term(made: Making, decl: d.Value) -> str:
    return upper(made.words.word(made.words.anchor(decl), decl.name.text))


def _value(made: Making, decl: d.Value) -> Entry:
    name, scope = _term(made, decl), made.scope.given(parameters(decl))
    about = [run(f"the {spaced(word.text)}", "em") for word in decl.params]
    kind = decl.of.text if decl.of else ""
    said = [_case(made, case, scope, decl) for case in decl.cases]
    title = name
    if kind and decl.cases[0].value is not None:
        title = f"Your {name[:1].lower() + name[1:]}" if kind == "player" else f"{name} of a {spaced(kind)}"
    titled = say("{}{}", title, say(" for {}", listed(about)) if about else ())
    return made.entry(decl, titled, [Paragraph(sentence(joined(said, "; otherwise ")), made.key(decl))])


def _case(made: Making, case: d.ValueCase, scope: Scope, decl: d.Value) -> Phrase:
    if case.value is None:
        assert case.condition is not None
        name = run(made.words.word(made.words.anchor(decl), decl.name.text), "strong")
        kind = decl.of.text if decl.of else ""
        subject = "you are" if kind == "player" else f"a {spaced(kind)} is" if kind else "it is"
        return say("{} {} if {}", subject, name, condition(case.condition, scope))
    said = things(case.value, scope)
    return say("{}, if {}", said, condition(case.condition, scope)) if case.condition else said


def rulings(made: Making) -> Chapter:
    """Return the questions that had to be decided, with the decisions."""
    parts: list[Entry | Group] = []
    group = ""
    for decl in sorted(made.rules.of(d.Ruling), key=lambda decl: decl.span):
        heading = made.comments.group(decl.span)
        if heading and heading != group:
            parts.append(Group(upper(heading)))
        group = heading
        parts.append(made.entry(decl, run(decl.asks.text), [Paragraph(run(decl.decides.text), made.key(decl))]))
    intro = (Paragraph(run("Where the sources are silent or can be read twice, this is how it is played here.")),)
    return Chapter("rulings", "Questions and answers", intro if parts else (), tuple(parts))


def always(made: Making) -> Chapter:
    """Return what holds at every moment of the game."""
    parts = []
    for decl in sorted(made.rules.of(d.Always), key=lambda decl: decl.span):
        text = sentence(capital(condition(decl.condition, made.scope)))
        parts.append(made.entry(decl, run(made.words.title(decl)), [Paragraph(text, made.key(decl))]))
    intro = (Paragraph(run("At every moment of the game this is so. Whoever finds it broken has made a mistake.")),)
    return Chapter("always", "What always holds", intro if parts else (), tuple(parts))
