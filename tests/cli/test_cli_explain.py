"""`rulewright explain`: its contents, entries, pages, what a search finds, and the answer to a misspelt word."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import cli

pytestmark = pytest.mark.usefixtures("tiny")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["explain", *words])


def test_alone_it_lists_all_words_by_topic() -> None:
    done = run()
    assert done.exit_code == 0
    assert done.output.index("BEGIN A GAME") < done.output.index("MESSAGES ABOUT MISTAKES")
    assert 'codes: "rulewright explain codes-rules" lists them' in done.output


@pytest.mark.parametrize(("word", "shown"), [
    ("assumed", "source, assumed, assumed-count (data files)"), ("column", "grid, by, rim, a, column, columns, board"),
    ("with least", "most, least, most of, least of, with most, with least"), ("each", "each (inventory)"),
    ("count", "`count`: how many such pieces there are"), ("[rest]", "`rest` stands for the others"),
    ("draws", "draws: {deck:"), ("turn of", "`turn of` or"), ("RULESET.YAML", "The first file of every ruleset."),
    ("inventory", "A file in `data` with `kind: inventory`"), ("why", "what is not offered now"),
])  # fmt: skip
def test_a_word_of_files_and_screens_has_its_entry(word: str, shown: str) -> None:
    done = run(*word.split())
    assert done.exit_code == 0 and shown in done.output


def test_what_a_word_means_in_rules_comes_before_what_it_means_in_files() -> None:
    shown = run("each").output
    assert shown.startswith("each\n") and shown.index('"For every one of them"') < shown.index("each (inventory)")


def test_a_page_is_shown_by_its_name_and_its_title() -> None:
    assert run("codes-play").output == run("messages while games are played, saved and tested").output
    assert "  dead-end                Somebody must choose" in run("codes-play").output


def test_a_search_lists_entries() -> None:
    done = run("--search", "price", "list")
    assert done.exit_code == 0
    assert "figure" in done.output and max(map(len, done.output.split("\n"))) <= 80


@pytest.mark.slow
def test_a_misspelt_word_is_answered_with_what_comes_near() -> None:
    done = run("shufle")
    assert done.exit_code == 2
    first, second, third, *_ = done.stderr.split("\n")
    assert first == 'Nothing is called "shufle": no message, no word of the language, no rule.'
    assert second == "Did you mean:" and third.startswith("  shuffle  ")


@pytest.mark.slow
@pytest.mark.parametrize(("words", "said"), [
    (("xyzzyx",), '"rulewright explain" lists all words.'), (("--search", "xyzzyx"), 'Nothing is about "xyzzyx".'),
    (("--search",), "Write what it should be about"), ((" ",), "lists all words"),
])  # fmt: skip
def test_what_nothing_comes_near_is_said(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2 and said in done.stderr
