"""What can be named at a place of a scenario: rules, seats, things, what they have, and choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.lsp.offers import CompletionOffer
from rulewright.lsp.yaml_place import ITEM, YamlPlace
from rulewright.scenarios.entries import REST_WORD
from rulewright.scenarios.naming import GAME_WORD, OF_GAME, PLAYER, Owner, ScenarioNames, unnumbered_name
from rulewright.scenarios.offers import known_choices


def in_scenario(
    names: ScenarioNames, rules: list[str], above: list[str], place: YamlPlace
) -> Iterator[CompletionOffer]:
    """Yield the names that fit at a place below the keys of one scenario; `above` are rulesets that extend its own."""
    keys = tuple(key for key in place.keys if key != ITEM)
    match keys:
        case ("rules",) if not place.is_key:
            yield from (CompletionOffer(rule, rule.partition(".")[0], "rule") for rule in rules)
        case ("breaks",):
            yield from (CompletionOffer(name, "always") for name in names.rules.invariants)
        case ("players",) | ("given", "player" | "turn of") | ("expect", "asked" | "ranking" | "score"):
            yield from _seats(names)
        case ("same under",) | ("differs under",):
            yield from (CompletionOffer(name, "ruleset") for name in above)
        case ("differs under", _, *rest):
            yield from in_scenario(names, rules, above, place._replace(keys=tuple(rest)))
        case ("given", "step" | "phase"):
            yield from (CompletionOffer(name, "step") for name in names.rules.steps)
        case ("given" | "expect", *rest) | ("play", "expect", *rest):
            yield from _in_given(names, rest)
        case ("draws" | "play", *rest):
            yield from _in_draws(names, rest) if keys[0] == "draws" else _in_play(names, rest, place)


def _in_draws(names: ScenarioNames, keys: list[str]) -> Iterator[CompletionOffer]:
    if keys:
        yield from _things(names, {place.domain for place in names.places_of(OF_GAME).get(keys[0], ())})
    else:
        yield from (CompletionOffer(name, "place", "stack") for name in names.rules.chance_of("shuffle"))


def _in_play(names: ScenarioNames, keys: list[str], place: YamlPlace) -> Iterator[CompletionOffer]:
    """Yield seats, and what they choose; as a key only where a choice is not offered."""
    if not keys:
        yield from _seats(names)
    elif not place.is_key or len(keys) == 2:
        yield from _choices(names, place.typed)


def _choices(names: ScenarioNames, typed: str) -> Iterator[CompletionOffer]:
    """Yield choices: behind the words of an option those that come with it, else each option once, then things by kind.

    Pieces that differ by a number alone count as one.
    """
    begun, kinds = typed.rpartition(" ")[0], list(names.rules.domains)
    alike = dict.fromkeys(_without_number(names, name) for name in known_choices(names))
    firsts = Counter(name.partition(" ")[0] for name in alike)
    for name in alike:
        first, domain = name.partition(" ")[0], _domain(names, name)
        if begun:
            yield from [CompletionOffer(name, "option", "choice")] if name.startswith(f"{begun} ") else ()
        elif domain:
            yield CompletionOffer(name, "thing", domain, order=1 + kinds.index(domain))
        else:
            yield CompletionOffer(first, "option", "choice" if firsts[first] == 1 else f"{firsts[first]} choices")


def _without_number(names: ScenarioNames, name: str) -> str:
    domain = names.things.get(name.rpartition(" ")[2], ("", 0))[0]
    return unnumbered_name(name) if domain and names.rules.domains[domain].how == "piece" else name


def _domain(names: ScenarioNames, name: str) -> str:
    """Return of which kind the thing is that a choice is called by; nothing where it is called by an option."""
    found = names.things.get(name) or names.things.get(f"{name}-1")
    return PLAYER if name in names.seats else found[0] if found is not None else ""


def _seats(names: ScenarioNames) -> Iterator[CompletionOffer]:
    return (CompletionOffer(name, "player", "seat") for name in names.seats)


def _in_given(names: ScenarioNames, keys: list[str]) -> Iterator[CompletionOffer]:
    """Yield what fits in `given` or `expect`: owners, what they have, and its values."""
    if not keys:
        yield from _seats(names)
        yield from _offers_of_owner(names, OF_GAME)
        yield from (CompletionOffer(info.plural, "names", info.name) for info in names.rules.domains.values())
        yield from (CompletionOffer(name, "thing", domain, order=3) for name, (domain, _) in names.things.items())
        return
    owner, rest = _owner(names, keys)
    if owner is None:
        yield from _things(names, {keys[0]} | {d.name for d in names.rules.domains.values() if d.plural == keys[0]})
    elif not rest:
        yield from _offers_of_owner(names, owner)
    else:
        yield from _offers_inside(names, owner, rest)


def _owner(names: ScenarioNames, keys: list[str]) -> tuple[Owner | None, list[str]]:
    """Return whose entries stand below some keys, and the keys below the owner's."""
    first, *rest = keys
    if first == GAME_WORD:
        return OF_GAME, rest
    if first in names.seats:
        return Owner(PLAYER, names.seats[first], first), rest
    if names.domain_by_plural(first) is not None and rest:
        first, *rest = rest
    if first in names.things:
        domain, index = names.things[first]
        return Owner(domain, index, first), rest
    known = first in names.places_of(OF_GAME) or first in names.facts_of(OF_GAME)
    return (OF_GAME, keys) if known else (None, rest)


def _offers_of_owner(names: ScenarioNames, owner: Owner) -> Iterator[CompletionOffer]:
    yield from (
        CompletionOffer(name, "fact", fact.label) for name, fact in names.facts_of(owner).items() if "." not in name
    )
    yield from (CompletionOffer(name, "place", "place") for name in names.places_of(owner))
    yield from (CompletionOffer(name, "value", "value", order=2) for name in names.values_of(owner))


def _offers_inside(names: ScenarioNames, owner: Owner, keys: list[str]) -> Iterator[CompletionOffer]:
    """Yield the keys of a fact and its values, or the pieces of a place with what they have."""
    fact, places = names.facts_of(owner).get(keys[0]), names.places_of(owner).get(keys[0], [])
    if fact is not None:
        if len(keys) == 1 and fact.keys:
            yield from (CompletionOffer(key, "thing") for key in fact.keys)
        domain = fact.cells[0].type.domain
        yield from _things(names, {domain} if domain else ())
    for place in places[:1]:
        if len(keys) == 1:
            yield CompletionOffer(REST_WORD, "word", "what else lies there", order=1)
            yield from _things(names, {place.domain})
        else:
            alike = names.pieces_alike(place.domain, keys[1])
            yield from _offers_of_owner(names, Owner(place.domain, alike[0], keys[1])) if alike else ()


def _things(names: ScenarioNames, domains: Iterable[str]) -> Iterator[CompletionOffer]:
    for domain in domains:
        if domain == PLAYER:
            yield from _seats(names)
        elif domain in names.rules.domains:
            members = names.rules.domains[domain].members
            yield from (
                CompletionOffer(name, "thing", domain, order=2)
                for name in dict.fromkeys([*members, *map(unnumbered_name, members)])
            )
