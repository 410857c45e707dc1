"""`rulewright arena` on small games: what it prints, when it stops, what it refuses, and seats that fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tables import schedule

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.cli.main import cli
from rulewright.comparison.arena import deals as playing
from rulewright.comparison.arena.deals import Deals
from rulewright.comparison.arena.schedule import Schedule
from rulewright.comparison.arena.standings import UntilPrecise, compute_standings
from rulewright.players.seats import make_decider
from rulewright.playtest.game import NumberedGame, Record
from rulewright.report.arena_words import headline

ROOT = Path(__file__).parents[2]
KUHN, LINE, AUCTION = (str(ROOT / "examples" / name) for name in ("kuhn-poker", "tic-tac-toe", "sealed-bid-auction"))

SEATS = """
import ctypes
import os

class First:
    def choose(self, question, view):
        return question.choices[0]

class Last:
    def choose(self, question, view):
        return question.choices[-1]

class Raises:
    def choose(self, question, view):
        raise ValueError("no idea")

class Exits:
    def choose(self, question, view):
        os._exit(3)

class Killed:
    def choose(self, question, view):
        os.kill(os.getpid(), 9)

class Segfault:
    def choose(self, question, view):
        ctypes.string_at(0)

class Endless:
    def choose(self, question, view):
        while True:
            pass
"""


def arena(*words: str) -> Result:
    return CliRunner().invoke(cli, ["arena", *words, "--no-compiler", "--jobs", "1"])


def data(*words: str) -> Any:  # Any: a document of JSON
    done = arena(*words, "--format", "json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(SEATS, "utf-8")
    return "bots.py"


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a kind of seat at whose decisions games break."""

    def deciding(kind: str, program: Program) -> Decider:
        return broken if kind == "breaking" else make_decider(kind, program)

    def broken(*_: object) -> int:
        raise ValueError("no idea")

    monkeypatch.setattr(playing, "make_decider", deciding)
    return "breaking"


@pytest.mark.slow
def test_the_better_seat_is_named_with_its_interval() -> None:
    done = arena(LINE, "--seat", "random", "--seat", "greedy", "--games", "60")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[1] == "60 games with 2 players: numbers 1 to 30, each in all rotations of 1 pairing."
    assert [line.split()[0] for line in lines[4:6]] == ["greedy", "random"], "best first"
    said = " ".join(done.stdout.split())
    assert "greedy finishes above random in " in said and "clearly more than the even share of 50.0%." in said
    assert "): better. greedy is first" in said
    few = " ".join(arena(LINE, "--seat", "random", "--seat", "greedy", "--games", "8").stdout.split())
    assert "): undecided. greedy is first" in few and "every verdict is undecided: 4 deals instead of 10" in few
    assert max(map(len, lines)) <= 80


@pytest.mark.slow
def test_shares_points_and_pairs_add_up() -> None:
    """Kuhn poker has a winner in every game, and both have 4 chips together."""
    found = data(KUHN, "--seat", "greedy", "--seat", "random", "--games", "80")
    (one, other), seats = found["kinds"], found["seats"]
    assert one["rating"]["value"] >= other["rating"]["value"] == pytest.approx(-one["rating"]["value"])
    assert one["first"]["value"] + other["first"]["value"] == pytest.approx(1)
    assert one["points"]["value"] + other["points"]["value"] == pytest.approx(4)
    assert sum(seat["first"]["value"] for seat in seats) == pytest.approx(1)
    assert sum(above["sure"] for above in found["above"]) == pytest.approx(1)
    assert found["games"] == found["counted"] == 80 and found["deals"] == 40 and found["broken"] == []


def test_one_kind_against_another_has_its_share_of_first_places_and_the_even_share() -> None:
    found = data(AUCTION, "--players", "3", "--seat", "greedy", "--against", "random", "--games", "30")
    (table,) = found["tables"]
    assert table["pairing"] == ["greedy", "random", "random"]
    assert table["even"] == {"greedy": pytest.approx(1 / 3), "random": pytest.approx(2 / 3)}
    assert sum(one["value"] for one in table["first"].values()) == pytest.approx(1)
    low, high = table["first"]["greedy"]["within"]
    assert low < table["first"]["greedy"]["value"] < high


def test_a_pairing_is_played_in_all_rotations_and_kept_as_simulate_keeps_games(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    data(AUCTION, "--pairing", "greedy,greedy,random", "--games", "7", "--seed", "5", "--out", str(out))
    games = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [game["game"] for game in games] == [5] * 3 + [6] * 3 + [7] * 3, "whole deals"
    assert len({tuple(game["who"]) for game in games[:3]}) == 3
    assert all(sorted(game["who"]) == ["greedy", "greedy", "random"] for game in games)


@pytest.mark.slow
def test_games_that_break_are_counted_and_the_others_are_rated(breaking: str) -> None:
    kinds = ("--seat", "greedy", "--seat", "random", "--seat", breaking)
    done = arena(KUHN, *kinds, "--games", "60")
    said = " ".join(done.stdout.split())
    assert done.exit_code == 1
    assert "40 games of these do not count." in said and said.startswith("40 games broken: no idea")
    assert "the first: game number 1, seats breaking and greedy" in said or "greedy and breaking" in said
    assert "greedy finishes above random" in said or "random finishes above greedy" in said
    found = json.loads(arena(KUHN, *kinds, "--games", "60", "--format", "json").stdout)
    assert [one["said"] for one in found["broken"]] == ["no idea"] and len(found["broken"][0]["games"]) == 40
    assert {one["kind"] for one in found["kinds"]} == {"greedy", "random"}


def test_where_everything_fails_only_that_is_said(breaking: str, tmp_path: Path) -> None:
    words = (KUHN, "--pairing", f"{breaking},greedy", "--games", "4")
    done = arena(*words)
    assert done.exit_code == 1 and "4 games broken: no idea" in done.stdout and "rating" not in done.stdout
    page = tmp_path / "page.html"
    assert arena(*words, "--html", str(page)).exit_code == 1 and not page.exists()


FAULTS = [
    ("Exits", "it ended with exit code 3. bots.py must not end its process"),
    ("Raises", "it raised ValueError: no idea. See bots.py, line 15."),
    ("Endless:200ms", "no answer came within 0.2 s. Choose sooner, or allow more: bots.py:Endless:60s."),
    ("Killed", "it ended by signal 9."),
    ("Segfault", "it ended by signal 11."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "said"), FAULTS)
def test_a_class_that_fails_loses_its_seat_to_chance_and_the_arena_goes_on(bots: str, name: str, said: str) -> None:
    done = arena(LINE, "--seat", "greedy", "--seat", f"{bots}:{name}", "--games", "8", "--format", "json")
    assert done.exit_code == 1, done.output
    found = json.loads(done.stdout)
    assert found["games"] == found["counted"] == 8 and not found["broken"]
    assert any(f"({bots}:{name}) was replaced by chance: {said}" in one["said"] for one in found["replaced"])
    assert any("was not asked: it could not finish 3 games in a row" in one["said"] for one in found["replaced"])
    assert sum(len(one["games"]) for one in found["replaced"]) == 8, "chance decided in all of them"


@pytest.mark.slow
def test_the_page_has_the_sentences_and_every_kind(bots: str, tmp_path: Path) -> None:
    kinds = ("--seat", "greedy", "--seat", f"{bots}:First", "--seat", f"{bots}:Last")
    page = tmp_path / "page.html"
    assert arena(KUHN, *kinds, "--games", "60", "--html", str(page)).exit_code == 0
    text = page.read_text("utf-8")
    assert text.count("finishes above") >= 2 and text.count("<svg") >= 5 + 2
    assert all(f'<th scope="row">{kind}</th>' in text for kind in ("greedy", "bots.py:First", "bots.py:Last"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Name two kinds of seat or more"),
        (("--seat", "greedy"), "Name two kinds of seat or more"),
        (("--seat", "greedy", "--seat", "greedy"), "--seat greedy is given twice"),
        (("--seat", "gredy", "--seat", "random"), 'has no seat "gredy" Did you mean "greedy"?'),
        (("--pairing", "greedy,random,random"), "who sits in 3 seats: Kuhn poker is for 2 players"),
        (("--pairing", "greedy,greedy"), "only among two kinds or more"),
        (("--pairing", "greedy,nobody"), 'has no seat "nobody"'),
        (("--pairing", "greedy,,random"), "'' is not one of"),
        (("--pairing", "greedy,random", "--seat", "random"), "leave out --seat"),
        (("--pairing", "greedy,random", "--pairs"), "exclude each other"),
        (("--seat", "greedy", "--against", "greedy"), "Name two kinds of seat or more"),
        (("--seat", "greedy", "--seat", "random", "--until", "0"), "--until"),
        (("--seat", "greedy", "--seat", "random", "--resume"), "--resume goes with --out"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], said: str) -> None:
    done = arena(KUHN, *words)
    assert done.exit_code == 2 and said in " ".join(done.stderr.split()), done.output


# -- when it stops


def wins(deals: int, broken: int = -1) -> Iterator[NumberedGame]:
    """Yield games in which kind a wins three of four deals in both seats; one of them may be broken."""
    of = schedule(2, 2, deals)
    for number in of.games:
        meeting = of.meeting_at(number)
        best = 0 if meeting.deal % 4 else 1
        ranking = sorted(range(2), key=lambda seat: (meeting.who[seat] != best, seat))
        record = Record(meeting.deal, [1, 1], [1, 1], ranking=[[seat] for seat in ranking])
        record.failure = "no idea" if number == broken else ""
        yield NumberedGame(number, record)


def kept(unit: int, until: float, deals: int = 200) -> tuple[int, object]:
    """Take in games in units of a size; return how many were taken in, and the deals that count."""
    contest, games = UntilPrecise(Deals(schedule(2, 2, deals)), until), list(wins(deals))
    taken = 0
    for at in range(0, len(games), unit):
        taken += len(list(contest.take_wanted(games[at : at + unit])))
        if contest.is_over:
            break
    assert taken == contest.deals.played
    return contest.deals.played, contest.deals.counting_deals()


def test_a_run_stops_at_the_first_checkpoint_that_is_precise_enough_whatever_the_units_are() -> None:
    """Of three deals in four a wins both games: 95% intervals have a half-width of 12 points from 52 deals on."""
    first = kept(1, until=12)
    assert first[0] == 2 * 73
    assert all(kept(unit, until=12) == first for unit in (2, 7, 50, 400))
    assert kept(7, until=0.1)[0] == 400, "never precise enough"


def test_a_deal_with_a_broken_game_counts_as_none() -> None:
    deals = Deals(schedule(2, 2, 20))
    for game in wins(20, broken=9):
        deals.add(game)
    found = compute_standings(deals)
    assert found is not None and (found.deals, found.games, deals.played) == (19, 38, 40)


def test_the_numbers_that_are_named_are_those_of_the_deals_though_games_are_missing() -> None:
    """A process that dies over a unit leaves a gap."""
    deals = Deals(schedule(2, 2, 20))
    for game in [*wins(20)][:2] + [*wins(20)][30:]:
        deals.add(game)
    said = headline(compute_standings(deals), deals)
    assert said == "12 games with 2 players: numbers 1 to 20, each in all rotations of 1 pairing."


def test_who_ties_shares_the_place() -> None:
    """b is first alone, and in one of the three rotations together with an a."""
    of = Schedule(("a", "b"), 3, ((0, 0, 1),), range(1, 12))
    deals = Deals(of)
    for number in of.games:
        who = of.meeting_at(number).who
        best = [who.index(0), who.index(1)] if who[0] else [who.index(1)]
        ranking = [best, [seat for seat in range(3) if seat not in best]]
        deals.add(NumberedGame(number, Record(1, [1] * 3, [1] * 3, ranking=ranking)))
    found = compute_standings(deals)
    assert found is not None
    first = {one.kind: one.first.value for one in found.kinds}
    assert first == {"a": pytest.approx(1 / 6), "b": pytest.approx(5 / 6)}
    share = found.above["b", "a"].share
    assert share is not None and share.value == pytest.approx((1.5 + 2 + 2) / 6)


@pytest.mark.slow
def test_the_order_in_which_games_come_makes_no_difference() -> None:
    forth, back = Deals(schedule(2, 2, 20)), Deals(schedule(2, 2, 20))
    for game in wins(20):
        forth.add(game)
    for game in reversed(list(wins(20))):
        back.add(game)
    assert compute_standings(forth) == compute_standings(back)
