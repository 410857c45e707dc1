"""Seats in a Python file, and the errors of calls that cannot be answered: one family, with code and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright.cli.main import cli

CHECKOUT = Path(__file__).parents[2]
SEATS = Path(__file__).parent / "seats" / "seats.py"
GRID, CARDS = str(CHECKOUT / "examples" / "tic-tac-toe"), str(CHECKOUT / "examples" / "kuhn-poker")


def codes(call: object) -> list[str]:
    assert callable(call)
    with pytest.raises(rw.RulesError) as caught:
        call()
    return [finding.code for finding in caught.value.findings]


@pytest.mark.slow
def test_a_seat_of_ones_own_decides() -> None:
    played = rw.simulate(GRID, games=5, seats=[f"{SEATS}:First"])
    assert [record.failure for record in played.games] == [""] * 5
    assert len({tuple(record.totals) for record in played.games}) == 1, "always the same game"


@pytest.mark.slow
def test_the_command_takes_it_as_well() -> None:
    done = CliRunner().invoke(cli, ["simulate", GRID, "--games", "3", "--jobs", "1", "--seat", f"{SEATS}:First"])
    assert done.exit_code == 0, done.output
    assert "2 " in done.output
    refused = CliRunner().invoke(cli, ["simulate", GRID, "--seat", "frist"])
    assert refused.exit_code == 2
    assert 'has no seat "frist"' in refused.output


@pytest.mark.slow
def test_what_a_seat_invents_is_refused() -> None:
    (record,) = rw.simulate(GRID, games=1, seats=[f"{SEATS}:Stranger"]).games
    assert not record.failure and len(record.faults) == 2
    assert "was replaced by chance: this seat chose" in record.faults[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("nowhere.py:First", 'there is no file "nowhere.py"'),
        (f"{SEATS}:Last", 'there is no class "Last" in this file'),
        (f"{SEATS}:Mute", '"Mute" has no method "choose"'),
    ],
)
def test_a_seat_that_cannot_be_had(given: str, said: str) -> None:
    with pytest.raises(rw.RulesError, match=said):
        rw.simulate(GRID, games=1, seats=[given])


def test_calls_that_cannot_be_answered() -> None:
    rules = rw.load(GRID)
    assert codes(lambda: rules.start(players=5)) == ["out-of-range"]
    assert codes(lambda: rules.start(language="klingon")) == ["unknown-value"]
    assert codes(lambda: rules.start().choose("left")) == ["unknown-name"]
    assert codes(lambda: rw.load("./nowhere")) == ["missing-folder"]
    assert codes(lambda: rw.simulate(rules, seats=["gredy"])) == ["seat-unusable"]
    assert codes(lambda: rw.compare(GRID, CARDS, players=7)) == ["out-of-range"]
    game = rules.start(seed=1).playout(seed=2)
    assert game.over and codes(lambda: game.question) == ["nothing-there"]


def test_a_game_is_saved_and_resumed(tmp_path: Path) -> None:
    game = rw.load(CARDS).start(seed=4)
    game.choose("bet")
    game.save(tmp_path / "evening.save")
    again = rw.load(CARDS).resume(tmp_path / "evening.save")
    assert again.decisions == ["bet"] and again.question == game.question
    assert again.view().facts == game.view().facts


def test_values_display_themselves() -> None:
    rules = rw.load(CARDS)
    game = rules.start(seed=4)
    shown = [rules, game, rw.simulate(rules, games=3), rw.compare(GRID, GRID, games=3), *rw.diff(GRID, CARDS)[:1]]
    for value in shown:
        html = value._repr_html_()
        assert "<table>" in html or "<pre>" in html
    assert "No errors." in rules._repr_html_()
    assert game.question.prompt in game._repr_html_()


class Own:
    """Takes the first choice, and notes what it was asked and could see."""

    def __init__(self) -> None:
        self.asked = list[str]()
        self.chance = set[int]()

    def choose(self, question: rw.Question, view: rw.SeatView) -> rw.Choice:
        self.asked.append(question.name)
        assert "hidden" in str(view.facts)
        return question.choices[0]


def test_an_object_decides_in_this_process_for_one_seat_or_all() -> None:
    own = Own()
    played = rw.simulate(CARDS, games=5, seats=[own, "random"], seed=1)
    assert own.asked and not any(record.failure or record.faults for record in played.games)
    assert played.games[0].who == ["Own", "random"]
    class_in_file = rw.simulate(CARDS, games=5, seats=[f"{SEATS}:First", "random"], seed=1)
    assert [game.totals for game in played.games] == [game.totals for game in class_in_file.games]
    other = rw.simulate(CARDS, games=1, seats=[Own(), own])
    assert other.games[0].who == ["Own", "Own 2"]
    asked = len(own.asked)
    assert rw.compare(CARDS, CARDS, games=3, seats=[own]).games == 3 and len(own.asked) > asked


def test_an_object_that_fails_is_replaced_as_a_class_in_a_file_is() -> None:
    class Failing:
        def choose(self, question: rw.Question, view: rw.SeatView) -> rw.Choice:
            raise KeyError("king")

    class Inventing:
        def choose(self, question: rw.Question, view: rw.SeatView) -> rw.Choice:
            return rw.Choice(-1, "win", "Win", None, False, None, "win", None)

    (record,) = rw.simulate(CARDS, games=1, seats=[Failing(), Inventing()]).games
    assert len(record.totals) == 2 and len(record.faults) == 2
    assert "was replaced by chance: it raised KeyError: 'king'. See " in record.faults[0]
    assert Path(__file__).name in record.faults[0], "where to look"
    assert "which" in record.faults[1] and "does not offer" in record.faults[1]


def test_an_object_decides_on_one_core_only() -> None:
    with pytest.raises(rw.RulesError, match="the object Own decides in this process") as refused:
        rw.simulate(CARDS, seats=[Own()], jobs=2)
    assert refused.value.findings[0].remedy == ('Write jobs=1, or name its class by "FILE.py:NAME".',)


def test_a_class_in_a_file_imports_what_its_caller_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "my_own_thoughts.py").write_text("def first(choices):\n    return choices[0]\n", "utf-8")
    bot = "from my_own_thoughts import first\n\nclass Bot:\n    def choose(self, question, view):\n"
    (tmp_path / "bot.py").write_text(f"{bot}        return first(question.choices)\n", "utf-8")
    with pytest.raises(rw.RulesError, match="No module named 'my_own_thoughts'"):
        rw.simulate(GRID, games=1, seats=[f"{tmp_path / 'bot.py'}:Bot"])
    monkeypatch.syspath_prepend(tmp_path / "beside")
    (record,) = rw.simulate(GRID, games=1, seats=[f"{tmp_path / 'bot.py'}:Bot"]).games
    assert not record.faults


def test_a_choice_names_the_piece_that_it_is_about() -> None:
    told_apart = of_pieces = 0
    rules = rw.load("goa")
    for seed in range(12):
        game = rules.start(3, seed=seed, words=False)
        for decision in range(150):
            if game.over:
                break
            question = game.question
            view = game.view(question.seat)
            known = {piece["id"]: piece for pieces in view.pieces.values() for piece in pieces if "id" in piece}
            about = {choice.name: view.piece_of(choice) for choice in question.choices}
            for choice in question.choices:
                piece = about[choice.name]
                if piece in known and choice.value == known[piece]["name"]:
                    alike = [
                        about[o.name] for o in question.choices if (o.option, o.value) == (choice.option, choice.value)
                    ]
                    told_apart += len(set(alike)) == len(alike) > 1
                of_pieces += choice.name == "two-ships" and str(piece).startswith("two-ships")
            game.choose(question.choices[decision * 7 % len(question.choices)])
    assert told_apart and of_pieces, "equal plantations, and options of cards, were met"


def test_labels_are_in_the_shape_of_facts() -> None:
    game = rw.load("goa").start(3, seed=1, words=False)
    view = game.view(0)
    assert isinstance(view.facts, dict) and view.labels["Yellow"]["ducats"] == view.facts["player.ducat yellow"]
    shown = sum(len(cells) for _, cells in game._running.view(0))
    assert sum(map(len, view.labels.values())) == shown, "nothing that is called alike is lost"
    before = view.facts
    game.choose(game.question.choices[0])
    assert view.facts == before, "a view stays as it was"
