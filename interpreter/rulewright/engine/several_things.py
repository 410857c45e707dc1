"""Several things that are chosen at once: a question of its own for each, which people answer together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.compile.tables import WORD, Several, argument_of, bits
from rulewright.engine.game import Choice, Game, Question, question_at


def _several_at(game: Game) -> Several | None:
    return None if game.over else game.program.tables.asked_at(game.state).several


def _set_at(game: Game, slots: Sequence[int]) -> int:
    return sum(game.state[slot] << WORD * at for at, slot in enumerate(slots))


def whole_question(game: Game) -> Question | None:
    """Return the question of a game; where it asks for one of several things, for all that must and can be chosen."""
    of = _several_at(game)
    if of is None:
        return game.question
    left, done = _set_at(game, of.left), _set_at(game, of.chosen).bit_count()
    least = 0 if of.least < 0 else max(0, game.state[of.least] - done)
    limit = game.state[of.most] - done if of.most >= 0 else least or left.bit_count()
    most = min(limit, left.bit_count())
    if most < 2:  # one more, or none: a question like any other
        return game.question
    none = [code for code in game.codes if argument_of(code) < 0]
    codes = [*none, *(game.codes[0] >> 16 << 16 | thing for thing in bits(left))]
    return replace(question_at(game.program, game.state, codes), several=(least, most))


def next_answer(game: Game, wanted: Sequence[Choice]) -> Choice | None:
    """Return which of several wanted things comes first; of those that look alike any; nothing where none is left."""
    assert game.question is not None
    codes, labels, offered = {one.code for one in wanted}, {one.label for one in wanted}, game.question.choices
    named, alike = ([one for one in offered if one.code in codes], [one for one in offered if one.label in labels])
    none = [one for one in offered if not wanted and argument_of(one.code) < 0]
    return next(iter(named or alike or none), None)


def chosen_with(game: Game, choice: Choice) -> int:
    """Return the set of things chosen when one more of several has been."""
    of = _several_at(game)
    return 0 if of is None or argument_of(choice.code) < 0 else _set_at(game, of.chosen) | 1 << argument_of(choice.code)


def goes_on(game: Game, chosen: int, seat: int) -> bool:
    """Return whether a seat is asked for one more thing beside some that it has chosen."""
    of = _several_at(game)
    return of is not None and chosen > 0 and game.seat == seat and not chosen & ~_set_at(game, of.chosen)
