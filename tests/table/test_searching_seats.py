"""Computer players that think ahead, at a table that is printed line by line: words, hints, and what stops them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.tiers import sampled

from rulewright.backends.native_evaluation import native_evaluation
from rulewright.cli import opening
from rulewright.cli.commands.play import who_plays
from rulewright.cli.commands.play.advice import Advice
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.thinking import ThinkingProgress, computers_for, hint_kind
from rulewright.compile.tables import SearchSettings, Weights
from rulewright.engine import Game
from rulewright.players.search.settings import SearchBudget
from rulewright.report.search_text import measure
from rulewright.report.wording import speak
from rulewright.workspace import compiled_program

CHECKOUT = Path(__file__).parents[2]


def session(name: str, kinds: Sequence[str]) -> Session:
    """Return a session at the beginning of a game."""
    folder = CHECKOUT / "examples" / name
    ruleset = str(folder) if folder.exists() else name
    ready = compiled_program(ruleset, len(kinds), {}, traced=True)
    others = [kind for kind in kinds if kind != PERSON]
    made = computers_for(
        others, lambda: compiled_program(ruleset, len(kinds), {}, traced=False), ready, lambda said: None
    )
    found = Session(Game.start(ready, 5), opening.seat_labels(ready), kinds, made)
    found.advice = Advice(
        opening.ruleset(ruleset), lambda: compiled_program(ruleset, len(kinds), {}, traced=False), made.thinking
    )
    return found


def table(session: Session, tmp_path: Path) -> TableLoop:
    return TableLoop(session, GameSaver(opening.save_game, ["rulewright"], "game", folder=tmp_path), Terminal(True))


WORDS = {
    "level:2": "at level 2 of 5, with 60 games tried out for each decision",
    "search": "by search, with 1,000 games tried out for each decision",
    "search:1.5s": "by search, with 1.5 seconds for each decision",
    "cmd:true": "as cmd:true decides",
    "greedy": "greedily, one step ahead",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", sampled(2, WORDS))
def test_who_plays_is_said_in_words(kind: str) -> None:
    at_the_table = session("tic-tac-toe", [PERSON, "level:2" if kind == "cmd:true" else kind])
    at_the_table.seats = [PERSON, kind]
    assert who_plays(at_the_table) == f"You are Cross. Nought plays {WORDS[kind]}."


@pytest.mark.slow
def test_a_plan_is_called_by_its_name_and_thinks_as_long_as_what_it_plays_like() -> None:
    at_the_table = session("goa", [PERSON, "explorer"])
    assert who_plays(at_the_table).endswith('plays by the plan "explorer".')
    assert "explorer" not in at_the_table.computers.budgets


def test_who_plays_is_said_in_polish() -> None:
    speak("pl")
    try:
        assert "na poziomie 1 z 5 (na decyzję: gier próbnych 20)" in who_plays(
            session("tic-tac-toe", [PERSON, "level:1"])
        )
    finally:
        speak("")


def test_a_seat_that_thinks_ahead_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = table(session("tic-tac-toe", [PERSON, "search:50"]), tmp_path)
    loop.do_typed("b2")
    assert len(loop.session.game.decisions) == 2
    assert "thinks ahead" not in capsys.readouterr().out, "nothing about it goes through a pipe"


@pytest.mark.parametrize(
    ("typed", "kind"),
    [("", "level:3"), ("2s", "search:2s"), ("300", "search:300"), ("search", "search"), ("level:2", "level:2"),
     ("greedy", "greedy"), ("bananas", ""), ("0", ""), ("level:9", "")],
)  # fmt: skip
def test_a_hint_names_who_gives_it_or_for_how_long(typed: str, kind: str) -> None:
    assert hint_kind(typed, "random") == kind
    assert hint_kind("", "greedy") == "greedy"


def test_a_hint_by_search_rates_options_and_says_what_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = table(session("tic-tac-toe", [PERSON, PERSON]), tmp_path)
    for space in ("a1", "b2", "a2"):
        loop.do_typed(space)
    loop.do_typed("hint 20")  # says once what it has to compile
    capsys.readouterr()
    loop.do_typed("hint 2000")
    best, then, *others = capsys.readouterr().out.split("\n")
    assert "The lead over the best of the others to be expected" in " ".join(others)
    assert best.startswith("  a3: ") and "tried " in best
    assert then.startswith("    then Cross: ")
    assert sum("loses for certain" in line for line in others) == 5
    loop.do_typed("hint bananas")
    assert capsys.readouterr().out.startswith("Type hint alone, or with how long to think")


@pytest.mark.parametrize(
    ("playouts", "finishes", "said"),
    [(-1, False, ""), (20, False, ", as it looks about 20 decisions later"),
     (20, True, ", as it looks about 20 decisions later, at the end of the bidding round then under way")],
)  # fmt: skip
def test_the_heading_of_a_hint_says_when_games_are_weighed(playouts: int, finishes: bool, said: str) -> None:
    program = compiled_program(str(CHECKOUT / "examples" / "tic-tac-toe"), 2, {}, traced=True)
    settings = SearchSettings("points", playouts, finishes, weights=Weights({}, "bidding-round", [], []))
    tables = replace(program.tables, search=settings)
    assert measure(Game.start(replace(program, tables=tables))) == f"The points to be expected{said}"


def test_how_far_a_search_is_says_nothing_of_what_it_found() -> None:
    said: list[str] = []
    thinking = ThinkingProgress(said.append)
    with thinking.thinking_of("Ann", SearchBudget(400)):
        assert thinking(0.5, [object()]) is False
        thinking.stopped = True
        assert thinking(0.75, []) is True
    with thinking.thinking_of("Ben", SearchBudget(0, 2.0)):
        thinking(0.2, [])
    assert said == [
        "Ann thinks ahead: 200 of 400 games tried out.", "Ann thinks ahead: 300 of 400 games tried out.", "",
        "Ben thinks ahead: 0.4 of 2 seconds.", "",
    ]  # fmt: skip
    assert not thinking.text


@pytest.mark.slow
def test_without_a_compiler_the_table_says_how_fast_a_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.backends.native import NoLibrary

    def none(_: object) -> None:
        raise NoLibrary("there is no C compiler here")

    monkeypatch.setattr("rulewright.backends.native_evaluation.native", none)
    native_evaluation.cache_clear()
    slow = session("tic-tac-toe", [PERSON, "search:20"]).computers.slow
    assert slow.startswith("There is no C compiler here") and "about 0 games" not in slow
    assert not session("tic-tac-toe", [PERSON, "random"]).computers.slow
