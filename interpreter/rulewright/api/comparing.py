"""Two rulesets beside each other, as data: rule by rule, and by the games that are played by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.api import late
from rulewright.api.parts import (
    call_refusal,
    checked_cores,
    game_numbers,
    kinds_sitting,
    match_in_c,
    secret_for,
)
from rulewright.api.rules import Rules, loaded_rules
from rulewright.comparison.statistics import PairedGames, PairedResults
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import Key
from rulewright.diagnostics import Code

if TYPE_CHECKING:
    from rulewright.players.custom import Seat


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: its number and name, what kind it is, and what both say.

    `grade` is `rule`, `pieces`, `number` or `wording`; `sentence` says what it means, where the ruleset does.
    """

    number: int
    name: str
    grade: str
    sentence: str
    was: tuple[str, ...]
    now: tuple[str, ...]
    assumed: bool

    def _repr_html_(self) -> str:
        row = self.number, self.name, self.grade, " ".join(self.was), " ".join(self.now)
        return late.notebook.differences_html([row])


@dataclass(frozen=True, slots=True)
class Comparison:
    """What games of two rulesets by the same numbers say together: an effect for each group and name.

    An effect has the means under both rulesets, their difference, and its 95 % interval.
    """

    first: Rules
    second: Rules
    games: int
    effects: dict[Key, Effect]
    broken: dict[str, list[tuple[int, int]]]
    """By what is said of it: the ruleset (0 or 1) and the number of each game that broke."""

    def _repr_html_(self) -> str:
        return late.notebook.comparison_html(self.games, self.first.name, self.second.name, self.effects)


def diff(first: Rules | str, second: Rules | str) -> tuple[Difference, ...]:
    """Return what is different from one ruleset to another, in the order of the rulebook.

    Raises `RulesError` when one of them has mistakes.

    >>> import rulewright as rw
    >>> differences = rw.diff("./examples/kuhn-poker", "./examples/leduc-poker")
    >>> differences[0].name, differences[0].grade
    ('card.jack', 'pieces')
    """
    one, other = loaded_rules(first).ruleset, loaded_rules(second).ruleset
    text, other_text = (late.rule_text.rule_texts(late.rulebook.book_of(ruleset)) for ruleset in (one, other))
    return tuple(
        Difference(row.number, row.name, row.grade, row.so, row.was, row.now, row.guessed)
        for row in late.diff_words.told(late.diff.difference_rows(one, other), (text, other_text))
    )


def compare(
    first: Rules | str, second: Rules | str, players: int | None = None, games: int = 100, seed: int | None = None,
    seats: Sequence[str | Seat] = (), jobs: int = 1, compiler: bool | None = None,
) -> Comparison:  # fmt: skip
    """Play both rulesets by the same game numbers and return what is different.

    Where a program sits, chance depends on 128 secret bits, too, unless there is a `seed`, and no two games have the
    same deal: the program could remember it.

    A ruleset is compared with itself, but for a number, by `Rules.with_settings`. `compiler` is as in `simulate`.

    Raises `RulesError` when one of them has mistakes, when there is no number of players that both allow, or when
    there is no such number of games, seats or cores, or no compiler although one is wanted.

    >>> import rulewright as rw
    >>> comparison = rw.compare("./examples/kuhn-poker", "./examples/leduc-poker", games=20)
    >>> comparison.games, comparison.effects["length", "decisions a game"].difference
    (20, 1.5)
    >>> divers = rw.load("./examples/pearl-divers")
    >>> what_if = rw.compare(divers, divers.with_settings({"pearls-to-win": 5}), games=20)
    >>> what_if.effects["length", "decisions a game"].difference < 0
    True
    """
    one, other = loaded_rules(first), loaded_rules(second)
    both = [size for size in one.players if size in other.players]
    size = max(both, default=0) if players is None else players
    if size not in both:
        known = f"Both are for {', '.join(map(str, both))}." if both else "They share no number of players."
        raise call_refusal(f"{one.name}, {other.name}", Code.OUT_OF_RANGE, f"{size} cannot play both", known)
    who = kinds_sitting(seats, size)
    results = PairedResults.of_rulesets(2)
    numbers, cores = game_numbers(one.name, 1 if seed is None else seed, games), checked_cores(one.name, jobs, who)
    match = PairedGames((one.ruleset, other.ruleset), size, who=who, secret=secret_for(who, seed))
    match = match_in_c(replace(match, own_settings=(one.settings, other.settings)), 2 * len(numbers), compiler)
    for outcomes in late.run.results_of(match.job(numbers), cores):
        results.add_all(outcomes)
    pairs = results.paired_games(0, 1)
    return Comparison(one, other, len(pairs), results.compare_rulesets(0, 1) if pairs else {}, results.broken)
