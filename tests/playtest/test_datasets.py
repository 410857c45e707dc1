"""Games as tables: their numbers are those of the games, and files and frames have what the dictionary says."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.tiers import slow_unless, without_variants

import rulewright as rw
from rulewright.cli.main import cli
from rulewright.engine import Game
from rulewright.playtest.datasets.dictionary import SHARE, TABLES, TEXT, TEXTS, WHOLE, columns_of, data_dictionary
from rulewright.playtest.datasets.games import RecordedGame, RecordedGames
from rulewright.playtest.datasets.rows import rows_in
from rulewright.playtest.simulate import SimulatedGames
from rulewright.workspace import load

CHECKOUT = Path(__file__).parents[2]
SMALL = str(CHECKOUT / "examples" / "tic-tac-toe")
FOLDERS = [
    file.parent for place in ("rulesets", "examples") for file in sorted(CHECKOUT.glob(f"{place}/*/ruleset.yaml"))
]
QUICK = {"tic-tac-toe", "liars-dice"}
HOLDS = {WHOLE: int | None, SHARE: float | int | None, TEXT: str, TEXTS: list}
COIN = """
import random
from rulewright import Seat

class Coin(Seat):
    def choose(self, question, view):
        return random.SystemRandom().choice(question.choices)
"""


def recorded(folder: Path | str, games: range, who: str = "") -> tuple[RecordedGames, list[RecordedGame]]:
    rules = load(str(folder))
    seats = max(rules.seats)
    match = RecordedGames((rules,), seats, who=(who,) * seats if who else ())
    return match, [*map(match.player(), games)]


def named_rows(match: RecordedGames, table: str, games: list[RecordedGame]) -> list[dict[str, object]]:
    """Return rows with the names of their columns; raises `ValueError` where a row has another number of cells."""
    (program,) = match.compiled()
    names = [column.name for column in columns_of(table, data_dictionary(program))]
    return [dict(zip(names, row, strict=True)) for row in rows_in(table, [game.rows for game in games])]


@pytest.mark.parametrize(
    "folder", slow_unless(lambda one: one.name in QUICK, without_variants(FOLDERS)), ids=lambda one: one.name
)
def test_the_decisions_of_a_table_make_the_same_games_again(folder: Path) -> None:
    match, games = recorded(folder, range(1, 3))
    plain = [*SimulatedGames(match.rulesets, match.seats)().play_rows(range(1, 3)).records(games[0].record)]
    assert [game.record.as_data() for game in games] == [record.as_data() for record in plain]
    traced = match.rulesets[0].program(match.seats, traced=True)
    for game in games:
        again = Game.start(traced, game.record.game)
        for row in named_rows(match, "decisions", [game]):
            assert (question := again.question) is not None
            assert (row["seat"], row["points"]) == (again.seat + 1, again.totals()[again.seat])
            assert row["offered"] == [choice.name for choice in question.choices]
            again.choose(str(row["taken"]))
        assert again.over and again.ranking() == game.record.ranking
    seats = named_rows(match, "seats", games)
    assert sum(float(str(row["win"])) for row in seats) in (len(games), sum(bool(g.record.ranking[0]) for g in games))


@pytest.mark.parametrize("name", ["tic-tac-toe", "liars-dice", "pearl-divers", "goofspiel", "hearts"])
def test_a_cell_holds_what_the_dictionary_says(name: str) -> None:
    match, games = recorded(CHECKOUT / "examples" / name, range(1, 3))
    (program,) = match.compiled()
    for column in data_dictionary(program):
        assert column.meaning.endswith("."), column
        cells = [row[column.name] for row in named_rows(match, column.table, games)]
        assert cells and all(isinstance(cell, HOLDS[column.kind]) for cell in cells), column


@pytest.mark.slow
def test_what_a_player_has_and_what_changed_make_what_comes_next() -> None:
    match, games = recorded("goa", range(1, 2))
    rows = named_rows(match, "decisions", games)
    paid = 0
    for one, then in zip(rows, rows[1:], strict=False):
        if one["seat"] == then["seat"]:
            assert int(str(one["has: ducats"])) + int(str(one["change: ducats"])) == then["has: ducats"]
            paid += one["change: ducats"] != 0
    assert paid > 5
    assert {row["round"] for row in rows} == {*range(1, 9)}


def test_a_journal_gives_the_games_back() -> None:
    match, games = recorded(SMALL, range(1, 4), "random")
    codec = match.codec()
    assert codec.decode(json.loads(json.dumps(codec.encode(games)))) == games
    assert [*codec.items(games)] == [1, 2, 3]
    with pytest.raises(ValueError, match="this is no"):
        codec.decode([{"record": {}, "rows": {"game": [{}], "seats": [], "decisions": []}}])


@pytest.mark.slow
def test_a_broken_game_has_its_decisions_and_no_points() -> None:
    rules = load("goa")
    match = RecordedGames((rules,), 2)
    (program,) = match.programs()
    program.always[0] = lambda state: 0
    game = match.player()(1)
    program.always.clear()
    (row,) = named_rows(match, "games", [game])
    assert "does not hold" in str(row["failure"]) and row["winners"] == []
    assert {row["points"] for row in named_rows(match, "seats", [game])} == {None}
    assert len(named_rows(match, "decisions", [game])) == row["decisions"] == sum(game.record.decisions)


# ---- files


def simulate(*typed: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["simulate", SMALL, "--jobs", "1", *typed])
    return result.exit_code, result.output


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def test_files_have_the_columns_of_the_dictionary(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    code, said = simulate("--games", "10", "--data", str(folder))
    assert code == 0 and "10 games with 2 players" in said
    dictionary = read_csv(folder / "dictionary.csv")
    for table in TABLES:
        rows = read_csv(folder / f"{table}.csv")
        assert [*rows[0]] == [row["column"] for row in dictionary if row["table"] == table]
        assert {row["game"] for row in rows} == {str(number) for number in range(1, 11)}
    assert read_csv(folder / "decisions.csv")[0]["offered"].split(" | ")[:2] == ["a1", "a2"]
    code, said = simulate("--games", "10", "--data", str(folder))
    assert code == 2 and "is there already. Give another folder, or --force to overwrite it." in " ".join(said.split())
    before = (folder / "seats.csv").read_bytes()
    assert simulate("--games", "5", "--data", str(folder), "--force")[0] == 0
    assert before.startswith((folder / "seats.csv").read_bytes())
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.csv" for name in ("dictionary", *TABLES))


@pytest.mark.slow
def test_tables_are_resumed_with_their_games(tmp_path: Path) -> None:
    out, folder = tmp_path / "games.jsonl", tmp_path / "data"
    command = [sys.executable, "-m", "rulewright.cli", "simulate", SMALL, "--games", "800", "--jobs", "1"]
    command += ["--out", str(out), "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        while not (folder / "games.csv").exists() or (folder / "games.csv").stat().st_size < 1000:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=20)
    assert run.returncode == 130 and len(read_csv(folder / "games.csv")) < 800
    assert subprocess.run([*command, "--resume"], capture_output=True, check=False).returncode == 0
    whole = tmp_path / "whole"
    assert simulate("--games", "800", "--data", str(whole))[0] == 0
    for table in TABLES:
        assert (folder / f"{table}.csv").read_bytes() == (whole / f"{table}.csv").read_bytes()


@pytest.mark.slow
def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason='pandas is not installed: pip install -e ".[data]"')
    pytest.importorskip("pyarrow", reason='pyarrow is not installed: pip install -e ".[data]"')
    assert simulate("--games", "3", "--data", str(tmp_path), "--data-format", "parquet")[0] == 0
    assert simulate("--games", "3", "--data", str(tmp_path), "--data-format", "parquet")[0] == 2
    played = rw.simulate(SMALL, games=3)
    for table in TABLES:
        written, frame = pandas.read_parquet(tmp_path / f"{table}.parquet"), played.frame(table)
        assert [*written.columns] == [*frame.columns] == [*frame.attrs]
        assert written.astype(str).to_numpy().tolist() == frame.astype(str).to_numpy().tolist() or table != "games"


def test_parquet_needs_an_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("rulewright.cli.recording.find_spec", lambda name: None)
    code, said = simulate("--data", str(tmp_path / "d"), "--data-format", "parquet")
    assert code == 2 and 'pip install "rulewright[data]"' in said and not (tmp_path / "d").exists()


# ---- frames


@pytest.mark.slow
def test_frames_say_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(rw.RulesError) as caught:
        rw.simulate(SMALL, games=1).frame("decision")
    assert caught.value.findings[0].remedy[0] == 'Did you mean "decisions"?'
    pytest.importorskip("pandas", reason='pandas is not installed: pip install -e ".[data]"')
    (tmp_path / "coin.py").write_text(COIN, "utf-8")
    played = rw.simulate(SMALL, games=5, seats=[f"{tmp_path / 'coin.py'}:Coin"])
    with pytest.raises(rw.RulesError, match="went another way when it was played again"):
        played.frame("decisions")
    assert rw.simulate(SMALL, games=0).frame("decisions").empty


@pytest.mark.slow
def test_the_example_of_the_page_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pandas", reason='pandas is not installed: pip install -e ".[data]"')
    monkeypatch.chdir(CHECKOUT)
    page = (CHECKOUT / "interpreter" / "API.md").read_text("utf-8").partition("## Data frames")[2]
    exec(page.partition("```python\n")[2].partition("```")[0], {})
    assert capsys.readouterr().out.endswith("below 0 behind it; empty without one.\n")


@pytest.mark.slow
def test_the_notebook_draws_three_plots() -> None:
    matplotlib = pytest.importorskip("matplotlib", reason='matplotlib is not installed: pip install -e ".[data]"')
    pytest.importorskip("pandas", reason='pandas is not installed: pip install -e ".[data]"')
    matplotlib.use("Agg")
    plots = pytest.importorskip("matplotlib.pyplot")
    plots.close("all")
    cells = json.loads((CHECKOUT / "examples" / "plots.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]).replace("games=100", "games=20"), names)
    axes = [plots.figure(number).axes[0] for number in plots.get_fignums()]
    assert [one.has_data() for one in axes] == [True] * 3
    plots.close("all")
