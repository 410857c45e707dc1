"""The copy of the checkout in which mutmut's mutants stand beside the code that they were made from."""

from __future__ import annotations

import ast
import difflib
import json
from contextlib import chdir
from dataclasses import asdict, dataclass
from multiprocessing import Pool
from pathlib import Path
from shutil import copytree, ignore_patterns

from mutmut.configuration import config
from mutmut.mutation.file_mutation import mutate_file_contents

CHECKOUT = Path(__file__).parents[2]
SOURCE = "interpreter"
LIST = "mutants.json"
NOT_COPIED = ignore_patterns(".*", "__pycache__")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one function: its name, its file and the lines of which one must be run for it to matter."""

    name: str
    file: str
    first: int
    last: int
    diff: str

    @property
    def stage(self) -> str:
        """The folder of the interpreter in which it stands."""
        return self.name.split(".")[1]


def written(place: Path, jobs: int = 1) -> list[Mutant]:
    """Return all mutants of the copy at a place, which is made when there is none."""
    if not (place / LIST).exists():
        copytree(CHECKOUT, place, ignore=NOT_COPIED, dirs_exist_ok=True)
        with chdir(place), Pool(jobs) as pool:
            found = [mutant for mutants in pool.map(_mutated, _files(), chunksize=1) for mutant in mutants]
        (place / LIST).write_text(json.dumps([asdict(mutant) for mutant in found]), "utf-8")
    return [Mutant(**entry) for entry in json.loads((place / LIST).read_text("utf-8"))]


def _files() -> list[Path]:
    return [path for path in sorted(Path(SOURCE).rglob("*.py")) if config().should_mutate(path)]


def _mutated(path: Path) -> list[Mutant]:
    """Write all mutants of a file into it, where the one that the environment names is called, and return them."""
    made = mutate_file_contents(str(path), path.read_text("utf-8"))
    path.write_text(made.code, "utf-8")
    module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    lines = made.code.splitlines()
    functions = {node.name: node for node in ast.walk(ast.parse(made.code)) if isinstance(node, ast.FunctionDef)}
    found = []
    for name in made.mutant_names:
        original = f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"
        span, other = made.line_span_by_function_name[original], made.line_span_by_function_name[name]
        before = [line.replace(original, "") for line in lines[span.start - 1 : span.end]]
        after = [line.replace(name, "") for line in lines[other.start - 1 : other.end]]
        changed = next(number for number, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
        first, last = _statement(functions[original], span.start + changed)
        found.append(Mutant(f"{module}.{name}", str(path), first, last, _diff(before, after)))
    return found


def _statement(function: ast.FunctionDef, line: int) -> tuple[int, int]:
    """Return the first and last line of the innermost statement at a line; of one with others in it, up to those."""
    statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
    around = [node for node in statements if node.lineno <= line <= (node.end_lineno or node.lineno)]
    inner = max(around, key=lambda node: node.lineno, default=function)
    if isinstance(inner, ast.FunctionDef):
        return inner.body[0].lineno, inner.end_lineno or inner.lineno
    body = [node for node in ast.iter_child_nodes(inner) if isinstance(node, ast.stmt)]
    last = min(node.lineno for node in body) - 1 if body else inner.end_lineno or inner.lineno
    return inner.lineno, inner.lineno if isinstance(inner, ast.Match) else max(inner.lineno, last)


def _diff(before: list[str], after: list[str]) -> str:
    changed = difflib.unified_diff(before, after, lineterm="", n=0)
    return "\n".join(line for line in changed if line[0] in "+-" and line[:3] not in ("+++", "---"))
