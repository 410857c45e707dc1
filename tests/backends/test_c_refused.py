"""What the generator cannot express is an error, and nothing is left out in silence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.backends.small import Small, needs_compiler, number, store

from rulewright.backends.c import library as made_by
from rulewright.backends.c.library import FLAGS, NoLibrary, library
from rulewright.backends.c.module import write
from rulewright.backends.c.numbers import Unsupported
from rulewright.backends.c.pieces import NativeTables
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import WIDE, Int, Set

x = ir.Local("x", WIDE)
REFUSED: dict[str, tuple[ir.Stmt, ...]] = {
    "trace": (ir.Trace("said", ("word",)),), "reason": (ir.Reason("no", ()),), "mark": (ir.Mark(1),),
    "noted": (ir.Let(x, ir.Noted(1, 2, number(3), WIDE)),), "any offered": (ir.Let(x, ir.AnyOffered("block", ())),),
    "text": (ir.Return(ir.Text(("a", ir.Shown("number", number(1))))),),
    "address": (ir.Let(x, ir.Address(ir.Field("f", 0, 1, WIDE), number(0), WIDE)),),
    "too large": (ir.Let(x, ir.Const(1 << 70, WIDE)),), "helper": (ir.Let(x, ir.Invoke("no", "", (), WIDE)),),
    "set": (ir.Let(ir.Local("s", Set(3)), ir.Const(9, Set(3))),), "fold": (ir.Let(x, ir.Fold(
        "odd", x, ir.Const(1, Set(3)), None, number(1), WIDE)),), "return": (ir.Return(number(1)),),
}  # fmt: skip


def program(*body: ir.Stmt) -> ir.Program:
    small = Small()
    small.block("block", *body, ir.Go(number(0)))
    return small.program()


@pytest.mark.parametrize("name", REFUSED)
def test_nodes_of_the_traced_build_and_mistakes_are_refused(name: str) -> None:
    with pytest.raises((Unsupported, KeyError)):
        write(program(*REFUSED[name]), NativeTables())


def test_traced_programs_are_refused() -> None:
    with pytest.raises(Unsupported):
        write(replace(program(), traced=True), NativeTables())


def test_texts_are_refused() -> None:
    made = program()
    text = ir.Function("text", "text", (), None, (ir.Return(ir.Text(("a",))),))
    with pytest.raises(Unsupported):
        write(replace(made, functions=made.functions | {"text": text}), NativeTables())


def test_every_number_of_the_vector_has_a_field() -> None:
    made = program()
    with pytest.raises(Unsupported, match="begins at 9"):
        write(replace(made, fields=(*made.fields, ir.Field("far", 9, 1, Int(0, 1)))), NativeTables())


@needs_compiler
def test_what_the_compiler_says_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    with pytest.raises(NoLibrary, match="refuses the program: .*error"):
        library("", lambda: "int x = ;")
    assert list(tmp_path.iterdir()) == []
    library("", lambda: "int x = 1;")
    (kept,) = (path for path in tmp_path.iterdir() if path.suffix in (".so", ".dll"))
    assert made_by.is_cached("int x = 1;") and not made_by.is_cached("int x = 2;") and kept.stat().st_size > 0


@needs_compiler
def test_rules_that_are_the_same_in_c_have_one_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    made, written, compile_library = list[str](), list[str](), made_by._compile_library

    def compiling(command: list[str], text: str, to: Path) -> None:
        made.append(text)
        compile_library(command, text, to)

    def write_text(text: str) -> str:
        written.append(text)
        return text

    monkeypatch.setattr(made_by, "_compile_library", compiling)
    for key, text in (("a", "int x = 1;"), ("b", "int x = 1;"), ("c", "int x = 2;"), ("b", "int x = 1;")):
        library(key, lambda text=text: write_text(text))  # type: ignore[misc]
        assert made_by.is_cached(key)
    assert made == ["int x = 1;", "int x = 2;"] and written == ["int x = 1;", "int x = 1;", "int x = 2;"]


def test_without_a_compiler_there_is_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_by, "compiler", lambda: None)
    with pytest.raises(NoLibrary, match="there is no C compiler here"):
        library("", lambda: "")


@pytest.mark.parametrize("command", [["cc"], ["cc", "-m64"], ["cc", "-O0"], ["cc", "-Og", "-g"]])
def test_optimization_is_ours_unless_the_command_of_the_compiler_names_another(command: list[str]) -> None:
    own = [word for word in command if word.startswith("-O")]
    assert [word for word in [*command, *made_by.flags(command)] if word.startswith("-O")] == (own or ["-O2"])
    assert "-fwrapv" in made_by.flags(command)


@pytest.mark.slow
@needs_compiler
def test_the_generated_c_has_no_warnings(tmp_path: Path) -> None:
    """Apart from what is unused: every program has all of the runtime."""
    import subprocess

    small = Small()
    small.block("block", store(small.seat, 1), ir.Go(number(0)))
    (tmp_path / "x.c").write_text(write(small.program(), NativeTables()), "utf-8")
    command = made_by.compiler() or []
    flags = [
        made_by.OPTIMIZED,
        *(flag for flag in FLAGS if flag != "-w"),
        "-fPIC",
        "-Wall",
        "-Wextra",
        "-Wno-unused",
        "-Wno-unused-parameter",
        "-Wno-parentheses-equality",
    ]
    done = subprocess.run([*command, *flags, "-o", tmp_path / "x.so", tmp_path / "x.c"], capture_output=True, text=True)
    assert "warning" not in done.stderr, done.stderr
