"""A question as text: who is asked, what, and what may be answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.report.layout import cells, fold, pad, width
from rulewright.report.wording import counted_spaces, numbers, together, word
from rulewright.rulebook.spaces import grid_position, spaces_in_runs

if TYPE_CHECKING:
    from rulewright.engine import Choice, Question

IN_COLUMNS = 9
"""More options than this are printed in several columns."""


def question_lines(question: Question, names: Sequence[str], example: str = "NAME") -> list[str]:
    """Return the lines of a question: the prompt, the options, and what to type."""
    who = address(question, names)
    listed = numbered(question)
    lines = prompt_with(who, range_text(question))
    lines += option_lines(question, [c for c in listed if not c.also], first=1)
    also = [c for c in listed if c.also]
    if also:
        lines += [word("also-possible"), *option_lines(question, also, first=len(listed) - len(also) + 1)]
    keys = word("keys", example=example, option=_first_lines(question))
    return [*lines, *fold(f"{what_to_type(question)}   {keys}")]


def how_many_text(several: tuple[int, int] | None) -> str:
    """Return how many things are chosen together: `2`, `1 to 3`, `up to 3`."""
    least, most = several or (1, 1)
    if least == most:
        return str(most)
    return f"{least} {word('to')} {most}" if least else word("up-to", number=str(most))


def picked_text(question: Question) -> list[str]:
    """Return the sentence that says what has been chosen already of several things; none where nothing has been."""
    labels = [choice.label for choice in question.picked]
    return [word("picked-already", what=together(labels))] if labels else []


def _first_lines(question: Question) -> str:
    """Return what may be typed for the first option."""
    first = question.choices[0]
    if question.amount and first.amount is not None:
        return str(first.amount)
    return "1" if numbered(question) else first.name


def address(question: Question, names: Sequence[str]) -> str:
    """Return `Yellow, which number?`, or `Yellow: Red waits.` where a name or a statement begins."""
    who, prompt = names[question.seat], question.prompt
    first = prompt.split(" ")[0].strip(",.:'s") if prompt else ""
    if not prompt:
        return word("choose", who=who)
    if not prompt.endswith("?") or first in names or prompt[1:2].isupper() or ". " in prompt:
        return f"{who}: {prompt}"
    return f"{who}, {prompt[0].lower()}{prompt[1:]}"


def prompt_with(who: str, answers: str) -> list[str]:
    """Put the possible answers beside the prompt, or below it where there is no room."""
    if not answers:
        return fold(who)
    if cells(who) + 4 + cells(answers) <= width():
        return [f"{who}    {answers}"]
    return [*fold(who), *fold(answers, "  ")]


def is_space(choice: Choice) -> bool:
    """Tell whether a choice is a space of a grid."""
    return not choice.also and choice.amount is None and grid_position(choice.name) is not None


def numbered(question: Question) -> list[Choice]:
    """Return the choices that are listed, in the order of their numbers; the free effects come last."""
    rest = [c for c in question.choices if not is_space(c) and not (question.amount and c.amount is not None)]
    few = question.amount and sum(not c.also for c in rest) <= 2
    shown = [c for c in rest if not c.also and not few]
    return by_menu(shown) + [c for c in rest if c.also]


def by_menu(choices: Sequence[Choice]) -> list[Choice]:
    """Group the choices of each list of options; apart from that their order stays.

    In a long list what comes with nothing, such as passing, stands first, where it is found.
    """
    order = list(dict.fromkeys(c.menu for c in choices))
    many = len(choices) > IN_COLUMNS
    return sorted(choices, key=lambda c: (order.index(c.menu), many and c.value is not None))


def range_text(question: Question) -> str:
    """Return the answers that need no list: spaces, an amount, and the one or two words beside an amount."""
    named = [c.name for c in question.choices if is_space(c)]
    parts = [f"{spaces_in_runs(named)} ({counted_spaces(len(named))})"] if named else []
    if not question.amount:
        return "".join(parts)
    parts += [amount_text(group) for group in amounts(question)]
    listed = {c.code for c in numbered(question)}
    others = [c for c in question.choices if c.amount is None and c.code not in listed and not is_space(c)]
    parts += [word("or-type", word=beginning(c, question.choices), what=lower_first(c.label)) for c in others]
    return ", ".join(parts)


def amounts(question: Question) -> list[list[Choice]]:
    """Return the choices that are an amount, those of one kind together."""
    kinds: dict[str, list[Choice]] = {}
    for choice in question.choices:
        if choice.amount is not None:
            kinds.setdefault(stem(choice), []).append(choice)
    return list(kinds.values())


def stem(choice: Choice) -> str:
    """Return the name of a choice without its amount: `bid`."""
    return choice.name.removesuffix(str(choice.amount)).strip()


def amount_text(group: Sequence[Choice]) -> str:
    """Return `Bid 5 to 10`."""
    values = [c.amount for c in group if c.amount is not None]
    least = min(group, key=lambda c: c.amount or 0)
    if str(least.amount) not in least.label.split(" "):
        return numbers(values)
    return " ".join(numbers(values) if part == str(least.amount) else part for part in least.label.split(" "))


def beginning(choice: Choice, choices: Iterable[Choice]) -> str:
    """Return the shortest beginning of a choice's name that no other choice beside the amounts shares."""
    rest = [c for c in choices if c.code != choice.code and c.amount is None]
    others = {name for c in rest for name in (c.name, c.label.lower())}
    for length in range(1, len(choice.name)):
        start = choice.name[:length]
        if start[-1].isalnum() and not any(name.startswith(start) for name in others):
            return start
    return choice.name


def lower_first(text: str) -> str:
    """Return the text with a small first letter, unless its second is capital, too."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def option_lines(question: Question, choices: Sequence[Choice], first: int) -> list[str]:
    """Return the numbered options, in columns when there are many; each list of options has its heading."""
    lines: list[str] = []
    menus = list(dict.fromkeys(c.menu for c in choices))
    for menu in menus:
        group = [c for c in choices if c.menu == menu]
        if menu and len(menus) > 1:
            lines.append(f" {heading(menu)}:")
        lines += in_columns([option_text(first + i, c, question.amount) for i, c in enumerate(group)])
        first += len(group)
    return lines


def heading(menu: str) -> str:
    """Return the name or text of a list of options as a heading."""
    return (menu[:1].upper() + menu[1:]).rstrip("?").replace("-", " ")


def option_text(number: int, choice: Choice, amount: bool) -> str:
    """Return `3 Label`, with the name to type where it is another word than the label."""
    same = bare(choice.name) == bare(choice.label)
    text = choice.label if same else f"{choice.label} ({choice.name})"
    return f"     {text}" if amount else f"{number:>4} {text}"


def bare(text: str) -> str:
    """Return the letters and numbers of a text."""
    return "".join(filter(str.isalnum, text.lower()))


def in_columns(texts: Sequence[str]) -> list[str]:
    """Return short texts side by side when there are many."""
    widest = max(map(cells, texts), default=0) + 2
    across = width() // widest if len(texts) > IN_COLUMNS else 1
    if across < 2:
        return [line for text in texts for line in fold(text, "", "       ")]
    down = -(-len(texts) // across)
    rows = [texts[i::down] for i in range(down)]
    return ["".join(pad(text, widest) for text in row).rstrip() for row in rows]


def what_to_type(question: Question) -> str:
    """Return the sentence that says which kind of answer is expected."""
    kinds = ["number"] if question.amount else []
    if any(is_space(c) for c in question.choices):
        kinds.append("space")
    if numbered(question):
        kinds += ["name"] if question.amount else ["number", "name"]
    *first, last = map(word, kinds)
    if question.several is not None:
        return word("type-together", number=how_many_text(question.several))
    return word("type-several", what=", ".join(first), last=last) if first else word("type-one", what=last)
