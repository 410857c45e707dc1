"""Every example of the language reference is checked, compiled, said in C, and played for 20 random games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from market import Example, changes_another, compiled_program, examples, market, without, write
from tests.tiers import sampled

from rulewright.backends.c.module import write as write_in_c
from rulewright.backends.c.pieces import NativeTables
from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings, Span
from rulewright.engine import Game
from rulewright.source.loading import load
from rulewright.syntax.build_declarations import DeclarationBuilder
from rulewright.syntax.lalr import LalrParser
from rulewright.syntax.lines import cut_lines
from rulewright.syntax.parser import declaration_texts, with_verbs
from rulewright.syntax.reduce_actions import ReduceAction, reduce_actions
from rulewright.syntax.tables import GrammarRule, tables

GAMES = 20
SEATS = 3
ALL = list(examples())


def name(example: Example) -> str:
    return f"{example.page}:{example.line}"


@pytest.mark.slow
@pytest.mark.parametrize("example", sampled(25, ALL), ids=map(name, ALL))
def test_each_example_is_played(example: Example, tmp_path: Path) -> None:
    folder = str(write(example, tmp_path))
    findings = Findings()
    check(compose(load(folder, findings), findings), SEATS, findings)
    assert [(f.code, str(f.span), f.message) for f in findings.found if f.severity == "error"] == []
    plain, traced = compiled_program(folder, SEATS), compiled_program(folder, SEATS, None, True)
    assert write_in_c(plain.representation(), NativeTables.of(plain.tables))
    for seed in range(GAMES):
        chance, game, told = random.Random(seed), Game.start(plain, seed), Game.start(traced, seed)
        while not game.over:
            assert game.codes == told.codes
            code = chance.choice(game.codes)
            game.choose(code)
            told.choose(code)
            assert game.state == told.state
            assert game.broken_promises() == []
        assert told.over


def test_every_block_of_lines_is_done() -> None:
    """A step that an example shows is reached: the check refuses one that nothing does."""
    assert sum(bool(example.played) for example in ALL) > 20


@pytest.mark.slow
def test_every_part_of_the_grammar_is_played() -> None:
    """Each sentence, and each form that it may have, stands in an example."""
    used: set[str] = set()

    def counting(rule: GrammarRule, maker: ReduceAction) -> ReduceAction:
        def make(span: Span, values: list[Any]) -> Any:
            used.add(rule.method)
            return maker[2](span, values) if maker[2] else values[rule.kept[0][0]]

        return maker[0], maker[1], make

    made = reduce_actions(tables(), DeclarationBuilder())
    watched = [counting(rule, maker) for rule, maker in zip(tables().rules, made, strict=True)]
    for example in ALL:
        for above, piece in declaration_texts(example.text):
            if lines := cut_lines(piece):
                LalrParser(tables(), watched, example.page, above).read("start", with_verbs(lines), True)
    missing = sorted({rule.method for rule in tables().rules} - used)
    assert missing == [], " ".join(missing)


def test_every_word_of_the_language_stands_in_an_example() -> None:
    text = "\n".join(example.text for example in ALL)
    assert [word for word in sorted(tables().words) if word not in text] == []


def test_what_an_example_declares_takes_the_place_of_the_market_s() -> None:
    own = "each player has:\n    bid: 0 to 5\n\nstep set-up:\n    shuffle deck\n"
    left = without(market(), own)
    assert "step set-up" not in left
    assert "bid" not in left
    assert "amount coin" in left


def test_some_examples_stand_on_the_market() -> None:
    assert any(changes_another(example) for example in ALL)


def test_a_change_on_top_counts(tmp_path: Path) -> None:
    changed = next(e for e in ALL if "change first-coins from 1 to 5" in e.text)
    game = Game.start(compiled_program(str(write(changed, tmp_path)), SEATS), 1)
    assert dict(dict(game.view())["Ann"])["coins"] == 5
