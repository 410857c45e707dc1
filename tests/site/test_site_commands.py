"""Every command that the pages of the documentation show can be typed: it is run here, if no other test runs it.

The commands of the table of all, of console blocks and of the pages of codes are run, with what they print, by
`tests/cli/test_cli_readme.py`, `tests/examples` and `tests/reference/test_codes.py`. What is left is run on small games
of these names, with few games.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.reference import market

from rulewright.cli import opening
from rulewright.cli.commands import COMMANDS
from rulewright.cli.main import cli
from rulewright.engine import Game
from rulewright.engine.savefile.games import save
from rulewright.report.site.guides import TOPICS
from rulewright.source.folders import guides
from rulewright.workspace import compiled_program

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| .*\|$", re.MULTILINE)
INDENTED = re.compile(r"^ {4}rulewright (.*)$", re.MULTILINE)
RUN = re.compile(r"^\$ rulewright (.*)$", re.MULTILINE)
PROMISES = Path(__file__).parents[1] / "cli" / "readme.md"
IN_TEXT = re.compile(r"`rulewright ([^`]*)`")
REST = r" {2,}| \\?\| "
"""Where what follows a command begins: a remark, or another program that reads what is printed."""
SMALLER = (
    (r"--games \d+", "--games 3"), (r"--cluster \S+", "--jobs 1"), (r" --resume", ""), (r"--at 12", "--at 4"),
    (r" [79]\b( --positions)?$", " 2"), (r"^fmt \..*", "fmt a"), (r"^try .*", "try a"), (r"--on goa", "--on market"),
    (r"^(replay|simulate) goa ", r"\1 my-market "), (r"^play my-goa", "play my-market"),
    (r"^rulebook pearl", "rulebook ./examples/pearl"), (r"\bRULESET\b", "my-market"), (r"\bWORD\b", "choose"),
    (r"^(compare|coverage)\b(?!.*--games)", r"\1 --games 3"),
    (r"^simulate\b(?!.*--games|.*--help)", "simulate --games 3"),
    (r"^arena goa --pairing \S+", "arena goa --pairing greedy,random"), (r"^arena goa ", "arena my-market "),
    (r"--until 3\b", "--until 40"), (r"--seat hoarder", "--seat greedy"),
    (r"\bCODE\b", "unknown-name"), (r"^mcp .*", "mcp --help"),
    (r"\./my-seat", "examples/seats/seat.py"), (r"cmd:seat\.py", "cmd:examples/seats/seat.py"),
    (r"^play goa --plain .*", "play ./examples/tic-tac-toe --plain --seat cmd:examples/seats/seat.py"),
    (r"^tune .*", "tune my-market --budget 16 --playouts 2"), (r"^strategy .*", "strategy my-market --budget 48"),
)  # fmt: skip
"""What is put in place of large numbers, clusters, interruptions, games that change or take long, placeholders."""


def shown(text: str, table: bool) -> Iterator[str]:
    """Yield the commands that a page shows outside of fenced blocks, with those in its tables if these count."""
    text = FENCE.sub("", text)
    text = text if table else ROW.sub("", text)
    for command in (*INDENTED.findall(text), *IN_TEXT.findall(text)):
        yield re.split(REST, " ".join(command.split("\n")))[0].strip()


def commands() -> list[str]:
    """Return every command that no other test runs."""
    now = [guides() / name for name in TOPICS if name != "CHANGELOG.md"]
    pages = [*now, *sorted((guides() / "examples").glob("*/README.md")), *sorted(market.HERE.glob("*.md"))]
    found = {
        command
        for page in pages
        if not page.name.startswith("codes-")
        for command in shown(page.read_text("utf-8"), page not in (guides() / "README.md", guides() / "COMMANDS.md"))
    }
    return sorted(found - set(RUN.findall(PROMISES.read_text("utf-8"))))


ALL = commands()
WHOLE = [command for command in ALL if " " in command]


def test_the_pages_show_commands() -> None:
    assert len(WHOLE) > 50
    assert {"simulate goa --games 1000000 --out games.jsonl", "replay my.save --at 12", "explain changes"} <= set(WHOLE)


def test_every_word_after_rulewright_is_a_command() -> None:
    assert {command.split()[0] for command in ALL} <= set(COMMANDS)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of all names that the pages use, a saved game, and the results of some."""
    folder: Path = tmp_path_factory.mktemp("world")
    shutil.copytree(guides() / "examples", folder / "examples")
    made = market.write(next(one for one in market.examples() if one.page == "market.md"), folder / "rulesets")
    for name in ("my-market", "my-ruleset", "downloaded"):
        place = folder / ("rulesets" if name == "my-market" else ".") / name
        shutil.copytree(made, place)
        manifest = (place / "ruleset.yaml").read_text("utf-8").replace("ruleset: market", f"ruleset: {name}")
        (place / "ruleset.yaml").write_text(manifest, "utf-8")
    (folder / "rulesets" / "my-market" / "labels").mkdir()
    polish = "language: pl\nlabels: {option.earn: Zarób}\n"
    (folder / "rulesets" / "my-market" / "labels" / "pl.yaml").write_text(polish, "utf-8")
    for name, changes in {"a": ("rich-start", "dear-apples"), "b": ("idle",)}.items():
        differences = "\n".join(
            f'difference {one} "Something else.":\n    cites house "House rule"\n' for one in changes
        )
        (folder / "rulesets" / name / "rules").mkdir(parents=True)
        (folder / "rulesets" / name / "rules" / "house.rules").write_text(differences, "utf-8")
        house = f"ruleset: {name}\ntitle: House\nextends: market\n"
        house += "sources: {house: {title: Ours, passages: [House rule]}}\n"
        (folder / "rulesets" / name / "ruleset.yaml").write_text(house, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        opening.space.cache_clear()
        save(played(), folder / "my.save")
        for name, games in (("games", 18), ("one", 1)):
            run(f"simulate ./my-ruleset --players 3 --jobs 1 --games {games} --out {name}.jsonl")
        run("replay my.save --keep rulesets/my-market/replays/one.replay")
    return folder


def played() -> Game:
    """A game of the market with a few decisions."""
    game = Game.start(compiled_program("my-market", 3, None, True), 1)
    for _ in range(4):
        game.choose(game.codes[0])
    return game


@pytest.fixture
def here(world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which nothing else has been typed."""
    folder = tmp_path / "here"
    shutil.copytree(world, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RULEWRIGHT_STATE", "off")
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)  # `serve` would go on until Ctrl-C
    return folder


def run(command: str) -> tuple[int, str]:
    opening.space.cache_clear()
    done = CliRunner().invoke(cli, shlex.split(command), input="quit\n" * 3)
    return done.exit_code, done.output


def smaller(command: str) -> str:
    for pattern, instead in SMALLER:
        command = re.sub(pattern, instead, command)
    return command


@pytest.mark.slow
@pytest.mark.parametrize("command", WHOLE)
def test_a_command_can_be_typed(command: str, here: Path) -> None:
    line = smaller(command)
    for written in re.findall(r"--out (\S+)", line):
        (here / written).unlink(missing_ok=True)
    code, output = run(line)
    assert code in (0, 1) and "Error" not in output, f"{line}: {code}\n{output}"


@pytest.mark.slow
def test_what_cannot_be_typed_is_noticed(here: Path) -> None:
    assert run("simulate my-market --gaems 3")[0] == 2
    assert run("replay nowhere.save")[0] == 2
