"""The parts of questions in words: what can be chosen from what, what comes with an option, and when."""

from __future__ import annotations

from rulewright.rulebook.categories import NUMBER, category_of_one
from rulewright.rulebook.conditions import condition_phrase, rule_link
from rulewright.rulebook.phrases import (
    Phrase,
    capitalize_phrase,
    end_sentence,
    list_phrases,
    name_words,
    phrase_of,
    plain_text,
    restyle_phrase,
    say,
)
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.sentences import label_phrase, quoted_text
from rulewright.rulebook.values import amount_with_noun, is_name, things_phrase, value_phrase
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
    said, besides = choice_phrase(node.using, scope, node.or_nothing), _menus_besides(node.also, scope)
    return end_sentence(say("Choose {}{}{}", said, _prompt_phrase(node.prompt, scope), besides))


def choose_many_sentence(node: s.ChooseMany, scope: WordingScope) -> Phrase:
    """Return how many things are to be chosen from what."""
    many, of = phrase_of(name_words(node.name.text), "em"), things_phrase(node.things, scope)
    said = say("Choose {} from {}{}", _how_many_phrase(node, many, scope), of, _prompt_phrase(node.prompt, scope))
    return end_sentence(said)


def _how_many_phrase(node: s.ChooseMany, many: Phrase, scope: WordingScope) -> Phrase:
    written = all(isinstance(end, x.Number | None) for end in (node.least, node.most))
    least, most = (None if end is None else value_phrase(end, scope) for end in (node.least, node.most))
    if least is not None and most is not None:
        return say("{} to {} {}", least, most, many) if written else say("{} (from {} to {})", many, least, most)
    if least is not None:
        return say("{} {}", least, many) if written else say("as many {} as {}", many, least)
    if most is not None:
        return say("up to {} {}", most, many) if written else say("{} (at most {})", many, most)
    return say("any number of {}", many)


def move_some_sentence(node: s.MoveSome, scope: WordingScope) -> Phrase:
    """Return how many pieces are to be chosen from what, and where they go."""
    number, of = amount_with_noun(node.amount, node.what.text, scope), things_phrase(node.things, scope)
    them = "it" if plain_text(number).startswith("1 ") else "them"
    goes = say("move {} to {}", them, value_phrase(node.to, scope)) if node.to else say("pay {}", them)
    return end_sentence(say("Choose {} from {} and {}{}", number, of, goes, _prompt_phrase(node.prompt, scope)))


def _prompt_phrase(prompt: x.Word | None, scope: WordingScope) -> Phrase:
    """Return the question in which a person is asked, in brackets behind the sentence."""
    return () if prompt is None else say(" ({})", quoted_text(prompt, scope))


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
    seat = capitalize_phrase(value_phrase(node.seat, scope))
    if node.how == "together":
        return say(
            "{} choose at the same time, and show together what they have chosen ({}):",
            seat, quoted_text(node.prompt, scope),
        )  # fmt: skip
    who = phrase_of("Choose") if is_name(node.seat, "player") else say("{} chooses", seat)
    often = " again and again" if node.keep else ""
    until = say(" until {}", condition_phrase(node.until, scope)) if node.until is not None else ()
    secret = ", in secret from the others" if node.how else ""
    question = quoted_text(node.prompt, scope)
    return say("{}{}{}{} ({}){}:", who, often, until, secret, question, _menus_besides(node.also, scope))


def answer_phrase(option: s.Option, scope: WordingScope, inner: WordingScope) -> Phrase:
    """Return one answer to a question without its consequences."""
    using, when = conditions_of(option, scope, inner)
    if len(option.using) == 1 and option.label and option.label.text == f"{{{option.using[0].name}}}":
        return say("{}{}", capitalize_phrase(choice_phrase(option.using[0], scope)), when)
    return say("{}{}{}", restyle_phrase(label_phrase(option, inner), "strong"), using, when)


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
    goes_on = bool(node.stop or node.until or node.also)
    said = say("Choose from {}", rule_link(menu, node.menu, node.arguments, scope, "step", aside=goes_on))
    if node.stop:
        label = quoted_text(node.stop_label, scope) if node.stop_label else phrase_of("\u201cdone\u201d")
        said = say("{} as often as you like, until you say {}", said, label)
    elif node.until is not None:
        said = say("{} again and again until {}", said, condition_phrase(node.until, scope))
    if node.keeping:
        kept = list_phrases([phrase_of(f"the {name_words(word.text)}", "em") for word in node.keeping])
        said = say("{}; this may change {}", said, kept)
    return end_sentence(say("{}{}", said, _menus_besides(node.also, scope)))
