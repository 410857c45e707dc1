"""Comparing rulesets by games: two of which the effect is known exactly, and numbers of which the statistics are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from statistics import NormalDist

import pytest
from click.testing import CliRunner

from rulewright.cli.main import cli
from rulewright.comparison.statistics.effects import one_sided_effect, paired_effect, pairs_for
from rulewright.comparison.statistics.intervals import mean_interval
from rulewright.comparison.statistics.outcome import OPTIONS, POINTS
from rulewright.report.compare_report import told
from rulewright.report.compare_words import FEW
from rulewright.report.model import Report
from rulewright.report.renderers import terminal

HERE = Path(__file__).parents[2]

STALL = """
each player has:
    amount gem / gems

figure found: 0 to 9

piece card / cards:
    starts in deck

each player has:
    place hand: cards

the game has:
    place deck: stack of cards, hidden

card plain "Plain":
    cites common "The rules"

card fancy "Fancy":
    cites common "The rules"

game "The dig":
    shuffle deck
    for each player in players:
        ask player "What?":
            option dig "Dig":
                take found gems
                draw 1 card from deck to player's hand
            option drill "Drill":
                take found gems
                draw 1 card from deck to player's hand

scoring gems "Gems":
    score player's gems points
"""
BOOK = "sources: {common: {title: Made up for the tests, passages: [The rules]}}\n"
MORE = """
difference two-more "Two gems more are found.":
    cites common "The rules"
    change found from 3 to 5

difference same "What the deck is called.":
    cites common "The rules"
    replace card plain "Simple":
        cites common "The rules"

difference bonus "Everybody has a point more.":
    cites common "The rules"
    needs two-more
    scoring bonus "Bonus":
        score 1 points
"""


@pytest.fixture
def digs(tmp_path: Path) -> tuple[str, str]:
    """Two rulesets: in the second everybody finds 5 instead of 3, and has a point more."""
    first, second = tmp_path / "dig", tmp_path / "deep-dig"
    for folder in (first, second):
        (folder / "rules").mkdir(parents=True)
    (first / "data").mkdir()
    (first / "ruleset.yaml").write_text(
        f'ruleset: dig\ntitle: "The dig"\nplayers: {{from: 2, to: 2, names: [Ann, Ben]}}\n{BOOK}', "utf-8"
    )
    (first / "rules" / "dig.rules").write_text(STALL, "utf-8")
    (first / "data" / "found.yaml").write_text(
        "kind: figures\nfigures:\n  found: {value: 3, source: 'common \"The rules\"'}\n", "utf-8"
    )
    (first / "data" / "cards.yaml").write_text(
        "kind: inventory\npieces: card\nrows:\n"
        "  - {rule: plain, count: 2, source: 'common \"The rules\"'}\n"
        "  - {rule: fancy, count: 2, source: 'common \"The rules\"'}\n", "utf-8",
    )  # fmt: skip
    (second / "ruleset.yaml").write_text(f'ruleset: deep-dig\ntitle: "The deep dig"\nextends: dig\n{BOOK}', "utf-8")
    (second / "rules" / "more.rules").write_text(MORE, "utf-8")
    return str(first), str(second)


def compare(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command on one core."""
    run = [sys.executable, "-m", "rulewright.cli", "compare", *words, "--jobs", "1"]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def found(*words: str) -> dict[str, object]:
    """Return what the command prints for other programs."""
    done = compare(*words, "--format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    document: dict[str, object] = json.loads(done.stdout)
    return document


@pytest.mark.slow
def test_an_effect_that_is_known_is_found_exactly(digs: tuple[str, str]) -> None:
    document = found(*digs, "--games", "20")
    effects = document["effects"]
    points = effects["points"]["a player"]
    assert (points["a"]["mean"], points["b"]["mean"], points["difference"]) == (3, 6, 3)
    assert points["within"] == [3, 3] and points["clear"] and points["pairs"] == 20
    assert effects["sources"]["Gems"]["difference"] == 2
    assert effects["sources"]["Bonus"]["a"] is None and effects["sources"]["Bonus"]["b"]["mean"] == 1
    assert effects["length"]["decisions a game"] == {
        "a": {"mean": 2, "within": [2, 2]}, "b": {"mean": 2, "within": [2, 2]}, "difference": 0, "within": [0, 0],
        "size": 0, "spread": 0, "pairs": 20, "p": 1, "margin": 0, "verdict": "undecided", "clear": False,
    }  # fmt: skip
    shares = effects["seats"]
    assert shares["Ann"]["a"]["mean"] == shares["Ben"]["a"]["mean"] == shares["who is asked first"]["a"]["mean"] == 0.5
    used = effects["options"]
    assert (
        used["step.game dig"]["a"]["mean"] + used["step.game drill"]["a"]["mean"] == 2 if "step.game dig" in used else 1
    )
    assert sum(each["a"]["mean"] for each in used.values()) == 2
    assert sum(each["a"]["mean"] for each in effects["pieces"].values()) == 2
    assert effects["pieces"].keys() == {"plain", "fancy"}


@pytest.mark.slow
def test_the_document_says_who_played_what(digs: tuple[str, str]) -> None:
    document = found(*digs, "--games", "3", "--seat", "greedy", "--seed", "7")
    head = {name: document[name] for name in ("version", "who", "note", "a", "b", "first", "games", "pairs", "broken")}
    assert head == {
        "version": 1, "who": ["greedy", "greedy"], "note": "", "a": digs[0], "b": digs[1], "first": 7, "games": 3,
        "pairs": 3, "broken": [],
    }  # fmt: skip
    assert document["pairsFor"] == {"1": 2, "0.5": 2}
    assert "what can happen" in str(found(*digs, "--games", "2")["note"])


@pytest.mark.slow
def test_differences_are_switched_on_alone_in_the_order_of_diff(digs: tuple[str, str]) -> None:
    document = found(*digs, "--games", "4", "--by-difference")
    rows = {row["name"]: row for row in document["differences"]}
    gains = {name: row["effects"]["points"]["a player"]["difference"] for name, row in rows.items()}
    assert gains == {"two-more": 2, "same": 0, "bonus": 3}
    told = json.loads(CliRunner().invoke(cli, ["diff", *digs, "--format", "json"]).stdout)["differences"]
    assert [(row["number"], row["name"]) for row in told] == [(row["row"], name) for name, row in rows.items()]
    assert rows["bonus"]["needs"] == ["two-more"]
    said = compare(*digs, "--games", "4", "--by-difference").stdout
    assert "Everybody has a point more. (with two-more, which it needs)" in said


@pytest.mark.slow
def test_the_first_line_says_who_played_and_chance_what_it_shows(digs: tuple[str, str]) -> None:
    lines = compare(*digs, "--games", "2").stdout.split("\n")
    assert lines[0] == "Played by two random bots: 2 pairs of games, numbers 1 to 2."
    assert lines[1] == "Seats at random: this shows what can happen, not what good players do."
    assert max(map(len, lines)) <= 80
    assert "at random" not in compare(*digs, "--games", "2", "--seat", "greedy").stdout


@pytest.mark.slow
def test_few_games_mark_nothing(digs: tuple[str, str]) -> None:
    """Every pair has three points more in the second ruleset: 9 of them are too few to say so, 10 are enough."""
    few, enough = (compare(*digs, "--games", games).stdout for games in ("9", "10"))
    assert "With fewer than 10 pairs of games every row is undecided." in few
    assert not re.search(r" [*=]$", few, re.M) and "in all pairs" in few
    assert re.search(r"^  a player .* \*$", enough, re.M) and "every row is undecided" not in enough


@pytest.mark.slow
def test_the_page_needs_nothing_else(digs: tuple[str, str], tmp_path: Path) -> None:
    page = tmp_path / "compared.html"
    done = compare(*digs, "--games", "2", "--by-difference", "--html", str(page))
    assert done.returncode == 0 and done.stdout == f"Wrote {page}.\n"
    text = page.read_text("utf-8")
    tags = _Tags()
    tags.feed(text)
    assert not tags.open and not tags.fetched
    assert text.count("<svg") > 10 and "Played by two random bots" in text and "Two more" in text
    assert "Size" not in text and "* marks" not in text, "nothing on what the page does not have"
    assert "Points of a player, on average in a game (points)" in text and "Share of the games won" in text


class _Tags(HTMLParser):
    """Elements that were not closed, and what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        links = [value or "" for name, value in attrs if name in ("src", "href")]
        self.fetched += [link for link in links if not link.startswith("#")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["goa", "goa-polsh"], 'there is no ruleset "goa-polsh"'),
        (["goa", "goa-polish", "--players", "7"], "goa and goa-polish together are for 2 to 4 players."),
        (["goa", "goa-polish", "--players", "2", *["--seat", "random"] * 3], "--seat is given 3 times"),
        (["goa", "goa-polish", "--seat", "clever"], '"goa" has no seat "clever"'),
        (["goa-polish", "goa", "--by-difference"], '"goa" does not stand right on "goa-polish"'),
        (["goa", "goa-polish:nothing"], '"goa-polish" has no difference "nothing"'),
        (["goa", "goa-polish", "--games", "1"], "1 is not in the range"),
    ],
)
def test_what_cannot_be_compared_is_told(words: list[str], said: str) -> None:
    done = compare(*words)
    assert done.returncode in (1, 2) and said in " ".join(done.stderr.split()), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_game_that_breaks_is_told_and_left_out(digs: tuple[str, str]) -> None:
    """Who drills in the second ruleset comes deeper than one can."""
    deep = "\neach player has:\n    depth: 0 to 4\n"
    rules = STALL.replace('"Drill":', '"Drill":\n                raise player\'s depth by found')
    (Path(digs[0]) / "rules" / "dig.rules").write_text(deep + rules, "utf-8")
    done = compare(*digs, "--games", "12")
    broken = re.match(r"(\d+) games? broken: ", done.stdout)
    assert done.returncode == 1 and broken is not None and 0 < int(broken[1]) < 12
    assert f"Played by two random bots: {12 - int(broken[1])} pairs of games" in done.stdout
    assert f"the first: {digs[1]}, game number".replace(" ", "") in "".join(done.stdout.split())


def test_intervals_are_those_of_the_books() -> None:
    """1, 2, 3, 4, 5: mean 3, standard deviation sqrt 2.5, Student's quantile of 4 degrees of freedom; not skewed."""
    half = 2.776445 * (2.5 / 5) ** 0.5
    assert mean_interval([1, 2, 3, 4, 5]) == pytest.approx((3 - half, 3 + half))
    low, high = mean_interval([1, 1, 1, 1, 6])
    assert low == pytest.approx(2 - 2.776445) and high > 2 + 2.776445, "a long tail may well go on"


def test_the_difference_is_that_within_pairs() -> None:
    """Both series vary much, their difference hardly: pairing makes it sure."""
    a = [float(n % 10) for n in range(40)]
    b = [n + 1 + 0.01 * (i % 2) for i, n in enumerate(a)]
    one = paired_effect(a, b)
    assert one.difference == pytest.approx(1.005) and one.is_clear and one.within[1] - one.within[0] < 0.01
    assert one.size == pytest.approx(1.005 / 2.909, abs=0.01)


def test_power_is_that_of_the_normal_distribution() -> None:
    """8 of 10 comparisons with so many pairs see the difference."""
    pairs = pairs_for(0.5, 2)
    assert pairs == 126
    seen = 1 - NormalDist(0.5 / (2 / pairs**0.5)).cdf(1.959964)
    assert seen == pytest.approx(0.8, abs=0.01)
    assert pairs_for(0, 2) == 0


def test_of_what_only_one_ruleset_has_the_most_common_is_told_and_the_rest_counted() -> None:
    effects = {
        (POINTS, "a player"): paired_effect([1.0, 2.0], [2.0, 2.0]),
        **{
            (OPTIONS, f"step.{number}"): one_sided_effect([float(number)] * 2, in_b=False)
            for number in range(1, FEW + 3)
        },
        **{
            (OPTIONS, f"card.{number}"): one_sided_effect([float(number)] * 2, in_b=True)
            for number in range(1, FEW + 2)
        },
    }
    few = [line for line in terminal(Report([*told(effects, every=False)])) if "only in" in line]
    named = [line.split()[0] for line in few if "only in A" in line]
    assert named == [*(f"step.{number}" for number in range(3, FEW + 3)), "and"]
    assert few[-1] == "  and 2 more only in A (--all)"
    assert sum("only in B" in line for line in few) == FEW + 1, "of so few more no line would be saved"
    assert sum("only in" in line for line in terminal(Report([*told(effects, every=True)]))) == 2 * FEW + 3


def test_what_only_one_ruleset_knows_has_no_size() -> None:
    one = one_sided_effect([1.0, 1.0], in_b=True)
    assert one.a is None and one.b is not None and one.b.mean == 1 and one.size == 0
