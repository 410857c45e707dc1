/** Pages beside the rules: the rulebook, and what a ruleset changes. */

import * as vscode from "vscode";
import type { Page } from "./requests";
import { messageOf } from "./scenarios";

interface Open {
  panel: vscode.WebviewPanel;
  uri: string;
  ask: () => Promise<Page>;
}

/** How long nothing is typed before pages follow, in milliseconds. */
const PAUSE = 500;

/** One panel for each kind of page; it follows what is typed, as soon as that has no mistakes. */
export class Pages implements vscode.Disposable {
  private readonly open = new Map<string, Open>();
  private pause: NodeJS.Timeout | undefined;
  private readonly typed = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme === "file" && this.open.size) {
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.open.forEach((page) => void this.fill(page)), PAUSE);
    }
  });

  /** Show a page of a kind for a ruleset, beside the editor. */
  async show(kind: string, uri: string, ask: () => Promise<Page>): Promise<void> {
    const page = await ask();
    const panel = this.open.get(kind)?.panel ?? this.panel(kind);
    this.open.set(kind, { panel, uri, ask });
    fill(panel, page);
    panel.reveal(undefined, true);
  }

  dispose(): void {
    clearTimeout(this.pause);
    this.typed.dispose();
    this.open.forEach((page) => page.panel.dispose());
  }

  private panel(kind: string): vscode.WebviewPanel {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(`rulewright.${kind}`, kind, column, { enableFindWidget: true });
    panel.onDidDispose(() => this.open.delete(kind));
    return panel;
  }

  private async fill(page: Open): Promise<void> {
    try {
      fill(page.panel, await page.ask());
    } catch (problem) {
      // The page of rules that have mistakes stays as it was; its title says so.
      page.panel.title = `(old) ${page.panel.title.replace(/^\(old\) /, "")}`;
      console.warn(messageOf(problem));
    }
  }
}

function fill(panel: vscode.WebviewPanel, page: Page): void {
  panel.title = page.title;
  panel.webview.html = page.html;
}
