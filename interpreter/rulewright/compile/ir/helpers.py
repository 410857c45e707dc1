"""The helpers of the runtime: what code generators may call, described once. Each backend implements all of them."""

from __future__ import annotations

from rulewright.compile.ir.types import node


@node
class Helper:
    """`args` names the arguments in order: row, field, set, piece, place, int, size, counter."""

    name: str
    args: tuple[str, ...]
    result: str
    meaning: str
    fails: bool = False
    of_pieces: bool = False


PURE = (
    Helper("row_set", ("row",), "set", "The set of the pieces in a row."),
    Helper("row_first", ("row",), "int", "The first piece of a row, or -1."),
    Helper("row_last", ("row",), "int", "The last piece of a row, or -1."),
    Helper("row_only", ("row",), "int", "The only piece of a row, or -1."),
    Helper("row_length", ("row",), "int", "How many pieces are in a row."),
    Helper(
        "counted",
        ("set", "int", "int", "int"),
        "set",
        "The set itself, which is charged to the budget of a decision: its size times the second integer. The first"
        " integer keeps equal sets apart, the third one is the site that is reported.",
        fails=True,
    ),
    Helper(
        "deeper",
        ("int", "int"),
        "int",
        "How deep a step is done within others, given how deep the one is that does it, and the site that is reported.",
        fails=True,
    ),
    Helper("after", ("int", "size"), "int", "The next thing of a domain of this size, or -1."),
    Helper("sum_of", ("field", "size"), "int", "The sum of this many values of a field, from the addressed one on."),
    Helper(
        "enough",
        ("field", "size", "set", "int"),
        "set",
        "The second keys (of `size`) for which the values of the pieces of a set sum up to at least the integer.",
    ),
    Helper(
        "first_in_line", ("field", "size", "set"), "int", "The first of this many values that is in a set.", fails=True
    ),
    Helper("digest", ("int", "field"), "int", "Half of a hash of fields: the first, or the second."),
    Helper(
        "occurs",
        ("field", "field", "int", "int", "int"),
        "int",
        "How often two integers, the last ones, stand at the same index in this many hashes from either address on.",
    ),
    Helper("given", ("code",), "int", "What comes with a choice: the low 16 bits of its code."),
    Helper("given_or_nothing", ("code",), "int", "The same, where 65,535 stands for nothing (-1)."),
    Helper("piece_of", ("code",), "int", "The piece whose option a choice is: bits 16 to 31 of its code, less one."),
    Helper("position", ("piece",), "int", "The position of a piece in its row, from 1; 0 elsewhere.", of_pieces=True),
    Helper(
        "distinct",
        ("set",),
        "set",
        "The set without pieces that are indistinguishable from an earlier one in it.",
        of_pieces=True,
    ),
)

EFFECTS = (
    Helper("move", ("piece", "place"), "", "Move a piece to a place.", True, True),
    Helper("move_all", ("set", "place"), "", "Move pieces to a place, in ascending order.", True, True),
    Helper("move_under", ("piece", "place"), "", "Move a piece to a row and there to its front.", True, True),
    Helper(
        "draw",
        ("int", "place", "place", "counter", "int"),
        "",
        "Draw pieces from a stack; the last integer is a site.",
        True,
        True,
    ),
    Helper("shuffle", ("place", "counter"), "", "Shuffle a stack.", False, True),
    Helper("swap", ("piece", "piece"), "", "Let two pieces change places.", True, True),
    Helper("swap_all", ("place", "place"), "", "Let all pieces of two places change places.", True, True),
    Helper("show", ("set", "set"), "", "Let seats, the second set, know pieces from now on.", False, True),
    Helper(
        "note_lap",
        ("counter", "field"),
        "",
        "Keep in the first field a hash (above 1) of the others; 0 if it is there already. Each backend has its own,"
        " and where there is 0 or 1, it may begin a lap later.",
    ),
    Helper(
        "distinct_choices",
        ("int",),
        "",
        "Drop the listed choices of an option whose piece is indistinguishable from that of an earlier one.",
        False,
        True,
    ),
)

BY_NAME = {helper.name: helper for helper in (*PURE, *EFFECTS)}
