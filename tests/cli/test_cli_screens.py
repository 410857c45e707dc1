"""Questions, ranges, tables and answers, without a game around them."""

from __future__ import annotations

import pytest
from cli_fakes import NAMES, Choice, Question

from rulewright.chance import mix, pick
from rulewright.cli.commands.play.answers import choice_meant
from rulewright.cli.commands.play.commands import typed_command
from rulewright.report.layout import shorten
from rulewright.report.question_text import question_lines
from rulewright.report.wording import numbers
from rulewright.rulebook.spaces import spaces_in_runs

RIM = [f"{c}{r}" for c in "ag" for r in range(1, 6)] + [f"{c}{r}" for c in "bcdef" for r in (0, 6)]


def test_ranges_of_spaces() -> None:
    assert spaces_in_runs(RIM) == "a1-a5, g1-g5, b0-f0, b6-f6"
    assert spaces_in_runs(["c3"]) == "c3"
    assert spaces_in_runs(["b2", "b3", "d5"]) == "b2-b3, d5"


def test_ranges_of_numbers() -> None:
    assert numbers([5, 6, 7]) == "5 to 7"
    assert numbers([1, 3, 5]) == "1, 3 or 5"
    assert numbers([4]) == "4"


def test_question_of_spaces() -> None:
    question = Question(0, "Where do you lay the flag?", tuple(Choice(i, n, n) for i, n in enumerate(RIM)))
    assert question_lines(question, NAMES, "c3") == [
        "Yellow, where do you lay the flag?    a1-a5, g1-g5, b0-f0, b6-f6 (20 spaces)",
        "Type a space.   ? help   what a1   hint   why c3   undo   quit",
    ]


BID = Question(
    1, "Your bid?", (*(Choice(n, f"bid {n}", f"Bid {n}", amount=n) for n in range(5, 11)), Choice(0, "pass", "Pass")),
    amount=True,
)  # fmt: skip


def test_question_of_an_amount() -> None:
    assert question_lines(BID, NAMES)[0] == "Red, your bid?    Bid 5 to 10, or p to pass"


def test_options_are_numbered_and_free_effects_stand_below() -> None:
    question = Question(
        0, "", (Choice(1, "harvest", "Harvest"), Choice(2, "found-colony", "Found a colony"),
                Choice(3, "duty.use", "Duty", None, True)),
    )  # fmt: skip
    assert question_lines(question, NAMES)[:5] == [
        "Yellow, choose.",
        "   1 Harvest",
        "   2 Found a colony (found-colony)",
        "also possible:",
        "   3 Duty (duty.use)",
    ]


@pytest.mark.parametrize("many", [1, 30, 200])
def test_no_question_is_wider_than_the_screen(many: int) -> None:
    choices = tuple(Choice(i, f"number-{i}", f"An option with a rather long label {i}") for i in range(many))
    lines = question_lines(Question(0, "Which of all these options is yours?", choices), NAMES)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("7", "bid 7"),
        ("bid 7", "bid 7"),
        ("p", "pass"),
        ("PASS", "pass"),
        ("Bid 10", "bid 10"),
        ("  bid   9 ", "bid 9"),
    ],
)
def test_answers_to_an_amount(typed: str, name: str) -> None:
    meant = choice_meant(BID, typed)
    assert not isinstance(meant, str) and meant.name == name


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4", "4 cannot be chosen: Bid 5 to 10."),
        ("-1", "-1 cannot be chosen: Bid 5 to 10."),
        ("bid", "That can be bid 5, bid 6, bid 7"),
        ("pas it", 'Did you mean "pass"?'),
        ("\u00b2", "is not offered now"),
    ],
)
def test_answers_that_help(typed: str, said: str) -> None:
    meant = choice_meant(BID, typed)
    if isinstance(meant, str):
        assert said.lower() in meant.lower()
    else:
        pytest.fail(f"{typed} was taken for {meant}")


def test_numbers_of_options_follow_the_screen() -> None:
    question = Question(0, "?", (Choice(1, "a", "Also", None, True), Choice(2, "b", "Bee"), Choice(3, "c", "Cow")))
    assert [choice_meant(question, n).name for n in "123"] == ["b", "c", "a"]  # type: ignore[union-attr]
    assert choice_meant(question, "4") == "There is no option 4; they go from 1 to 3."


def test_commands() -> None:
    assert typed_command("?") == ("help", "")
    assert typed_command("? c3") == ("why", "c3")
    assert typed_command("why full price") == ("why", "full price")
    assert typed_command("SAVE my game") == ("save", "my game")
    assert typed_command("undo it") is None
    assert typed_command("harvest") is None


def test_words_are_cut_to_fit() -> None:
    assert shorten("Expedition 2", 10) == "Expedit. 2"
    assert shorten("colonists", 7) == "coloni."
    assert shorten("Ship", 7) == "Ship"


def test_random_seat_has_its_vectors() -> None:
    assert mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF
    assert mix(0x3C6EF372FE94F82A) == 0x6E789E6AA1B965F4
    drawn = [pick(41827, n, 6) for n in range(6000)]
    assert all(900 < drawn.count(face) < 1100 for face in range(6))
    assert drawn[:8] == [pick(41827, n, 6) for n in range(8)]
