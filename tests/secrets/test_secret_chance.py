"""Programs that try numbers of games until their own hand comes out: what they find, with the secret and without."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.backends import Program
from rulewright.chance import (
    GOLDEN,
    MASK64,
    mix,
    other_secret,
    parted,
    secret_bits,
    seed_of,
    stream_number,
    with_secret,
)
from rulewright.cli.commands.play.unfinished import GameJournal, unfinished_games
from rulewright.cli.main import cli
from rulewright.comparison.arena.schedule import Schedule
from rulewright.engine import Game
from rulewright.engine.savefile.format import read, text_of
from rulewright.engine.savefile.games import load, save, saved
from rulewright.jobs.journal import Codec, identity_in
from rulewright.jobs.journal import JobJournal as Keeping
from rulewright.playtest.game import play_one
from rulewright.playtest.replay import record_game, replay_difference
from rulewright.playtest.results import recorded_again
from rulewright.workspace import compiled_program

EXAMPLES = Path(__file__).parents[2] / "examples"
SECRET = "00112233445566778899aabbccddeeff"
OTHER = "f0112233445566778899aabbccddeeff"
SEAT = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"hello","protocol":1,"name":"first"}', flush=True)
    elif message["type"] == "question":
        answer = {"type": "answer", "id": message["id"], "option": message["options"][0]["name"]}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "bye":
        break
"""


@pytest.fixture(scope="module")
def hearts() -> Program:
    return compiled_program(str(EXAMPLES / "hearts"), seats=4, traced=False)


def hands(program: Program, number: int) -> list[int]:
    state, _ = program.opening(number)
    return [state[place.slot] for place in program.tables.places if place.name == "hand"]


def tried(program: Program, hand: int) -> list[int]:
    """The attack: the numbers of games, small ones and those near them after a mix, in which seat 0 has this hand."""
    guesses = [number for n in range(150) for number in (n, mix(n), n * GOLDEN & MASK64)]
    return [number for number in guesses if hands(program, number)[0] == hand]


@pytest.mark.slow
def test_a_number_is_found_from_a_hand_without_a_secret(hearts: Program) -> None:
    assert tried(hearts, hands(hearts, 77)[0]) == [77]


def test_no_number_is_found_from_a_hand_with_a_secret(hearts: Program) -> None:
    assert tried(hearts, hands(hearts, with_secret(77, SECRET))[0]) == []
    assert hands(hearts, with_secret(77, SECRET)) != hands(hearts, with_secret(77, OTHER))


def test_the_seed_alone_gives_no_deal(hearts: Program) -> None:
    """Whoever worked out the 64 bits from other chance still lacks where each stream begins."""
    number = with_secret(77, SECRET)
    assert tried(hearts, hands(hearts, number)[0]) == [] and hands(hearts, seed_of(number)) != hands(hearts, number)


def test_streams_of_one_secret_begin_apart() -> None:
    number = with_secret(1, SECRET)
    starts = {secret_bits(number, name) for name in ("seed", "chance.roll one", "chance.roll other")}
    assert len(starts) == 3 and len({stream_number(seed_of(number), 5, start >> 3) for start in starts}) == 3


def test_a_number_without_a_secret_is_what_it_was(hearts: Program) -> None:
    assert with_secret(MASK64, "") == MASK64 == seed_of(MASK64) and parted(9) == (9, "")
    assert hearts.initial(9)[1] == 9 and hearts.initial(9)[2:] == hearts.start[2:]


def test_every_bit_of_the_secret_counts() -> None:
    changed = {seed_of(with_secret(1, f"{int(SECRET, 16) ^ 1 << bit:032x}")) for bit in range(128)}
    assert len(changed) == 128


def test_saves_and_replays_carry_the_secret(hearts: Program, tmp_path: Path) -> None:
    game = Game.start(hearts, with_secret(77, SECRET))
    replay = record_game(game.copy(), lambda game: game.codes[0] if len(game.decisions) < 8 else None)
    for _ in range(8):
        game.choose(game.codes[0])
    path = tmp_path / "own.save"
    save(game, path)
    assert load(path, hearts).state == game.state and load(path, hearts).number == 77
    assert f'"seed": 77,\n "secret": "{SECRET}"' in text_of(saved(game)) and read(path).origin is None
    path.write_text(text_of(replay), "utf-8")
    assert replay_difference(path, read(path), hearts) is None


@pytest.mark.skipif(sys.platform == "win32", reason="modes are different there")
def test_a_save_is_for_its_owner_only(hearts: Program, tmp_path: Path) -> None:
    game, path = Game.start(hearts, 1), tmp_path / "own.save"
    GameJournal(path, (), save).save_game(game)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert len(list(tmp_path.iterdir())) == 2


def test_a_result_carries_the_secret(hearts: Program, tmp_path: Path) -> None:
    record = play_one(hearts, with_secret(5, SECRET))
    assert (record.game, record.secret) == (5, SECRET) and record.totals == play_one(hearts, record.seed).totals
    again = recorded_again(tmp_path, 1, record, hearts)
    assert again.seed == record.seed and again.number == 5 and len(again.decisions) == sum(record.decisions)


def test_programs_never_get_one_deal_twice_in_an_arena() -> None:
    schedule = Schedule(("a", "b"), 2, ((0, 1),), range(1, 6), dealt_anew=True)
    assert len({schedule.deal_number(game) for game in schedule.games}) == len(schedule.games) == 10
    rotated = Schedule(("a", "b"), 2, ((0, 1),), range(1, 6))
    assert [schedule.meeting_at(game) for game in schedule.games] == [
        rotated.meeting_at(game) for game in rotated.games
    ]
    assert len({rotated.deal_number(game) for game in rotated.games}) == 5


def test_both_sides_of_a_comparison_have_their_own_secret() -> None:
    assert len({SECRET, other_secret(SECRET, 0), other_secret(SECRET, 1)}) == 3 and other_secret("", 1) == ""


def simulated(folder: Path, *words: str) -> tuple[str, list[dict[str, object]]]:
    (folder / "seat.py").write_text(SEAT, "utf-8")
    out, seat = folder / "out.jsonl", f"cmd:{sys.executable} {folder / 'seat.py'}"
    base = ["simulate", str(EXAMPLES / "kuhn-poker"), "--games", "2", "--jobs", "1", "--out", str(out), "--force"]
    done = CliRunner().invoke(cli, [*base, "--seat", seat, *words])
    assert done.exit_code == 0, done.output
    return done.output, [json.loads(line) for line in out.read_text("utf-8").splitlines()]


@pytest.mark.slow
def test_a_command_draws_a_secret_for_programs_and_a_seed_turns_it_off(tmp_path: Path) -> None:
    said, first = simulated(tmp_path)
    assert "a program that tries" not in said and {len(str(game["secret"])) for game in first} == {32}
    assert [game["game"] for game in first] == [1, 2]
    assert sys.platform == "win32" or stat.S_IMODE((tmp_path / "out.jsonl").stat().st_mode) == 0o600
    said, second = simulated(tmp_path)
    assert second[0]["secret"] != first[0]["secret"]
    said, known = simulated(tmp_path, "--seed", "1")
    assert "a program that tries" in said and not any("secret" in game for game in known)


def test_a_journal_says_with_which_secret_it_was_begun(tmp_path: Path) -> None:
    path = tmp_path / "out.journal"
    path.write_text(json.dumps({"journal": 1, "job": {"secret": SECRET}}) + "\n", "utf-8")
    assert identity_in(path) == {"secret": SECRET}
    for broken in ("", "[]", "{", '{"job": 5}'):
        path.write_text(broken, "utf-8")
        assert identity_in(path) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of Unix")
@pytest.mark.parametrize(("identity", "mode"), [({"secret": SECRET}, 0o600), ({}, 0o644)])
def test_a_journal_with_a_secret_is_for_its_owner_only(identity: dict[str, str], mode: int, tmp_path: Path) -> None:
    umask = os.umask(0o022)
    codec: Codec[list[int]] = Codec(list, list, iter)
    Keeping(tmp_path / "out.journal", dict(identity), codec, resume=False).close(finished=False)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "out.journal").stat().st_mode) == mode


@pytest.mark.parametrize("options", [["--untrusted"], ["--seat"], ["--resume", "x"], ["--seat=cmd:touch x"]])
def test_options_that_no_table_writes_are_not_taken_up(options: list[str], tmp_path: Path, hearts: Program) -> None:
    path = tmp_path / "games" / "own.save"
    keeper = GameJournal(path, tuple(options), save)
    keeper.save_game(Game.start(hearts, 1))
    assert keeper._held is not None
    keeper._held.close()
    assert unfinished_games(path.parent) == []
