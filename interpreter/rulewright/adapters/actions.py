"""Numbers for choices: the same choice has the same number in every game, on every machine.

The numbers are the places of the names of choices among all names that the rules allow, sorted. So they depend on the
rules and the number of players alone, and no two choices of a question share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.engine.bare_games import BareGames
from rulewright.engine.options import DeclaredOption, options_of
from rulewright.engine.words import choice_name, choice_names, possible_names

MOST_SINGLE_NUMBERS = 100
"""Numbers up to this one are one action. Larger ones take several: `bid 100 more`, which may be repeated, `bid 7`."""

Offered = dict[int, int]
"""The choice for each action; for an action that adds to a number, one of the choices that it leads to."""


class Actions:
    """All actions of the games of a program. `names[action]` is what an action is called."""

    def __init__(self, games: BareGames) -> None:
        self.ruleset, self.program = games.ruleset, games.program
        self._parts, options = options_of(self.program).parts, options_of(self.program)
        found = {
            name for code in options.possible_codes(MOST_SINGLE_NUMBERS) for name in possible_names(self.program, code)
        }
        self._more = {option.number: _name_of_more(option) for option in options.rows if option.takes_number}
        self.names = sorted(found | set(self._more.values()), key=_in_order)
        self.of_name = {name: action for action, name in enumerate(self.names)}
        self._known: dict[int, int] = {}

    def offered_actions(self, codes: Sequence[int]) -> Offered:
        """Return the actions among which somebody decides. Raises `RulesError` for a choice that has none."""
        known = dict(zip(map(self._known.get, codes), codes, strict=True))
        if len(known) == len(codes) and None not in known:
            return cast("Offered", known)
        found: Offered = {}
        for code in codes:
            action = self._known.get(code)
            if action is None:
                action = self._known[code] = self._action_of(code)
            if found.setdefault(action, code) != code and not self.is_large(code):
                return self._with_longer_names(codes)
        return found

    def is_large(self, code: int) -> bool:
        """Whether a choice is a number that takes several actions."""
        return (self._parts(code).number or 0) >= MOST_SINGLE_NUMBERS

    def remaining_choices(self, codes: Sequence[int], code: int) -> list[int]:
        """Return the choices left when `MOST_SINGLE_NUMBERS` have been added to a large one, each less that number."""
        more = self._more_of(code)
        return [c - MOST_SINGLE_NUMBERS for c in codes if self.is_large(c) and self._more_of(c) == more]

    def _more_of(self, code: int) -> str:
        return self._more[self._parts(code).option.number]

    def _action_of(self, code: int) -> int:
        return self._action_named(self._more_of(code) if self.is_large(code) else choice_name(self.program, code))

    def _with_longer_names(self, codes: Sequence[int]) -> Offered:
        """Return actions by the names that choices have beside others of the same name."""
        found: Offered = {}
        for code, name in zip(codes, choice_names(self.program, list(codes)), strict=True):
            found.setdefault(self._action_of(code) if self.is_large(code) else self._action_named(name), code)
        return found

    def _action_named(self, name: str) -> int:
        action = self.of_name.get(name)
        if action is None:
            said = f'the choice "{name}" has no number: its name cannot be derived from the rules'
            remedy = "Give options of one question, or the pieces that they are about, different names."
            where = Span(self.ruleset, 0, 0, 0, 0)
            raise RulesError((Diagnostic(Code.UNKNOWN_NAME, where, said, (remedy,)),))
        return action


def _name_of_more(option: DeclaredOption) -> str:
    return f"{MOST_SINGLE_NUMBERS} more" if option.is_plain else f"{option.name} {MOST_SINGLE_NUMBERS} more"


def _in_order(name: str) -> list[tuple[bool, int, str]]:
    """Sort by words, numbers by their size."""
    return [(not word.isdecimal(), int(word) if word.isdecimal() else 0, word) for word in name.split(" ")]
