"""Games with each word: the builds and the reference evaluator play the same, and adapters play it to the end."""

from __future__ import annotations

import random
import warnings

import pytest
from tests.oracle.beside import Beside, DifferentError
from tests.oracle.pieces import Pieces
from tests.tiers import sampled
from tests.words.words_made import ROWS, folder_of

from rulewright.backends.native import compiler, native
from rulewright.workspace import load


def played(word: str, in_c: bool) -> int:
    """Play games of a row beside the evaluator; return the number of decisions."""
    ruleset = load(str(folder_of(word)))
    plain = ruleset.program(3)
    programs = [plain, ruleset.program(3, traced=True), *([native(plain)] if in_c else [])]
    rules = ruleset.checked_rules(3)
    return sum(Beside(rules, programs, number).play(random.Random(number)) for number in (1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("word", sampled(9, ROWS))
def test_builds_and_evaluator_agree(word: str) -> None:
    assert played(word, compiler() is not None) > 10


def test_another_choice_by_chance_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pieces, "roll", lambda *_: 1)
    with pytest.raises(DifferentError):
        played("random", in_c=False)


@pytest.mark.parametrize("word", sampled(14, ROWS))
def test_pettingzoo_plays_it(word: str) -> None:
    pytest.importorskip("pettingzoo", reason='PettingZoo is not installed: pip install -e ".[pettingzoo]"')
    from pettingzoo.test import api_test

    from rulewright.adapters.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(env(str(folder_of(word))), num_cycles=60)


@pytest.mark.slow
@pytest.mark.parametrize("word", sampled(14, ROWS))
def test_openspiel_plays_it(word: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason='OpenSpiel is not installed: pip install -e ".[openspiel]"')
    from rulewright.adapters.open_spiel import load as load_game

    pyspiel.random_sim_test(load_game(str(folder_of(word))), num_sims=2, serialize=True, verbose=False)
