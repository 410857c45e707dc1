"""Finds what is yes or no and what no condition could ask for: only a thing is so or not."""

from __future__ import annotations

from rulewright.check.types import NUMBER, Type
from rulewright.check.world import World
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def asked_for(world: World, type_: Type, name: Word, owner: str, *keys: d.Key | None) -> Type:
    """The type of what is looked up: a figure, what the game has, what is there for each name of a list."""
    if type_.how != "truth":
        return type_
    key = keys[0].name if len(keys) == 1 and keys[0] is not None else None
    read = f"{owner}'s {name}" if owner else name.text
    remedy = f'Write "{name}: 0 to 1", and "{read} is 1" where it matters.'
    if key is not None:
        remedy = f'Write "{name}: set of {key}" for those that are so, and "{key} is in {read}" where it matters.'
    return _refused(world, name, "ready", remedy)


def value_asked_for(world: World, type_: Type, decl: d.Value) -> Type:
    """The type of a value."""
    if type_.how != "truth" or (decl.of is not None and not decl.params):
        return type_
    remedy = f'Write "value {decl.name} of player:", and "player is {decl.name}" where it matters.'
    if decl.params:
        given = ", ".join(one.text for one in decl.params)
        remedy = f'Leave out "({given})": what is asked of a thing is given nothing.'
    return _refused(world, decl.name, "rich", remedy)


def _refused(world: World, name: Word, example: str, remedy: str) -> Type:
    """Add the finding; what is read on as a number gives no other."""
    message = f'no condition can ask for this: only a thing is so or not, as in "player is {example}"'
    world.findings.add(Code.WRONG_KIND, name.span, message, remedy)
    return NUMBER
