"""The offers at a question: choices by name, and the expectations `offered` and `not offered`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulewright.engine.explanations import possible_labels
from rulewright.engine.game import Choice, Game, Question
from rulewright.engine.options import ChoiceParts, DeclaredOption, options_of
from rulewright.engine.words import choice_name
from rulewright.frozen import frozen_class
from rulewright.scenarios.naming import NOTHING_WORDS, PLAYER, PlayedNames, ScenarioNames
from rulewright.scenarios.reading import ScenarioDecision
from rulewright.scenarios.results import ScenarioFailure


def check_offers(
    names: PlayedNames, game: Game, question: Question, decision: ScenarioDecision
) -> ScenarioFailure | None:
    """Return what is wrongly offered or missing; unknown names become findings."""
    for wanted in decision.named:
        if not (matching_choices(names, question, wanted.text) or _is_known(names, wanted.text)):
            names.report_unknown(
                wanted, wanted.text, "choice", [*(choice.name for choice in question.choices), *known_choices(names)]
            )
    for wanted in (*decision.offered, *decision.only):
        found = matching_choices(names, question, wanted.text)
        if found:
            names.note_meaning(wanted, "choice", options_of(names.program).parts(found[0].code).option.rule)
        else:
            why = (f"why not: {line}" for line in game.why(wanted.text))
            lines = f'expected "{wanted.text}" to be offered', f"offered: {offered_text(question)}", *why
            return ScenarioFailure(wanted.span, lines)
    return _too_much(names, question, decision) or _not_missing(names, game, question, decision)


def _too_much(names: PlayedNames, question: Question, decision: ScenarioDecision) -> ScenarioFailure | None:
    """Compare with the complete list of offers, if a scenario gives one."""
    if not decision.only:
        return None
    meant = {choice.code for wanted in decision.only for choice in matching_choices(names, question, wanted.text)}
    more = [with_piece(names, choice) for choice in question.choices if choice.code not in meant]
    said = f"expected nothing else to be offered, but also: {', '.join(more)}"
    return ScenarioFailure(decision.only[0].span, (said,)) if more else None


def _not_missing(
    names: PlayedNames, game: Game, question: Question, decision: ScenarioDecision
) -> ScenarioFailure | None:
    for unwanted, reason in decision.not_offered:
        if matching_choices(names, question, unwanted.text):
            return ScenarioFailure(unwanted.span, (f'expected "{unwanted.text}" not to be offered, but it is',))
        why = game.why(unwanted.text)
        if reason is not None and not any(reason.text in line for line in why):
            given = "; ".join(why) or "nothing"
            expected = f'expected "{unwanted.text}" to be missing because: {reason.text}'
            return ScenarioFailure(reason.span, (expected, f"given: {given}"))
    return None


def offered_text(question: Question) -> str:
    """Return the names of the offers."""
    return ", ".join(choice.name for choice in question.choices)


def matching_choices(names: PlayedNames, question: Question, text: str) -> list[Choice]:
    """Return the choices that a text denotes: by name, by the full name of their piece, by label, or by their option.

    The name of an option denotes all its choices.
    """
    ways = (
        lambda choice: choice_name(names.program, choice.code), lambda choice: with_piece(names, choice),
        lambda choice: choice.name, lambda choice: choice.label,
    )  # fmt: skip
    for way in ways:
        found = [choice for choice in question.choices if way(choice) == text]
        if found:
            return found
    offered = [(choice, options_of(names.program).parts(choice.code)) for choice in question.choices]
    meant = {parts.option: list(denoted_choices(names, parts.option, text)) for _, parts in offered}
    return [choice for choice, parts in offered if any(one.covers_choice(parts) for one in meant[parts.option])]


def with_piece(names: PlayedNames, choice: Choice) -> str:
    """Return the name of a choice with the full name of its piece, where several pieces share a name."""
    parts = options_of(names.program).parts(choice.code)
    named = parts.owner or parts.thing
    if named is None:
        return choice.name
    member = names.rules.domains[named.domain].members[named.number]
    return member if parts.owner or parts.option.is_plain else f"{choice.option} {member}"


# ---- names that a choice can have at all


def _is_known(names: PlayedNames, text: str) -> bool:
    """Tell whether any question of a game can have a choice of this name or label."""
    if not names.vocabulary:
        return True
    everything = [(one, option) for one in names.vocabulary for option in one.rules.options]
    named = any(fits_option(one, option, text) for one, option in everything)
    return named or any(text in possible_labels(one.program, option) for one, option in everything)


@frozen_class
class DenotedChoices:
    """The choices of an option that a text denotes: those of some pieces, with some arguments; None for any."""

    pieces: Collection[int] | None
    arguments: Collection[int] | None

    def covers_choice(self, parts: ChoiceParts) -> bool:
        """Return whether a choice of the option is one of them."""
        has_piece = self.pieces is None or parts.piece in self.pieces
        return has_piece and (self.arguments is None or parts.argument in self.arguments)


def denoted_choices(names: ScenarioNames, option: DeclaredOption, text: str) -> Iterator[DenotedChoices]:
    """Yield what a text means as the name of choices of an option.

    `lend ben` and `lend Ben` mean one choice, `lend` all of the option, `ben` one of a `choose`; `raze ben` and
    `warlord ben` one of the option `raze` in the rule of the piece `warlord`.
    """
    for head, pieces in _option_heads(names, option, text):
        if text == head:
            yield DenotedChoices(pieces, None)
        elif not option.takes_nothing:
            things = list(_named_arguments(names, option, text.removeprefix(f"{head} ") if head else text))
            if things:
                yield DenotedChoices(pieces, things)


def _option_heads(
    names: ScenarioNames, option: DeclaredOption, text: str
) -> Iterator[tuple[str, Collection[int] | None]]:
    """Yield the words with which a text may begin that names choices of an option, and whose choices these are."""
    if option.is_plain:
        yield "", None
        return
    called = option.rule.split(".")
    for head in dict.fromkeys((option.name, called[-1])):
        if text == head or text.startswith(f"{head} "):
            yield head, None
    if option.piece_domain:
        head = text.split(" ")[0]
        domain, rule_of = option.piece_domain, names.rules.rule_of
        pieces = [piece for piece in names.pieces_alike(domain, head) if rule_of(domain, piece) in called]
        if pieces:
            yield head, pieces


def _named_arguments(names: ScenarioNames, option: DeclaredOption, text: str) -> Iterator[int]:
    """Yield the things or the number that a text means as the argument of an option."""
    if option.takes_number:
        yield from (int(text),) if text.isascii() and text.isdecimal() else ()
        return
    yield from (-1,) if text in NOTHING_WORDS else ()
    yield from names.pieces_alike(option.thing_domain, text)
    if option.thing_domain == PLAYER and text in names.seats:
        yield names.seats[text]


def fits_option(names: ScenarioNames, option: DeclaredOption, text: str) -> bool:
    """Return whether a text can denote choices of an option."""
    return any(True for _ in denoted_choices(names, option, text))


def known_choices(names: ScenarioNames) -> Iterator[str]:
    """Yield names of choices, for suggestions."""
    for option in names.rules.options:
        if option.piece_domain:
            yield option.name
            yield from names.rules.domains[option.piece_domain].members
        elif option.thing_domain:
            start = "" if option.is_plain else f"{option.name} "
            yield from (f"{start}{member}" for member in names.member_names(option.thing_domain))
        else:
            yield option.name
