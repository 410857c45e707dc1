"""Histories of games with chance as actions: immutable, each knows the one before and what every seat has learned."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from hashlib import blake2b

from rulewright.adapters.actions import Offered
from rulewright.adapters.chance import Chance, ChanceDraw, ChoiceResult
from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.api.parts import call_refusal
from rulewright.diagnostics import Code
from rulewright.engine.known_chance import BEGINNING, NO_LUCK, Luck


class Course:
    """Makes histories of one ruleset, number of players and kind of returns."""

    def __init__(self, name: str, players: int | None, returns: str) -> None:
        """Raises `RulesError` when the rules have mistakes, or for a value that is not allowed."""
        self.key = name, players, returns
        self.adapted = Adapted(name, players, returns)
        self.chance = Chance(self.adapted.rules.ruleset, self.adapted.seats)
        self._first = self.chance.after_choice(self.adapted.games.beginning(), BEGINNING)
        self.beginning = self._history_at(self._first, self.adapted, None, -1, BEGINNING)

    def prepare_game(self) -> None:
        """Let the next game be played in C where that pays by now."""
        adapted = self.adapted.for_next_game()
        if adapted is not self.adapted:
            self.adapted = adapted
            self.beginning = self._history_at(self._first, adapted, None, -1, BEGINNING)

    def _history_at(
        self, found: ChoiceResult | ChanceDraw, adapted: Adapted, before: History | None, action: int, code: int
    ) -> History:
        state = adapted.games.held(found.state)
        if isinstance(found, ChanceDraw):
            return History(self, before, action, AdaptedPosition(adapted, state, []), draw=found)
        return History(self, before, action, AdaptedPosition(adapted, state, found.codes), code=code, luck=found.luck)

    def history_after(self, history: History, action: int) -> History:
        """Return the history after an action. Raises `RulesError` for one that is not offered."""
        if history.draw is not None:
            if not 0 <= action < history.draw.actions:
                raise call_refusal(self.key[0], Code.OUT_OF_RANGE, f"chance has no outcome {action} here")
            found = self.chance.after_outcome(history.draw, action)
            return self._history_at(found, history.position.adapted, history, action, history.draw.code)
        position = history.position
        code, adapted = position.refined_choice(action, history.offered), position.adapted
        if isinstance(code, AdaptedPosition):
            return History(self, history, action, code)
        certain = adapted.games.after_without_chance(position.state, code)
        if certain is not None:
            return History(self, history, action, AdaptedPosition(adapted, *certain), code=code)
        return self._history_at(self.chance.after_choice(position.state, code), adapted, history, action, code)


@dataclass(slots=True, eq=False)  # not frozen: making frozen ones takes a tenth of the time of small games
class History:
    """A position and the way there, which nothing changes.

    While chance is next, `draw` says so, and the position is the one before.
    `code` and `luck` are the choice and what chance did that led here from the last position without a draw.
    """

    course: Course
    before: History | None
    action: int
    position: AdaptedPosition
    draw: ChanceDraw | None = None
    code: int | None = None
    luck: Luck = NO_LUCK
    _told: list[str] = field(default_factory=list, repr=False)
    """By seat, the lines about the last step, as a JSON array has them; made when they are first wanted."""
    _offered: Offered | None = None
    _known: dict[int, str] = field(default_factory=dict, repr=False)
    _memories: dict[int, str] = field(default_factory=dict, repr=False)
    """By seat, hashes of what it knows, and of its own decisions so far."""

    def __deepcopy__(self, memo: object) -> History:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return restored_history, (*self.course.key, self.actions)

    @property
    def offered(self) -> Offered:
        """The actions of the seat that decides."""
        if self._offered is None:
            self._offered = self.position.offered
        return self._offered

    @property
    def actions(self) -> tuple[int, ...]:
        """All actions from the beginning, with those of chance."""
        return tuple(each.action for each in self._way_here() if each.before is not None)

    def _way_here(self) -> list[History]:
        """Return the histories from the beginning to this one."""
        found, at = [self], self.before
        while at is not None:
            found.append(at)
            at = at.before
        return found[::-1]

    def known_to(self, seat: int) -> str:
        """Return all that a seat has read, remembers, sees, and is asked: equal for equal knowledge, for nothing else.

        What it remembers is a hash of what it knew at its last own decision, with what it chose there. So one text
        determines all earlier ones, even where the log does not mention what the seat saw or did.
        """
        read = ", ".join(filter(None, [each._lines_by_seat()[seat] for each in self._way_here()]))
        known = f'[[{read}], "{self._memory_of(seat)}", {_seen_at(self, seat)[1:]}'
        self._known[seat] = _hash_of(known)
        return known

    def _memory_of(self, seat: int) -> str:
        """Return what stands for the seat's own decisions so far, from the last history that has worked it out."""
        way, at = list[History](), self
        while seat not in at._memories and at.before is not None:
            way.append(at)
            at = at.before
        memory = at._memories.setdefault(seat, "")
        for each in reversed(way):
            before = each.before
            if before is not None and before.draw is None and before.position.seat == seat:
                if seat not in before._known:
                    before.known_to(seat)
                memory = _hash_of(f"{before._known[seat]} {each.action}")
            each._memories[seat] = memory
        return memory

    def seen_by(self, seat: int) -> str:
        """Return what a seat sees and is asked now."""
        return _seen_at(self, seat)

    def _lines_by_seat(self) -> list[str]:
        if not self._told:
            self._told.extend(", ".join(map(_as_json, lines)) for lines in self._read_lines())
        return self._told

    def _read_lines(self) -> list[list[str]]:
        """Return the lines that each seat may read about what led here."""
        seats = range(self.course.adapted.seats)
        if self.code is None:
            return [[] for _ in seats]
        state = self.course.adapted.games.beginning() if self.before is None else self.before.position.state
        game = self.course.chance.game_after(state, self.code, self.luck)
        return [[line.text for line in game.log if line.private is None or s in line.private] for s in seats]


@lru_cache(maxsize=64)
def _seen_at(at: History, seat: int) -> str:
    """Return the view of a seat, who is asked, and to the one who is, what."""
    position, asked = at.position, -1 if at.draw is not None else at.position.seat
    game = at.course.adapted.traced_games.game_at(position.state, position.codes)
    found: list[object] = [game.view(seat), asked]
    if asked == seat and (question := game.question) is not None:
        found.append([question.prompt, position.added, [choice.label for choice in question.choices]])
    return _as_json(found)


_as_json = partial(json.dumps, ensure_ascii=False)


def _hash_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


@cache
def shared_course(name: str, players: int | None, returns: str) -> Course:
    """Return what makes histories of a ruleset, for everybody who asks for it in this process."""
    return Course(name, players, returns)


def restored_history(name: str, players: int | None, returns: str, actions: tuple[int, ...]) -> History:
    """Return a history by its actions. Raises `RulesError` if the rules do not allow them."""
    at = shared_course(name, players, returns).beginning
    for action in actions:
        at = at.course.history_after(at, action)
    return at
