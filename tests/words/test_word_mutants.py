"""What `mutate` makes of each word: all that a row says is made, and every one of these makes another game of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.tiers import sampled
from tests.words.words_made import ROWS, folder_of, said

from rulewright.backends import Program
from rulewright.backends.build import build
from rulewright.backends.python.loading import load_program
from rulewright.chance import pick
from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed
from rulewright.compose.coverage_points import coverage_points
from rulewright.diagnostics import Findings, RulesError
from rulewright.engine import Game
from rulewright.playtest.mutants.generation import NODE_MUTATIONS, mutated_rules
from rulewright.playtest.mutants.model import Mutant
from rulewright.source.loading import load
from rulewright.syntax import expressions as x

GAMES = 8


def composed(word: str) -> Composed:
    findings = Findings()
    return compose(load(str(folder_of(word)), findings), findings)


def own_mutants(word: str) -> Iterator[Mutant]:
    """Yield the mutants of the words that a row is about."""
    kinds = said(word, "made")
    for mutant in mutated_rules(composed(word)):
        if mutant.span.file.endswith("row.rules") and mutant.words in kinds:
            yield mutant


def program(rules: Composed) -> Program:
    findings = Findings()
    return load_program(build(check(rules, 3, findings), traced=True))


def stories(played: Program) -> list[list[str]]:
    """Return what is told of some games, and who wins."""
    found = []
    for number in range(1, GAMES + 1):
        game = Game.start(played, number)
        try:
            while not game.over:
                game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
            found.append([*(line.text for line in game.log), str(game.ranking())])
        except RulesError as problem:
            found.append([*(line.text for line in game.log), str(problem)])
    return found


def unnoticed(word: str) -> list[str]:
    """Return the mutants that neither `check` refuses nor any game notices."""
    before, found = stories(program(composed(word))), []
    for mutant in own_mutants(word):
        try:
            same = stories(program(mutant.make())) == before
        except RulesError:
            same = False
        if same:
            found.append(f"{mutant.span.line}: {mutant.words}")
    return found


@pytest.mark.parametrize("word", ROWS)
def test_what_a_row_says_is_made_of_it(word: str) -> None:
    assert {mutant.words for mutant in own_mutants(word)} == set(said(word, "made"))


@pytest.mark.slow
@pytest.mark.parametrize("word", sampled(14, ROWS))
def test_each_mutant_of_a_word_makes_another_game(word: str) -> None:
    assert unnoticed(word) == []


def test_a_change_that_does_nothing_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NODE_MUTATIONS, x.NextAfter, (lambda node: [(node.span, said("previous", "made")[0], node)],))
    assert len(unnoticed("previous")) == 2


@pytest.mark.parametrize("word", ROWS)
def test_conditions_of_a_word_are_coverage_points(word: str) -> None:
    """Each condition of a row is told apart in coverage, also where it is a mere name."""
    words = [p.words for p in coverage_points(composed(word)) if p.kind == "condition" and "row.rules" in p.span.file]
    assert not Counter(said(word, "asks")) - Counter(words)
