/** The extension's own requests, as it sends them, to the real server over standard input and output. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { firstFound } from "../src/environment";
import { byFile, byScenario, failure, Requests } from "../src/requests";

// The same search as in the editor, in the environment of the checkout; RULEWRIGHT_PROGRAM names another program.
const checkout = join(process.cwd(), "..", "..");
const searchPath = (process.env.PATH ?? "").split(":");
const around = { configured: process.env.RULEWRIGHT_PROGRAM ?? "", folders: [checkout], searchPath, windows: false };
const found = firstFound(around, existsSync);
const options = found ? {} : { skip: "rulewright is not installed: the server was NOT tested" };

const root = mkdtempSync(join(tmpdir(), "rules-"));
const manifest = pathToFileURL(join(root, "rulesets", "connect-four", "ruleset.yaml")).href;
const rules = pathToFileURL(join(root, "rulesets", "connect-four", "rules", "game.rules")).href;
let connection: MessageConnection;
let requests: Requests;
let stop = (): unknown => undefined;

before(async () => {
  if (!found) {
    return;
  }
  cpSync(join(checkout, "examples", "connect-four"), join(root, "rulesets", "connect-four"), { recursive: true });
  const server = spawn(found.program, ["lsp"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
  stop = () => server.kill();
  connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.listen();
  const uri = pathToFileURL(root).href;
  const folders = [{ uri, name: "rules" }];
  await connection.sendRequest("initialize", { processId: null, rootUri: uri, capabilities: {}, workspaceFolders: folders });
  await connection.sendNotification("initialized", {});
  requests = new Requests((command, argument) =>
    connection.sendRequest("workspace/executeCommand", { command, arguments: [argument] }),
  );
});

after(() => {
  stop();
  rmSync(root, { recursive: true, force: true });
});

test("rulesets and their scenarios", options, async () => {
  const rulesets = await requests.rulesets();
  assert.deepEqual(rulesets.map((one) => [one.name, one.uri, one.base]), [["connect-four", manifest, null]]);
  const scenarios = await requests.scenarios(manifest);
  assert.ok(scenarios.length > 1 && scenarios.every((one) => one.location.uri.endsWith(".yaml")));
});

test("scenarios pass, all of them and one by one", options, async () => {
  const names = (await requests.scenarios(manifest)).map((one) => one.name);
  const all = await requests.test(manifest);
  assert.deepEqual([all.passed, all.failed, [...byScenario(all).keys()]], [names.length, 0, names]);
  const one = await requests.test(manifest, names.slice(0, 1));
  assert.deepEqual([...byScenario(one).keys()], names.slice(0, 1));
});

test("a scenario that fails for an unsaved text says what happened instead", options, async () => {
  const text = (await import("node:fs")).readFileSync(new URL(rules), "utf8");
  const document = { uri: rules, languageId: "rulewright", version: 1, text: text.replace("row of 4", "row of 3") };
  await connection.sendNotification("textDocument/didOpen", { textDocument: document });
  const run = await requests.test(manifest);
  const failures = [...byScenario(run).values()].map(failure).filter((said) => said !== undefined);
  assert.equal(failures.length, run.failed);
  assert.ok(run.failed > 0 && failures[0]!.includes("\n"));
  await connection.sendNotification("textDocument/didClose", { textDocument: { uri: rules } });
});

test("what is never reached has places in files", options, async () => {
  const coverage = await requests.coverage(manifest, 0);
  assert.equal([...byFile(coverage).values()].flat().length, coverage.never.length);
});

test("the rulebook is a page", options, async () => {
  const page = await requests.rulebook(rules);
  assert.match(page.html, /^<!DOCTYPE html>/);
  assert.match(page.title, /Connect four/);
});

test("a ruleset without a base says why there are no differences", options, async () => {
  await assert.rejects(requests.diff(rules), /extends no other ruleset/);
});

test("a game begins in a terminal, at a rule and at a line of a scenario file", options, async () => {
  const launch = await requests.play(rules, {});
  assert.ok(launch.command.includes("play") && launch.scenario === null);
  const [first] = await requests.scenarios(manifest);
  const from = await requests.play(first!.location.uri, { line: first!.location.range.start.line });
  assert.equal(from.scenario, first!.name);
});
