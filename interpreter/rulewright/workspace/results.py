"""Results that are computed on demand and kept until something that they were derived from changes.

While a result is computed, every answer of the files and every other result that it uses is recorded. In a later
revision it is valid as long as those answers are the same and those results did not change; where a result has to be
computed again and is equal to what it was, nothing that was derived from it is computed again.

For example, what is found in scenarios uses `choices`, which uses `vocabulary`, the names in the rules, which uses
`examination`, which has read rules/game.rules. Somebody changes a number in that file:

1. Before `choices` is believed in the new revision, what it used is validated, beginning with what was used first.
2. `examination` has read the file, whose answer differs: it is computed again. It is not comparable, so it has changed.
3. `vocabulary` used it and is computed again, too, but has the same names. It is comparable and equal, and keeps the
   revision in which it last changed.
4. So nothing that `choices` used has changed since it was last valid: it is valid, and no scenario is checked again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from rulewright.diagnostics import RulesError
from rulewright.source import cache
from rulewright.source.disk import reading_from
from rulewright.workspace.overlay import Answer, Overlay, Question

T = TypeVar("T")
Key = tuple[Hashable, ...]


@dataclass(slots=True)
class KeptResult:
    """A result, or the error instead of it, and what it was derived from."""

    compute: Callable[[], object]
    comparable: bool = False
    value: object = None
    error: RulesError | None = None
    answers: dict[Question, Answer] = field(default_factory=dict)
    used: dict[Key, None] = field(default_factory=dict)
    """The results that it was derived from, in the order in which they were first used."""
    valid: int = 0
    """The revision in which it was last found to be valid."""
    changed: int = 0
    """The revision in which it became what it is."""


class Results:
    """Keeps results by key. Without files nothing ever changes, and each is computed once."""

    def __init__(self, files: Overlay | None = None) -> None:
        self.files = files
        self._known: dict[Key, KeptResult] = {}
        self._open: list[KeptResult] = []

    def get(self, key: Key, compute: Callable[[], T], comparable: bool = False) -> T:
        """Return the result of a key, computed by `compute` if it is not known or no longer valid.

        `comparable`: when computed again, it is compared with what it was. Raises the `RulesError` of `compute`.
        """
        result = self._valid_result(key, compute, comparable)
        if self._open:
            self._open[-1].used[key] = None
        if result.error is not None:
            raise RulesError(result.error.findings)
        return cast(T, result.value)

    def put(self, key: Key, value: object) -> None:
        """Set a result that is not computed here."""
        self._known[key] = KeptResult(lambda: value, value=value)

    def derived_from(self, key: Key) -> dict[Question, Answer]:
        """Return every answer of the files that a known result was derived from, directly or by other results."""
        return self._all_answers(self._known[key])

    def saved_between_runs(self, of: str, stages: tuple[str, ...], compute: Callable[[], T]) -> T:
        """Return plain data, from the user's cache if they were saved there and the files still answer the same.

        `of` names them among the data computed by these stages. To be called while a result is computed. Nothing is
        saved that was derived from unsaved texts.
        """
        if self.files is None or self.files.has_unsaved:
            return compute()
        where = repr((os.getcwd(), str(self.files.root)))
        name = cache.fingerprint("derived", cache.own_code(*stages), where, of)
        saved = cache.load(name)
        if saved is not None:
            answers = {question: self.files.answer(question) for question in saved[0]}
            if all(_digest_of(answer) == saved[0][question] for question, answer in answers.items()):
                self._open[-1].answers.update(answers)
                return cast(T, saved[1])
        made = compute()
        derived = self._all_answers(self._open[-1])
        cache.save(name, ({question: _digest_of(answer) for question, answer in derived.items()}, made))
        return made

    def _all_answers(self, result: KeptResult) -> dict[Question, Answer]:
        found, waiting, seen = dict(result.answers), list(result.used), set(result.used)
        while waiting:
            used = self._known[waiting.pop()]
            found |= used.answers
            waiting += [key for key in used.used if key not in seen]
            seen |= used.used.keys()
        return found

    @property
    def _revision(self) -> int:
        return self.files.revision if self.files is not None else 0

    def _valid_result(self, key: Key, compute: Callable[[], object], comparable: bool) -> KeptResult:
        known = self._known.get(key)
        if known is not None and (known.valid == self._revision or self._still_valid(known)):
            known.valid = self._revision
            return known
        made = self._compute_result(compute, comparable)
        if known is not None and comparable and made.error is None and made.value == known.value:
            made.value, made.changed = known.value, known.changed
        self._known[key] = made
        return made

    def _still_valid(self, known: KeptResult) -> bool:
        assert self.files is not None, "without files there is one revision"
        if any(self.files.answer(question) != answer for question, answer in known.answers.items()):
            return False
        used = ((key, self._known[key]) for key in known.used)
        return all(self._valid_result(key, one.compute, one.comparable).changed <= known.valid for key, one in used)

    def _compute_result(self, compute: Callable[[], object], comparable: bool) -> KeptResult:
        made = KeptResult(compute, comparable, valid=self._revision, changed=self._revision)
        self._open.append(made)
        try:
            made.value = self._run_recorded(made)
        except RulesError as problem:
            made.error = problem
        finally:
            self._open.pop()
        return made

    def _run_recorded(self, made: KeptResult) -> object:
        if self.files is None:
            return made.compute()
        self.files.asked.append(made.answers)
        try:
            with reading_from(self.files):
                return made.compute()
        finally:
            self.files.asked.pop()


def _digest_of(answer: Answer) -> Answer:
    return cache.fingerprint(answer) if isinstance(answer, bytes) else answer
