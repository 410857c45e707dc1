"""The commands of a designer at a table. Each takes what was typed after it and returns lines; none prints or reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.cli import late
from rulewright.cli.commands.play.debugging.rules import RunningRules
from rulewright.cli.commands.play.keeping import free_path
from rulewright.cli.commands.play.lines import LineNode
from rulewright.cli.commands.play.session import Session
from rulewright.diagnostics import RulesError
from rulewright.diagnostics.similar import nearest_word
from rulewright.report.diagnostics_text import render_all
from rulewright.report.layout import fold
from rulewright.report.wording import word
from rulewright.source.writing import replace_file

if TYPE_CHECKING:
    from rulewright.cli.commands.play.debugging.breakpoints import Breakpoint
    from rulewright.engine import Choice, Game, Program


class Debugger:
    """Stops, steps, branches and reloads the game of one session."""

    def __init__(self, session: Session, rules: RunningRules) -> None:
        self.session, self.rules = session, rules
        self.breakpoints: list[Breakpoint] = []
        self.pace: float | None = None
        """Seconds between two decisions of seats that play by themselves, 0 for until one types step; None for none."""

    @property
    def _program(self) -> Program:
        return self.session.game.program

    @property
    def _is_shared(self) -> bool:
        """Whether several persons play, so that nobody may learn more than the own seat sees."""
        return len(self.session.persons) > 1

    def _reason_to_stop(self, before: Game, choice: Choice, after: Game, is_held: bool) -> tuple[str, bool]:
        possible = (each for each in self.breakpoints if not (is_held and each.is_before))
        hit = next((each for each in possible if each.is_hit(before, choice, after)), None)
        return (word("stopped", what=hit.typed), hit.is_before) if hit is not None else ("", False)

    def _set_watch(self) -> None:
        self.session.watch = self._reason_to_stop if self.breakpoints else None

    # -- breakpoints

    def do_stop(self, typed: str) -> list[str]:
        """Add a breakpoint, list them, or remove one or all."""
        how, _, rest = typed.partition(" ")
        if not typed:
            listed = [f"  {at} {each.typed}" for at, each in enumerate(self.breakpoints, 1)]
            return listed or fold(word("stop-how"))
        if how == "off":
            return self._remove_breakpoints(rest.strip())
        if how not in ("at", "when") or not rest.strip():
            return fold(word("stop-how"))
        if how == "when" and self._is_shared:
            return fold(word("eyes-several"))
        try:
            made = self._new_breakpoint(how, " ".join(rest.split()))
        except RulesError as problem:
            return render_all(problem.findings)
        if isinstance(made, list):
            return made
        self.breakpoints.append(made)
        self._set_watch()
        return [word("will-stop", what=made.typed)]

    def _remove_breakpoints(self, which: str) -> list[str]:
        if not which:
            self.breakpoints.clear()
        elif which.isascii() and which.isdigit() and 1 <= int(which) <= len(self.breakpoints):
            del self.breakpoints[int(which) - 1]
        else:
            return fold(word("stop-how"))
        self._set_watch()
        return [word("stops-off")]

    def _new_breakpoint(self, how: str, rest: str) -> Breakpoint | list[str]:
        if how == "at":
            return self._breakpoint_at(rest)
        try:
            return late.breakpoints.when_true(self.rules, self._program, rest)
        except late.breakpoints.NotUnderstoodError as problem:
            return problem.lines

    def _breakpoint_at(self, name: str) -> Breakpoint | list[str]:
        """Return a breakpoint at a question or rule of a name, of which the part behind the point is enough."""
        questions = self._program.question_names
        if name in questions:
            return late.breakpoints.at_question(name)
        points = late.coverage_points.coverage_points(self.rules.ruleset.composition[0])
        rules = dict.fromkeys(point.rule for point in points)
        found = [rule for rule in rules if rule == name] or [r for r in rules if r.rpartition(".")[2] == name]
        if len(found) == 1:
            marked = self.rules.marked_build()
            if marked.entries != self._program.entries:
                return fold(word("other-rules-now"))
            return late.breakpoints.at_rule(found[0], marked, points)
        if found:
            return fold(word("which-one", names=", ".join(found)))
        best = nearest_word(name, [*rules, *(rule.rpartition(".")[2] for rule in rules), *questions])
        return fold(word("no-such-rule", name=name) + (word("did-you-mean", name=best) if best else ""))

    # -- going on

    def do_step(self, typed: str) -> list[str]:
        """Let one seat decide that plays by itself."""
        if not self.session.is_waiting:
            return [word("your-turn" if self.session.seat_asked is not None else "game-over")]
        self.session.let_one_decide()
        return []

    def do_continue(self, typed: str) -> list[str]:
        """Let the others decide until a person is asked or something stops the game."""
        said = self.do_step(typed)
        while self.session.is_waiting and not self.session.stopped:
            self.session.let_one_decide()
        return said

    def do_pace(self, typed: str) -> list[str]:
        """Set how many seconds pass between two decisions of seats that play by themselves."""
        try:
            seconds = float(typed.replace(",", "."))
        except ValueError:
            return fold(word("pace-how"))
        if not 0 <= seconds <= 60:
            return fold(word("pace-how"))
        self.pace, self.session.paced = seconds, True
        return [word("pace-is", seconds=f"{seconds:g}")]

    # -- lines of play

    def do_tree(self, typed: str) -> list[str]:
        """List the lines that were tried, each decision with its number, a new line where play branched."""
        found: list[tuple[int, list[str]]] = []
        last = None
        for depth, node in self.session.lines.first.nodes_below():
            mark = f"[{node.number}]" if node is self.session.lines.at else str(node.number)
            who = f"{self.session.names[node.seat]}: " if node.seat >= 0 else ""
            said = f"{mark} {who}{self._visible_label(node)}" if node.above else f"{mark} {word('the-start')}"
            if node.above is not last or not found or depth != found[-1][0]:
                found.append((depth, []))
            found[-1][1].append(said)
            last = node
        return [line for depth, said in found for line in fold("; ".join(said), "  " * depth, "  " * depth + "    ")]

    def _visible_label(self, node: LineNode) -> str:
        """Return the label of a choice, or that it is hidden from the reader."""
        above = node.above.game if node.above is not None else None
        if above is None or above.over or node.seat == self.session.reader:
            return node.label
        return word("hidden") if any(map(above.hides, node.codes)) else node.label

    def do_go(self, typed: str) -> list[str]:
        """Go to a decision by its number in the tree; `go back` to the one before this one."""
        at = self.session.lines.at
        if typed == "back":
            node = at.above
        else:
            node = self.session.lines.node_numbered(int(typed)) if typed.isascii() and typed.isdigit() else None
        if node is None:
            return fold(word("go-how"))
        try:
            self._under_current_rules(node, self._program)
        except RulesError as problem:
            return self._not_taken_over(problem)
        self.session.lines.go_to(node)
        self.session.stopped = ""
        return [word("gone-to", number=str(node.number))]

    def do_eyes(self, typed: str) -> list[str]:
        """Show the table as another seat sees it, after the end with every secret; without a name, as usual."""
        names = [name.lower() for name in self.session.names]
        if self.session.seat_asked is None and typed.lower() == "all" and "all" not in names:
            self.session.opened = self.session.game
            return [word("eyes-all")]
        if self._is_shared and (typed or not self.session.is_open):
            return fold(word("eyes-several"))
        if typed.lower() not in ["", *names]:
            return fold(word("eyes-how", names=", ".join(self.session.names)))
        if not typed:
            self.session.eyes = self.session.opened = None
            return [word("eyes-own")]
        self.session.eyes = seat = names.index(typed.lower())
        return [word("eyes-of", who=self.session.names[seat])]

    # -- changed rules

    def do_reload(self, typed: str) -> list[str]:
        """Go on under the rules as their files are now, from here or, with `back`, from the last position that fits."""
        try:
            program = self.rules.compile_again()
        except RulesError as problem:
            return [*render_all(problem.findings), "", *fold(word("reload-mistakes"))]
        node = self.session.lines.at
        old = self._program
        if (program.fingerprint, program.texts_fingerprint) == (old.fingerprint, old.texts_fingerprint):
            return [word("reload-same")]
        back = late.running_rules.last_fitting(node, program) if typed == "back" else None
        try:
            self._under_current_rules(back or node, program)
        except RulesError as problem:
            fits = late.running_rules.last_fitting(node, program)
            offer = word("reload-back", number=str(fits.number)) if fits else word("reload-nowhere")
            return [*self._not_taken_over(problem), *fold(offer)]
        self.session.lines.go_to(back or node)
        return [word("reloaded"), *self._renew_breakpoints()]

    def _under_current_rules(self, node: LineNode, program: Program) -> None:
        node.game = late.running_rules.game_under(node.game, program)

    def _not_taken_over(self, problem: RulesError) -> list[str]:
        reasons = (f"{finding.message}." for finding in problem.findings)  # the game is no file: without a place
        return [*fold(word("reload-not")), *(line for each in reasons for line in fold(each, "  "))]

    def _renew_breakpoints(self) -> list[str]:
        """Make the breakpoints again under the new rules; return what is said of those that mean nothing there."""
        old, self.breakpoints = self.breakpoints, []
        said = []
        for each in old:
            lines = self.do_stop(each.typed)
            if len(self.breakpoints) == 0 or self.breakpoints[-1].typed != each.typed:
                said += lines
        self._set_watch()
        return said

    # -- what is wrong

    def do_wrong(self, typed: str) -> list[str]:
        """Write a scenario from the position that fails until the rules do what was expected."""
        if not typed or self._is_shared:
            return fold(word("eyes-several" if typed else "wrong-how"))
        try:
            title, text = late.recording.record_scenario(self._program, self.session.lines.at, typed)
        except late.recording.NotRecordedError as problem:
            return fold(str(problem))
        folder = self.rules.ruleset.source.folder / "scenarios"
        name = "-".join("".join(c if c.isalnum() else " " for c in title).split())[:60].lower()
        path = free_path(folder / f"{name}.yaml")
        try:
            folder.mkdir(exist_ok=True)
            replace_file(path, text.encode())
        except OSError as problem:
            return fold(word("not-written", file=str(path), why=str(problem.strerror or problem)))
        command = f"rulewright test {self.rules.name} {title!r}"
        return [*text.rstrip().split("\n"), "", *fold(word("wrong-written", file=str(path), command=command))]


DEBUGGER_COMMANDS: Mapping[str, Callable[[Debugger, str], Sequence[str]]] = {
    "stop": Debugger.do_stop, "step": Debugger.do_step, "continue": Debugger.do_continue, "pace": Debugger.do_pace,
    "tree": Debugger.do_tree, "go": Debugger.do_go, "eyes": Debugger.do_eyes, "reload": Debugger.do_reload,
    "wrong": Debugger.do_wrong,
}  # fmt: skip
"""The commands by the words that are typed."""
