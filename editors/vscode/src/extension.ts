/** The extension: starts the language server, and shows what it knows beyond the protocol. */

import * as vscode from "vscode";
import { start, type Server } from "./client";
import { CoverageMarks } from "./coverage";
import { Pages } from "./pages";
import { type Launch, type Requests, shellLine } from "./requests";
import { messageOf, ScenarioView } from "./scenarios";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const view = new ScenarioView(() => server?.requests);
  const marks = new CoverageMarks();
  const pages = new Pages();
  const restart = async (): Promise<void> => {
    await server?.client.dispose();
    server = await start(context, playIn);
    await view.refresh().catch((problem) => vscode.window.showWarningMessage(messageOf(problem)));
  };
  context.subscriptions.push(
    view,
    marks,
    pages,
    vscode.workspace.onDidSaveTextDocument((document) => view.saved(document.uri)),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("rulewright.command") && restart()),
    vscode.commands.registerCommand("rulewright.restart", restart),
    vscode.commands.registerCommand("rulewright.hideCoverage", () => marks.hide()),
    command("rulewright.runScenarios", async (_requests, uri) => view.runAll(await rulesetOf(uri))),
    command("rulewright.showCoverage", (requests, uri) => cover(requests, uri, marks)),
    command("rulewright.showDiff", (requests, uri) => pages.show("diff", uri, () => requests.diff(uri))),
    command("rulewright.showRulebook", (requests, uri) => pages.show("rulebook", uri, () => requests.rulebook(uri))),
    command("rulewright.playHere", async (requests, uri, line) => playIn(await requests.play(uri, await placeAt(uri, line)))),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await server?.client.dispose();
}

type Action = (requests: Requests, uri: string, line: number) => Promise<void>;

/** Register a command about the ruleset of the file in front. */
function command(name: string, action: Action): vscode.Disposable {
  return vscode.commands.registerCommand(name, async () => {
    const editor = vscode.window.activeTextEditor;
    if (!server || !editor) {
      const missing = server ? "Open a file of a ruleset first." : "The language server is not running.";
      void vscode.window.showWarningMessage(missing);
      return;
    }
    try {
      await action(server.requests, editor.document.uri.toString(), editor.selection.active.line);
    } catch (problem) {
      void vscode.window.showWarningMessage(messageOf(problem));
    }
  });
}

/** The manifest of the ruleset that a file belongs to. */
async function rulesetOf(uri: string): Promise<string> {
  const rulesets = (await server?.requests.rulesets()) ?? [];
  const folder = (one: { uri: string }): string => one.uri.slice(0, one.uri.lastIndexOf("/") + 1);
  const found = rulesets.find((one) => uri.startsWith(folder(one)));
  if (!found) {
    throw new Error("This file belongs to no ruleset.");
  }
  return found.uri;
}

/** What to begin a game with: the rule at a line of a rule file, the line itself in a file of scenarios. */
async function placeAt(uri: string, line: number): Promise<{ rule?: string; line?: number }> {
  if (!uri.endsWith(".rules")) {
    return { line };
  }
  const provider = "vscode.executeDocumentSymbolProvider";
  const rules = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(provider, vscode.Uri.parse(uri));
  const rule = rules?.find((one) => one.range.start.line <= line && line <= one.range.end.line);
  return rule ? { rule: rule.name } : {};
}

async function cover(requests: Requests, uri: string, marks: CoverageMarks): Promise<void> {
  const games = vscode.workspace.getConfiguration("rulewright").get<number>("coverage.games", 0);
  const progress = { location: vscode.ProgressLocation.Notification, title: "Playing the scenarios" };
  const coverage = await vscode.window.withProgress(progress, () => requests.coverage(uri, games));
  marks.show(coverage);
  const missing = coverage.never.filter((never) => !never.reason).length;
  void vscode.window.setStatusBarMessage(missing ? `${missing} never reached` : "Everything is reached", 10000);
}

function playIn(launch: Launch): void {
  const terminal = vscode.window.createTerminal({ name: launch.scenario ?? "Rulewright", cwd: launch.folder });
  terminal.show();
  terminal.sendText(shellLine(launch.command, process.platform === "win32"));
}
