"""`rulewright diff` as it is typed: on a terminal, as Markdown, JSON and a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["diff", *words])


@pytest.fixture(scope="module")
def shown() -> str:
    done = run("goa", "goa-polish")
    assert done.exit_code == 1
    return done.output


@pytest.mark.slow
def test_rows_and_sections_fit_on_a_screen(shown: str) -> None:
    assert max(map(len, shown.split("\n"))) <= 80
    assert shown.startswith("Goa, Rio Grande 2004  ->  Goa, second edition 2012, Polish printing\n19 differences: ")
    assert "Assumed figures: 53 of goa and 87 of goa-polish (rulewright sources goa-polish\n--assumed)." in shown
    for line in ("TILE AUCTIONS", "First ducats                    7 -> 5", "4, 5 -> 5, 6", "step.seller-answers"):
        assert line in shown


@pytest.mark.slow
def test_a_rule_says_was_now_so_and_in(shown: str) -> None:
    part = shown[shown.index("Seller keeps") :].split("PROGRESS")[0]
    assert [line.split()[0] for line in part.split("\n")[1:] if line[6:7].strip()] == ["was", "now", "so", "in"]
    assert 'rio2004 "Tile auctions" | polish "Tile auctions, case 3"' in part


def test_it_ends_with_what_to_do_next(shown: str) -> None:
    assert shown.endswith(
        "Next:  rulewright diverge goa goa-polish 1\n       rulewright compare goa goa-polish\n"
    )  # fmt: skip
    assert "Only wording: 8 (--all lists them)." in shown


@pytest.mark.slow
def test_wording_and_every_sentence_when_asked_for() -> None:
    every = run("goa", "goa-polish", "--all", "--full").output
    assert "27 differences" in every
    assert "wording" in every
    assert "(--full)" not in every
    assert max(map(len, every.split("\n"))) <= 80


def test_a_list_that_has_become_a_circle_says_so_and_in_which_order(tmp_path: Path) -> None:
    shown = """  1 pieces   Side
      was   There are 4 sides: north, east, south and west.
      now   There are 4 sides in a circle: north, west, south and east.
"""
    for name, sides in (("before", ": north, east, south, west"), ("after", " in a circle: north, west, south, east")):
        (tmp_path / name / "rules").mkdir(parents=True)
        manifest = f"ruleset: {name}\ntitle: {name}\nplayers: {{from: 1, to: 1, names: [Ann]}}\n"
        manifest += "sources: {book: {title: Book, passages: [Walking]}}\n"
        (tmp_path / name / "ruleset.yaml").write_text(manifest, "utf-8")
        has = 'each player has:\n    cites book "Walking"\n    heading: side\n'
        walk = "        choose side from sides\n        set player's heading to side\n"
        game = f'game "Walk":\n    cites book "Walking"\n    for each player in players:\n{walk}'
        (tmp_path / name / "rules/all.rules").write_text(f"names side / sides{sides}\n\n{has}\n{game}", "utf-8")
    assert shown in run(str(tmp_path / "before"), str(tmp_path / "after")).output


def test_equal_rulesets_end_with_0() -> None:
    done = run("goa", "goa")
    assert (done.exit_code, done.output.split("\n")[1]) == (0, "No differences.")


@pytest.mark.slow
def test_json_and_markdown() -> None:
    data = json.loads(run("goa", "goa-quick-start", "--format", "json").output)
    (row,) = data["differences"]
    assert (data["version"], data["from"], data["to"]) == (1, "goa", "goa-quick-start")
    assert (row["number"], row["grade"], row["name"]) == (1, "rule", "quick-start")
    text = run("goa", "goa-quick-start", "--format", "markdown").output
    assert text.startswith("# Goa, Rio Grande 2004 → Goa, quick start")
    assert "### 1. Quick start (rule)" in text


class Closed(HTMLParser):
    """Holds that every tag that opens is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "br", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
def test_a_page_that_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "diff.html"
    assert run("goa", "goa-polish", "--html", str(page)).exit_code == 1
    text = page.read_text("utf-8")
    parser = Closed()
    parser.feed(text)
    assert parser.open == []
    assert text.count("<article") == 27
    assert '="http' not in text and " src=" not in text


@pytest.mark.parametrize("names", [("goa", "gao"), ("gao", "goa")])
def test_a_ruleset_that_is_not_there(names: tuple[str, str]) -> None:
    done = run(*names)
    assert done.exit_code == 1 or done.exit_code == 2
    assert 'Did you mean "goa"?' in done.output
