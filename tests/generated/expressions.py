"""Random values and conditions of the rule language, each of a wanted type, over names that are known where they stand.

What is returned can stand wherever the language wants a single word or brackets (`primary` in the grammar); what is
longer is put into brackets.
"""

from __future__ import annotations

from random import Random

KINDS = ("player", "fruit", "field", "card", "cart", "spot", "column", "hex", "tile", "side", "corner", "season")
MANY = {
    "player": "players", "fruit": "fruits", "field": "fields", "card": "cards", "cart": "carts", "spot": "spots",
    "column": "columns", "hex": "hexes", "tile": "tiles", "side": "sides",
    "corner": "corners", "season": "seasons",
}  # fmt: skip
NAMES = {"fruit": ("apple", "plum", "dragon-fruit"), "column": ("goods", "staff"),
         "spot": ("spot-1", "spot-4", "goal"),
         "field": ("b1", "c2", "d1"), "card": (),
         "cart": ("small-cart", "old-cart"), "player": ("player",),
         "hex": ("f5", "g3"), "tile": ("a1",), "side": ("a1-a2", "a3-right"),
         "corner": ("a1-top", "a2-a3-left"), "season": ("spring", "winter")}  # fmt: skip
GRIDS = ("field", "hex", "tile")
SLANTS = ("above left of", "above right of", "below left of", "below right of")


class Expressions:
    """Writes values; `known` are the names around with their kinds: `number`, `KIND` or `set of KIND`."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.known: list[tuple[str, str]] = []
        self.names = 0

    def fresh(self, what: str) -> str:
        """Return a name that no other line of the text uses."""
        self.names += 1
        return f"{what}-{'abcdefghijklmnopqrstuvwxyz'[self.names % 26]}{self.names // 26 or ''}"

    def one_of(self, *ways: str) -> str:
        """Return one of some texts."""
        return self.chance.choice(ways)

    def of_kind(self, kind: str) -> list[str]:
        """Return the known names of a kind."""
        return [name for name, known in self.known if known == kind]

    # -- numbers

    def number(self, deep: int = 2) -> str:
        """Return a number as a primary."""
        simple = [str(self.chance.choice([0, 1, 1, 2, 3, 5])), *self.of_kind("number"), "player's coins", "first-coins"]
        if deep <= 0 or self.chance.random() < 0.3:
            return self.chance.choice(simple)
        return f"({self.longer(deep)})"

    def small(self, most: int = 2) -> str:
        """Return a number that mostly is from 0 to 2, so that a rule can go on."""
        found = self.number(1)
        return found if self.chance.random() < 0.05 else f"(lesser of {most} and (greater of 0 and {found}))"

    def index(self, most: int, deep: int) -> str:
        """Return a number that mostly is from 1 up to the length of a table."""
        found = self.number(deep)
        if self.chance.random() < 0.3 or (found.isdigit() and not 1 <= int(found) <= most):
            return str(self.chance.randint(1, most))
        return found if self.chance.random() < 0.1 else f"(greater of 1 and (lesser of {most} and {found}))"

    def longer(self, deep: int) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each form
        """Return a number that need not be a primary."""
        less = deep - 1
        match self.chance.randrange(24):
            case 0:
                return f"{self.one_of('-4', self.number(less))} + {self.number(less)}"
            case 18:
                return f"player's owed for {self.thing('fruit', less)} at {self.thing('player', less)}"
            case 1:
                return f"{self.number(less)} - {self.number(less)}"
            case 2:
                return f"{self.number(less)} times {self.number(less)}"
            case 22:
                by = self.one_of("2", "3", f"(greater of 1 and {self.number(less)})", self.number(less))
                return f"{self.number(less)} divided by {by} rounded {self.one_of('up', 'down')}"
            case 3:
                return f"lesser of {self.number(less)} and {self.number(less)}"
            case 4:
                return f"greater of {self.number(less)} and {self.number(less)}"
            case 5 | 6:
                kind = self.kind()
                return f"number of {self.set(kind, less)}"
            case 7 | 8:
                how = self.one_of("sum of", "most of", "least of")
                kind = self.kind()
                members = self.set(kind, less)
                name, value = self.inside(kind, lambda: self.number(less))
                return f"{how} {value} for each {name} in {members}"
            case 19:
                kind = self.kind()
                way = f"{self.thing(kind, less)} to {self.set(kind, less)}{self.ways(kind, less)}"
                return self.one_of(
                    f"number of parts of {self.set(kind, less)}{self.ways(kind, less)}", f"distance from {way}"
                )
            case 20:
                name = self.fresh("part")
                self.known.append((name, "set of field"))
                value = self.number(less)
                self.known.pop()
                return (
                    f"{self.one_of('sum of', 'most of')} {value} for each {name} in parts of {self.set('field', less)}"
                )
            case 21:
                through = self.one_of("", f" through {self.set('spot', less)}")
                counting = self.one_of("", " counting (its position)", f" counting {self.number(less)}")
                along, corners = self.one_of(self.lanes(), self.set("side", less)), self.set("corner", less)
                through = through if "lane" in along else self.one_of("", f" through {corners}", " through tiles")
                return f"longest path along {along}{through}{counting}"
            case 9:
                return f"prices for {self.thing('fruit', less)}"
            case 10:
                index = self.one_of("1", "3", "(player's row for goods)", self.index(5, less))
                return f"income for {index}"
            case 11:
                return f"upkeep for {self.thing('fruit', less)} at {self.one_of('1', '4', self.index(4, less))}"
            case 12:
                return f"player's row for {self.thing('column', less)}"
            case 13:
                return f"{self.thing('card', less)}'s {self.one_of('worth', 'heft', 'position')}"
            case 14:
                return f"{self.thing('card', less)}'s baskets for {self.thing('fruit', less)}"
            case 15:
                return f"{self.thing('field', less)}'s weeds"
            case 16:
                owner = self.thing("player", less)
                return f"{owner}'s {self.one_of('coins', 'lanterns', 'effort', 'debt', 'gems', 'bid')}"
            case 17:
                return self.one_of(f"{self.thing('cart', less)}'s size", f"{self.thing('spot', less)}'s position",
                                   f"{self.thing('spot', less)}'s toll", "clock")  # fmt: skip
            case _:
                return f"player's level for {self.one_of('-1', self.index(3, less))}"

    def kind(self) -> str:
        """Return a kind of which there are things of its own in each ruleset."""
        return self.chance.choice(KINDS)

    def inside(self, kind: str, made: object) -> tuple[str, str]:
        """Return a name for each member of a set, and what is made while it is known."""
        name = self.fresh("some")
        self.known.append((name, kind))
        found = made()  # type: ignore[operator]
        self.known.pop()
        return name, found

    # -- things

    def thing(self, kind: str, deep: int = 2) -> str:
        """Return one thing, or perhaps nothing, as a primary."""
        simple = [*NAMES[kind], *self.of_kind(kind), *self.of_kind(kind)]
        if simple and (deep <= 0 or self.chance.random() < 0.85):
            return self.chance.choice(simple)
        longer = [f"(first of {self.set(kind, deep - 1)})", f"(last of {self.set(kind, deep - 1)})",
                  f"(only one of {self.set(kind, deep - 1)})"]  # fmt: skip
        match kind:
            case "player":
                longer += [
                    "leader",
                    "(next player after player)",
                    "(previous player before leader)",
                    f"({self.thing('card', deep - 1)}'s holder)",
                ]
            case "fruit":
                longer += ["player's favourite", "player's crop", f"{self.thing('card', deep - 1)}'s fruit",
                           f"(next fruit after {self.thing('fruit', deep - 1)})", "large-cart's origin",
                           f"(previous fruit before {self.thing('fruit', deep - 1)})"]  # fmt: skip
            case "field":
                longer += ["chosen-field", f"{self.thing('card', deep - 1)}'s field"]
            case "season":
                turned = f"({self.thing('season', deep - 1)} turned by {self.number(deep - 1)})"
                longer += ["player's harvest", f"(next season after {self.thing('season', deep - 1)})", turned, turned,
                           f"(previous season before {self.thing('season', deep - 1)})"]  # fmt: skip
            case "spot":
                longer += ["player's stands-on", "(next spot after (player's stands-on))"]
        return (
            self.chance.choice(longer)
            if deep > -3
            else self.chance.choice([n for n in longer if "'s" in n or "of " in n])
        )

    # -- sets

    def base(self, kind: str) -> list[str]:
        """Return sets of a kind that the game has."""
        found = [MANY[kind], *self.of_kind(f"set of {kind}")]
        match kind:
            case "player":
                found += ["others"]
            case "fruit":
                found += ["player's fruits", "wild"]
            case "field":
                found += ["player's marks"]
            case "hex":
                found += ["player's meadow"]
            case "tile":
                found += ["player's sown", f"{self.one_of('a1-a2', 'a3-right', 'a2-a3-left')}'s tiles"]
            case "side":
                found += ["player's walls", f"{self.one_of('a1', 'a1-top', 'a2-a3-left')}'s sides"]
            case "corner":
                found += ["player's posts", f"{self.one_of('a1', 'a1-a2', 'a3-right')}'s corners"]
            case "card":
                found += ["player's hand", "player's table", "discards", "show", "b1's plot", "lamp"]
            case "cart":
                found += ["queue", "yard", "spot-1's camp"]
        return found

    def set(self, kind: str, deep: int = 2) -> str:
        """Return a set of things as a primary."""
        if deep <= 0 or self.chance.random() < 0.4:
            return self.chance.choice(self.base(kind))
        return f"({self.longer_set(kind, deep)})"

    def longer_set(self, kind: str, deep: int) -> str:
        """Return a set that need not be a primary."""
        less = deep - 1
        operand = self.one_of(self.set(kind, less), self.set(kind, less), self.thing(kind, 0))
        ways = [
            f"{self.set(kind, less)} + {operand}",
            f"{self.set(kind, less)} - {operand}",
            f"{self.set(kind, less)} within {self.set(kind, less)}",
            f"{self.set(kind, less)} where {self.about_it(kind, less)}",
            f"{self.set(kind, less)} with {self.one_of('most', 'least')} {self.number_of_it(kind)}",
        ]
        if kind in GRIDS:
            straight = () if kind != "field" else ("above", "below", "above", "below")
            side = self.one_of("beside", "around", "left of", "right of", *straight, *SLANTS)
            ways += [f"{MANY[kind]} {side} {self.one_of(self.thing(kind, less), self.set(kind, less))}"] * 7
        if kind in ("side", "corner"):
            side = self.one_of(*SLANTS, *(("left of", "right of") if kind == "side" else ("above", "below")))
            ways += [f"{MANY[kind]} {side} {self.one_of(self.thing('tile', less), self.set('tile', less))}"] * 2
        if kind == "corner":
            ways += [f"corners beside {self.one_of(self.thing(kind, less), self.set(kind, less))}"] * 2
        if kind == "spot":
            ways += [f"spots beside {self.one_of(self.thing(kind, less), self.set(kind, less))}", "slow-lane's spots"]
        name, value = self.inside(other := self.kind(), lambda: self.set(kind, less))
        ways.append(f"all of {value} for each {name} in {self.set(other, less)}")
        if kind == "fruit":
            ways.append(f"wanted for {self.index(4, less)}")
        start, limit = self.one_of(self.thing(kind, less), self.set(kind, less)), f" in at most {self.number(0)} steps"
        ways += [f"{MANY[kind]} reached from {start}{self.ways(kind, less)}{self.one_of('', limit)}"] * 2
        return self.chance.choice(ways)

    def ways(self, kind: str, deep: int) -> str:
        """Return through which things of a kind one goes, and to which from each."""
        through = self.one_of("", f" through {self.set(kind, deep)}")
        if kind in (*GRIDS, "corner") and self.chance.random() < 0.6:
            return through + (f" along {self.set('side', 0)}" if kind in ("tile", "corner") else "")
        if kind == "spot" and self.chance.random() < 0.7:
            return through + self.one_of("", f" along {self.lanes()}")
        going = [f"({self.set(kind, 0)} where {self.about_it(kind, deep)})", f"({self.set(kind, 0)} - it)",
                 f"({self.set(kind, 0)} + it)"]  # fmt: skip
        if kind in GRIDS:
            side = self.one_of("beside", "around", "left of", *SLANTS)
            near = f"({MANY[kind]} {side} "
            going += [f"{near}it)", f"{near}(it - {self.set(kind, 0)}))", f"({near}it) within {self.set(kind, deep)})"]
        return f"{through} going to {self.chance.choice(going)}"

    def lanes(self) -> str:
        """Return a set of links as a primary."""
        spot = self.thing("spot", 0)
        return self.one_of("lanes", f"{spot}'s lanes", "(lanes - lane-2)", "(lanes where its position is 3)",
                           f"(lanes within {spot}'s lanes)")  # fmt: skip

    def number_of_it(self, kind: str) -> str:
        """Return a number of the thing that a `where` looks at."""
        own = {"player": ["its coins", "its effort", "it's debt"], "fruit": ["prices for it", "its position"],
               "field": ["its weeds"], "card": ["its worth", "its heft"], "cart": ["its size"],
               "spot": ["its toll", "its position"], "column": ["player's row for it"],
               "hex": ["its height"], "tile": ["its depth"],
               "side": ["its position", "number of its tiles"], "corner": ["number of its sides"],
               "season": ["its position"]}  # fmt: skip
        return f"({self.chance.choice(own[kind])})"

    def about_it(self, kind: str, deep: int) -> str:
        """Return a condition about the thing that a `where` looks at."""
        compared = self.one_of("is at least", "is at most", "is above", "is below", "is", "is not")
        ways = [f"{self.number_of_it(kind)} {compared} {self.number(min(deep, 1))}"] * 2
        ways.append(f"it {self.one_of('is in', 'is not in')} {self.set(kind, 0)}")
        ways.append(f"there is ({self.set(kind, 0)} where it is not that {kind})")
        if kind == "card":
            ways += ["it is like first of deck", "it is not like first of deck"]
            ways.append("there is (cards where it is like that card and it is not that card)")
            ways += ["it is lit", "it is not lit", "it is lamp", "its fruit is apple", "its holder is player"]
        if kind == "tile":
            ways += ["it is dug", "it is not dug"]
        if kind == "field":
            ways += ["its plot is empty", "its plot is not empty"]
        if kind == "player":
            ways += ["it is ready", "it is leader", "it is not player"]
        found = self.chance.choice(ways)
        return found if self.chance.random() < 0.7 else f"{found} {self.one_of('and', 'or')} {self.chance.choice(ways)}"

    # -- conditions

    def condition(self, deep: int = 2) -> str:  # noqa: C901, PLR0911 - one case for each form
        """Return a condition."""
        less, kind = deep - 1, self.kind()
        match self.chance.randrange(14 if deep > 0 else 9):
            case 0 | 1 | 2:
                compared = self.one_of("is at least", "is at most", "is above", "is below", "is", "is not")
                return f"{self.number(less)} {compared} {self.number(less)}"
            case 3:
                like = self.one_of("", " like", " like") if kind in ("card", "cart") else ""
                other = (
                    self.thing(kind, less) if not like else self.one_of(self.thing(kind, less), self.set(kind, less))
                )
                one = self.one_of(self.thing(kind, less), self.thing(kind, less), "" if like else self.set(kind, less))
                return f"{one or self.thing(kind, less)} {self.one_of('is', 'is not')}{like} {other}"
            case 4:
                return f"{self.thing(kind, less)} {self.one_of('is in', 'is not in')} {self.set(kind, less)}"
            case 5:
                return f"{self.set(kind, less)} {self.one_of('is empty', 'is not empty')}"
            case 6:
                return f"{self.one_of('there is', 'there is no')} {self.set(kind, less)}"
            case 7:
                nothing = self.one_of("player's favourite is", "leader is", "chosen-field is")
                return f"{nothing}{self.one_of('', ' not')} {self.one_of('nothing', 'nobody')}"
            case 8:
                grid = self.one_of(*GRIDS)
                rows = f"there is a row of {self.chance.randint(2, 3)} in {self.set(grid, less)}"
                return self.one_of("player is ready", "player is not ready", "(first of deck)'s worth is 2", rows)
            case 9:
                return f"not ({self.condition(less)})"
            case 13:
                fruit, spot = self.thing("fruit", less), self.thing("spot", less)
                suits = f"{self.thing('card', less)} suits {fruit} at {self.number(less)}"
                ways = [
                    suits, suits, f"player is keen for {fruit}",
                    f"called for {spot} at {self.index(2, less)}", f"windy is {self.one_of('yes', 'no')}", "windy",
                ]  # fmt: skip
                return self.chance.choice([*ways, *self.of_kind("truth")])
            case 10:
                return f"({self.condition(less)}) {self.one_of('and', 'or')} ({self.condition(less)})"
            case 11:
                return f"{self.condition(less)} {self.one_of('and', 'or')} {self.condition(less)}"
            case _:
                members = self.set(kind, less)
                name, inner = self.inside(kind, lambda: self.condition(less))
                return f"for {self.one_of('every', 'some')} {name} in {members} ({inner})"
