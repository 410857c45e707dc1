"""Questions in words: what is asked, what can be answered, and what comes of it."""

from __future__ import annotations

from rulewright.report.rulebook.blocks import Blocks
from rulewright.report.rulebook.model import Key, Line
from rulewright.report.rulebook.phrases import Phrase, capital, listed, run, say, sentence, spaced, styled, upper
from rulewright.report.rulebook.scope import Scope
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


class English(Blocks):
    """Writes whole rules."""

    def _choose_line(self, node: s.Choose, key: Key, scope: Scope) -> Line:
        said = say("Choose {}", self.choice(node.using, scope, node.or_nothing))
        if node.prompt is not None:
            said = say("{} ({})", said, self.quoted(node.prompt, scope))
        return Line(sentence(say("{}{}", said, self.besides(node.also))), key)

    def choice(self, using: s.Using, scope: Scope, or_nothing: bool = False) -> Phrase:
        """Return what is chosen from what."""
        name, things = using.name.text, self.things(using.things, scope)
        if using.high is not None:
            number = run(f"the {spaced(name)}", "em")
            return say("a number ({}) from {} to {}", number, things, self.value(using.high, scope))
        return say("{} {}from {}", self.with_article(name), "or nothing " if or_nothing else "", things)

    def besides(self, also: tuple[x.Word, ...]) -> Phrase:
        """Return the lists from which one may choose besides, as often as one likes."""
        return say("; before that you may choose from {}, as often as you like", self.menus(also)) if also else ()

    def menus(self, names: tuple[x.Word, ...]) -> Phrase:
        """Return lists of options by their titles."""
        found = [self.words.menu(name.text) for name in names]
        return listed([self.menu_named(menu) for menu in found if menu is not None])

    def menu_named(self, menu: d.Menu) -> Phrase:
        """Return a list of options by its title, as a link."""
        return run(self.words.title(menu), "step", self.words.anchor(menu))

    def _ask_line(self, node: s.Ask, key: Key, scope: Scope) -> Line:
        mine = isinstance(node.seat, x.Name) and node.seat.text == "player"
        question = self.quoted(node.prompt, scope)
        verb = "Choose" if mine else "chooses"
        often = " again and again" if node.keep else ""
        until = say(" until {}", self.condition(node.until, scope)) if node.until is not None else ()
        secret = ", in secret from the others" if node.secretly else ""
        if mine:
            said = say("{}{}{}{} ({})", verb, often, until, secret, question)
        else:
            said = say("{} {}{}{}{} ({})", capital(self.value(node.seat, scope)), verb, often, until, secret, question)
        options = tuple(self.answer(option, scope) for option in node.options)
        return Line(say("{}{}:", said, self.besides(node.also)), key, options, False)

    def answer(self, option: s.Option, scope: Scope) -> Line:
        """Return one answer to a question with what comes of it."""
        key = self.key(option.span)
        inner = self.with_using(option.using, scope)
        label = self.text(option.label, inner) if option.label else run(upper(spaced(option.name.text)))
        using, when = self.conditions_of(option, scope, inner)
        if option.using and option.label and option.label.text == f"{{{option.using.name}}}":
            said = say("{}{}", capital(self.choice(option.using, scope)), when)
        else:
            said = say("{}{}{}", styled(label, "strong"), using, when)
        under = self.lines(option.body, inner)
        if not under:
            return Line(sentence(said), key)
        return self.folded(said, key, under)

    def conditions_of(self, option: s.Option, scope: Scope, inner: Scope) -> tuple[Phrase, Phrase]:
        """Return what comes with an option, and when it may be chosen."""
        using = say(", with {}", self.choice(option.using, scope)) if option.using else ()
        when = say(", if {}", self.condition(option.when, inner)) if option.when else ()
        return using, when

    def _offer_line(self, node: s.Offer, key: Key, scope: Scope) -> Line:
        menu = self.words.menu(node.menu.text)
        if menu is None:
            return Line(run(node.menu.text), key)
        given = self.given(node.arguments, menu.params, scope)
        said = say("Choose from {}{}", self.menu_named(menu), given)
        if node.stop:
            label = self.quoted(node.stop_label, scope) if node.stop_label else run("\u201cdone\u201d")
            said = say("{} as often as you like, until you say {}", said, label)
        elif node.until is not None:
            said = say("{} again and again until {}", said, self.condition(node.until, scope))
        if node.keeping:
            kept = listed([run(f"the {spaced(word.text)}", "em") for word in node.keeping])
            said = say("{}; this may change {}", said, kept)
        return Line(sentence(say("{}{}", said, self.besides(node.also))), key)
