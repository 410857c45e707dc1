"""The parts of questions in words: what can be chosen from what, what comes with an option, and when."""

from __future__ import annotations

from rulewright.phrasing import upper
from rulewright.rulebook.categories import NUMBER, category_of_one
from rulewright.rulebook.conditions import condition_phrase, rule_link
from rulewright.rulebook.phrases import (
    Phrase,
    capitalize_phrase,
    end_sentence,
    list_phrases,
    name_words,
    phrase_of,
    restyle_phrase,
    say,
)
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.sentences import quoted_text, text_with_values
from rulewright.rulebook.values import is_name, things_phrase, value_phrase
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


def with_using(every: tuple[s.Using, ...], scope: WordingScope) -> WordingScope:
    """Return a scope that knows what was chosen."""
    for using in every:
        found = NUMBER if using.high is not None else category_of_one(using.things, scope)
        scope = scope.with_name(using.name.text, found)
    return scope


def choose_sentence(node: s.Choose, scope: WordingScope) -> Phrase:
    """Return what is to be chosen from what."""
    said = say("Choose {}", choice_phrase(node.using, scope, node.or_nothing))
    if node.prompt is not None:
        said = say("{} ({})", said, quoted_text(node.prompt, scope))
    return end_sentence(say("{}{}", said, _menus_besides(node.also, scope)))


def choice_phrase(using: s.Using, scope: WordingScope, or_nothing: bool = False) -> Phrase:
    """Return what is chosen from what."""
    name, of = using.name.text, things_phrase(using.things, scope)
    if using.high is not None:
        number = phrase_of(f"the {name_words(name)}", "em")
        return say("a number ({}) from {} to {}", number, of, value_phrase(using.high, scope))
    start = say("{} {}", "an" if name[:1] in "aeiou" else "a", phrase_of(name_words(name), "em"))
    return say("{} {}from {}", start, "or nothing " if or_nothing else "", of)


def _menus_besides(also: tuple[x.Word, ...], scope: WordingScope) -> Phrase:
    """Return the menus from which one may choose besides, as often as one likes."""
    menus = [scope.words.link_to(scope.words.menu_named(name.text), name.text, "step") for name in also]
    return say("; before that you may choose from {}, as often as you like", list_phrases(menus)) if also else ()


def ask_phrase(node: s.Ask, scope: WordingScope) -> Phrase:
    """Return a question without its answers."""
    who = (
        phrase_of("Choose")
        if is_name(node.seat, "player")
        else say("{} chooses", capitalize_phrase(value_phrase(node.seat, scope)))
    )
    often = " again and again" if node.keep else ""
    until = say(" until {}", condition_phrase(node.until, scope)) if node.until is not None else ()
    secret = ", in secret from the others" if node.secretly else ""
    question = quoted_text(node.prompt, scope)
    return say("{}{}{}{} ({}){}:", who, often, until, secret, question, _menus_besides(node.also, scope))


def answer_phrase(option: s.Option, scope: WordingScope, inner: WordingScope) -> Phrase:
    """Return one answer to a question without its consequences."""
    label = text_with_values(option.label, inner) if option.label else phrase_of(upper(name_words(option.name.text)))
    using, when = conditions_of(option, scope, inner)
    if len(option.using) == 1 and option.label and option.label.text == f"{{{option.using[0].name}}}":
        return say("{}{}", capitalize_phrase(choice_phrase(option.using[0], scope)), when)
    return say("{}{}{}", restyle_phrase(label, "strong"), using, when)


def conditions_of(option: s.Option, scope: WordingScope, inner: WordingScope) -> tuple[Phrase, Phrase]:
    """Return what comes with an option, and when it may be chosen."""
    chosen = [choice_phrase(one, with_using(option.using[:at], scope)) for at, one in enumerate(option.using)]
    using = say(", with {}", list_phrases(chosen)) if chosen else ()
    when = say(", if {}", condition_phrase(option.when, inner)) if option.when else ()
    return using, when


def offer_sentence(node: s.Offer, scope: WordingScope) -> Phrase:
    """Return the menu that is offered, and how often."""
    menu = scope.words.menu_named(node.menu.text)
    if menu is None:
        return phrase_of(node.menu.text)
    said = say("Choose from {}", rule_link(menu, node.menu, node.arguments, scope, "step"))
    if node.stop:
        label = quoted_text(node.stop_label, scope) if node.stop_label else phrase_of("\u201cdone\u201d")
        said = say("{} as often as you like, until you say {}", said, label)
    elif node.until is not None:
        said = say("{} again and again until {}", said, condition_phrase(node.until, scope))
    if node.keeping:
        kept = list_phrases([phrase_of(f"the {name_words(word.text)}", "em") for word in node.keeping])
        said = say("{}; this may change {}", said, kept)
    return end_sentence(say("{}{}", said, _menus_besides(node.also, scope)))
