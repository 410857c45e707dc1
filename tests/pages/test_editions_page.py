"""The page of editions: every difference with its sentences, tables and passages, links that lead somewhere."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.rulebook.side_by_side import SentencePair, Stretch, mark_words, sentence_pairs


class Page(HTMLParser):
    """Collects anchors, links and tags; holds that every tag that opens is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        if tag not in ("meta", "br", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@cache
def page(*names: str) -> str:
    opening.space.cache_clear()
    done = CliRunner().invoke(cli, ["editions", *names, "--games", "0", "--examples", "0", "--html", "-"])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.slow
def test_every_link_leads_to_an_anchor_that_is_there_once() -> None:
    found = Page(page("goa", "goa-quick-start"))
    assert len(found.ids) == len(set(found.ids))
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert any(link.startswith("#A.step.") for link in found.links), "a link into the first rulebook"
    assert any(link.startswith("#B.rule.") for link in found.links), "a link into the second"
    assert found.links.count("#difference.quick-start") == 3, "from the contents, from itself, from the rulebook"


@pytest.mark.slow
def test_three_editions_have_an_overview_and_each_difference_once() -> None:
    text = page("goa", "goa-quick-start", "goa-draw-then-discard")
    assert text.count('<table class="matrix">') == 1
    assert text.count('<article id="difference.quick-start"') == 1
    assert "In B" in text and "In C" in text


@pytest.mark.slow
def test_nothing_is_loaded_and_only_its_own_script_runs() -> None:
    text = page("goa", "goa-quick-start")
    assert " src=" not in text and '="http' not in text and "url(" not in text
    assert re.search(r"default-src &#39;none&#39;.*script-src &#39;sha256-[\w+/=]{44}&#39;", text)
    assert len(text.encode()) < 1_000_000


@pytest.mark.slow
def test_equal_rulesets_have_no_differences() -> None:
    assert "There are no differences." in page("goa", "goa")


# -- sentences


def test_changed_words_are_marked_within_a_sentence() -> None:
    assert mark_words("Take 2 coins now.", "Take 3 big coins now.") == (
        (Stretch("Take ", False), Stretch("2", True), Stretch(" coins now.", False)),
        (Stretch("Take ", False), Stretch("3 big", True), Stretch(" coins now.", False)),
    )


def test_sentences_stand_beside_those_that_are_most_like_them() -> None:
    found = sentence_pairs(
        ["Draw a card.", "  Keep it in your hand."], ["Roll the die.", "Draw two cards.", "  Keep it hidden."]
    )
    assert [(plain(pair.was), plain(pair.now)) for pair in found] == [
        ("", "Roll the die."),
        ("Draw a card.", "Draw two cards."),
        ("Keep it in your hand.", "Keep it hidden."),
    ]
    assert found[2].was_depth == found[2].now_depth == 1


def test_sentences_without_anything_in_common_stand_beside_each_other_unmarked() -> None:
    assert sentence_pairs(["One."], ["Nothing like it here"]) == [
        SentencePair((Stretch("One.", False),), (Stretch("Nothing like it here", False),))
    ]


def plain(stretches: tuple[Stretch, ...]) -> str:
    return "".join(stretch.text for stretch in stretches)


@pytest.mark.slow
def test_the_page_is_there_in_polish() -> None:
    text = page("goa", "goa-quick-start", "--lang", "pl")
    assert '<html lang="pl">' in text
    assert "Przed pierwszą rundą każdy przesuwa 2 znaczniki na pole 2 albo bierze 10 dukatów." in text
    assert "Różnice: 1" in text and '<h2 id="contents">Spis treści</h2>' in text
    assert '<div class="rule" lang="en">' in text
