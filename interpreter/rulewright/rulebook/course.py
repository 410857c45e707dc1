"""The chapters of what is done: the game in short, set-up, the course of play."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compose.composed import full_name
from rulewright.rulebook.categories import NUMBER
from rulewright.rulebook.conditions import condition_phrase
from rulewright.rulebook.making import RulebookMaker
from rulewright.rulebook.model import Block, Paragraph, RulebookChapter, RulebookEntry, SentenceLine, SentenceLines
from rulewright.rulebook.order import Rule, opening_lines
from rulewright.rulebook.phrases import Phrase, end_sentence, join_phrases, list_phrases, name_words, phrase_of, say
from rulewright.rulebook.questions import conditions_of, with_using
from rulewright.rulebook.rules import LineNumbering, fold_lines, rule_lines
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.sentences import label_phrase
from rulewright.rulebook.values import amount_with_noun, value_phrase
from rulewright.rulebook.winning import who_wins
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def course_chapters(made: RulebookMaker) -> list[RulebookChapter]:
    """Return the chapters from the game in short to the end of the course of play."""
    game = next(step for step in made.rules.of(d.Step) if step.kind == "game")
    short = RulebookChapter("short", "The game in short", (), (_game_entry(made, game),))
    before = made.order.first_reached(*opening_lines(game, made.words))
    set_up = RulebookChapter(
        "set-up", "Set-up", _starting_places(made), tuple(entry_of_rule(made, found) for found in before)
    )
    during = made.order.with_rule(game)[1:]
    play = RulebookChapter("course", "The course of play", (), tuple(entry_of_rule(made, found) for found in during))
    return [short, set_up, play]


def _starting_places(made: RulebookMaker) -> tuple[Block, ...]:
    """Return where everything is before anything is done."""
    words = made.words
    parts = []
    for piece in made.rules.of(d.Piece):
        place = words.own_member(piece.starts.text) if piece.starts else None
        if place is not None:
            parts.append(phrase_of(f"the {name_words(piece.plural.text)} lie in the {place.text}"))
    return (Paragraph(say("Before anything is done, {}.", list_phrases(parts))),) if parts else ()


def _game_entry(made: RulebookMaker, game: d.Step) -> RulebookEntry:
    """Return the entry of the whole game, with what counts in the end."""
    entry = _step_entry(made, game, great=True)
    first = made.rules.replaced.get(full_name(game), [game.span])[0]  # a file of changes introduces no game
    header = made.comments.file_header(first)
    if header and not made.comments.comment_above(game.span):
        entry = replace(entry, blocks=(Paragraph(phrase_of(header)), *entry.blocks))
    scorings = sorted(made.rules.of(d.Scoring), key=lambda decl: decl.span)
    counts = [made.words.link_to(decl, style="step") for decl in scorings]
    pieces = [piece for piece in made.rules.of(d.PieceRule) if piece.scores]
    counts += [made.words.link_to(piece, style="step") for piece in pieces]
    if not counts:
        return entry
    said = say("In the end points are counted for {}. {}", list_phrases(counts), phrase_of(who_wins(made)))
    return replace(entry, blocks=(*entry.blocks, Paragraph(said)))


MOMENTS = {"before": "Each time before {}", "end": "At the end of {}", "after": "Each time after {}"}
"""When a rule beside another is done."""


def left_over(made: RulebookMaker) -> RulebookChapter:
    """Return the chapter of the rules that no other chapter has reached."""
    parts: list[RulebookEntry] = []
    for decl in made.rules.declarations:
        if isinstance(decl, d.Step | d.Menu | d.MenuOption | d.Cost | d.After):
            parts += [entry_of_rule(made, found) for found in made.order.with_rule(decl)]
    return RulebookChapter("other", "Other rules", (), tuple(parts))


def entry_of_rule(made: RulebookMaker, decl: Rule) -> RulebookEntry:
    """Return the entry of something that is done, chosen or paid."""
    if isinstance(decl, d.Step):
        return _step_entry(made, decl)
    if isinstance(decl, d.Menu):
        return _menu_entry(made, decl)
    if isinstance(decl, d.MenuOption):
        return _option_entry(made, decl)
    return _cost_entry(made, decl) if isinstance(decl, d.Cost) else _after_entry(made, decl)


def sentence_blocks(lines: tuple[SentenceLine, ...], steps: bool = True) -> tuple[Block, ...]:
    """Return the sentences of a rule as a block; one without anything under it is a paragraph."""
    if len(lines) == 1 and not lines[0].under:
        return (Paragraph(lines[0].text, lines[0].key),)
    return (SentenceLines(lines, steps),) if lines else ()


def _step_entry(made: RulebookMaker, decl: d.Step, great: bool = False) -> RulebookEntry:
    lines = rule_lines(decl.body, made.scope.with_parameters(decl.params), LineNumbering(made.words.anchor_of(decl)))
    return made.rule_entry(
        decl, phrase_of(made.words.rule_title(decl)), sentence_blocks(lines), great or decl.kind == "phase"
    )


def _menu_entry(made: RulebookMaker, decl: d.Menu) -> RulebookEntry:
    words, order = made.words, made.order
    own = [words.link_to(option, style="step") for option in order.menu_options(decl)]
    blocks: list[Block] = []
    if own:
        blocks.append(Paragraph(say("You can choose {}.", list_phrases(own, "or")), made.rule_key(decl)))
    for kind, pieces in _pieces_by_kind(made, decl):
        links = list_phrases([words.link_to(piece) for piece in pieces], "or")
        start = f"{'Besides, your' if own else 'Your'} {name_words(words.plural_of(kind))}"
        blocks.append(Paragraph(say("{}{} can be used here: {}.", start, _places_of_options(made, kind), links)))
    for kept in decl.keeps:
        name = phrase_of(f"the {name_words(kept.name.text)}", "em")
        blocks.append(Paragraph(say("What is chosen may change {} (from {} to {}).", name, kept.low, kept.high)))
    return made.rule_entry(decl, phrase_of(made.words.rule_title(decl)), blocks, True)


def _pieces_by_kind(made: RulebookMaker, menu: d.Menu) -> list[tuple[str, list[d.PieceRule]]]:
    found: dict[str, list[d.PieceRule]] = {}
    order = [made.words.kinds.get(word.text, "") for word in menu.order]
    pieces = made.order.menu_pieces(menu)
    for piece in sorted(pieces, key=lambda p: order.index(p.kind.text) if p.kind.text in order else len(order)):
        found.setdefault(piece.kind.text, []).append(piece)
    return list(found.items())


def _places_of_options(made: RulebookMaker, kind: str) -> Phrase:
    """Return in which places the options of a kind of piece are there."""
    decl = next((piece for piece in made.rules.of(d.Piece) if piece.name.text == kind), None)
    places = [word.text for word in decl.live] if decl else []
    said = [made.words.find_member(place, "player") for place in places]
    return say(" in your {}", list_phrases([phrase_of(m.text) for m in said if m], "or")) if places else ()


def _option_entry(made: RulebookMaker, decl: d.MenuOption) -> RulebookEntry:
    scope, option = option_scope(made, decl), decl.option
    inner = with_using(option.using, scope)
    menu = made.words.menu_named(decl.menu.text)
    of = say("To be chosen under {}", made.words.link_to(menu, style="step")) if menu else ()
    using, when = conditions_of(option, scope, inner)
    said = end_sentence(say("{}{}{}{}", of, using, how_often(made, decl), when))
    lines = rule_lines(option.body, inner, LineNumbering(made.words.anchor_of(decl)))
    label = label_phrase(option, inner) if option.label else phrase_of(made.words.rule_title(decl))
    return made.rule_entry(decl, label, (Paragraph(said, made.rule_key(decl)), *sentence_blocks(lines)))


def option_scope(made: RulebookMaker, decl: d.MenuOption) -> WordingScope:
    """Return the scope of an option: what its list is given, and what it keeps."""
    scope, menu = made.scope.with_parameters(decl.params), made.words.menu_named(decl.menu.text)
    for kept in menu.keeps if menu else ():
        scope = scope.with_name(kept.name.text, NUMBER)
    return scope


def how_often(made: RulebookMaker, decl: d.MenuOption) -> Phrase:
    """Return how often an option may be chosen."""
    if decl.often is None:
        return ()
    if decl.often.phase is None:
        return phrase_of(", once in the game")
    step = made.words.step_named(decl.often.phase.text)
    name = name_words(decl.often.phase.text)
    return say(", once each {}", phrase_of(name, "", made.words.anchor_of(step)) if step else name)


def _cost_entry(made: RulebookMaker, decl: d.Cost) -> RulebookEntry:
    scope = made.scope.with_parameters(decl.params)
    parts = [_cost_part(made, part, scope) for part in decl.parts]
    blocks: list[Block] = [Paragraph(say("To be paid: {}.", join_phrases(parts, "; and ")), made.rule_key(decl))]
    return made.rule_entry(decl, phrase_of(made.words.rule_title(decl)), blocks)


def _cost_part(made: RulebookMaker, part: d.CostPart, scope: WordingScope) -> Phrase:
    if part.how == "amount":
        return amount_with_noun(part.amount, part.what.text, scope)
    one, many = made.words.counted_forms(part.what.text)
    what = {"each": f"of each {one}", "one": f"of one {one}", "any": f"of any {many}"}[part.how]
    number = say("{} {}", value_phrase(part.amount, scope), what)
    if not isinstance(part.amount, x.Number):
        number = say("as many {} as {}", what, value_phrase(part.amount, scope))
    within = say(" among {}", value_phrase(part.within, scope)) if part.within is not None else ()
    pool = value_phrase(part.pool, scope) if part.pool is not None else ()
    if part.fact is not None:
        pool = say("the {} on {}", name_words(part.fact.text), pool)
    return say("{}{}, from {}", number, within, pool)


def _after_entry(made: RulebookMaker, decl: d.After) -> RulebookEntry:
    words = made.words
    step = words.step_named(decl.step.text)
    name = words.link_to(step, decl.step.text, "step")
    scope = made.scope.with_parameters(decl.params)
    start = say(MOMENTS[decl.moment], name)
    when = say(", if {}", condition_phrase(decl.when, scope)) if decl.when else ()
    lines = rule_lines(decl.body, scope, LineNumbering(words.anchor_of(decl)))
    line = fold_lines(say("{}{}", start, when), made.rule_key(decl), lines)
    return made.rule_entry(decl, phrase_of(made.words.rule_title(decl)), sentence_blocks((line,)))
