"""Tables of what a ruleset says about automatic seats: what things are worth to them, how they search, and plans."""

from dataclasses import field

from rulewright.compile.tables.values import row


@row
class Curve:
    """What the first, the second, … of something are worth, in hundredths of a point; the last number goes on.

    Worth can differ between the beginning and the end of a game.
    """

    early: list[int]
    late: list[int]


MOST_VALUED = 400
"""More than this have no further value, and fewer than this below 0 none."""
ALL = ""
"""What a weight is filed under that is not given for several things by name."""


@row
class Weights:
    """The weights of a ruleset: what facts and pieces are worth to a player who thinks ahead."""

    worth: dict[str, dict[str, Curve]]
    """By fact or places, and then by what is weighed of them, or `ALL`."""
    phase: str
    """The phase whose parameters tell how far a game has come; empty for none."""
    start: list[int | str]
    """The arguments of the phase at the beginning, and at the end."""
    end: list[int | str]


UNWEIGHED = Weights({}, "", [], [])
"""The weights of a ruleset that gives none."""


END = -1
"""A playout that goes on to the end of the game."""


@row
class Quantity:
    """Something that weights value, and a function of the program says how much of it a seat has."""

    name: str
    """The fact or places."""
    parts: list[str]
    """What is weighed of them: the first of these keys that weights have says what it is worth."""
    low: int
    """The least number that a seat can have, as far as weights value it; if it is below 0, the function counts from it.

    What is above it is worth something, and below 0 each costs what the first is worth."""


@row
class SearchSettings:
    """The settings of the search for a ruleset."""

    reward: str = "margin"
    """What a finished game is worth: `points`, the `margin` to the best other seat, or the `place`."""
    playouts: int = END
    """The number of decisions after which a playout is evaluated; 0 evaluates at once, `END` plays to the end."""
    finish_phase: bool = False
    """Whether a truncated playout goes on until the time that the weights measure advances."""
    choose: int = 1
    """In playouts, the best of this many sampled choices by immediate evaluation is taken; 1 is a random one."""
    explore: float = 0.7
    """The exploration constant."""
    prior: int = 4
    """The number of visits that the one-step look-ahead counts as."""
    widen: float = 2.0
    """The coefficient of progressive widening; 0 disables it."""
    opponents: str = "informed"
    """What opponents in the trees go by: `informed`, `uninformed` or `bluffing`."""
    levels: list[int] = field(default_factory=lambda: [20, 60, 200, 800, 3000])
    """The number of playouts for each of the levels, from 1."""
    weights: Weights = field(default_factory=lambda: UNWEIGHED)
    """Those of the ruleset, with the search's own on top."""


@row
class SeatPlan:
    """A plan: how a seat decides by itself. Options are called by name, full name, or name and argument."""

    plays: str
    """The kind of seat, or the plan, that decides between the options that the plan leaves."""
    prefers: list[str]
    """Options that are taken where they are offered, the most wanted first."""
    never: list[str]
    """Options that are taken where nothing else is offered, the least wanted first."""
    most: dict[str, int]
    """The highest number that is taken with an option."""
    careless: int
    """In how many of a hundred decisions any option is taken that the plan allows."""
    ahead: bool
    """Whether more than the immediate effect of an option is considered."""
    unknown: list[str]
    """Places and numbers that are played without knowing."""
    weights: Weights
    """Those of the ruleset, with the plan's own on top."""
