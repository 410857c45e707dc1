"""The page of editions shows what each difference does in play: its effect alone, and a game that differs by it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.comparison.diff.changes import FactChange
from rulewright.comparison.statistics.effects import judged, paired_effect
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS
from rulewright.report.editions.page import editions_report
from rulewright.report.editions.play import InPlay
from rulewright.report.editions.tables import tables_of
from rulewright.report.model import Table
from rulewright.report.pages import page_word
from rulewright.report.renderers import html
from rulewright.rulebook import book_of
from rulewright.rulebook.dictionary import read_dictionary
from rulewright.workspace import load


@pytest.fixture(scope="module")
def page(shops: Path) -> str:
    opening.space.cache_clear()
    words = ["editions", str(shops / "shop"), str(shops / "new-shop"), "--games", "8", "--examples", "20"]
    done = CliRunner().invoke(cli, [*words, "--jobs", "1", "--html", "-"])
    assert done.exit_code == 0, done.output
    return done.output


def article(page: str, name: str) -> str:
    start = page.index(f'<article id="difference.{name}"')
    return page[start : page.index("</article>", start)]


@pytest.mark.slow
def test_a_number_is_shown_in_one_line_with_its_effect(page: str) -> None:
    shown = article(page, "more-pay")
    assert "<strong>Pay</strong>: <del>1</del> → <ins>2</ins>" in shown
    assert "points a player (95% interval" in shown and "<circle" in shown
    assert "A new book, “Two”" in shown


@pytest.mark.slow
def test_the_example_game_ends_with_what_each_edition_makes_of_it(page: str) -> None:
    shown = article(page, "no-rest")
    assert "Example game, " in shown and '<li value="0">' in shown
    assert "only here: rest" in shown


def test_wording_has_neither_effect_nor_game(page: str) -> None:
    shown = article(page, "short-days")
    assert 'data-grade="wording"' in shown
    assert "In play" not in shown and "Example game" not in shown


def test_the_overview_has_the_whole_edition_first_and_large_effects_before_small(page: str) -> None:
    table = page[page.index('<table class="effects">') :]
    rows = table[: table.index("</table>")].split("<tr")[2:]
    assert "All of B" in rows[0]
    assert "rich-coins" in rows[1] or "more-pay" in rows[1]
    assert len(rows) == 1 + 7, "the edition and each named difference that play can show"


def test_the_effects_are_not_in_a_section_which_filters_hide_where_no_difference_in_it_fits(page: str) -> None:
    above = page[: page.index('id="in-play"')]
    assert above.count("<section") == above.count("</section>")


def test_pieces_that_were_added_are_drawn(page: str) -> None:
    shown = article(page, "joker")
    assert "Added pieces" in shown and 'role="img" aria-label="Joker"' in shown


def test_diverge_writes_its_game_as_a_page(shops: Path) -> None:
    opening.space.cache_clear()
    words = ["diverge", str(shops / "shop"), str(shops / "new-shop"), "no-rest", "--games", "20", "--html", "-"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 1
    assert done.output.startswith("<!DOCTYPE html>") and "Nobody rests." in done.output
    assert '<details class="game" open>' in done.output and "only here: rest" in done.output


def test_what_never_mattered_what_broke_and_what_is_assumed_is_said(shops: Path) -> None:
    """A difference that changes no game has no interval of 0; whose games broke comes first, with the cause."""
    rulesets = [load(str(shops / name)) for name in ("shop", "new-shop")]
    alike = judged({key: paired_effect([4.0, 6.0] * 6, [4.0, 6.0] * 6) for key in (A_PLAYER, DECISIONS)})
    effects, named = {("B", "more-pay"): alike, ("B", "no-rest"): alike}, [("B", "more-pay")]
    play = InPlay(effects, unplayed=named, broken=[("3 games broken: no idea", "shop", 7)], numbers=range(1, 13))
    made = html(editions_report(rulesets, [book_of(one) for one in rulesets], ["shop", "new-shop"], play=play))
    assert "not once in play: 12 pairs of games went alike" in article(made, "more-pay")
    assert "0.00" not in article(made, "more-pay")
    assert "the same in 12 pairs" in article(made, "no-rest") and "undecided" in article(made, "no-rest")
    assert made.index("3 games broken: no idea The first: number 7 of shop.") < made.index("Differences: ")


def test_facts_that_are_assumed_are_counted_and_not_compared(shops: Path) -> None:
    ruleset = load(str(shops / "shop"))
    words = read_dictionary(ruleset.composed_rules, ruleset.checked_rules())
    facts = [FactChange("card", "price", "clown", "clown", "1", "2", guessed) for guessed in (True, False, True)]
    table, said = tables_of(facts, words, partial(page_word, ""))
    assert isinstance(table, Table) and len(table.rows) == 1
    assert str(said).endswith("facts of pieces: 2")
