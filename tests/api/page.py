"""The page of the Python API, made from the docstrings: `python tests/api/page.py` writes it anew."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import get_args, is_typeddict

import rulewright as rw

PAGE = Path(__file__).parents[2] / "interpreter" / "API.md"
HEAD = """# The Python API

Generated from the docstrings by `python tests/api/page.py`; the tests run every example in the folder of the project.

A random player in full:

```python
import random
import rulewright as rw

game = rw.load("./examples/kuhn-poker").start(words=False)
while not game.over:
    game.choose(random.choice(game.question.choices))
print(game.totals)
```

What if 12 pearls won the game, and not 20? A number is changed, 200 games are played either way, and the points of both
are drawn (`pip install "rulewright[data]" matplotlib`):

```python
import pandas, rulewright as rw

divers = rw.load("./examples/pearl-divers")
what_if = rw.compare(divers, divers.with_settings({"pearls-to-win": 12}), games=200)
points = {of: (one.a.mean, one.b.mean) for (group, of), one in what_if.effects.items() if group == "points"}
pandas.DataFrame(points, ["20 pearls", "12 pearls"]).plot.bar()
```

With `divers.with_rules(TEXT)` instead, rules are changed by a text, as in a file of house rules; `rw.diff` says what is
different then.
"""

VALUES = """
## What is in these values
"""

TAIL = """
## Data frames

`Simulation.frame` needs the extra `data`. A row for each game, each seat of a game, or each decision; with its option
`--data` the command writes the same tables to files. How often
each first move is made, and what a column means:

```python
import rulewright as rw

moves = rw.simulate("./examples/tic-tac-toe", games=100).frame("decisions")
print(moves[moves["decision"] == 1]["taken"].value_counts())
print(moves.attrs["lead"])
```

`examples/plots.ipynb` draws three plots of a report with such frames.

## In PettingZoo and OpenSpiel

Both are extras: `pip install "rulewright[pettingzoo]"`, `pip install "rulewright[openspiel]"`. Every ruleset can be
played there, with any number of players that it allows. A random player in PettingZoo:

```python
from rulewright.adapters.pettingzoo import env

game = env("./examples/kuhn-poker")
game.reset(seed=1)
for agent in game.agent_iter():
    seen, reward, over, cut, info = game.last()
    game.step(None if over or cut else game.action_space(agent).sample(info["action_mask"]))
```

OpenSpiel's Monte Carlo tree search against a random player:

```python
import numpy as np
from open_spiel.python.algorithms import mcts
from rulewright.adapters.open_spiel import load

game, chance = load("./examples/connect-four"), np.random.RandomState(1)
search = mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
state = game.new_initial_state()
while not state.is_terminal():
    seat = state.current_player()
    state.apply_action(search.step(state) if seat == 0 else chance.choice(state.legal_actions()))
print(state.returns())
```

- **Actions** are numbers for the names of choices, the same on every machine; `game.adapted.actions.names` lists them
  (in OpenSpiel `state.action_to_string`). They depend on the rules and the number of players. Numbers from 100 on
  take several actions: `bid 100 more`, then `bid 20`.
- **Observations** are vectors of integers; `game.adapted.observer.names` says what each entry is, and
  `game.adapted.observer.hidden` stands for what the seat may not know. They contain the position, not what happened
  before.
- **Information states** of OpenSpiel are texts with everything that a seat has read, sees and is asked.
- **Returns** come at the end: `returns="ranks"`, from 1 for the first to -1 for the last; `"points"`; or `"margins"`,
  the points less the mean of all seats.
- **Chance** is in PettingZoo determined by the seed. In OpenSpiel it is explicit: one roll or shuffle after the
  other. With at most 1,000 outcomes, each is an action with its probability; otherwise four actions with 256 outcomes
  each make the number from which the engine draws until the next decision.
- `parallel_env` is for rulesets in which every question is asked in secret, such as `examples/goofspiel`; masks are
  in the observations there. Of the tests of PettingZoo, `parallel_seed_test` samples actions without masks, so it
  does not apply.
- **In C** games are played where the library of the rules is there, as after many games of `rulewright simulate` with
  as many players. Else it is compiled once a process has taken about as long as that takes, before a next game begins.
  The games are the same either way.
- A wrong action, argument or ruleset raises `RulesError`. OpenSpiel's bots in C++ crash with games written in Python,
  its own included; those in Python work.
"""


def members() -> list[tuple[str, object]]:
    """Return every public name with what it stands for, and the public methods and properties of classes."""
    return [member for name in rw.__all__ for member in _with_parts(name, getattr(rw, name))]


def _with_parts(name: str, thing: object) -> Iterator[tuple[str, object]]:
    yield name, thing
    if inspect.isclass(thing) and thing.__module__.startswith("rulewright."):
        is_whole = thing.__module__.startswith("rulewright.api") or not is_dataclass(thing)
        for key, value in vars(thing).items():
            if key[0] != "_" and (isinstance(value, property) or (is_whole and inspect.isfunction(value))):
                yield f"{name}.{key}", value


def page() -> str:
    """Return the page as Markdown."""
    entries = "".join(_entry(name, thing) for name, thing in members())
    values = "".join(_entry(name, thing, "###") for name, thing in values_within().items())
    return HEAD + entries + VALUES + values + TAIL


def values_within() -> dict[str, object]:
    """Return the classes and types of the package that are named by what the public names are and return, by name."""
    waiting, found = [thing for _, thing in members()], dict[str, object]()
    while waiting:
        thing = waiting.pop()
        module = inspect.getmodule(thing.fget if isinstance(thing, property) else thing)
        for name in names_of_types(_annotations(thing)):
            value = _type_called(name, module)
            if value is not None and name not in found and name not in rw.__all__:
                found[name] = value
                waiting.append(value)
    return dict(sorted(found.items()))


def names_of_types(text: str) -> set[str]:
    """Return what is written like a class in a text."""
    return set(re.findall(r"\b[A-Z]\w*[a-z]\w*", re.sub("['\"].*?['\"]", "", text)))


def _annotations(thing: object) -> str:
    if isinstance(thing, property):
        thing = thing.fget
    if inspect.isfunction(thing):
        return _signature(thing)
    return " ".join(_kinds(thing).values()) if isinstance(thing, type) else str(thing)


def _type_called(name: str, module: object) -> object:
    """Return a type by its name in a module, or in whichever has it; None for one of another package."""
    loaded = [part for key, part in sorted(sys.modules.items()) if key.startswith("rulewright.")]
    value = next((vars(part)[name] for part in [module, *loaded] if name in vars(part)), None)
    is_ours = getattr(value, "__module__", "").startswith("rulewright") if inspect.isclass(value) else get_args(value)
    return value if is_ours else None


def _entry(name: str, thing: object, depth: str = "") -> str:
    text = inspect.getdoc(thing) or ""
    if get_args(thing):
        text = f"`{thing}`".replace("rulewright.", "")
    words, _, example = text.partition("\n>>> ")
    shown = f"```pycon\n>>> {example.strip()}\n```\n" if example else ""
    depth = depth or ("###" if "." in name else "##")
    has = f"\n{_fields(thing)}" if isinstance(thing, type) and _kinds(thing) else ""
    return f"\n{depth} `{name}{_signature(thing)}`\n\n{words.strip()}\n{has}" + (f"\n{shown}" if shown else "")


def _fields(thing: type) -> str:
    """Return what a value has, each with its type, and with what the class says of it below."""
    told = _told_of_fields(thing)
    said = {name: f": {told[name]}" if name in told else "" for name in _kinds(thing)}
    return "".join(f"- `{name}: {kind}`{said[name]}\n" for name, kind in _kinds(thing).items())


def _kinds(thing: type) -> dict[str, str]:
    """Return the types of the fields of a class that only has fields."""
    if not is_dataclass(thing) and not is_typeddict(thing) and not issubclass(thing, tuple):
        return {}
    kinds = inspect.get_annotations(thing).items()
    return {
        name: inspect.formatannotation(getattr(kind, "__forward_arg__", kind)).strip("'")
        for name, kind in kinds
        if name[0] != "_" and not str(kind).startswith("ClassVar")
    }


def _told_of_fields(thing: type) -> dict[str, str]:
    """Return the texts below the fields in the source of a class."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    assert isinstance(body, ast.ClassDef)
    return {
        line.target.id: " ".join(below.value.value.split())
        for line, below in pairwise(body.body)
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }  # fmt: skip


def _signature(thing: object) -> str:
    if not inspect.isfunction(thing):
        return ""
    given = inspect.signature(thing)
    return str(given.replace(parameters=[p for p in given.parameters.values() if p.name != "self"])).replace("'", "")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
