/** The parts of the extension that need no editor. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, firstFound, notFound, type Surroundings } from "../src/environment";
import { byFile, byScenario, explained, failure, shellLine, type NeverReached, type Outcome } from "../src/requests";

const around: Surroundings = {
  configured: "",
  folders: ["/rules"],
  interpreter: "/envs/games/bin/python",
  searchPath: ["/usr/bin", ""],
  windows: false,
};

test("the workspace's environment comes before the chosen interpreter, that before the search path", () => {
  const programs = candidates(around).map((one) => one.program);
  assert.deepEqual(programs, [
    "/rules/.venv/bin/rulewright",
    "/rules/venv/bin/rulewright",
    "/envs/games/bin/rulewright",
    "/usr/bin/rulewright",
  ]);
  assert.equal(firstFound(around, (file) => file.startsWith("/envs"))?.from, "the chosen Python interpreter");
  assert.equal(firstFound(around, () => false), undefined);
});

test("the setting is the only candidate when there is one, relative to the workspace", () => {
  const set = { ...around, configured: "env/bin/rulewright" };
  assert.deepEqual(candidates(set).map((one) => one.program), ["/rules/env/bin/rulewright"]);
  assert.match(notFound(set), /the setting rulewright\.command/);
});

test("what is said when the program is nowhere names the places and the remedy", () => {
  const said = notFound({ ...around, interpreter: undefined });
  assert.match(said, /looked in: \.venv, venv, the search path/);
  assert.match(said, /pip install "rulewright\[editor\]"/);
});

test("on Windows programs lie in Scripts", () => {
  assert.match(candidates({ ...around, windows: true })[0]!.program, /Scripts.rulewright\.exe$/);
});

const outcome = (name: string, passed: boolean, lines: string[] = []): Outcome => ({ name, passed, lines, location: null });

test("a scenario passes when it passes under every ruleset", () => {
  const run = { passed: 2, failed: 1, results: [outcome("a", true), outcome("a (under mine)", false, ["is 3"]), outcome("b", true)] };
  const found = byScenario(run);
  assert.deepEqual([...found.keys()], ["a", "b"]);
  assert.equal(failure(found.get("a")!), "a (under mine)\nis 3");
  assert.equal(failure(found.get("b")!), undefined);
});

const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 9 } };
const never = (uri: string | null, reason = ""): NeverReached => ({
  rule: "step.sell",
  kind: "condition",
  words: "if a is b",
  outcomes: ["yes"],
  reason,
  location: uri === null ? null : { uri, range },
});

test("what was never reached is grouped by file, and said in a sentence", () => {
  const found = byFile({ games: 0, never: [never("file:///a"), never("file:///b"), never("file:///a"), never(null)] });
  assert.deepEqual([...found].map(([uri, marks]) => [uri, marks.length]), [["file:///a", 2], ["file:///b", 1]]);
  assert.equal(explained(never("file:///a", "too rare")), "condition if a is b: never yes (too rare)");
});

test("a command line survives the shell", () => {
  assert.equal(shellLine(["play", "./goa", "--from", "It's sold"], false), "play ./goa --from 'It'\\''s sold'");
  assert.equal(shellLine(["$(rm)", "a;b"], false), "'$(rm)' 'a;b'");
  assert.equal(shellLine(["C:\\my env\\python.exe", "play"], true), '& "C:\\my env\\python.exe" play');
});
