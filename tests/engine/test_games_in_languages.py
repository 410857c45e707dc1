"""A game is the same in every language, and what is told of it holds no text of another one."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.tiers import sampled
from two_languages import LABELS, program, write

from rulewright.backends import Program
from rulewright.compose.compose import compose
from rulewright.compose.languages import all_said
from rulewright.diagnostics import Findings
from rulewright.engine import Game, LogLine
from rulewright.report.board import board_lines
from rulewright.report.log_text import story
from rulewright.report.table import look
from rulewright.report.wording import speak
from rulewright.source.loading import load


def both(own: Program, other: Program, seed: int) -> tuple[Game, Game]:
    """Play a random game in both languages side by side; every state, choice and name is the same."""
    one, two, chance = Game.start(own, seed), Game.start(other, seed), random.Random(seed)
    while not one.over:
        assert (one.state, one.codes, one.names()) == (two.state, two.codes, two.names())
        code = chance.choice(one.codes)
        one.choose(code)
        two.choose(code)
    assert two.over and one.state == two.state and len(one.log) == len(two.log)
    return one, two


def test_what_several_do_reads_as_what_each_does() -> None:
    each = [LogLine(f"{who} bierze 5 monet.", "", "", who=who, phrase="bierze 5 monet") for who in ("Anna", "Benedykt")]
    speak("pl")
    try:
        assert story(each, None) == ["Anna i Benedykt: każdy bierze 5 monet."]
    finally:
        speak("")


@pytest.mark.slow
def test_a_log_in_both_languages(tmp_path: Path) -> None:
    folder = str(write(tmp_path))
    own, other = program(folder), program(folder, "pl")
    assert own.fingerprint == other.fingerprint
    assert own.tables.texts_fingerprint != other.tables.texts_fingerprint
    one, two = both(own, other, 5)
    told = list(zip([line.text for line in one.log], [line.text for line in two.log], strict=True))
    assert ("The deck is shuffled.", "Przetasowano: talia.") in told
    assert ("Day 1", "Dzień 1") in told
    assert ("Ann: Which fruit? Plum", "Anna: Jaki owoc? Śliwka") in told
    assert ("Ben takes 5 coins.", "Benedykt bierze 5 monet.") in told
    assert any(a.startswith("The luck shows") and b.startswith("Los: wypada") for a, b in told)
    assert any(re.fullmatch(r"Ann draws (Red|Blue)\.", a) and "Anna dobiera: " in b for a, b in told)
    assert ("Ann draws a card.", "Anna dobiera: kartę.") in told
    assert ("Ben has done Apple.", "Benedykt: gotowe, Jabłko.") in told
    assert one.scores()[0] == {"Money": one.totals()[0]} and two.scores()[0] == {"Pieniądze": one.totals()[0]}


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 monetę"), (2, "2 monety"), (5, "5 monet"), (12, "12 monet"), (22, "22 monety")]
)
def test_what_is_counted_has_the_form_that_the_number_needs(tmp_path: Path, number: int, said: str) -> None:
    rules = f'game "Market":\n    for each player in players:\n        take {number} coins\n        do stay\n'
    rules += "each player has:\n    amount coin / coins\nstep stay:\n    choose size from 1 to 2\n"
    labels = 'language: pl\nlabels:\n  player.coin: {one: monetę, few: monety, many: monet}\n  player.ann: "Anna"\n'
    folder = write(tmp_path, labels, rules)
    (folder / "data" / "cards.yaml").unlink()
    game = Game.start(program(str(folder), "pl"), 1)
    assert f"Anna bierze {said}." in [line.text for line in game.log]


def test_the_table_is_in_the_language(tmp_path: Path) -> None:
    game = Game.start(program(str(write(tmp_path)), "pl"), 1)
    shown = "\n".join(board_lines(look(game, 0)))
    for word in ("monety", "majątek", "jabłko", "śliwka", "ręka", "talia"):
        assert word in shown
    question = game.question
    assert question is not None and question.prompt == "Jaki owoc?"
    assert [choice.label for choice in question.choices] == ["Jabłko", "Śliwka"]
    assert [choice.name for choice in question.choices] == ["apple", "plum"]


def test_a_text_that_an_upper_ruleset_changes_is_not_shown_in_the_words_of_the_one_below(tmp_path: Path) -> None:
    write(tmp_path)
    house = tmp_path / "house"
    (house / "rules").mkdir(parents=True)
    (house / "labels").mkdir()
    manifest = 'ruleset: house\ntitle: "House"\nextends: market\nsources: {house: {title: "House", passages: [Rule]}}\n'
    (house / "ruleset.yaml").write_text(manifest, "utf-8")
    rules = 'difference lazy "One may also rest.":\n    cites house "Rule"\n'
    rules += '    replace option wait "Rest" on doings:\n        take 1 coin\n'
    (house / "rules" / "house.rules").write_text(rules, "utf-8")
    told = program(str(house), "pl").tables.labels
    assert "option.wait" not in told and told["phase.day"] == "Dzień {day}"
    (house / "labels" / "pl.yaml").write_text('language: pl\nlabels:\n  option.wait: "Odpocznij"\n', "utf-8")
    assert program(str(house), "pl").tables.labels["option.wait"] == "Odpocznij"


def test_a_text_without_translation_stays_as_it_is(tmp_path: Path) -> None:
    folder = write(tmp_path, LABELS.replace('  phase.day.fruit: "Jaki owoc?"\n', ""))
    question = Game.start(program(str(folder), "pl"), 1).question
    assert question is not None and question.prompt == "Which fruit?"


def english(ruleset: str) -> set[str]:
    """All texts of a ruleset in its own language, as far as they stand between values."""
    texts = [said.text for said in all_said(compose(load(ruleset, Findings()), Findings()))]
    parts = {part.strip(" .?:,") for text in texts for part in re.split(r"\{[^}]*\}", text)}
    return {part for part in parts if len(part) > 3 and not part[0].isdigit()}


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), sampled(3, [("goa-quick-start", 2), ("goa", 4), ("goa-polish", 3)]))
def test_a_whole_game_in_polish_has_no_english_text(ruleset: str, seats: int) -> None:
    own, other = program(ruleset, "", seats), program(ruleset, "pl", seats)
    _, played = both(own, other, seats)
    polish = " | ".join(
        [*other.tables.labels.values(), *(f for each in other.tables.forms.values() for f in each.values())]
    )
    told = "\n".join(line.text for line in played.log)
    assert len(played.log) > 300
    foreign = {text for text in english(ruleset) if not re.search(rf"\b{re.escape(text)}\b", polish, re.IGNORECASE)}
    assert len(foreign) > 100
    assert {text for text in foreign if re.search(rf"\b{re.escape(text)}\b", told, re.IGNORECASE)} == set()
