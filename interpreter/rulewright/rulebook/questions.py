"""The parts of questions in words: what can be chosen from what, what comes with an option, and when."""

from __future__ import annotations

from rulewright.phrasing import upper
from rulewright.rulebook.categories import NUMBER, one_of
from rulewright.rulebook.conditions import condition, invoked
from rulewright.rulebook.phrases import Phrase, capital, listed, run, say, sentence, spaced, styled
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.sentences import quoted, text
from rulewright.rulebook.values import is_name, things, value
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


def with_using(using: s.Using | None, scope: Scope) -> Scope:
    """Return a scope that knows what was chosen."""
    if using is None:
        return scope
    return scope.let(using.name.text, NUMBER if using.high is not None else one_of(using.things, scope))


def choose(node: s.Choose, scope: Scope) -> Phrase:
    """Return what is to be chosen from what."""
    said = say("Choose {}", choice(node.using, scope, node.or_nothing))
    if node.prompt is not None:
        said = say("{} ({})", said, quoted(node.prompt, scope))
    return sentence(say("{}{}", said, _besides(node.also, scope)))


def choice(using: s.Using, scope: Scope, or_nothing: bool = False) -> Phrase:
    """Return what is chosen from what."""
    name, of = using.name.text, things(using.things, scope)
    if using.high is not None:
        number = run(f"the {spaced(name)}", "em")
        return say("a number ({}) from {} to {}", number, of, value(using.high, scope))
    start = say("{} {}", "an" if name[:1] in "aeiou" else "a", run(spaced(name), "em"))
    return say("{} {}from {}", start, "or nothing " if or_nothing else "", of)


def _besides(also: tuple[x.Word, ...], scope: Scope) -> Phrase:
    """Return the menus from which one may choose besides, as often as one likes."""
    menus = [scope.words.link(scope.words.menu(name.text), name.text, "step") for name in also]
    return say("; before that you may choose from {}, as often as you like", listed(menus)) if also else ()


def ask(node: s.Ask, scope: Scope) -> Phrase:
    """Return a question without its answers."""
    who = run("Choose") if is_name(node.seat, "player") else say("{} chooses", capital(value(node.seat, scope)))
    often = " again and again" if node.keep else ""
    until = say(" until {}", condition(node.until, scope)) if node.until is not None else ()
    secret = ", in secret from the others" if node.secretly else ""
    question = quoted(node.prompt, scope)
    return say("{}{}{}{} ({}){}:", who, often, until, secret, question, _besides(node.also, scope))


def answer(option: s.Option, scope: Scope, inner: Scope) -> Phrase:
    """Return one answer to a question without its consequences."""
    label = text(option.label, inner) if option.label else run(upper(spaced(option.name.text)))
    using, when = conditions_of(option, scope, inner)
    if option.using and option.label and option.label.text == f"{{{option.using.name}}}":
        return say("{}{}", capital(choice(option.using, scope)), when)
    return say("{}{}{}", styled(label, "strong"), using, when)


def conditions_of(option: s.Option, scope: Scope, inner: Scope) -> tuple[Phrase, Phrase]:
    """Return what comes with an option, and when it may be chosen."""
    using = say(", with {}", choice(option.using, scope)) if option.using else ()
    when = say(", if {}", condition(option.when, inner)) if option.when else ()
    return using, when


def offer(node: s.Offer, scope: Scope) -> Phrase:
    """Return the menu that is offered, and how often."""
    menu = scope.words.menu(node.menu.text)
    if menu is None:
        return run(node.menu.text)
    said = say("Choose from {}", invoked(menu, node.menu, node.arguments, scope, "step"))
    if node.stop:
        label = quoted(node.stop_label, scope) if node.stop_label else run("\u201cdone\u201d")
        said = say("{} as often as you like, until you say {}", said, label)
    elif node.until is not None:
        said = say("{} again and again until {}", said, condition(node.until, scope))
    if node.keeping:
        kept = listed([run(f"the {spaced(word.text)}", "em") for word in node.keeping])
        said = say("{}; this may change {}", said, kept)
    return sentence(say("{}{}", said, _besides(node.also, scope)))
