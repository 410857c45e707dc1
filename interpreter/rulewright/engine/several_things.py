"""Several things that are chosen at once: a question of its own for each, which people answer together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, count

from rulewright.compile.tables import WORD, Several, argument_of, bits, option_of
from rulewright.engine.game import Choice, Game, Question, question_at
from rulewright.engine.options import options_of
from rulewright.engine.table_rules import table_rules_of


def _several_at(game: Game) -> Several | None:
    return None if game.over else game.program.tables.asked_at(game.state).several


def _set_at(game: Game, slots: Sequence[int]) -> int:
    return sum(game.state[slot] << WORD * at for at, slot in enumerate(slots))


def whole_question(game: Game) -> Question | None:
    """Return the question of a game as people are asked it, with pieces in the order in which a hand shows them."""
    question = _for_all_things(game)
    return question and replace(question, choices=_in_order_of_hands(game, question))


def _in_order_of_hands(game: Game, question: Question) -> tuple[Choice, ...]:
    """Return the choices with the pieces that players have in no order by what is printed on them."""
    rules, options, order = table_rules_of(game.program), options_of(game.program), dict[int, int]()
    loose = {
        (cell.row.declared.domain, piece.number) for cell in game.position.cells_for(question.seat).places
        if cell.row.declared.owner == "player" and not cell.is_ordered for piece in cell.pieces
    }  # fmt: skip

    def rank(choice: Choice) -> tuple[int, list[tuple[int, ...]]]:
        thing, place = options.parts(choice.code).thing, order.setdefault(option_of(choice.code), len(order))
        return place, rules.printed_rank(*thing) if thing in loose else []

    return tuple(sorted(question.choices, key=rank))


def _for_all_things(game: Game) -> Question | None:
    """Return the question; where it asks for one of several things, for all that must and can be chosen.

    What has been chosen of them already is in it, too. Of things that look alike none has a number of its own in its
    name: it would tell which of them lies here, and so where the others are.
    """
    of, question = _several_at(game), game.question
    if of is None or question is None:
        return question
    base, before = game.codes[-1] >> 16 << 16, _set_at(game, of.chosen)
    if before:
        picked = _unnumbered(question_at(game.program, game.state, [base | thing for thing in bits(before)]))
        question = replace(question, picked=picked)
    left, done = _set_at(game, of.left), before.bit_count()
    least = 0 if of.least < 0 else max(0, game.state[of.least] - done)
    limit = game.state[of.most] - done if of.most >= 0 else least or left.bit_count()
    most = min(limit, left.bit_count())
    if most < 2:  # one more, or none: a question like any other
        return question
    none = [code for code in game.codes if argument_of(code) < 0]
    whole = question_at(game.program, game.state, [*none, *(base | thing for thing in bits(left))])
    return replace(question, choices=_unnumbered(whole), several=(least, most))


def _unnumbered(question: Question) -> tuple[Choice, ...]:
    """Return the choices of a question, those that look alike one after the other and counted from 2 on."""
    alike: dict[str, list[Choice]] = {}
    for choice in question.choices:
        alike.setdefault(choice.name if choice.value is None else str(choice.value), []).append(choice)
    found = list[Choice]()
    for name, choices in alike.items():
        free = (numbered for number in count(2) if (numbered := f"{name}-{number}") not in alike)
        found += [replace(choice, name=each) for choice, each in zip(choices, chain([name], free), strict=False)]
    return tuple(found)


def answers_in_turn(game: Game, wanted: Sequence[Choice], take: Callable[[Choice], bool]) -> list[Choice]:
    """Answer a question with what is wanted: several things one after the other, as the rules ask for them.

    `take` makes one answer and returns whether to stop after it. Returns what has not been taken: all of it was
    offered by `whole_question`, so there is something only where `take` stopped, or where too much was wanted.
    """
    seat, left = game.seat, list(wanted)
    while (choice := _next_answer(game, left)) is not None:
        left = [one for one in left if one is not _same(choice, left)]
        chosen = _chosen_with(game, choice)
        if take(choice) or not _goes_on(game, chosen, seat):
            break
    return left


def _next_answer(game: Game, wanted: Sequence[Choice]) -> Choice | None:
    """Return which of several wanted things comes first; of those that look alike any; nothing where none is left."""
    codes, offered = {one.code for one in wanted}, game.question.choices if game.question else ()
    named, alike = ([one for one in offered if one.code in codes], [one for one in offered if _same(one, wanted)])
    none = [one for one in offered if not wanted and argument_of(one.code) < 0]
    return next(iter(named or alike or none), None)


def _same(choice: Choice, wanted: Sequence[Choice]) -> Choice | None:
    """Return which of some wanted things has been chosen: it, or one that looks like it."""
    alike = next((one for one in wanted if one.label == choice.label), None)
    return next((one for one in wanted if one.code == choice.code), alike)


def belong_together(before: Game, name: str, after: Game) -> bool:
    """Return whether a decision and what is asked after it are about several things that are chosen at once."""
    choices = before.question.choices if _several_at(before) is not None and before.question else ()
    made = next((choice for choice in choices if choice.name == name), None)
    return made is not None and not after.over and _goes_on(after, _chosen_with(before, made), before.seat)


def _chosen_with(game: Game, choice: Choice) -> int:
    """Return the set of things chosen when one more of several has been."""
    of = _several_at(game)
    return 0 if of is None or argument_of(choice.code) < 0 else _set_at(game, of.chosen) | 1 << argument_of(choice.code)


def _goes_on(game: Game, chosen: int, seat: int) -> bool:
    """Return whether a seat is asked for one more thing beside some that it has chosen."""
    of = _several_at(game)
    return of is not None and chosen > 0 and game.seat == seat and not chosen & ~_set_at(game, of.chosen)
