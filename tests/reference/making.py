"""What cannot be shown in the few lines of a page, made for a test: each returns the codes that come of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.savefile.games import save
from rulewright.workspace import compiled_program

EXAMPLES = Path(__file__).parents[2] / "examples"
SMUGGLERS = Path(__file__).parents[1] / "secrets" / "smugglers"
HEAD = re.compile(r"  (?:error|warning)  ([a-z0-9-]+)$", re.MULTILINE)
SAVE = Path("evening.save")
Make = Callable[[Path, pytest.MonkeyPatch], list[str]]


def small_game(folder: Path) -> Path:
    """A ruleset `my-market` for two with a few decisions, found by its name."""
    shutil.copytree(EXAMPLES / "kuhn-poker", folder / "my-market")
    manifest = folder / "my-market" / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("kuhn-poker", "my-market"), "utf-8")
    (folder / "rulesets").symlink_to(".")
    return folder / "my-market"


def run(*words: str) -> list[str]:
    """The codes that a command prints."""
    opening.space.cache_clear()
    return HEAD.findall(CliRunner().invoke(cli, list(words)).output)


def examined(name: str) -> list[str]:
    try:
        return [finding.code for finding in opening.all_findings(name)]
    except RulesError as problem:
        return [finding.code for finding in problem.findings]


def rules(text: str) -> Make:
    """A ruleset with one more rule file."""

    def make(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
        (small_game(folder) / "rules" / "more.rules").write_text(text, "utf-8")
        return examined("my-market")

    return make


def manifest(change: Callable[[bytes], bytes]) -> Make:
    """A ruleset with another ruleset.yaml."""

    def make(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
        path = small_game(folder) / "ruleset.yaml"
        path.write_bytes(change(path.read_bytes()))
        return examined("my-market")

    return make


def saved(change: Callable[[str], str], *more: str) -> Make:
    """A saved game that was changed, and resumed."""

    def make(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
        small_game(folder)
        save(Game.start(compiled_program("my-market", 2, None, True), 1), SAVE)
        SAVE.write_text(change(SAVE.read_text("utf-8")), "utf-8")
        return run("play", "my-market", "--resume", str(SAVE), *more)

    return make


def replayed(*words: str) -> Make:
    """A saved game, looked at with `replay`."""

    def make(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
        small_game(folder)
        game = Game.start(compiled_program("my-market", 2, None, True), 1)
        game.choose(game.codes[0])
        save(game, SAVE)
        return run("replay", str(SAVE), *words)

    return make


def simulated(change: Callable[[str], str], game: str) -> Make:
    """The results of three random games, and one of them looked at."""

    def make(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
        small_game(folder)
        run("simulate", "my-market", "--games", "3", "--jobs", "1", "--out", "results.jsonl")
        results = Path("results.jsonl")
        results.write_text(change(results.read_text("utf-8")), "utf-8")
        return run("replay", "results.jsonl", "--game", game)

    return make


def _replay_differs(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    data = small_game(folder) / "rules" / "game.rules"
    text = data.read_text("utf-8")
    data.write_text(re.sub(r"(?m)^(\s+)pay 1 chip", r"\1pay 2 chips", text, count=1), "utf-8")
    assert data.read_text("utf-8") != text
    return run("replay", "my-market", "--verify")


def _no_replays(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    shutil.rmtree(small_game(folder) / "replays")
    return run("replay", "my-market", "--verify")


def _base_unusable(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    (small_game(folder) / "ruleset.yaml").write_text("ruleset: my-market\ntitle: [\n", "utf-8")
    (folder / "my-house").mkdir()
    text = "ruleset: my-house\ntitle: House\nextends: my-market\nsources: {house: {title: Ours, passages: [One]}}\n"
    (folder / "my-house" / "ruleset.yaml").write_text(text, "utf-8")
    return examined("my-house")


def _another_game(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    small_game(folder)
    shutil.copytree(EXAMPLES / "tic-tac-toe", folder / "tic-tac-toe")
    return examined("tic-tac-toe+my-market")


def _unreadable(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    (small_game(folder) / "rules" / "gone.rules").symlink_to("nowhere")
    return examined("my-market")


def _unwritable(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    (small_game(folder) / "rules" / "more.rules").write_text('# x\n\n\n\n\n\nstep x:\n    tell  "x"\n', "utf-8")

    def refuse(*words: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    patch.setattr("tempfile.mkstemp", refuse)
    patch.setattr("rulewright.source.writing.os.replace", refuse, raising=False)
    patch.setattr(Path, "write_text", refuse)
    patch.setattr(Path, "write_bytes", refuse)
    return run("fmt", "my-market")


def _left_unformatted(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    small_game(folder)
    patch.setattr("rulewright.syntax.formatting.lay_out", lambda text: text.replace("chip", "coin"))
    return run("fmt", "my-market")


def _seat_unusable(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    small_game(folder)
    Path("seats.py").write_text("class Careful:\n    pass\n", "utf-8")
    return run("simulate", "my-market", "--games", "1", "--jobs", "1", "--seat", "seats.py:Careful")


def resumed(journal: str) -> Make:
    """Games that are to be resumed, with a journal."""

    def make(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
        small_game(folder)
        Path("results.jsonl.journal").write_text(journal, "utf-8")
        return run("simulate", "my-market", "--games", "3", "--jobs", "1", "--out", "results.jsonl", "--resume")

    return make


def _rule_not_heeded(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    return examined(str(SMUGGLERS))


MADE: dict[str, Make] = {
    "too-deep": rules("step x:\n" + "".join(f"{'    ' * n}if day is 1:\n" for n in range(1, 27))),
    "sentence-too-long": rules(f"step x:\n    take ({' + '.join('1' * 200)}) chips\n"),
    "too-many-mistakes": rules("stpe x:\n    take 1 chip\n" * 101),
    "rule-not-heeded": _rule_not_heeded,
    "strange-character": manifest(lambda data: data.replace(b"title:", "title: \u200b".encode())),
    "not-utf-8": manifest(lambda data: data.replace(b"title:", b"title: \xff")),
    "file-too-large": manifest(lambda data: data + b"# more\n" * 200_000),
    "unreadable-file": _unreadable,
    "unwritable-file": _unwritable,
    "left-unformatted": _left_unformatted,
    "base-unusable": _base_unusable,
    "another-game": _another_game,
    "save-broken": saved(lambda text: text[: len(text) // 2]),
    "save-newer": saved(lambda text: re.sub(r'"format": \d+', '"format": 99', text)),
    "save-changed": saved(lambda text: text.replace('"player.chip": {"dealer": 1', '"player.chip": {"dealer": -5')),
    "save-of-other-rules": saved(
        lambda text: re.sub(r'"fingerprint": "\w+"', '"fingerprint": "00"', text).replace("player.chip", "player.coin")
    ),
    "save-other-seats": saved(lambda text: text.replace('"Dealer"', '"Zoe"')),
    "nothing-to-accept": replayed("--accept"),
    "no-such-decision": replayed("--at", "999"),
    "unknown-seat": replayed("--as", "Zoe"),
    "seat-unusable": _seat_unusable,
    "replay-differs": _replay_differs,
    "no-replays": _no_replays,
    "result-broken": simulated(lambda text: text[:40] + "\n", "1"),
    "result-of-other-rules": simulated(lambda text: re.sub(r'("fingerprint": ")\w+', r"\g<1>00", text), "1"),
    "journal-broken": resumed("{}\n"),
    "journal-of-another-run": resumed('{"journal": 1, "job": {"--seed": 7}}\n'),
    "no-such-game": simulated(lambda text: text, "17"),
}
