/** Pages beside the rules: the rulebook, and what a ruleset changes. */

import * as vscode from "vscode";
import type { Page } from "./requests";
import { messageOf } from "./scenarios";

interface Open {
  panel: vscode.WebviewPanel;
  uri: string;
  ask: () => Promise<Page>;
}

/** One panel for each kind of page; it follows what is saved. */
export class Pages implements vscode.Disposable {
  private readonly open = new Map<string, Open>();
  private readonly saved = vscode.workspace.onDidSaveTextDocument(() => {
    this.open.forEach((page) => void this.fill(page));
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
    this.saved.dispose();
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
