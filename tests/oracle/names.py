"""States of the reference evaluator by names, as `engine/snapshot.py` names them."""

from __future__ import annotations

from tests.oracle.state import Keys, State, Value, combinations

from rulewright.check import core as c

Named = dict[str, int | str]
AT_REST: tuple[object, ...] = (0, "no", "nothing", "")


def owner(keys: tuple[c.Axis, ...]) -> str:
    """Return what the owners of something are called."""
    return keys[0].domain.name if keys and keys[0].domain else "game"


def key_names(axes: tuple[c.Axis, ...], keys: Keys) -> list[str]:
    """Return the names of keys."""
    pairs = zip(axes, keys, strict=True)
    return [str(key) if axis.domain is None else axis.domain.members[key] for axis, key in pairs]


def shown(value: Value, type_: c.Type) -> int | str:
    """Return a value as a snapshot shows it."""
    members = type_.domain.members if type_.domain else []
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(members[one] for one in sorted(value))
    return "nothing" if value is None else value if type_.how == "number" else members[value]


def named(rules: c.CheckedRules, state: State) -> Named:
    """Return everything that differs from its default, by name."""
    found: Named = {}
    for stored in rules.stored:
        full = f"{owner(stored.keys)}.{stored.name}"
        if stored.as_mask:
            axis = stored.keys[0]
            first = combinations((axis,))
            for rest in combinations(stored.keys[1:]):
                marked = [key_names((axis,), one)[0] for one in first if state.facts[stored, (*one, *rest)]]
                found[" ".join((full, *key_names(stored.keys[1:], rest)))] = ", ".join(marked)
        else:
            for keys in combinations(stored.keys):
                value = shown(state.facts[stored, keys], stored.type)
                found[" ".join((full, *key_names(stored.keys, keys)))] = value
        if stored.supply is not None:
            found[f"game.{stored.plural} left"] = state.supply[stored]
    for (place, keys), row in state.places.items():
        full = " ".join((f"{owner(place.keys)}.{place.name}", *key_names(place.keys, keys)))
        for at, piece in enumerate(row, 1):
            found[f"{place.pieces.name} {place.pieces.members[piece]}"] = f"{full} {at}" if place.order else full
    found |= {f"chance.{stream}": used for stream, used in state.used.items()}
    return {name: value for name, value in found.items() if value not in AT_REST}
