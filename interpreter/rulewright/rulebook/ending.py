"""The chapters after the pieces: scoring, words with a meaning, decided questions, what always holds."""

from __future__ import annotations

from rulewright.phrasing import upper
from rulewright.rulebook.categories import category_of, value_parameters
from rulewright.rulebook.conditions import condition_phrase
from rulewright.rulebook.course import sentence_blocks
from rulewright.rulebook.making import RulebookMaker
from rulewright.rulebook.model import Group, Paragraph, RulebookChapter, RulebookEntry
from rulewright.rulebook.phrases import (
    Phrase,
    capitalize_phrase,
    end_sentence,
    join_phrases,
    list_asked_about,
    list_phrases,
    name_words,
    phrase_of,
    say,
)
from rulewright.rulebook.rules import LineNumbering, rule_lines
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.sentences import statement_sentence
from rulewright.rulebook.values import things_phrase, value_phrase
from rulewright.rulebook.winning import winner_entry, winner_sentences
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax.expressions import nodes_in


def scoring_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return how points are counted and who wins."""
    own = sorted(made.rules.of(d.Scoring), key=lambda decl: decl.span)
    parts: list[RulebookEntry] = []
    for decl in own:
        lines = rule_lines(decl.body, made.scope, LineNumbering(made.words.anchor_of(decl)))
        parts.append(made.rule_entry(decl, phrase_of(made.words.rule_title(decl)), sentence_blocks(lines)))
    by_pieces = [piece for piece in made.rules.of(d.PieceRule) if piece.scores]
    links = [made.words.link_to(piece) for piece in by_pieces]
    ties = sorted(made.rules.of(d.TieBreak), key=lambda decl: decl.span)
    said = "At the end everybody counts points as follows." if own or by_pieces else "No points are counted."
    intro = [Paragraph(phrase_of(said))]
    if links:
        intro.append(Paragraph(say("These count by their own rules: {}.", list_phrases(links))))
    if own or by_pieces:
        intro.append(Paragraph(phrase_of(" ".join(winner_sentences(made, bool(ties))))))
    parts += [winner_entry(made, decl) for decl in sorted(made.rules.of(d.Winner), key=lambda decl: decl.span)]
    for number, tie in enumerate(ties):
        start = "If they are still equal," if number else "Among those with as many points"
        text = say("{} the highest number wins: {}.", start, value_phrase(tie.value, made.scope))
        title = say("Tie-break: {}", made.words.rule_title(tie))
        parts.append(made.rule_entry(tie, title, [Paragraph(text, made.rule_key(tie))]))
    return RulebookChapter("scoring", "Counting points", tuple(intro), tuple(parts))


def terms_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return the words that the rules give a meaning, in the order of the alphabet."""
    decls = sorted(made.rules.of(d.Value), key=lambda decl: (_term_title(made, decl).lower(), decl.span))
    return RulebookChapter(
        "terms", "Words with a meaning of their own", (), tuple(_value_entry(made, decl) for decl in decls)
    )


def _term_title(made: RulebookMaker, decl: d.Value) -> str:
    return upper(made.words.words_for(made.words.anchor_of(decl), decl.name.text))


def _value_entry(made: RulebookMaker, decl: d.Value) -> RulebookEntry:
    name, scope = _term_title(made, decl), made.scope.with_parameters(value_parameters(decl))
    about = [phrase_of(f"the {name_words(word.text)}", "em") for word in decl.params]
    kind = decl.of.text if decl.of else ""
    lets: list[Phrase] = []
    for line in decl.lets:
        lets.append(say("{} ", statement_sentence(line, scope)))
        scope = scope.with_name(line.name.text, category_of(line.value, scope))
    said = [_case_phrase(made, case, scope, decl) for case in decl.cases]
    title = name
    if kind and decl.cases[0].value is not None:
        title = f"Your {name[:1].lower() + name[1:]}" if kind == "player" else f"{name} of a {name_words(kind)}"
    asked = say("{} {}", name, list_asked_about(about)) if _is_verb(made, decl) else ()
    titled = asked or say("{}{}", title, say(" for {}", list_phrases(about)) if about else ())
    text = say("{}{}", join_phrases(lets, ""), end_sentence(join_phrases(said, "; otherwise ")))
    return made.rule_entry(decl, titled, [Paragraph(text, made.rule_key(decl))])


def _case_phrase(made: RulebookMaker, case: d.ValueCase, scope: WordingScope, decl: d.Value) -> Phrase:
    if case.value is None:
        assert case.condition is not None
        name = phrase_of(made.words.words_for(made.words.anchor_of(decl), decl.name.text), "strong")
        kind = decl.of.text if decl.of else ""
        if _is_verb(made, decl):
            about = list_asked_about([phrase_of(f"the {name_words(word.text)}") for word in decl.params])
            name, subject = say("{} {}", name, about), "you" if kind == "player" else f"a {name_words(kind)}"
        else:
            subject = "you are" if kind == "player" else f"a {name_words(kind)} is" if kind else "it is"
        return say("{} {} if {}", subject, name, condition_phrase(case.condition, scope))
    said = things_phrase(case.value, scope)
    return say("{}, if {}", said, condition_phrase(case.condition, scope)) if case.condition else said


def _is_verb(made: RulebookMaker, decl: d.Value) -> bool:
    """Return whether a value stands between things in some rule, as in `tile fits cell`, and not only behind `is`."""
    asked = (part for rule in made.rules.declarations for part in nodes_in(rule) if isinstance(part, x.Holds))
    return decl.of is not None and bool(decl.params) and any(part.name.text == decl.name.text for part in asked)


def rulings_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return the questions that had to be decided, with the decisions."""
    parts: list[RulebookEntry | Group] = []
    group = ""
    for decl in sorted(made.rules.of(d.Ruling), key=lambda decl: decl.span):
        heading = made.comments.group_heading(decl.span)
        if heading and heading != group:
            parts.append(Group(upper(heading)))
        group = heading
        parts.append(
            made.rule_entry(
                decl, phrase_of(decl.asks.text), [Paragraph(phrase_of(decl.decides.text), made.rule_key(decl))]
            )
        )
    intro = (Paragraph(phrase_of("Where the sources are silent or can be read twice, this is how it is played here.")),)
    return RulebookChapter("rulings", "Questions and answers", intro if parts else (), tuple(parts))


def always_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return what holds at every moment of the game."""
    parts = []
    for decl in sorted(made.rules.of(d.Always), key=lambda decl: decl.span):
        text = end_sentence(capitalize_phrase(condition_phrase(decl.condition, made.scope)))
        parts.append(
            made.rule_entry(decl, phrase_of(made.words.rule_title(decl)), [Paragraph(text, made.rule_key(decl))])
        )
    intro = (
        Paragraph(phrase_of("At every moment of the game this is so. Whoever finds it broken has made a mistake.")),
    )
    return RulebookChapter("always", "What always holds", intro if parts else (), tuple(parts))
