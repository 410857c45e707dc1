/** The language server: finding it, starting it, and what it answers to the extension's own requests. */

import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { firstFound, notFound, type Surroundings } from "./environment";
import { type Launch, Requests } from "./requests";

/** The files that belong to rulesets. */
const FILES = ["**/*.rules", "**/ruleset.yaml", "**/{data,labels,scenarios}/*.yaml", "**/replays/*.replay"];

export interface Server {
  client: LanguageClient;
  requests: Requests;
}

/** Start the server of the workspace's environment; undefined, after a message, where there is none. */
export async function start(context: vscode.ExtensionContext, play: (launch: Launch) => void): Promise<Server | undefined> {
  const around = await surroundings();
  const found = firstFound(around, isFile);
  if (!found) {
    await complain(notFound(around));
    return undefined;
  }
  const watchers = FILES.map((pattern) => vscode.workspace.createFileSystemWatcher(pattern));
  context.subscriptions.push(...watchers);
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "rulewright" }, ...FILES.map((pattern) => ({ scheme: "file", pattern }))],
    synchronize: { fileEvents: watchers },
    middleware: {
      // What the server offers above a rule is run by the client: only it has a terminal.
      executeCommand: async (command, args, next) => {
        const answer: unknown = await next(command, args);
        if (command === "rulewright.play" && answer) {
          play(answer as Launch);
        }
        return answer;
      },
    },
  };
  const run = { command: found.program, args: ["lsp"], options: { cwd: around.folders[0] } };
  const client = new LanguageClient("rulewright", "Rulewright", run, options);
  try {
    await client.start();
  } catch {
    await complain(`${found.program} lsp did not start. The language server needs:  pip install "rulewright[editor]"`);
    return undefined;
  }
  const send = (command: string, argument: object): Promise<unknown> =>
    client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  return { client, requests: new Requests(send) };
}

async function surroundings(): Promise<Surroundings> {
  return {
    configured: vscode.workspace.getConfiguration("rulewright").get<string>("command", ""),
    folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    interpreter: await chosenInterpreter(),
    searchPath: (process.env.PATH ?? "").split(path.delimiter),
    windows: process.platform === "win32",
  };
}

interface PythonExtension {
  environments?: { getActiveEnvironmentPath(resource?: vscode.Uri): { path: string } };
}

async function chosenInterpreter(): Promise<string | undefined> {
  const python = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (!python) {
    return undefined;
  }
  const api = python.isActive ? python.exports : await python.activate();
  return api.environments?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri).path;
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

async function complain(message: string): Promise<void> {
  const settings = "Open Settings";
  if ((await vscode.window.showErrorMessage(message, settings)) === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command");
  }
}
